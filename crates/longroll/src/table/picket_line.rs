//! Picket Line on a terminal: the field with a letter a picket.

use super::{Chart, Tabletop};
use crate::board::Canvas;
use crate::terminal::{Ink, Style};
use engine::Side;
use picket_line::cards::{Card, Cards};
use picket_line::field::{EDGE, Point};
use picket_line::{Action, HandSeen, OrderSeen, PicketLine, View};
use std::fmt::Write as _;

/// Paces of a character across and down: characters are about twice as high as they are wide.
const ACROSS: i32 = 15;
const DOWN: i32 = 30;

impl Tabletop for PicketLine {
    fn ledger(&self) -> &'static str {
        include_str!("../../../../docs/rules/picket-line.md")
    }

    fn forms(&self) -> Vec<(String, &'static str)> {
        Action::FORMS.iter().map(|form| (form.line(), form.sense)).collect()
    }

    fn board_text(&self, view: &View, _around: Option<&str>, style: Style) -> Result<String, String> {
        let mut canvas = Canvas::default();
        let place = |point: Point| ((point.x / ACROSS) as usize + 5, ((EDGE - point.y) / DOWN) as usize);
        let (right, bottom) = place(Point::new(EDGE, 0));
        for row in 0..=bottom {
            canvas.write(5, row, Ink::Dim, &".".repeat(right - 4));
        }
        for paces in (0..=EDGE).step_by(150) {
            let (column, row) = place(Point::new(paces, paces));
            canvas.write(1, row, Ink::Dim, &format!("{paces:3}"));
            canvas.write(column, bottom + 1, Ink::Dim, &paces.to_string());
        }
        for (post, picket) in self.posts.iter().zip(&view.pickets).filter(|(_, picket)| picket.standing) {
            let (column, row) = place(picket.at);
            canvas.write(column, row, ink(post.side), &post.name);
        }
        let mut text = canvas.render(style);
        for side in Side::BOTH {
            let _ = writeln!(text, "{}", style.paint(ink(side), hand(view, side)));
        }
        Ok(text)
    }

    fn look(&self, view: &View, what: &str, _style: Style) -> Result<String, String> {
        if let Some(side) = Side::parse(what) {
            return Ok(hand(view, side));
        }
        let picket = self.find(what).ok_or_else(|| {
            let names: Vec<&str> = self.posts.iter().map(|post| post.name.as_str()).collect();
            format!("no picket is called `{what}`; there are {}", names.join(", "))
        })?;
        let (post, seen) = (self.post(picket), &view.pickets[picket.index()]);
        let verb = if seen.standing { "stands" } else { "fell" };
        Ok(format!("{} ({}) {verb} at {}, facing {}", post.name, post.side, seen.at, seen.facing))
    }

    fn chart<'a>(&'a self, _view: &'a View) -> Option<Chart<'a>> {
        None
    }
}

/// A side's order and cards, as far as they are seen.
fn hand(view: &View, side: Side) -> String {
    let HandSeen { open, hidden, known } = view.hands[side.index()];
    let order = match view.orders[side.index()] {
        OrderSeen::None => "no order".to_owned(),
        OrderSeen::Given => "an order, in secret".to_owned(),
        OrderSeen::Known(order) => format!("order {order}"),
    };
    let hidden = match known {
        Some(cards) => format!("hidden {}", cards_in_words(cards)),
        None => format!("hidden {hidden}"),
    };
    format!("{side}: {order}; cards: open {}, {hidden}", cards_in_words(open))
}

fn cards_in_words(cards: Cards) -> String {
    match (cards.of(Card::Aim), cards.of(Card::Scout)) {
        (0, 0) => "none".to_owned(),
        (aim, 0) => format!("{aim} aim"),
        (0, scout) => format!("{scout} scout"),
        (aim, scout) => format!("{aim} aim and {scout} scout"),
    }
}

const fn ink(side: Side) -> Ink {
    match side {
        Side::Union => Ink::Blue,
        Side::Confederate => Ink::Red,
    }
}
