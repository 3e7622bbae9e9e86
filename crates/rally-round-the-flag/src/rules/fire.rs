//! Fire (2.23): whom a stand can fire at, what its dice must reach, what a hit does, and the return Fire.

mod bottoms;
mod questions;
mod volley;

pub use bottoms::{could_with, is_usable};
pub use questions::{AnswerHit, OpenSwap, PlaceLoss, Reach, ReturnFire, SharpReroll};
pub use volley::{AfterShots, Aftermath, HitHard, JudgeShot, NextShot, Shoot, Wound};

use super::dice::{self, Purpose};
use super::losses::JudgeCasualty;
use crate::measure::fire::Shot;
use crate::measure::sight::Scratch;
use crate::measure::{Stick, Table, fire as aimed, sight};
use crate::model::action::Action;
use crate::model::cards::Bottom;
use crate::model::event::Event;
use crate::model::ids::{CardId, GeneralId, StandId};
use crate::model::numbers::Arm;
use crate::model::position::{Play, Position};
use crate::model::scenario::Part;
use crate::model::state::{Generals, Mark};
use engine::Violation;
use serde::{Deserialize, Serialize};

/// How a Fire action came about.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Reason {
    /// An action of the active side.
    Action,
    /// In return (I-7).
    Return,
    /// In the first round of a melee, at a charger.
    Melee,
    /// Of guns at the cavalry that charges them (RRF-CRX-7).
    Canister,
}

impl Reason {
    /// Whether it is fired at a stand in contact: arc and sight are no matter.
    const fn is_close(self) -> bool {
        matches!(self, Reason::Melee | Reason::Canister)
    }
}

/// The cards that go with a shot (I-5).
pub const FIRE_CARDS: [Bottom; 5] =
    [Bottom::Flankers, Bottom::FiringLine, Bottom::OpenOrder, Bottom::Sharpshooters, Bottom::ShotAndShell];

/// A Fire action that is being carried out.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Volley {
    /// Who fires.
    pub firer: StandId,
    /// At whom.
    pub target: StandId,
    /// How it came about.
    pub reason: Reason,
    /// The fire card of the firer's side (I-5).
    pub effect: Option<Bottom>,
    /// Which shot is being resolved, from 0.
    pub shot: u8,
    /// The target's side has answered with a card, or let it pass (I-6).
    pub is_answered: bool,
    /// The target has routed by it, or is gone.
    pub is_over: bool,
    /// Which stand of a cavalry regiment took the last loss.
    pub struck: Part,
    /// What the dice must reach, and what is added to them.
    pub numbers: Numbers,
}

/// What the dice of a shot must reach, and what is added to them.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Numbers {
    /// The Fire number (RRF-FIRE-11).
    pub fire: u8,
    /// Woods (RRF-TERR-2).
    pub woods: u8,
    /// Rocks (RRF-TERR-8).
    pub rocks: u8,
    /// Up slope (RRF-STEEP-1).
    pub slope: u8,
    /// A barricade (RRF-BARR-4).
    pub barricade: u8,
    /// By the stick of guns (RRF-FIRE-6 to RRF-FIRE-9).
    pub range: i8,
    /// Heroism.
    pub heroism: u8,
    /// Three dice, of which the best two count (RRF-FIRE-14, RRF-ENF-1).
    pub three: bool,
}

impl Numbers {
    /// What the dice must reach (RRF-FIRE-12; sources add up: R-05).
    #[must_use]
    pub const fn to_hit(&self) -> u8 {
        self.fire + self.woods + self.rocks + self.slope + self.barricade
    }

    /// What is added to the dice.
    #[must_use]
    pub const fn added(&self) -> i8 {
        self.range + self.heroism as i8
    }
}

/// The shots of a stand at all that belongs to a target: its stand, and the holders behind a dismounted one. The
/// nearest counts.
fn shot_at(table: &Table<'_>, scratch: &mut Scratch, firer: StandId, target: StandId) -> Option<(Shot, Arm)> {
    let own = table.stand(firer)?;
    let bodies = table.stands.iter().filter(|stand| stand.id == target);
    let shots = bodies.filter_map(|body| aimed::shot(table, scratch, own, body).map(|shot| (shot, body.arm)));
    shots.min_by_key(|(shot, arm)| (shot.aim.squared, *arm == Arm::Holders))
}

/// Why a stand cannot fire at all, if it cannot (RRF-FIRE-1, RRF-FIRE-2, RRF-ROUT-12, R-35).
fn ready(at: Position<'_>, stand: StandId) -> Result<(), Violation> {
    let about = at.stand(stand);
    let refuse = |rule, text| Err(Violation::of(rule, text).about([about.tag.clone()]));
    if !at.is_present(stand) {
        return refuse("RRF-FIRE-1", format!("{} is not on the map.", about.name));
    }
    if !at.arm(stand).fires() {
        return refuse("RRF-FIRE-2", format!("{} is on horseback: it cannot fire.", about.name));
    }
    if at.is(stand, Mark::ROUTED) {
        return refuse("RRF-ROUT-12", format!("{} is routed: its Fire is crossed out.", about.name));
    }
    if at.is_engaged(stand) {
        return refuse("R-35", format!("{} is engaged.", about.name));
    }
    Ok(())
}

/// Whether a stand has anybody to fire at: exactly.
///
/// # Errors
///
/// Why it has not.
pub fn could(at: Position<'_>, stand: StandId) -> Result<(), Violation> {
    ready(at, stand)?;
    let leader = |general| check_general(at, stand, general).is_ok();
    if targets(at, stand).next().is_some() || at.generals_of(at.side(stand).other()).any(leader) {
        return Ok(());
    }
    let about = at.stand(stand);
    Err(Violation::of("RRF-FIRE-1", format!("{} has nobody to fire at.", about.name))
        .about([about.tag.clone()]))
}

/// Everybody a stand can fire at now.
pub(super) fn targets(at: Position<'_>, stand: StandId) -> impl Iterator<Item = StandId> {
    at.present_of(at.side(stand).other()).filter(move |&target| is_target(at, stand, target).is_ok())
}

/// Whether a stand that is ready can fire at another.
fn is_target(at: Position<'_>, stand: StandId, target: StandId) -> Result<Shot, Violation> {
    let (about, enemy) = (at.stand(stand), at.stand(target));
    let refuse =
        |rule, text: String| Err(Violation::of(rule, text).about([about.tag.clone(), enemy.tag.clone()]));
    if enemy.side == about.side || !at.is_present(target) {
        return refuse("RRF-FIRE-1", format!("{} is no enemy on the map.", enemy.name));
    }
    if !at.rules.options.fire_into_melee && at.is_engaged(target) {
        return refuse("R-78", format!("{} is engaged, and nobody fires into a melee.", enemy.name));
    }
    let mut scratch = Scratch::default();
    if let Some((shot, _)) = at.measured(|table| shot_at(table, &mut scratch, stand, target)) {
        return Ok(shot);
    }
    at.measured(|table| {
        let own = table.stand(stand).expect("it stands on the map");
        let bodies = || table.stands.iter().filter(|body| body.id == target);
        let Some(aim) = bodies().filter_map(|body| aimed::aim(own, &body.body)).min_by_key(|aim| aim.squared)
        else {
            return refuse("RRF-FIRE-1a", format!("{} does not face {}.", about.name, enemy.name));
        };
        let reach = table.profile.farthest(own.arm).unwrap_or(0);
        if !aim.is_within(reach) {
            let yards = |length: i32| ground::table::number::write(length, 2);
            let (far, most) = (yards(aim.range()), yards(reach));
            return refuse("RRF-FIRE-4", format!("{} is {far} yards away; it fires {most}.", enemy.name));
        }
        refuse("RRF-FIRE-10", format!("{} does not see {}.", about.name, enemy.name))
    })
}

/// Whether a stand may fire at another, perhaps with a card of its brigade (RRF-BOF-1, R-22).
///
/// # Errors
///
/// Why it may not.
pub fn check(
    at: Position<'_>,
    stand: StandId,
    target: StandId,
    card: Option<CardId>,
) -> Result<(), Violation> {
    ready(at, stand)?;
    let shot = is_target(at, stand, target)?;
    let Some(card) = card else { return Ok(()) };
    at.held(at.side(stand), card)?;
    let (brigade, face) = at.battle(card)?;
    let (tag, about) = (&at.rules.card(card).tag, at.stand(stand));
    if brigade != about.brigade {
        let text = format!("{} is not of the brigade of {tag}.", about.name);
        return Err(Violation::of("RRF-CARD-4", text).about([tag.clone(), about.tag.clone()]));
    }
    is_usable(at, stand, target, face.bottom, shot.stick)
}

/// Whether a card of its brigade goes with the fire of a stand at one that has charged it.
///
/// # Errors
///
/// Why it does not.
pub fn check_close(at: Position<'_>, stand: StandId, target: StandId, card: CardId) -> Result<(), Violation> {
    at.held(at.side(stand), card)?;
    let (brigade, face) = at.battle(card)?;
    let (tag, about) = (&at.rules.card(card).tag, at.stand(stand));
    if brigade != about.brigade {
        let text = format!("{} is not of the brigade of {tag}.", about.name);
        return Err(Violation::of("RRF-CARD-4", text).about([tag.clone(), about.tag.clone()]));
    }
    is_usable(at, stand, target, face.bottom, Stick::Blue)
}

/// The shot of a stand at one in contact: to its nearest point, whatever lies between, with the blue stick. A
/// barricade is no cover.
fn close_shot(at: Position<'_>, firer: StandId, target: StandId) -> Option<(Stick, sight::Cover, bool)> {
    let mut scratch = Scratch::default();
    at.measured(|table| {
        let own = table.stand(firer)?;
        let bodies = table.stands.iter().filter(|stand| stand.id == target);
        let nearest = bodies.filter_map(|body| {
            let point = sight::nearest_point(own.anchor(), &body.body)?;
            Some((point.distance_squared(own.anchor()), point, body))
        });
        let (_, point, body) = nearest.min_by_key(|(squared, ..)| *squared)?;
        let end = sight::End { at: point, centre: body.pose.at };
        let cover = sight::cover(table, &mut scratch, sight::End::of(own), end, &body.body);
        let flank = super::melee::has_flank(at, firer, target);
        Some((Stick::Blue, sight::Cover { barricade: false, ..cover }, flank))
    })
}

/// How far a General is from a stand that could fire at him, in whole hundredths of a yard (3.6(7)).
fn range_of_general(at: Position<'_>, stand: StandId, general: GeneralId) -> Option<i32> {
    let mut scratch = Scratch::default();
    at.measured(|table| {
        let own = table.stand(stand)?;
        let mark = table.generals.iter().find(|other| other.id == general && other.side != own.side)?;
        aimed::shot_at_general(table, &mut scratch, own, mark).map(|(_, range)| range)
    })
}

/// Whether a stand may fire at a General: he is nearer than any other enemy it could fire at (RRF-KIA-4, R-45).
///
/// # Errors
///
/// Why it may not.
pub fn check_general(at: Position<'_>, stand: StandId, general: GeneralId) -> Result<(), Violation> {
    ready(at, stand)?;
    let (about, mark) = (at.stand(stand), at.rules.general(general));
    let refuse =
        |text: String| Err(Violation::of("RRF-KIA-4", text).about([about.tag.clone(), mark.tag.clone()]));
    let Some(range) = range_of_general(at, stand, general) else {
        return refuse(format!("{} cannot fire at {}.", about.name, mark.name));
    };
    let shot = |target| {
        is_target(at, stand, target).ok().map(|shot| (shot.aim.range(), at.stand(target).name.clone()))
    };
    let stands = at.present_of(about.side.other()).filter_map(shot);
    let others = at.generals_of(about.side.other()).filter(|&other| other != general);
    let leader =
        |other| range_of_general(at, stand, other).map(|range| (range, at.rules.general(other).name.clone()));
    match stands.chain(others.filter_map(leader)).find(|(near, _)| *near <= range) {
        None => Ok(()),
        Some((_, other)) => refuse(format!("{other} is as near as {}, or nearer.", mark.name)),
    }
}

/// A stand fires at a General: two dice, and nothing else.
pub fn at_general(play: &mut Play<'_>, firer: StandId, general: GeneralId) {
    play.tell(Event::FiresAt { firer, general });
    play.state.agenda.push(JudgeCasualty { general });
    dice::throw(play, Purpose::Casualty(general), false, "a shot at a General");
}

/// Whether the card that was played for a stand as the turn's card adds to a shot.
///
/// # Errors
///
/// Why it does not.
pub fn check_bottom(
    at: Position<'_>,
    stand: StandId,
    target: StandId,
    card: CardId,
) -> Result<(), Violation> {
    let (_, face) = at.battle(card)?;
    let shot = is_target(at, stand, target)?;
    is_usable(at, stand, target, face.bottom, shot.stick)
}

/// The shots of a stand, with and without cards.
pub fn answers(at: Position<'_>, stand: StandId, with_cards: bool, out: &mut Vec<Action>) {
    for target in targets(at, stand) {
        out.push(Action::Fire { stand, target });
        if with_cards {
            let cards = at.state.decks[at.side(stand).index()].hand;
            let cards = cards.iter().filter(|&&card| check(at, stand, target, Some(card)).is_ok());
            out.extend(cards.map(|&card| Action::FireWith { stand, target, card }));
        }
    }
}

/// A Fire action begins (RRF-FIRE-11). Its card, if there is one, is played.
pub fn declare(play: &mut Play<'_>, firer: StandId, target: StandId, effect: Option<Bottom>, reason: Reason) {
    play.state.volley = Some(Volley {
        firer,
        target,
        reason,
        effect,
        shot: 0,
        is_answered: false,
        is_over: false,
        struck: Part::Men,
        numbers: Numbers::default(),
    });
    // one roll a General in one Fire action.
    play.state.rolled_for = Generals::EMPTY;
    play.tell(Event::Fires { firer, target, effect, reason });
    play.state.agenda.then([Shoot.into(), AfterShots.into()]);
}

/// Plays a fire card from the hand for a shot: it goes to the discards.
pub fn attach(play: &mut Play<'_>, stand: StandId, card: Option<CardId>) -> Option<Bottom> {
    let card = card?;
    let (_, face) = play.at().battle(card).ok()?;
    let side = play.at().side(stand);
    super::cards::play_card(play, side, card);
    play.state.decks[side.index()].discard(card);
    Some(face.bottom)
}

/// What the dice of the next shot of a Fire action must reach (RRF-FIRE-11, RRF-FIRE-12, R-05, R-06).
fn numbers(at: Position<'_>, volley: &Volley) -> Numbers {
    let Volley { firer, target, effect, shot, .. } = *volley;
    let (about, arm) = (at.stand(firer), at.arm(firer));
    let mut scratch = Scratch::default();
    let mut aimed = || {
        at.measured(|table| {
            let (aimed, body) = shot_at(table, &mut scratch, firer, target)?;
            let own = table.stand(firer)?;
            let enemy = table.stands.iter().find(|stand| stand.id == target && stand.arm == body)?;
            let front = table.stand(target)?;
            let end = sight::End { at: aimed.aim.at, centre: enemy.pose.at };
            let cover = sight::cover(table, &mut scratch, sight::End::of(own), end, &enemy.body);
            // of holders, the front line of their dismounted stand counts.
            let flank = crate::measure::front::is_behind_front(own.pose.at, front);
            Some((aimed.stick, cover, flank))
        })
    };
    let found = if volley.reason.is_close() { close_shot(at, firer, target) } else { aimed() };
    let Some((stick, cover, flank)) = found else { return Numbers::default() };
    let guns = arm == Arm::Artillery;
    let range = match (guns, effect, stick) {
        (false, ..) => 0,
        // RRF-BOF-8, R-07: the shell first, then the shot.
        (true, Some(Bottom::ShotAndShell), _) if shot == 0 => 2,
        (true, Some(Bottom::ShotAndShell), _) => 0,
        (true, _, Stick::Blue) => 4,
        (true, _, Stick::Orange) => 2,
        (true, _, Stick::Yellow) => 0,
        (true, _, Stick::Twice) => -2,
    };
    Numbers {
        fire: about.fire.0,
        woods: u8::from(cover.woods),
        rocks: 2 * u8::from(cover.rocks),
        slope: u8::from(cover.up_slope),
        // RRF-BARR-3
        barricade: u8::from(cover.barricade && !guns),
        range,
        heroism: at.heroism(firer),
        three: flank || matches!(effect, Some(Bottom::Flankers | Bottom::Sharpshooters)),
    }
}

/// The stands that a loss of a regiment may be put on (RRF-CAV-3, I-11).
pub(super) fn parts(at: Position<'_>, stand: StandId) -> impl Iterator<Item = Part> {
    Part::ALL.into_iter().filter(move |&part| at.circles(stand, part).0 > 0)
}
