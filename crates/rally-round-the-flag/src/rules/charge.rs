//! Charges (2.20): whom and how in two short answers or one; the check, cards that go with it (I-2), the passage of
//! lines, barricades on the way, contact.
//!
//! A charge is carried out as tasks: [`AimCharge`], [`GoAlong`], the check, [`Onward`], [`Spur`] and [`Scoop`], one
//! [`Passage`] after the other, [`Arrive`]. Until it arrives the charger stands where it stood, and Heroism is what it
//! was there. What mounted charges do besides is in [`cavalry`].

use super::bottoms::{CloseOrder, Reinforce};
use super::cards::play_card;
use super::cavalry::{self, React};
use super::check::Check;
use super::melee;
use super::movement::refused;
use super::rout::shift;
use crate::measure::candidates::{self, CHARGES};
use crate::measure::charge::{self, Charge, ChargeGeom};
use crate::measure::generals::{self, Shift};
use crate::measure::moves::SHIFTS;
use crate::measure::route::{before_general, last_free};
use crate::measure::sight::Scratch;
use crate::measure::slots::{self, BLOCK};
use crate::measure::{General, Pose, Refusal, Stand, Table};
use crate::model::action::Action;
use crate::model::cards::Bottom;
use crate::model::event::{Cause, Event};
use crate::model::ids::{GeneralId, StandId};
use crate::model::numbers::{Arm, Arrow};
use crate::model::position::{Play, Position};
use crate::model::scenario::RallyRoundTheFlag;
use crate::model::state::{Generals, Mark, Stands};
use crate::scene::{drawn, on_board};
use arrayvec::ArrayVec;
use engine::agenda::{Opening, Question, Step, Words, other_question};
use engine::flat::List;
use engine::scene::{Drawn, Role, Shape, Sketch, Tone};
use engine::words::listed;
use engine::{Listing, Side, Sides, Violation};
use ground::table::number;
use serde::{Deserialize, Serialize};

/// A charge that is being carried out.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Onset {
    /// Who charges.
    pub stand: StandId,
    /// Whom.
    pub target: StandId,
    /// How.
    pub way: ChargeGeom,
    /// The Generals who go along (RRF-CHG-5).
    pub leaders: Generals,
    /// Its Heroism as the table lay before.
    pub heroism: u8,
    /// A card lets it pass friends without a check (RRF-ECH-1, RRF-SHK-2).
    pub is_waived: bool,
    /// The friends it has checked for.
    pub checked: Stands,
    /// Friends taken along (RRF-SHK-1), in the order in which they are met.
    pub taken: List<StandId, BLOCK>,
}

/// Whether a stand could charge anybody: a charge among the candidates of 3.8(9).
///
/// # Errors
///
/// Why it could not.
pub fn could(at: Position<'_>, stand: StandId) -> Result<(), Violation> {
    let about = at.stand(stand);
    let refuse = |rule, text| Err(Violation::of(rule, text).about([about.tag.clone()]));
    match at.arm(stand) {
        Arm::Artillery => refuse("RRF-CHG-4", format!("{} is a battery: it never charges.", about.name)),
        Arm::Mounted if cavalry::prey(at, stand).is_empty() => {
            refuse("RRF-CCH-7", format!("{} has nobody within reach whom cavalry charges.", about.name))
        }
        Arm::Mounted => Ok(()),
        _ => {
            let mut scratch = Scratch::default();
            let longest = Arrow::longest(about.discipline);
            let any = at.measured(|table| {
                table
                    .stand(stand)
                    .is_some_and(|own| candidates::any_charge(table, &mut scratch, own, longest, &|_| true))
            });
            if any {
                return Ok(());
            }
            refuse("RRF-CHG-1", format!("{} has no enemy within reach.", about.name))
        }
    }
}

/// The table without those who are taken along and without the Generals who go along.
fn on_the_way<T>(at: Position<'_>, onset: &Onset, ask: impl FnOnce(&Table<'_>) -> T) -> T {
    on_table(at, &onset.taken, |table| {
        let others = table.generals.iter().filter(|general| !onset.leaders.contains(general.id));
        let generals: Vec<General> = others.copied().collect();
        ask(&Table { generals: &generals, ..*table })
    })
}

/// The table without those who are taken along.
fn on_table<T>(at: Position<'_>, taken: &[StandId], ask: impl FnOnce(&Table<'_>) -> T) -> T {
    at.measured(|table| {
        if taken.is_empty() {
            return ask(table);
        }
        let others = table.stands.iter().filter(|stand| !taken.contains(&stand.id));
        let stands: Vec<Stand> = others.copied().collect();
        ask(&Table { stands: &stands, ..*table })
    })
}

/// What a charge reaches, by geometry alone (3.6).
fn judged(
    at: Position<'_>,
    stand: StandId,
    way: &ChargeGeom,
    taken: &[StandId],
) -> Option<Result<Charge, Refusal>> {
    let longest = Arrow::longest(at.stand(stand).discipline);
    let mut scratch = Scratch::default();
    on_table(at, taken, |table| {
        let own = table.stand(stand)?;
        Some(charge::check_charge(table, &mut scratch, own, way, longest))
    })
}

/// Whether a stand may charge another so (RRF-CHG-1, RRF-CHG-2, RRF-ICH-1).
///
/// # Errors
///
/// The first reason against it.
pub fn check(
    at: Position<'_>,
    stand: StandId,
    target: StandId,
    way: &ChargeGeom,
) -> Result<Charge, Violation> {
    let (about, enemy) = (at.stand(stand), at.stand(target));
    let refuse =
        |rule, text: String| Err(Violation::of(rule, text).about([about.tag.clone(), enemy.tag.clone()]));
    if enemy.side == about.side || !at.is_present(target) {
        return refuse("RRF-CHG-1", format!("{} is no enemy on the map.", enemy.name));
    }
    let found = match judged(at, stand, way, &[]) {
        None => return refuse("RRF-CHG-1", format!("{} is not on the map.", about.name)),
        Some(judged) => judged.map_err(|refusal| refused(at, stand, &refusal))?,
    };
    if !found.contacts.contains(&target) {
        let first = found.contacts.first().map_or("nobody", |&first| at.stand(first).name.as_str());
        return refuse("RRF-CHG-1", format!("{} would come upon {first}, not {}.", about.name, enemy.name));
    }
    if at.arm(stand) == Arm::Mounted {
        cavalry::check_prey(at, stand, target)?;
    }
    Ok(found)
}

/// A few good charges of a stand (3.8(9)), each with whom it reaches.
fn good(
    at: Position<'_>,
    stand: StandId,
    wanted: Option<StandId>,
) -> ArrayVec<(StandId, ChargeGeom), CHARGES> {
    let longest = Arrow::longest(at.stand(stand).discipline);
    let mut scratch = Scratch::default();
    at.measured(|table| {
        let Some(own) = table.stand(stand) else { return ArrayVec::new() };
        let fits = |enemy: &Stand| wanted.is_none_or(|wanted| enemy.id == wanted);
        let found = candidates::charges(table, &mut scratch, own, longest, &fits);
        let named = |(geom, charge): (ChargeGeom, Charge)| {
            wanted.or(charge.contacts.first().copied()).map(|target| (target, geom))
        };
        found.into_iter().filter_map(named).collect()
    })
}

/// Whom a stand that was chosen charges, and how.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AimCharge {
    /// Who.
    pub stand: StandId,
    /// Whom, of a mounted pair.
    pub target: Option<StandId>,
}

impl Question<RallyRoundTheFlag> for AimCharge {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.stand))
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let name = &at.stand(self.stand).name;
        let text = match self.target {
            Some(target) => format!("How does {name} charge {}?", at.stand(target).name),
            None => format!("Whom does {name} charge, and how?"),
        };
        Words::new(text, "RRF-CHG-1")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        let found = good(at, self.stand, self.target).into_iter();
        out.extend(found.map(|(target, way)| Action::At { target, way }));
        if out.is_empty() {
            // Whoever was chosen has somebody to charge; were it otherwise, nobody would be stuck.
            out.push(Action::Stay);
        }
    }

    fn listing(self, _: Position<'_>) -> Listing {
        Listing::Candidates
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::At { target, .. } if self.target.is_some_and(|wanted| wanted != target) => {
                Err(Violation::of("RRF-CCH-2", "The closest of them is charged."))
            }
            Action::At { target, way } => check(at, self.stand, target, &way).map(|_| ()),
            Action::Stay => {
                let mut listed = Vec::new();
                self.answers(at, at.side(self.stand), &mut listed);
                if listed == [Action::Stay] {
                    return Ok(());
                }
                Err(Violation::of("RRF-CHG-1", "It is to charge."))
            }
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        match *action {
            Action::At { target, way } => begin(play, self.stand, target, way),
            _ => play.tell(Event::Stays { stand: self.stand }),
        }
    }

    fn sketch(self, at: Position<'_>, _: Side, action: &Action) -> Sketch {
        match *action {
            Action::At { way, .. } => sketch(at, self.stand, &way),
            _ => Sketch::default(),
        }
    }
}

/// A charge as it would be seen: the way of the front, the stand where it comes to a halt, whom it touches.
pub fn sketch(at: Position<'_>, stand: StandId, way: &ChargeGeom) -> Sketch {
    let name = &at.stand(stand).name;
    let charge = match judged(at, stand, way, &[]) {
        Some(Ok(charge)) => charge,
        Some(Err(refusal)) => {
            return Sketch { shapes: Vec::new(), text: refused(at, stand, &refusal).text };
        }
        None => return Sketch::default(),
    };
    let (reach, end, met) = match &charge.barricade {
        Some(stop) => (stop.way, stop.end, &stop.contacts),
        None => (charge.way, charge.end, &charge.contacts),
    };
    let leg = &charge.sweep.leg;
    let line = [leg.from, leg.at(reach)].map(|point| on_board(at.rules, point)).to_vec();
    let tone = Tone::of(at.side(stand));
    let ghost = drawn(at, end, at.arm(stand), "flag");
    let mut shapes = vec![
        Drawn::plain(Role::Arrow, Shape::Line(line)),
        Drawn::plain(Role::Ghost, Shape::Stand(ghost)).in_tone(tone),
    ];
    for &enemy in met {
        let theirs = drawn(at, at.troop(enemy).pose, at.arm(enemy), "");
        shapes.push(Drawn::plain(Role::Contact, Shape::Stand(theirs)).in_tone(Tone::of(at.side(enemy))));
    }
    let mut text = format!("{name}, {} yards", number::write(reach, 2));
    let passed = charge.passed.iter().map(|met| at.stand(met.stand).name.clone());
    if !charge.passed.is_empty() {
        text = format!("{text}, through {}", listed(passed, "nobody"));
    }
    if charge.barricade.is_some() {
        text += ", as far as a barricade";
    }
    let touched = listed(met.iter().map(|&enemy| at.stand(enemy).name.clone()), "nobody");
    Sketch { shapes, text: format!("{text}, in contact with {touched}.") }
}

/// A charge begins: Generals may go along, then the check (RRF-CHG-6, RRF-CHG-7).
pub fn begin(play: &mut Play<'_>, stand: StandId, target: StandId, way: ChargeGeom) {
    let heroism = play.at().heroism(stand);
    // one roll a General in one action. R-112: points of the turn serve the melees of those who charge in it.
    play.state.rolled_for = Generals::EMPTY;
    play.state.turn.chargers.insert(stand);
    play.state.onset = Some(Onset {
        stand,
        target,
        way,
        leaders: Generals::EMPTY,
        heroism,
        is_waived: false,
        checked: Stands::EMPTY,
        taken: List::default(),
    });
    play.tell(Event::Charges { stand, target });
    let modifier = cavalry::fire_met(play.at(), stand, &way);
    let check = Check { stand, modifier, cause: Cause::Charge };
    play.state.agenda.then([GoAlong { stand }.into(), check.into(), Onward.into()]);
}

/// Which Generals who touch the charger go along (RRF-CHG-5, R-118).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GoAlong {
    /// Who charges.
    pub stand: StandId,
}

impl GoAlong {
    fn generals(self, at: Position<'_>) -> impl Iterator<Item = GeneralId> {
        let gone = at.state.onset.map_or(Generals::EMPTY, |onset| onset.leaders);
        at.attached(self.stand).filter(move |&general| !gone.contains(general))
    }
}

impl Question<RallyRoundTheFlag> for GoAlong {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.stand))
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if self.generals(at).next().is_some() { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        Words::new(format!("Who goes along with {}?", at.stand(self.stand).name), "RRF-CHG-5")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend(self.generals(at).map(Action::Lead));
        out.push(Action::LetPass);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::LetPass => Ok(()),
            Action::Lead(general) if self.generals(at).any(|attached| attached == general) => Ok(()),
            Action::Lead(general) => {
                let (leader, about) = (at.rules.general(general), at.stand(self.stand));
                let text = format!("{} does not touch {}.", leader.name, about.name);
                Err(Violation::of("RRF-CHG-5", text).about([leader.tag.clone(), about.tag.clone()]))
            }
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::Lead(general) = *action else { return };
        if let Some(onset) = &mut play.state.onset {
            onset.leaders.insert(general);
        }
        play.tell(Event::Leads { general });
        play.state.agenda.push(self);
    }
}

/// The check of a charge is made: who failed stays, the action wasted (RRF-CHG-8).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Onward;

impl Step<RallyRoundTheFlag> for Onward {
    fn take(self, play: &mut Play<'_>) {
        let Some(onset) = play.state.onset else { return };
        if play.state.is_passed {
            play.state.agenda.then([Spur { stand: onset.stand }.into(), Passage.into()]);
        } else {
            play.state.onset = None;
        }
    }
}

/// The friends on the route of the charge that is being carried out, whom a card could spare it a check for: the
/// unrouted ones (RRF-POL-2, R-107).
fn passed(at: Position<'_>) -> Vec<StandId> {
    let Some(onset) = at.state.onset else { return Vec::new() };
    let Some(Ok(charge)) = judged(at, onset.stand, &onset.way, &onset.taken) else { return Vec::new() };
    charge.passed.iter().filter(|met| !met.routed).map(|met| met.stand).collect()
}

/// A card goes with a charge (I-2): Echelon or Shock Column (RRF-ECH-1, RRF-SHK-1).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Spur {
    /// Who charges.
    pub stand: StandId,
}

impl Question<RallyRoundTheFlag> for Spur {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.stand))
    }

    /// By public facts alone.
    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let might = at.might_hold(self.stand, &[Bottom::Echelon, Bottom::ShockColumn]);
        if might && !passed(at).is_empty() { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        Words::new(format!("Does a card go with the charge of {}?", at.stand(self.stand).name), "RRF-ECH-1")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let cards = at.state.decks[side.index()].hand;
        let plays = cards.iter().map(|&card| Action::Spur(card));
        out.extend(plays.filter(|play| self.check(at, side, play).is_ok()));
        out.push(Action::LetPass);
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        let card = match *action {
            Action::LetPass => return Ok(()),
            Action::Spur(card) => card,
            _ => return other_question(),
        };
        at.held(side, card)?;
        let (brigade, face) = at.battle(card)?;
        let (tag, about) = (&at.rules.card(card).tag, at.stand(self.stand));
        let refuse =
            |rule, text: String| Err(Violation::of(rule, text).about([tag.clone(), about.tag.clone()]));
        if !matches!(face.bottom, Bottom::Echelon | Bottom::ShockColumn) {
            return refuse("R-79", format!("{} does not go with a charge.", face.bottom.name()));
        }
        if brigade != about.brigade {
            return refuse("RRF-CARD-4", format!("{} is not of the brigade of {tag}.", about.name));
        }
        Ok(())
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        let Action::Spur(card) = *action else { return play.tell(Event::LetsPass { side }) };
        play_card(play, side, card);
        play.state.decks[side.index()].discard(card);
        play.tell(Event::Spurred { side, card });
        if let Some(onset) = &mut play.state.onset {
            onset.is_waived = true;
        }
        if play.at().battle(card).is_ok_and(|(_, face)| face.bottom == Bottom::ShockColumn) {
            play.state.agenda.push(Scoop { stand: self.stand });
        }
    }
}

/// Which friends a Shock Column takes along (RRF-SHK-1, R-88).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Scoop {
    /// Who charges.
    pub stand: StandId,
}

impl Scoop {
    fn takes(at: Position<'_>) -> impl Iterator<Item = StandId> {
        let full = at.state.onset.is_none_or(|onset| onset.taken.lacks_room(1));
        let friends = if full { Vec::new() } else { passed(at) };
        friends.into_iter().filter(move |&friend| at.arm(friend).is_foot() && !at.is_engaged(friend))
    }
}

impl Question<RallyRoundTheFlag> for Scoop {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.stand))
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if Self::takes(at).next().is_some() { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        Words::new(format!("Whom does {} take along?", at.stand(self.stand).name), "RRF-SHK-1")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend(Self::takes(at).map(Action::Take));
        out.push(Action::LetPass);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::LetPass => Ok(()),
            Action::Take(friend) if Self::takes(at).any(|taken| taken == friend) => Ok(()),
            Action::Take(friend) => {
                let about = at.stand(friend);
                let text =
                    format!("{} is no regiment on foot on the route, formed and not engaged.", about.name);
                Err(Violation::of("R-88", text).about([about.tag.clone()]))
            }
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::Take(friend) = *action else { return };
        let order = play.state.onset.and_then(|onset| judged(play.at(), onset.stand, &onset.way, &[]));
        if let Some(onset) = &mut play.state.onset {
            onset.taken.push(friend);
            // In the order in which they are met.
            if let Some(Ok(charge)) = order {
                let place = |stand: &StandId| charge.passed.iter().position(|met| met.stand == *stand);
                onset.taken.as_mut_slice().sort_by_key(place);
            }
        }
        play.tell(Event::TakenAlong { stand: friend });
        play.state.agenda.push(self);
    }
}

/// The next friend on the route is passed, by a check where no card spares it (RRF-POL-1, RRF-POL-2).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Passage;

impl Step<RallyRoundTheFlag> for Passage {
    fn take(self, play: &mut Play<'_>) {
        let Some(onset) = play.state.onset else { return };
        let next = passed(play.at()).into_iter().find(|&friend| !onset.checked.contains(friend));
        let Some(friend) = next.filter(|_| !onset.is_waived) else {
            play.state.agenda.push(Arrive);
            return;
        };
        if let Some(onset) = &mut play.state.onset {
            onset.checked.insert(friend);
        }
        let check = Check { stand: onset.stand, modifier: 0, cause: Cause::Passage };
        play.state.agenda.then([check.into(), PassedBy { friend }.into()]);
    }
}

/// A friend was passed, or the charge halts behind it (RRF-POL-3, R-44).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PassedBy {
    /// Who.
    pub friend: StandId,
}

impl Step<RallyRoundTheFlag> for PassedBy {
    fn take(self, play: &mut Play<'_>) {
        if play.state.is_passed {
            play.state.agenda.push(Passage);
        } else {
            halt_behind(play, self.friend);
        }
    }
}

/// A charge halts behind a friend.
fn halt_behind(play: &mut Play<'_>, friend: StandId) {
    let Some(onset) = play.state.onset else { return };
    let at = play.at();
    let way = on_the_way(at, &onset, |table| {
        let own = table.stand(onset.stand)?;
        let sweep = onset.way.sweep(own);
        let bodies = table.stands.iter().filter(|stand| stand.id == friend);
        let way = bodies.filter_map(|body| sweep.touches(own, &body.body)).min()?;
        Some(last_free(table, own, &sweep, way))
    });
    halt(play, way.unwrap_or(0));
}

/// A charge halts after so much of its way, or earlier where a General has no room. The action is over.
pub(super) fn halt(play: &mut Play<'_>, way: i32) {
    let Some(onset) = play.state.onset else { return };
    let at = play.at();
    let placed = on_the_way(at, &onset, |table| {
        let own = table.stand(onset.stand)?;
        let sweep = onset.way.sweep(own);
        let mut way = last_free(table, own, &sweep, way);
        while way > 0 {
            let end = sweep.at(own.arm, way);
            match generals::displace(table, own.id, &own.footprint_at(end)) {
                Ok(shifts) => return Some((end, shifts)),
                Err(Refusal::General { general }) => {
                    let seat = table.generals.iter().find(|other| other.id == general)?.at;
                    way = before_general(table, own, &sweep, seat).min(way - 1);
                }
                Err(_) => return None,
            }
        }
        None
    });
    // Nowhere to go: it stays as it stood.
    let (end, shifts) = placed.unwrap_or_else(|| (at.troop(onset.stand).pose, ArrayVec::new()));
    if leaves_behind(play, &onset, end) {
        return halt(play, way);
    }
    settle(play, end, &shifts);
    play.tell(Event::Halts { stand: onset.stand });
    play.state.agenda.then([EndCharge.into(), CloseOrder.into()]);
}

/// The charger stands where its charge ends: Generals make room, others go along, friends taken along come behind it.
pub(super) fn settle(play: &mut Play<'_>, end: Pose, shifts: &[Shift]) {
    let Some(onset) = play.state.onset else { return };
    shift(play, shifts);
    let stays = play.at().troop(onset.stand).pose == end;
    play.troop(onset.stand).pose = end;
    place_taken(play, &onset);
    for general in onset.leaders.iter().filter(|_| !stays) {
        let at = play.at();
        let to = at.measured(|table| {
            let own = table.stand(onset.stand)?;
            let leader = table.generals.iter().find(|leader| leader.id == general)?;
            generals::attached(table, leader, own, end)
        });
        if let Some(to) = to {
            play.leader(general).at = to;
        }
    }
}

/// Friends taken along stand behind the charger, each touching the one before, and are activated. Where those
/// who were taken fit, was seen before.
fn place_taken(play: &mut Play<'_>, onset: &Onset) {
    for (friend, pose) in places(play.at(), onset, play.at().troop(onset.stand).pose) {
        let shifts = play.at().measured(|table| {
            let own = table.stand(friend)?;
            generals::displace(table, friend, &own.footprint_at(pose)).ok()
        });
        shift(play, &shifts.unwrap_or_default());
        play.troop(friend).pose = pose;
        play.mark(friend, Mark::ACTIVATED, true);
    }
}

/// The places of those who are taken along, behind the charger there.
fn places(at: Position<'_>, onset: &Onset, end: Pose) -> Vec<(StandId, Pose)> {
    let friends: Vec<Stand> = onset.taken.iter().map(|&friend| at.figure(friend)).collect();
    let charger = at.figure(onset.stand).at(end);
    onset.taken.iter().copied().zip(slots::scooped(&charger, &friends)).collect()
}

/// Those who do not fit behind the charger there stay where they stand: the first of them.
fn left_behind(at: Position<'_>, onset: &Onset, end: Pose) -> Option<StandId> {
    let gone = |id: StandId| id == onset.stand || onset.taken.contains(&id);
    let charger = at.figure(onset.stand).at(end);
    places(at, onset, end).into_iter().find_map(|(friend, pose)| {
        let own = at.figure(friend);
        let fits = at.measured(|table| slots::fits_beside(table, &own, pose, gone));
        let bodies = own.footprint_at(pose);
        let apart = !bodies.iter().any(|body| charger.footprint().iter().any(|there| body.overlaps(there)));
        (!fits || !apart).then_some(friend)
    })
}

/// Whether one of those who are taken along does not fit behind the charger there: it is taken along no more.
fn leaves_behind(play: &mut Play<'_>, onset: &Onset, end: Pose) -> bool {
    let left = left_behind(play.at(), onset, end);
    if let (Some(left), Some(onset)) = (left, &mut play.state.onset) {
        onset.taken.retain(|friend| *friend != left);
    }
    left.is_some()
}

/// A charge has passed everybody on its way: a barricade halts it, or it touches the enemy (RRF-BARR-1a).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Arrive;

impl Step<RallyRoundTheFlag> for Arrive {
    fn take(self, play: &mut Play<'_>) {
        let Some(onset) = play.state.onset else { return };
        let Some(Ok(charge)) = judged(play.at(), onset.stand, &onset.way, &onset.taken) else {
            return halt(play, 0);
        };
        let end = charge.barricade.as_ref().map_or(charge.end, |stop| stop.end);
        if leaves_behind(play, &onset, end) {
            play.state.agenda.push(Arrive);
            return;
        }
        match (charge.ends_on, charge.barricade) {
            (Some(friend), _) => halt_behind(play, friend),
            (None, Some(stop)) if stop.contacts.is_empty() => halt(play, stop.way),
            (None, barricade) if play.at().arm(onset.stand) == Arm::Mounted => {
                // who gets through meets a reaction.
                let is_across = barricade.is_some();
                let is_reached = barricade.is_none_or(|stop| stop.contacts.contains(&onset.target));
                if is_reached {
                    play.state.agenda.push(React { is_across });
                } else if land(play) {
                    windows(play);
                    play.state.agenda.push(EndCharge);
                }
            }
            (None, _) => {
                if land(play) {
                    windows(play);
                    play.state.agenda.push(EndCharge);
                }
            }
        }
    }
}

/// The charger stands in contact: flank contact is fixed as it touches, then it conforms (3.6). Whether there was room;
/// if there was none for a General, it has halted.
pub(super) fn land(play: &mut Play<'_>) -> bool {
    let Some(onset) = play.state.onset else { return false };
    let at = play.at();
    let Some(Ok(charge)) = judged(at, onset.stand, &onset.way, &onset.taken) else {
        halt(play, 0);
        return false;
    };
    type Placed = (Pose, ArrayVec<Shift, SHIFTS>);
    let (touched, is_across) = match &charge.barricade {
        Some(stop) => (stop.end, true),
        None => (charge.end, false),
    };
    let placed: Option<Result<Placed, GeneralId>> = on_the_way(at, &onset, |table| {
        let own = table.stand(onset.stand)?;
        let named = charge.contacts.contains(&onset.target).then_some(onset.target);
        let engaged = named.or(charge.contacts.first().copied());
        let room = |end: Pose| generals::displace(table, own.id, &own.footprint_at(end));
        // Never after a barricade stop.
        let conformed = engaged.filter(|_| !is_across).and_then(|enemy| {
            let enemy = table.stand(enemy)?;
            let (flank, _) = charge::flank_contacts(&own.at(touched), enemy);
            let end = charge::conform(table, own, touched, enemy, flank)?;
            // Those who are taken along stand behind it there.
            left_behind(at, &onset, end).is_none().then_some(())?;
            Some((end, room(end).ok()?))
        });
        match (conformed, room(touched)) {
            (Some(placed), _) => Some(Ok(placed)),
            (None, Ok(shifts)) => Some(Ok((touched, shifts))),
            (None, Err(Refusal::General { general })) => Some(Err(general)),
            (None, Err(_)) => None,
        }
    });
    let (end, shifts) = match placed {
        Some(Ok(placed)) => placed,
        Some(Err(general)) => {
            let seat = at.leader(general).at;
            let way = on_the_way(at, &onset, |table| {
                let own = table.stand(onset.stand)?;
                Some(before_general(table, own, &charge.sweep, seat))
            });
            halt(play, way.unwrap_or(0));
            return false;
        }
        None => {
            halt(play, 0);
            return false;
        }
    };
    // As it touches, before conforming (3.5); then those whom it touches only after that.
    melee::strike(play, onset.stand, touched);
    settle(play, end, &shifts);
    melee::strike(play, onset.stand, end);
    true
}

/// Windows after a contact: I-3 for each stand that was contacted, the nearest centre first, then I-1.
pub(super) fn windows(play: &mut Play<'_>) {
    let Some(onset) = play.state.onset else { return };
    let met = melee::opponents(play.at(), onset.stand);
    play.state.agenda.push(CloseOrder);
    for &contacted in met.iter().rev() {
        play.state.agenda.push(Reinforce { contacted, charger: onset.stand });
    }
}

/// A charge is over.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndCharge;

impl Step<RallyRoundTheFlag> for EndCharge {
    fn take(self, play: &mut Play<'_>) {
        play.state.onset = None;
    }
}
