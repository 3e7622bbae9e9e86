//! The laws of what is looked at and clicked, for every rule set with a [`Stage`].

use super::{Breach, Broken, EYES, Law};
use crate::chance::{Quick, Recorded};
use crate::fair::Terms;
use crate::odds::Effort;
use crate::scene::{
    About, Ask, Bearing, Board, FARTHEST, Gesture, MOST_POINTS, Panel, Piece, Point, Scene, Sketch, Spot,
    Stand, Target, Word,
};
use crate::table::{ask, outlook_on, preview};
use crate::{Eyes, Game, Pending, Side, Silent, Stage};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// What was looked at. A test that wants to be sure that something was tried can look here.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    /// Positions examined.
    pub positions: u64,
    /// Answers whose target was looked for.
    pub answers: u64,
    /// Clicks on a target that only one answer has.
    pub clicks: u64,
    /// Clicks anywhere that were refused with a reason.
    pub refused: u64,
    /// Worlds that look the same and are not.
    pub other_worlds: u64,
    /// Answers looked at beforehand.
    pub previews: u64,
    /// Outlooks among those, and on questions.
    pub outlooks: u64,
    /// Drags and nudges.
    pub traces: u64,
    /// Ghosts that were compared with where the piece ended.
    pub ghosts: u64,
}

/// How many gestures are tried at a position where something can be dragged.
const GESTURES: usize = 6;

/// Plays the random games with these numbers, at most `bound` actions each, and examines one position in `one_in`:
///
/// * everything on the scene stands in a place or panel that there is, has a name of its own, and is put into words;
/// * every answer is bound to something that can be clicked, and a click on what only one answer has is legal;
/// * a click anywhere and a drag anywhere mean the same, an overlay shows the same, and what is known of an answer
///   beforehand (its words, arithmetic, odds and outlook) is the same, in every world that looks the same;
/// * a drag or a nudge, however far, means an answer that can be read, or is refused in words;
/// * a piece ends where the ghost of a drag stood, unless dice or the other side come between.
///
/// # Errors
///
/// The first breach.
pub fn conform_sights<R: Stage>(
    rules: &Arc<R>,
    games: Range<u64>,
    bound: usize,
    one_in: u32,
) -> Result<Seen, Box<Breach>> {
    let mut seen = Seen::default();
    for number in games {
        let mut looker = Looker {
            game: Game::new(rules.clone(), Terms::simple(format!("sights {number}"), number)),
            known: Known::of(rules.board()),
            chance: Quick::pair(number, 7),
            seen: &mut seen,
        };
        let result = looker.play(bound, one_in.max(1));
        let game = looker.game;
        result.map_err(|(law, what)| {
            let (actions, record) = (game.entries().len(), game.record());
            Box::new(Breach { law, what, game: number, actions, record })
        })?;
    }
    Ok(seen)
}

/// A board, and the names on it.
struct Known {
    board: Board,
    places: BTreeSet<String>,
}

impl Known {
    fn of(board: Board) -> Known {
        let places = board.places.iter().map(|place| place.id.clone()).collect();
        Known { board, places }
    }
}

struct Looker<'a, R: Stage> {
    game: Game<R>,
    known: Known,
    chance: Quick,
    seen: &'a mut Seen,
}

fn broken(what: String) -> Broken {
    (Law::Sight, what)
}

impl<R: Stage> Looker<'_, R> {
    fn play(&mut self, bound: usize, one_in: u32) -> Result<(), Broken> {
        self.board()?;
        let rules = self.game.rules().clone();
        let mut actions = Vec::new();
        while let Pending::Decide(sides) = rules.pending(self.game.state()) {
            if self.game.entries().len() >= bound {
                break;
            }
            if self.chance.below(one_in) == 0 {
                self.position()?;
            }
            let Some(side) = sides.first() else { break };
            actions.clear();
            rules.actions(self.game.state(), side, &mut actions);
            let action = actions[self.chance.below(actions.len() as u32) as usize].clone();
            let seat = self.game.seating().seat(side);
            self.game.play(seat, &action).map_err(|violation| (Law::Check, violation.to_string()))?;
        }
        self.position()
    }

    fn board(&self) -> Result<(), Broken> {
        let Board { size, layers, places, overlays, .. } = &self.known.board;
        if self.known.places.len() != places.len() {
            return Err(broken("two places of the board have one name".to_owned()));
        }
        let outside = |at: [i32; 2]| !(0..=size[0]).contains(&at[0]) || !(0..=size[1]).contains(&at[1]);
        if let Some(place) = places.iter().find(|place| outside(place.at) || place.text.is_empty()) {
            return Err(broken(format!("{} lies off the board, or is not put into words", place.id)));
        }
        let ids = || layers.iter().map(|layer| &layer.id).chain(overlays.iter().map(|kind| &kind.id));
        match ids().collect::<BTreeSet<_>>().len() == ids().count() {
            true => Ok(()),
            false => Err(broken("two layers or overlays have one name".to_owned())),
        }
    }

    fn position(&mut self) -> Result<(), Broken> {
        self.seen.positions += 1;
        let rules = self.game.rules().clone();
        for eyes in EYES {
            let view = rules.view(self.game.state(), eyes);
            let scene = rules.scene(&view, eyes);
            self.scene(&scene)?;
            let world = rules.imagine(&view, eyes, &mut self.chance);
            self.seen.other_worlds += u64::from(world != *self.game.state());
            let other = rules.view(&world, eyes);
            if rules.scene(&other, eyes) != scene || rules.caption(&other) != rules.caption(&view) {
                return Err(broken(format!("{eyes:?} see what they cannot know")));
            }
            self.overlays(&scene, &view, &other, eyes)?;
            if let Eyes::Of(side) = eyes {
                let seat = self.game.seating().seat(side);
                let asked = ask(&*rules, self.game.state(), seat);
                if asked != ask(&*rules, &world, seat) {
                    return Err(broken(format!("{side} is asked by what it cannot know")));
                }
                if let Some(asked) = asked {
                    if let Some(moves) = &asked.moves
                        && !scene.pieces.iter().any(|piece| piece.id == *moves)
                    {
                        return Err(broken(format!("{side} is to move `{moves}`, which is not there")));
                    }
                    self.answers(&scene, &asked, side, &world)?;
                    self.beforehand(&asked, side, &world)?;
                    self.click_anywhere(&scene, side, &world)?;
                    self.drag_anywhere(&scene, &asked, side, &world)?;
                }
            }
        }
        Ok(())
    }

    /// Everything has a name of its own, stands somewhere, and is put into words.
    fn scene(&self, scene: &Scene) -> Result<(), Broken> {
        let places = &self.known.places;
        let panels: BTreeSet<&Word> = scene.panels.iter().map(|panel| &panel.id).collect();
        let mut pieces = BTreeSet::new();
        for piece in &scene.pieces {
            let stands = match &piece.at {
                Spot::Place { place } => places.contains(place.as_str()),
                Spot::Panel { panel } => panels.contains(panel),
                Spot::Point { .. } => true,
            };
            if !pieces.insert(&piece.id) || !stands || piece.text.is_empty() || piece.name.is_empty() {
                return Err(broken(format!(
                    "piece `{}` is there twice, stands nowhere, or is not put into words: {piece:?}",
                    piece.id
                )));
            }
        }
        for marker in &scene.markers {
            // A sign stands on places or at points, and not on both.
            let stands = marker.places.is_empty() != marker.at.is_empty()
                && marker.places.iter().all(|place| places.contains(place.as_str()));
            if !stands || marker.text.is_empty() {
                return Err(broken(format!("a marker stands nowhere, or is not put into words: {marker:?}")));
            }
        }
        if let Some(track) = scene.tracks.iter().find(|track| track.at >= track.boxes.len()) {
            return Err(broken(format!("the pawn of track `{}` stands beside it", track.id)));
        }
        for row in scene.panels.iter().flat_map(|panel| &panel.rows) {
            let known = row.pieces.iter().all(|piece| pieces.contains(piece))
                && row.place.iter().all(|place| places.contains(place.as_str()));
            if !known || row.text.is_empty() {
                return Err(broken(format!("a line of a panel speaks of nothing there is: {row:?}")));
            }
        }
        for card in scene.panels.iter().flat_map(|panel| &panel.cards) {
            let told = !card.uses.is_empty() && card.uses.iter().all(|one| !one.text.is_empty());
            if card.id.is_empty() || card.band.is_empty() || !told {
                return Err(broken(format!("a card is not put into words: {card:?}")));
            }
        }
        Ok(())
    }

    fn overlays(&mut self, scene: &Scene, view: &R::View, other: &R::View, eyes: Eyes) -> Result<(), Broken> {
        let rules = self.game.rules().clone();
        for kind in &self.known.board.overlays {
            let about = match kind.about {
                About::Board => String::new(),
                About::Place => any(&self.known.board.places, &mut self.chance)
                    .map_or_else(String::new, |one| one.id.clone()),
                About::Piece => {
                    any(&scene.pieces, &mut self.chance).map_or_else(String::new, |one| one.id.to_string())
                }
            };
            let shown = rules.overlay(view, eyes, &kind.id, &about);
            if shown != rules.overlay(other, eyes, &kind.id, &about) {
                return Err(broken(format!("overlay `{}` shows {eyes:?} what they cannot know", kind.id)));
            }
            match shown {
                Err(refused) if refused.text.is_empty() => {
                    return Err(broken(format!("overlay `{}` is refused without a word", kind.id)));
                }
                Ok(overlay) if overlay.text.is_empty() => {
                    return Err(broken(format!("overlay `{}` is not put into words", kind.id)));
                }
                Ok(overlay)
                    if overlay.places.iter().any(|place| !self.known.places.contains(&place.place)) =>
                {
                    return Err(broken(format!("overlay `{}` covers a place that is not there", kind.id)));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Every answer can be clicked; where only one answer is, a click is legal; ways stay on the board.
    fn answers(&mut self, scene: &Scene, asked: &Ask, side: Side, world: &R::State) -> Result<(), Broken> {
        let rules = self.game.rules().clone();
        let state = self.game.state();
        for answer in &asked.answers {
            self.seen.answers += 1;
            let text = &answer.action;
            if !self.is_there(scene, &answer.on) {
                return Err(broken(format!("`{text}` is given on {:?}, which is not there", answer.on)));
            }
            let action = rules.read(text).map_err(|violation| broken(violation.to_string()))?;
            let (path, cost) = rules.way(state, side, &action);
            if (path, cost) != rules.way(world, side, &action) {
                return Err(broken(format!("the way of `{text}` shows what {side} cannot know")));
            }
            let alone = asked.answers.iter().filter(|other| other.on == answer.on).count() == 1;
            if alone && answer.on != Target::Button {
                self.seen.clicks += 1;
                let meant = rules.meaning(state, side, &answer.on);
                let meant = meant.ok_or_else(|| broken(format!("a click for `{text}` means nothing")))?;
                rules.check(state, side, &meant).map_err(|violation| {
                    broken(format!("a click for `{text}` means `{}`: {violation}", rules.write(&meant)))
                })?;
            }
        }
        Ok(())
    }

    /// What is known of an answer before it is given, and of the question, tells nothing that the side cannot know.
    fn beforehand(&mut self, asked: &Ask, side: Side, world: &R::State) -> Result<(), Broken> {
        let rules = self.game.rules().clone();
        let effort = Effort { sequences: 400, samples: 40, worlds: 4, ..Effort::default() };
        let states = [self.game.state(), world];
        if let Some(answer) = any(&asked.answers, &mut self.chance) {
            let action = rules.read(&answer.action).map_err(|violation| broken(violation.to_string()))?;
            let [real, other] = states.map(|state| preview(&*rules, state, side, &action, effort));
            if real != other {
                return Err(broken(format!("the preview of `{}` tells {side} a secret", answer.action)));
            }
            self.seen.previews += 1;
            self.seen.outlooks += u64::from(real.outlook.is_some());
        }
        let [real, other] = states.map(|state| outlook_on(&*rules, state, side, None, effort));
        if real != other {
            return Err(broken(format!("the outlook tells {side} a secret")));
        }
        self.seen.outlooks += u64::from(real.is_some());
        Ok(())
    }

    fn is_there(&self, scene: &Scene, target: &Target) -> bool {
        let is_card = |panel: &Panel, id: &str| {
            panel.rows.iter().any(|row| row.id == *id) || panel.cards.iter().any(|card| card.id == *id)
        };
        let has_card = |id: &str| scene.panels.iter().any(|panel| is_card(panel, id));
        match target {
            Target::Button => true,
            Target::Piece { piece } => scene.pieces.iter().any(|one| one.id == *piece),
            Target::Place { place } => self.known.places.contains(place),
            Target::Edge { places } => places.iter().all(|place| self.known.places.contains(place)),
            Target::Card { card } => has_card(card),
            Target::Point { at, .. } => self.on_board(*at),
            Target::Way { points, .. } => {
                !points.is_empty() && points.iter().all(|&point| self.on_board(point))
            }
        }
    }

    fn on_board(&self, [x, y]: Point) -> bool {
        let [width, height] = self.known.board.size;
        (0..=width).contains(&x) && (0..=height).contains(&y)
    }

    /// A click on any piece, place and point is understood or refused alike in every world that looks the same.
    fn click_anywhere(&mut self, scene: &Scene, side: Side, world: &R::State) -> Result<(), Broken> {
        let rules = self.game.rules().clone();
        let [width, height] = self.known.board.size;
        let mut targets = vec![Target::Point {
            at: [self.chance.below(width as u32) as i32, self.chance.below(height as u32) as i32],
            facing: None,
        }];
        targets.extend(any(&scene.pieces, &mut self.chance).map(|one| Target::piece(&one.id)));
        let places = &self.known.board.places;
        targets.extend(any(places, &mut self.chance).map(|one| Target::Place { place: one.id.clone() }));
        targets.extend(
            any(places, &mut self.chance)
                .zip(any(places, &mut self.chance))
                .map(|(one, other)| Target::Edge { places: [one.id.clone(), other.id.clone()] }),
        );
        for target in targets {
            let judged = [self.game.state(), world].map(|state| {
                let meant = rules.meaning(state, side, &target)?;
                Some((rules.check(state, side, &meant), rules.write(&meant)))
            });
            if judged[0] != judged[1] {
                return Err(broken(format!("a click on {target:?} tells {side} what it cannot know")));
            }
            self.seen.refused += u64::from(matches!(&judged[0], Some((Err(_), _))));
        }
        Ok(())
    }
}

impl<R: Stage> Looker<'_, R> {
    /// A drag and a nudge of what can be moved mean the same in every world that looks the same.
    fn drag_anywhere(
        &mut self,
        scene: &Scene,
        asked: &Ask,
        side: Side,
        world: &R::State,
    ) -> Result<(), Broken> {
        let moved = asked.moves.as_ref().and_then(|id| scene.pieces.iter().find(|piece| piece.id == *id));
        let Some(piece) = moved else { return Ok(()) };
        let rules = self.game.rules().clone();
        // What a nudge goes on from: nothing, an answer, or what the gesture before came to.
        let mut so_far = String::new();
        for number in 0..GESTURES {
            let gesture = match self.chance.below(4) {
                0 => extreme_gesture(number, so_far),
                _ => self.any_gesture(piece, asked, so_far),
            };
            let [trace, other] = [self.game.state(), world].map(|state| rules.trace(state, side, &gesture));
            let broken = |what: &str| Err(broken(format!("{gesture:?} of `{}` {what}: {trace:?}", piece.id)));
            if trace != other {
                return broken("tells what its side cannot know");
            }
            if trace.sketch.text.is_empty() && !trace.sketch.shapes.is_empty() {
                return broken("is drawn and not put into words");
            }
            if trace.refusal.as_ref().is_some_and(|refusal| refusal.text.is_empty()) {
                return broken("is refused without a word");
            }
            if trace.action.as_ref().is_some_and(|action| rules.read(action).is_err()) {
                return broken("means what cannot be read");
            }
            self.seen.traces += 1;
            match (&trace.action, &trace.refusal) {
                (None, None) => return broken("means nothing, and nothing is said of it"),
                (Some(action), None) => self.ghost(piece, side, action, &trace.sketch)?,
                _ => {}
            }
            so_far = trace.action.unwrap_or_default();
        }
        Ok(())
    }

    fn any_gesture(&mut self, piece: &Piece, asked: &Ask, so_far: String) -> Gesture {
        let [width, height] = self.known.board.size;
        let mut below = |outcomes: i32| self.chance.below(outcomes.max(1) as u32) as i32;
        if below(2) == 0 {
            let from = match below(3) {
                0 => String::new(),
                1 => {
                    let place = below(asked.answers.len() as i32) as usize;
                    asked.answers.get(place).map_or_else(String::new, |answer| answer.action.clone())
                }
                _ => so_far,
            };
            let mut few = || below(7) as i8 - 3;
            return Gesture::Nudge { from, ahead: few(), aside: few(), turn: few(), corner: few() > 1 };
        }
        // Near the piece, where it may go; now and then anywhere, off the board too.
        let (middle, room) = match piece.at {
            Spot::Point { at } if below(4) > 0 => (at, [width / 4, height / 4]),
            _ => ([width / 2, height / 2], [width, height]),
        };
        let turns = below(3);
        let mut point = || [0, 1].map(|way| middle[way] + below(room[way] + 1) - room[way] / 2);
        let points = (0..=turns).map(|_| point()).collect();
        let facing = (below(2) == 0).then(|| Bearing::tenths(below(3_600)));
        Gesture::Drag { points, facing, snap: below(2) == 0 }
    }

    /// A legal answer of a gesture is carried out: the piece stands where its ghost stood. Dice that fall on the way
    /// may end it sooner, and while the other side is asked it may not have ended.
    fn ghost(&mut self, piece: &Piece, side: Side, action: &str, sketch: &Sketch) -> Result<(), Broken> {
        let rules = self.game.rules().clone();
        let mut state = self.game.state().clone();
        let read = rules.read(action).and_then(|read| rules.check(&state, side, &read).map(|()| read));
        let read = read.map_err(|refusal| broken(format!("a gesture means `{action}`: {refusal}")))?;
        let ghost: Vec<&Stand> = sketch.ghost().collect();
        if ghost.is_empty() {
            return Err(broken(format!("`{action}` can be given by hand and has no ghost")));
        }
        let mut dice = Recorded::new(&mut self.chance);
        rules.apply(&mut state, side, &read, &mut dice, &mut Silent);
        let asks_mover = matches!(rules.pending(&state), Pending::Decide(sides) if sides.contains(side));
        if !dice.rolls().is_empty() || !asks_mover {
            return Ok(());
        }
        let eyes = Eyes::Of(side);
        let after = rules.scene(&rules.view(&state, eyes), eyes);
        let Some(ended) = after.pieces.iter().find(|one| one.id == piece.id) else { return Ok(()) };
        let agrees = match &ended.at {
            Spot::Point { at } if ended.body.is_empty() => ghost
                .iter()
                .any(|stand| stand.at == *at && ended.facing.is_none_or(|way| way == stand.facing)),
            _ => {
                let place = |stand: &Stand| (stand.at, stand.facing, stand.size);
                let standing = ended.body.iter().filter(|stand| !stand.lost).map(place);
                standing.eq(ghost.iter().map(|stand| place(stand)))
            }
        };
        self.seen.ghosts += 1;
        match agrees {
            true => Ok(()),
            false => {
                Err(broken(format!("`{action}` ends elsewhere than its ghost: {ended:?}, not {ghost:?}")))
            }
        }
    }
}

/// A gesture that no hand makes: as far and as often as [`Gesture::check`] lets through, and a little beyond the board.
fn extreme_gesture(number: usize, from: String) -> Gesture {
    let far = [FARTHEST, -FARTHEST];
    match number % 4 {
        0 => Gesture::Drag { points: vec![far], facing: None, snap: true },
        1 => Gesture::Drag { points: vec![[-FARTHEST, FARTHEST]], facing: None, snap: false },
        2 => {
            let there = (0..MOST_POINTS).map(|point| [far[point % 2], far[point / 2 % 2]]);
            Gesture::Drag { points: there.collect(), facing: Some(Bearing::tenths(1)), snap: true }
        }
        _ => Gesture::Nudge { from, ahead: i8::MIN, aside: i8::MAX, turn: i8::MIN, corner: true },
    }
}

fn any<'a, T>(list: &'a [T], chance: &mut Quick) -> Option<&'a T> {
    (!list.is_empty()).then(|| &list[chance.below(list.len() as u32) as usize])
}
