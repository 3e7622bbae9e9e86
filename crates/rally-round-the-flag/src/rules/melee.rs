//! Melee (2.21): who fights whom, the defenders' fire, cards, totals, losses, checks, and who is Attacker next.
//!
//! Which stands are in contact, the table says. What it does not say is kept: who has whose flank, fixed as two stands
//! touch ([`Contact`]), and the cards that lie with a melee until it ends ([`Melee`], R-31). A melee is known by its
//! stands: [`arrange`] finds the groups anew and gives each what was kept for those stands.

mod round;

pub use round::{
    Clash, CommitCards, DefendersFire, FireAtCharger, JudgeClash, LosersCheck, Muster, PlaceStroke, Round,
    RoundOver, StrokeDone, causes,
};

use crate::measure::front::{is_behind, is_behind_front};
use crate::measure::{Pose, Stand, contact, front};
use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::ids::{CardId, StandId};
use crate::model::numbers::{Arm, Rerolls};
use crate::model::position::{Play, Position};
use crate::model::scenario::{Face, RallyRoundTheFlag};
use crate::model::state::{Mark, Stands};
use engine::agenda::{Opening, Question, Words, other_question};
use engine::{Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// Two opposing stands that touch, and who has whose flank: fixed as they touched, before conforming (3.5).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Contact {
    /// The two.
    pub stands: [StandId; 2],
    /// Whether the first has the flank of the second, and the second that of the first.
    pub flanks: [bool; 2],
}

impl Contact {
    /// Whether a stand is one of the two.
    #[must_use]
    pub fn is_of(&self, stand: StandId) -> bool {
        self.stands.contains(&stand)
    }
}

/// A melee that goes on from turn to turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Melee {
    /// Who fights in it.
    pub stands: Stands,
    /// Whose red numbers count (RRF-MEL-5, RRF-MEL-14).
    pub attacker: Side,
    /// How many rounds were fought.
    pub rounds: u8,
    /// The cards that lie with it, of both sides, in the order in which they were committed.
    pub cards: Vec<CardId>,
    /// Reroll points of those cards, by side (RRF-RRL-2).
    pub points: [Rerolls; 2],
}

/// The round of a melee that is being fought.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fight {
    /// Which melee, by its place in the list.
    pub which: u8,
    /// A stand of it.
    pub stand: StandId,
    /// Who fights.
    pub stands: Stands,
    /// What both sides have before the dice, by side.
    pub totals: Totals,
}

/// What a side has in a melee, by side: cards, strength, Heroism, and the dice.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Totals {
    /// The numbers of the cards (RRF-CARD-2, RRF-CARD-3).
    pub cards: [u8; 2],
    /// Troop Strength (RRF-MEL-7 to RRF-MEL-9).
    pub strength: [u8; 2],
    /// Heroism.
    pub heroism: [u8; 2],
    /// The dice.
    pub dice: [[u8; 2]; 2],
}

impl Totals {
    /// All of it together.
    #[must_use]
    pub fn of(&self, side: Side) -> u16 {
        let side = side.index();
        let parts = [
            self.cards[side],
            self.strength[side],
            self.heroism[side],
            self.dice[side][0],
            self.dice[side][1],
        ];
        parts.into_iter().map(u16::from).sum()
    }
}

/// The enemies a stand is engaged with (3.5), the nearest centre first; of two as near the first of the roster.
pub fn opponents(at: Position<'_>, stand: StandId) -> Vec<StandId> {
    if !at.is_present(stand) {
        return Vec::new();
    }
    let routed = at.is(stand, Mark::ROUTED);
    let engages = |&enemy: &StandId| !(routed && at.is(enemy, Mark::ROUTED)) && at.meets(stand, enemy);
    let mut found: Vec<StandId> = at.present_of(at.side(stand).other()).filter(engages).collect();
    let own = at.troop(stand).pose.at;
    found.sort_by_key(|&enemy| (own.distance_squared(at.troop(enemy).pose.at), enemy));
    found
}

/// Whether a stand has flank contact with another (3.5): known since they touched.
pub fn has_flank(at: Position<'_>, attacker: StandId, target: StandId) -> bool {
    at.state.contacts.iter().any(|contact| {
        contact.stands == [attacker, target] && contact.flanks[0]
            || contact.stands == [target, attacker] && contact.flanks[1]
    })
}

/// Whether any enemy in contact has the flank of a stand.
pub fn is_flanked(at: Position<'_>, stand: StandId) -> bool {
    opponents(at, stand).into_iter().any(|enemy| has_flank(at, enemy, stand))
}

/// What is known of stands that do not touch any more is forgotten.
pub fn part(play: &mut Play<'_>) {
    let at = play.at();
    let touch = |contact: &Contact| {
        let [one, other] = contact.stands;
        at.is_present(one) && at.is_present(other) && at.meets(one, other)
    };
    let kept: Vec<Contact> = at.state.contacts.iter().copied().filter(touch).collect();
    play.state.contacts = kept;
}

/// A stand has come there and touches enemies: who has whose flank is fixed for every new pair (3.5), and whoever was
/// not engaged before will fire (RRF-MEL-3, R-84).
pub fn strike(play: &mut Play<'_>, stand: StandId, there: Pose) {
    let at = play.at();
    let bodies = at.bodies_at(stand, there);
    let own = at.figure(stand).at(there);
    let mut new = Vec::new();
    for enemy in at.present_of(at.side(stand).other()) {
        let known = at.state.contacts.iter().any(|contact| contact.is_of(stand) && contact.is_of(enemy));
        let theirs = at.bodies(enemy);
        let touched = bodies
            .iter()
            .any(|body| theirs.iter().any(|there| contact::is_contact(body, there, &at.state.barricades)));
        if !known && touched {
            let other = at.figure(enemy);
            let flanks = [flanks(&own, &other), flanks(&other, &own)];
            let others = opponents(at, enemy).into_iter().any(|engaged| engaged != stand);
            new.push((Contact { stands: [stand, enemy], flanks }, others));
        }
    }
    for (contact, was_engaged) in new {
        let [_, target] = contact.stands;
        play.state.contacts.push(contact);
        if !was_engaged {
            play.state.turn.fresh.insert(target);
        }
        play.tell(Event::Strikes { stand, target, flank: contact.flanks[0] });
    }
}

/// A stand has come to the help of a friend: what it touches it has contact with, and it fires in step 1 itself.
pub fn join(play: &mut Play<'_>, stand: StandId) {
    let there = play.at().troop(stand).pose;
    let fresh = play.state.turn.fresh;
    strike(play, stand, there);
    // Whoever it touches is no defender.
    play.state.turn.fresh = fresh;
    if !opponents(play.at(), stand).is_empty() {
        play.state.turn.fresh.insert(stand);
    }
}

/// Flank contact: the attacker faces the target or its holders, and stands behind the line of its front (3.5, R-80).
fn flanks(attacker: &Stand, target: &Stand) -> bool {
    let faces = front::faces(attacker, &target.body)
        || target.holders && front::faces(attacker, &target.its_holders().body);
    is_behind_front(attacker.pose.at, target) && faces
}

/// Who fights in one melee: all whom contacts with the enemy connect, and columns behind them. The groups in the
/// order of their first stands.
#[must_use]
pub fn groups(at: Position<'_>) -> Vec<Stands> {
    let present: Vec<StandId> = at.present().collect();
    let mut groups: Vec<Stands> = Vec::new();
    let mut join = |one: StandId, other: StandId| {
        let mut joined: Stands = [one, other].into_iter().collect();
        groups.retain(|group| {
            let meets = group.contains(one) || group.contains(other);
            if meets {
                joined = joined.union(group);
            }
            !meets
        });
        groups.push(joined);
    };
    let mut any = false;
    for &one in present.iter().filter(|&&stand| at.side(stand) == Side::Union) {
        for other in opponents(at, one) {
            join(one, other);
            any = true;
        }
    }
    if !any {
        return Vec::new();
    }
    // RRF-MEL-9: columns chain.
    let figures: Vec<Stand> = present.iter().map(|&stand| at.figure(stand)).collect();
    loop {
        let behind = figures.iter().find_map(|stand| {
            // routed stands add nothing from behind.
            if stand.routed || stand.arm == Arm::Holders {
                return None;
            }
            let before = figures.iter().find(|before| {
                before.side == stand.side
                    && is_behind(stand, before)
                    && groups.iter().any(|group| group.contains(before.id) && !group.contains(stand.id))
            })?;
            Some((stand.id, before.id))
        });
        let Some((stand, before)) = behind else { break };
        let mut joined: Stands = [stand, before].into_iter().collect();
        groups.retain(|group| {
            let meets = group.contains(stand) || group.contains(before);
            if meets {
                joined = joined.union(group);
            }
            !meets
        });
        groups.push(joined);
    }
    groups.sort_by_key(|group| group.first());
    groups
}

/// The melees as they are now: each group gets what was kept for its stands. Of a melee that has come apart the first
/// part keeps the cards; where two have become one, or nobody charged, the active player is Attacker. Cards of
/// melees that are over are discarded (RRF-MEL-15, R-31).
pub fn arrange(play: &mut Play<'_>) {
    let groups = groups(play.at());
    if groups.is_empty() && play.state.melees.is_empty() {
        return;
    }
    let active = play.state.turn.side;
    let mut before = std::mem::take(&mut play.state.melees);
    let mut melees = Vec::with_capacity(groups.len());
    for stands in groups {
        let mut melee =
            Melee { stands, attacker: active, rounds: 0, cards: Vec::new(), points: [Rerolls::ZERO; 2] };
        let running =
            || before.iter().filter(|old| !old.stands.intersection(&stands).is_empty() && old.rounds > 0);
        melee.rounds = running().map(|old| old.rounds).max().unwrap_or(0);
        if let (Some(old), 1) = (running().next(), running().count()) {
            melee.attacker = old.attacker;
        }
        for old in before.iter_mut().filter(|old| !old.stands.intersection(&stands).is_empty()) {
            melee.cards.append(&mut old.cards);
            for (points, more) in melee.points.iter_mut().zip(std::mem::take(&mut old.points)) {
                *points = Rerolls(points.0.saturating_add(more.0));
            }
        }
        melees.push(melee);
    }
    play.state.melees = melees;
    for card in before.into_iter().flat_map(|old| old.cards) {
        // RRF-RRL-5: with the card go the points that are left.
        let side = play.rules.card(card).side;
        play.state.decks[side.index()].discard(card);
    }
}

/// Whether all stands of a melee are mounted: it is decided as R-38 says.
pub fn is_mounted(at: Position<'_>, stands: &Stands) -> bool {
    stands.iter().all(|stand| at.arm(stand) == Arm::Mounted)
}

/// The Troop Strength a stand adds (RRF-MEL-7): two less, though at least one, if an enemy has its flank (RRF-MEL-8).
pub fn strength(at: Position<'_>, stand: StandId) -> u8 {
    let strength = at.strength(stand).0;
    if is_flanked(at, stand) { strength.saturating_sub(2).max(1) } else { strength }
}

/// What both sides have before the dice (RRF-MEL-6 to RRF-MEL-9).
pub fn totals(at: Position<'_>, melee: &Melee, stands: &Stands) -> Totals {
    let mut totals = Totals::default();
    for &card in &melee.cards {
        let about = at.rules.card(card);
        // RRF-MEL-6a: a missing number counts nothing.
        let number = match about.face {
            Face::Battle(_, face) if about.side == melee.attacker => face.red,
            Face::Battle(_, face) => face.blue,
            Face::Command(..) => None,
        };
        let sum = &mut totals.cards[about.side.index()];
        *sum = sum.saturating_add(number.unwrap_or(0));
    }
    for stand in stands.iter().filter(|&stand| at.is_present(stand)) {
        let side = at.side(stand).index();
        totals.strength[side] = totals.strength[side].saturating_add(strength(at, stand));
        // once, the highest.
        totals.heroism[side] = totals.heroism[side].max(at.heroism(stand));
    }
    totals
}

/// Melees are fought (T4, RRF-MEL-1): the active player picks the order. Whoever has fought in this turn already does
/// not fight again, unless somebody has joined (RRF-MEL-2, R-39, R-113).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PickMelee;

impl PickMelee {
    fn pending(at: Position<'_>) -> Vec<Stands> {
        let fought = at.state.turn.fought;
        let mut groups = groups(at);
        groups.retain(|group| !group.difference(&fought).is_empty());
        groups
    }

    /// A stand of the active side that stands for its group.
    fn named(at: Position<'_>, group: &Stands) -> Option<StandId> {
        group.iter().find(|&stand| at.side(stand) == at.state.turn.side)
    }
}

impl Question<RallyRoundTheFlag> for PickMelee {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.turn.side)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let pending = Self::pending(at);
        match pending.as_slice() {
            [] => Opening::Pass,
            [only] => match Self::named(at, only) {
                Some(stand) => Opening::Only(at.state.turn.side, Action::Fight(stand)),
                None => Opening::Pass,
            },
            _ => Opening::Ask,
        }
    }

    fn pass(self, play: &mut Play<'_>) {
        part(play);
        arrange(play);
        play.state.turn.fresh = Stands::EMPTY;
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Which melee is fought next?", "RRF-MEL-1")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        let pending = Self::pending(at);
        out.extend(pending.iter().filter_map(|group| Self::named(at, group)).map(Action::Fight));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let Action::Fight(stand) = *action else { return other_question() };
        if Self::pending(at).iter().any(|group| group.contains(stand)) {
            return Ok(());
        }
        let about = at.stand(stand);
        let text = format!("{} has no melee to fight in this turn.", about.name);
        Err(Violation::of("RRF-MEL-1", text).about([about.tag.clone()]))
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::Fight(stand) = *action else { return };
        play.state.agenda.then([Round { stand }.into(), self.into()]);
    }
}
