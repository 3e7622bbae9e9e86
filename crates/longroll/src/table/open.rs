//! A table without hexes: in a terminal as letters on a grid, in a picture as the browser paints it.

use super::{Seen, ink};
use crate::board::Canvas;
use crate::terminal::{Ink, Style};
use engine::scene::{Board, Piece, Spot, Stand};
use engine::{GameEntry, Side};
use ground::draw::strokes;
use std::fmt::Write as _;

/// Characters that an open table has across: two for a counter, as far as a terminal is wide. They are about twice as
/// high as they are wide.
const ACROSS: std::ops::RangeInclusive<i32> = 40..=72;

/// Pixels that a picture of it has across.
const PIXELS: i32 = 1_200;

impl<R: GameEntry> Seen<'_, R> {
    /// An open table in letters.
    pub(super) fn open_table(&self, style: Style) -> String {
        let board = self.rules.board();
        let [width, height] = board.size;
        let across = (2 * width / board.counter.max(1)).clamp(*ACROSS.start(), *ACROSS.end());
        let step = (width / across).max(1);
        let cell = |[x, y]: [i32; 2]| ((x / step) as usize + 5, (y / (2 * step)) as usize);
        let (right, bottom) = cell([width, height]);
        let mut canvas = Canvas::default();
        let plan = self.rules.plan(right - 4, bottom + 1);
        for row in 0..=bottom {
            let bare = ".".repeat(right - 4);
            canvas.write(5, row, Ink::Dim, plan.rows.get(row).unwrap_or(&bare));
        }
        let unit = board.ruler.first().map_or(1, |measure| measure.units.max(1));
        for quarter in 0..=4 {
            let (across, up) = (width * quarter / 4, height * quarter / 4);
            let (column, row) = cell([across, height - up]);
            canvas.write(1, row, Ink::Dim, &format!("{:3}", up / unit));
            canvas.write(column, bottom + 1, Ink::Dim, &(across / unit).to_string());
        }
        for marker in &self.scene.markers {
            if let [at] = marker.at[..] {
                let (column, row) = cell(at);
                canvas.write(column, row, Ink::Bold, "@");
            }
        }
        for piece in &self.scene.pieces {
            let ink = piece.side.map_or(Ink::Plain, ink);
            for stand in &piece.body {
                for at in halves(stand) {
                    let (column, row) = cell(at);
                    canvas.write(column, row, ink, arrow(stand));
                }
            }
        }
        let (troops, others): (Vec<&Piece>, Vec<&Piece>) =
            self.scene.pieces.iter().partition(|piece| !piece.body.is_empty());
        // A commander who rides with a regiment leaves its name legible; the list below tells of him.
        let is_with = |at: [i32; 2]| {
            let near = |stand: &Stand| (0..2).all(|way| (stand.at[way] - at[way]).abs() <= board.counter);
            troops.iter().any(|piece| piece.body.iter().any(near))
        };
        let alone = others.into_iter().filter(|piece| matches!(piece.at, Spot::Point { at } if !is_with(at)));
        for piece in alone.chain(troops.iter().copied()) {
            if let Spot::Point { at } = piece.at {
                let (column, row) = cell(at);
                let column =
                    if piece.body.is_empty() { column } else { column.saturating_sub(piece.id.len() / 2) };
                canvas.write(column, row, piece.side.map_or(Ink::Plain, ink), &piece.id);
            }
        }
        let mut text = canvas.render(style);
        if !plan.legend.is_empty() {
            let _ = writeln!(text, "{}  @ objective", plan.legend);
        }
        for side in Side::BOTH {
            let line = format!("{side}: {}", self.army(side).join("; "));
            let _ = writeln!(text, "{}", style.paint(ink(side), line));
        }
        text
    }

    /// The same as a picture in SVG, with its pieces or without; `None` where the game is played on hexes.
    pub fn open_picture(&self, with_pieces: bool) -> Option<String> {
        if self.ground.is_some() {
            return None;
        }
        let board = self.rules.board();
        let [width, height] = board.size;
        let tall = i64::from(height) * i64::from(PIXELS) / i64::from(width.max(1));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{PIXELS}\" height=\"{tall}\" \
             viewBox=\"0 0 {width} {height}\"><rect width=\"{width}\" height=\"{height}\" fill=\"#e6e8d0\"/>"
        );
        for layer in &board.layers {
            svg += &without_variables(&layer.svg);
        }
        for piece in self.scene.pieces.iter().filter(|_| with_pieces) {
            draw(&mut svg, &board, piece);
        }
        svg += "</svg>";
        Some(svg)
    }
}

/// The middles of the two halves of a stand.
fn halves(stand: &Stand) -> [[i32; 2]; 2] {
    // To the right of whoever faces so, in tenths of a length: an eighth of a circle is fine enough for letters.
    const RIGHT: [[i32; 2]; 8] = [[10, 0], [7, 7], [0, 10], [-7, 7], [-10, 0], [-7, -7], [0, -10], [7, -7]];
    let right = RIGHT[usize::from((stand.facing.in_tenths() + 225) / 450 % 8)];
    let off = right.map(|way| way * stand.size[0] / 40);
    [-1, 1].map(|half| [stand.at[0] + half * off[0], stand.at[1] + half * off[1]])
}

/// Which way a stand faces.
fn arrow(stand: &Stand) -> &'static str {
    match (stand.facing.in_tenths() + 450) / 900 % 4 {
        0 => "^",
        1 => ">",
        2 => "v",
        _ => "<",
    }
}

/// A piece, stand by stand, and its name.
fn draw(svg: &mut String, board: &Board, piece: &Piece) {
    let (fill, edge) = match piece.side {
        Some(Side::Union) => ("#2f4f86", "#14233f"),
        Some(Side::Confederate) => ("#b79b6b", "#4c3b1c"),
        None => ("#8a8577", "#3d382c"),
    };
    let thin = board.counter / 20;
    let mut base = |[x, y]: [i32; 2], tenths: u16, [wide, deep]: [i32; 2]| {
        let _ = write!(
            svg,
            "<g transform=\"translate({x} {y}) rotate({})\"><rect x=\"{}\" y=\"{}\" width=\"{wide}\" \
             height=\"{deep}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{thin}\"/>\
             <path d=\"M{} {}h{wide}\" stroke=\"{edge}\" stroke-width=\"{}\"/></g>",
            f64::from(tenths) / 10.0,
            -wide / 2,
            -deep / 2,
            -wide / 2,
            -deep / 2,
            3 * thin,
        );
    };
    for stand in &piece.body {
        base(stand.at, stand.facing.in_tenths(), stand.size);
    }
    let Spot::Point { at } = piece.at else { return };
    if piece.body.is_empty() {
        base(at, 0, [board.counter / 2; 2]);
    }
    let high = f64::from(board.counter) * 0.45;
    // Below the lowest stand, and above whoever has none.
    let lowest = piece.body.iter().map(|stand| stand.at[1] + stand.size[0].max(stand.size[1]) / 2).max();
    let line = lowest.map_or(f64::from(at[1]) - high, |lowest| f64::from(lowest) + high * 1.4);
    let place = (f64::from(at[0]) - high * piece.id.len() as f64 * 0.35, line);
    let words = strokes(&piece.id, high, place);
    for (colour, wide) in [("#fff8e7", high / 3.0), ("#1c150b", high / 9.0)] {
        let _ = write!(
            svg,
            "<path d=\"{words}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{wide:.0}\" \
             stroke-linecap=\"round\"/>"
        );
    }
}

/// Colours that a page may change have a usual one, which a picture takes: `var(--woods,#9db37d)`.
fn without_variables(svg: &str) -> String {
    let mut plain = String::with_capacity(svg.len());
    let mut rest = svg;
    while let Some(start) = rest.find("var(") {
        let (before, variable) = rest.split_at(start);
        plain += before;
        let Some(end) = variable.find(')') else { break };
        let inside = &variable["var(".len()..end];
        plain += inside.split_once(',').map_or("#888", |(_, usual)| usual.trim());
        rest = &variable[end + 1..];
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_takes_the_usual_colour_of_a_variable() {
        let svg = r#"<path fill="var(--woods,#9db37d)" stroke="var(--ink)"/><g/>"#;
        assert_eq!(without_variables(svg), r##"<path fill="#9db37d" stroke="#888"/><g/>"##);
        assert_eq!(without_variables("<g/>"), "<g/>");
    }
}
