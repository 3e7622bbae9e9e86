//! One round of a melee (1.3): the defenders' fire, cards, dice, losses, checks, routs.

use super::{Fight, Totals, arrange, is_flanked, is_mounted, opponents, part, totals};
use crate::model::action::Action;
use crate::model::event::{Cause, Event};
use crate::model::ids::StandId;
use crate::model::numbers::Rerolls;
use crate::model::position::{Play, Position};
use crate::model::scenario::{Kind, Part, RallyRoundTheFlag};
use crate::model::state::{Generals, MOST_AT_ONCE, Mark, Stands};
use crate::rules::cards::play_card;
use crate::rules::fire::{self, FIRE_CARDS, PlaceLoss, Reason};
use crate::rules::losses::{self, Casualties};
use crate::rules::rout::From;
use crate::rules::several::{PickCheck, PickRunner};
use crate::rules::{cavalry, dice};
use engine::agenda::{Opening, Question, Step, Words, only, other_question};
use engine::flat::List;
use engine::{Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// A round of the melee of a stand begins (M1): step 1 is for those who were contacted for the first time (RRF-MEL-3,
/// RRF-MEL-16, R-84); there is none where all are mounted.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Round {
    /// A stand of it.
    pub stand: StandId,
}

/// Where a stand fights: which of the melees, and who is in it.
fn find(at: Position<'_>, stand: StandId) -> Option<(u8, Stands)> {
    let found = at.state.melees.iter().position(|melee| melee.stands.contains(stand))?;
    Some((u8::try_from(found).ok()?, at.state.melees[found].stands))
}

impl Step<RallyRoundTheFlag> for Round {
    fn take(self, play: &mut Play<'_>) {
        part(play);
        arrange(play);
        let Some((which, stands)) = find(play.at(), self.stand) else { return };
        // one roll a General in a round.
        play.state.rolled_for = Generals::EMPTY;
        play.state.fight = Some(Fight { which, stand: self.stand, stands, totals: Totals::default() });
        play.state.agenda.push(Muster);
        if !is_mounted(play.at(), &stands) {
            play.state.agenda.push(DefendersFire);
        }
    }
}

/// The next of those who were contacted fires (RRF-MEL-3, R-36): unrouted, of a kind that fires, nobody in its flank
/// (RRF-MEL-4). In the order of the roster.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DefendersFire;

impl Step<RallyRoundTheFlag> for DefendersFire {
    fn take(self, play: &mut Play<'_>) {
        let Some(fight) = play.state.fight else { return };
        let Some(stand) = fight.stands.intersection(&play.state.turn.fresh).first() else { return };
        play.state.turn.fresh.remove(stand);
        play.state.agenda.push(self);
        let at = play.at();
        let fires = at.is_present(stand) && at.arm(stand).fires() && !at.is(stand, Mark::ROUTED);
        if fires && !is_flanked(at, stand) {
            play.state.agenda.push(FireAtCharger { stand });
        }
    }
}

/// At whom a stand fires that was charged, and with which card (R-36, I-5).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FireAtCharger {
    /// Who fires.
    pub stand: StandId,
}

impl Question<RallyRoundTheFlag> for FireAtCharger {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.stand))
    }

    /// Whether a card is held does not show.
    fn opening(self, at: Position<'_>) -> Opening<Action> {
        match opponents(at, self.stand).as_slice() {
            [] => Opening::Pass,
            &[target] if !at.might_hold(self.stand, &FIRE_CARDS) => {
                Opening::Only(at.side(self.stand), Action::Fire { stand: self.stand, target })
            }
            _ => Opening::Ask,
        }
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let name = &at.stand(self.stand).name;
        Words::new(format!("{name} is charged and fires: at whom, and how?"), "RRF-MEL-3")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let stand = self.stand;
        let cards = at.state.decks[side.index()].hand;
        for target in opponents(at, stand) {
            out.push(Action::Fire { stand, target });
            let with = cards.iter().map(|&card| Action::FireWith { stand, target, card });
            out.extend(with.filter(|shot| self.check(at, side, shot).is_ok()));
        }
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let (stand, target, card) = match *action {
            Action::Fire { stand, target } => (stand, target, None),
            Action::FireWith { stand, target, card } => (stand, target, Some(card)),
            _ => return other_question(),
        };
        let (own, enemy) = (at.stand(self.stand), at.stand(target));
        if stand != self.stand || !opponents(at, self.stand).contains(&target) {
            let text = format!("{} fires at one who touches it.", own.name);
            return Err(Violation::of("R-36", text).about([own.tag.clone(), enemy.tag.clone()]));
        }
        card.map_or(Ok(()), |card| fire::check_close(at, stand, target, card))
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let (target, card) = match *action {
            Action::Fire { target, .. } => (target, None),
            Action::FireWith { target, card, .. } => (target, Some(card)),
            _ => return,
        };
        let effect = fire::attach(play, self.stand, card);
        let rolled = play.state.rolled_for;
        fire::declare(play, self.stand, target, effect, Reason::Melee);
        // one roll a General in a round of a melee.
        play.state.rolled_for = rolled;
    }
}

/// Who is left after step 1 goes on; if the chargers are gone it is over (RRF-MEL-3).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Muster;

impl Step<RallyRoundTheFlag> for Muster {
    fn take(self, play: &mut Play<'_>) {
        let Some(fight) = play.state.fight.take() else { return };
        part(play);
        arrange(play);
        let at = play.at();
        let found =
            find(at, fight.stand).or_else(|| fight.stands.iter().find_map(|stand| find(at, stand))).filter(
                |(_, stands)| !stands.difference(&at.state.turn.fought).is_empty() || fight.stands == *stands,
            );
        let Some((which, stands)) = found else { return };
        let attacker = at.state.melees[usize::from(which)].attacker;
        play.state.fight = Some(Fight { which, stands, ..fight });
        play.state.turn.fought = play.state.turn.fought.union(&stands);
        play.state.agenda.push(CommitCards { side: attacker, is_last: false, is_first: true });
    }
}

/// A card is committed to the melee, or none (M2, I-14, RRF-MEL-6): one at a time, the Attacker first; the first pass
/// closes it for both, though the Defender has one opportunity. A side without cards passes unasked.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CommitCards {
    /// Who.
    pub side: Side,
    /// It is closed after this one: the Attacker has passed at once.
    pub is_last: bool,
    /// Nobody has been asked before.
    pub is_first: bool,
}

impl CommitCards {
    fn passed(self, play: &mut Play<'_>) {
        if self.is_first {
            let other = CommitCards { side: self.side.other(), is_last: true, is_first: false };
            play.state.agenda.push(other);
        } else {
            play.state.agenda.push(Clash);
        }
    }
}

impl Question<RallyRoundTheFlag> for CommitCards {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if at.state.decks[self.side.index()].hand.is_empty() { Opening::Pass } else { Opening::Ask }
    }

    fn pass(self, play: &mut Play<'_>) {
        self.passed(play);
    }

    fn words(self, at: Position<'_>, side: Side) -> Words {
        let attacker = at
            .state
            .fight
            .and_then(|fight| at.state.melees.get(usize::from(fight.which)))
            .map(|melee| melee.attacker);
        let colour = if attacker == Some(side) { "red" } else { "blue" };
        Words::new(format!("Which card is committed to the melee? Your {colour} numbers count."), "RRF-MEL-6")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let cards = at.state.decks[side.index()].hand;
        let commits = cards.iter().map(|&card| Action::Commit(card));
        out.extend(commits.filter(|commit| self.check(at, side, commit).is_ok()));
        out.push(Action::LetPass);
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        let card = match *action {
            Action::LetPass => return Ok(()),
            Action::Commit(card) => card,
            _ => return other_question(),
        };
        at.held(side, card)?;
        if at.battle(card).is_err() {
            let tag = &at.rules.card(card).tag;
            let text = "Only Battle cards have melee numbers.";
            return Err(Violation::of("RRF-MEL-6a", text).about([tag.clone()]));
        }
        Ok(())
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        let Action::Commit(card) = *action else {
            play.tell(Event::LetsPass { side });
            return self.passed(play);
        };
        play_card(play, side, card);
        // RRF-RRL-2: its points serve this melee until it ends.
        let points = play.at().battle(card).map_or(0, |(_, face)| face.points());
        if let Some(fight) = play.state.fight
            && let Some(melee) = play.state.melees.get_mut(usize::from(fight.which))
        {
            melee.cards.push(card);
            let own = &mut melee.points[side.index()];
            *own = Rerolls(own.0.saturating_add(points));
        }
        play.tell(Event::Committed { side, card, points });
        if self.is_last {
            play.state.agenda.push(Clash);
        } else {
            play.state.agenda.push(CommitCards { side: side.other(), is_last: false, is_first: false });
        }
    }
}

/// Totals are reckoned and dice thrown (M3, M4, RRF-MEL-7, RRF-MEL-10).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clash;

impl Step<RallyRoundTheFlag> for Clash {
    fn take(self, play: &mut Play<'_>) {
        let Some(fight) = play.state.fight else { return };
        let Some(melee) = play.state.melees.get(usize::from(fight.which)) else { return };
        let totals = totals(play.at(), melee, &fight.stands);
        play.state.fight = Some(Fight { totals, ..fight });
        play.state.agenda.push(JudgeClash);
        dice::throw_both(play);
    }
}

/// The dice of a melee are read: who loses, and how much (M5, RRF-MEL-11, RRF-MEL-12, R-32, R-33, R-38).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JudgeClash;

impl Step<RallyRoundTheFlag> for JudgeClash {
    fn take(self, play: &mut Play<'_>) {
        let (Some(mut fight), Some(roll)) = (play.state.fight, dice::read(play)) else { return };
        let Some(melee) = play.state.melees.get_mut(usize::from(fight.which)) else { return };
        melee.rounds = melee.rounds.saturating_add(1);
        let attacker = melee.attacker;
        fight.totals.dice[attacker.index()] = roll.dice;
        fight.totals.dice[attacker.other().index()] = roll.theirs.unwrap_or_default();
        let (ours, theirs) = (fight.totals.of(attacker), fight.totals.of(attacker.other()));
        let winner = match ours.cmp(&theirs) {
            std::cmp::Ordering::Greater => Some(attacker),
            std::cmp::Ordering::Less => Some(attacker.other()),
            std::cmp::Ordering::Equal => None,
        };
        if let Some(winner) = winner {
            // RRF-MEL-14
            melee.attacker = winner;
        }
        play.state.fight = Some(fight);
        play.tell(Event::Fought { attacker, totals: fight.totals, winner });
        play.state.agenda.push(RoundOver);
        let Some(winner) = winner else { return };
        let loser = winner.other();
        let doubled = fight.totals.of(winner) >= 2 * fight.totals.of(loser);
        if !is_mounted(play.at(), &fight.stands) {
            let left = if doubled { 2 } else { 1 };
            let mounted = false;
            play.state.agenda.then([
                PlaceStroke { side: loser, left }.into(),
                LosersCheck { side: loser, mounted }.into(),
            ]);
            return;
        }
        play.state.agenda.push(LosersCheck { side: loser, mounted: true });
        if doubled {
            // RRF-CRX-5, R-38: the mounted stand of each.
            let losers: Vec<StandId> = of(play.at(), &fight.stands, loser).collect();
            for stand in losers {
                play.state.agenda.push(Casualties::of(stand));
                cavalry::unhorse(play, stand, cavalry::Down::Here);
            }
        } else {
            play.state.agenda.push(PlaceStroke { side: loser, left: 1 });
        }
    }
}

/// The stands of a side in a fight that are still there.
fn of(at: Position<'_>, stands: &Stands, side: Side) -> impl Iterator<Item = StandId> {
    let stands: Vec<StandId> = stands.iter().collect();
    stands.into_iter().filter(move |&stand| at.side(stand) == side && at.is_present(stand))
}

/// Which of the loser's stands that touch the enemy takes a loss (I-15, R-34): two are placed one after the other.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlaceStroke {
    /// Who has lost.
    pub side: Side,
    /// How many losses are to be placed.
    pub left: u8,
}

impl Question<RallyRoundTheFlag> for PlaceStroke {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if self.left == 0 { Opening::Pass } else { only(self, at) }
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Which stand takes the loss?", "RRF-MEL-11")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        let Some(fight) = at.state.fight else { return };
        let touching = of(at, &fight.stands, self.side).filter(|&stand| !opponents(at, stand).is_empty());
        out.extend(touching.map(Action::Suffer));
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        let Action::Suffer(stand) = *action else { return other_question() };
        let mut listed = Vec::new();
        self.answers(at, side, &mut listed);
        if listed.contains(action) {
            return Ok(());
        }
        let about = at.stand(stand);
        let text = format!("{} does not touch the enemy in this melee.", about.name);
        Err(Violation::of("R-34", text).about([about.tag.clone()]))
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::Suffer(stand) = *action else { return };
        let next = PlaceStroke { left: self.left.saturating_sub(1), ..self };
        play.state.agenda.then([Casualties::of(stand).into(), StrokeDone { stand }.into(), next.into()]);
        if play.at().stand(stand).kind == Kind::Cavalry {
            play.state.agenda.push(PlaceLoss { stand });
        } else {
            losses::lose(play, stand, Part::Men);
        }
    }
}

/// What a loss in melee leads to: whoever has no circle left is gone (RRF-LOSS-2, RRF-LOSS-7, R-56).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StrokeDone {
    /// Who took it.
    pub stand: StandId,
}

impl Step<RallyRoundTheFlag> for StrokeDone {
    fn take(self, play: &mut Play<'_>) {
        let stand = self.stand;
        if play.at().circles(stand, Part::Men).0 == 0 {
            losses::destroy(play, stand);
        } else if cavalry::has_lost_horses(play.at(), stand) {
            cavalry::unhorse(play, stand, cavalry::Down::Here);
        }
    }
}

/// All losing stands check (RRF-MEL-11, RRF-MEL-13), all dice first; mounted ones rout without a check.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LosersCheck {
    /// Who has lost.
    pub side: Side,
    /// Whether all who fought were mounted.
    pub mounted: bool,
}

impl Step<RallyRoundTheFlag> for LosersCheck {
    fn take(self, play: &mut Play<'_>) {
        let Some(fight) = play.state.fight else { return };
        let LosersCheck { side, mounted } = self;
        let losers: Vec<StandId> = of(play.at(), &fight.stands, side).take(MOST_AT_ONCE).collect();
        play.state.owed = List::default();
        play.state.running = List::default();
        if mounted {
            for &stand in &losers {
                play.mark(stand, Mark::ROUTED, true);
                play.state.running.push(stand);
            }
            play.state.agenda.push(PickRunner { side, from: From::Melee });
        } else {
            losers.iter().for_each(|&stand| play.state.owed.push(stand));
            play.state.agenda.push(PickCheck { side, cause: Cause::Melee, from: From::Melee });
        }
    }
}

/// A round is over (M6): whoever still touches stays engaged; cards of a melee that is over are discarded.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RoundOver;

impl Step<RallyRoundTheFlag> for RoundOver {
    fn take(self, play: &mut Play<'_>) {
        play.state.fight = None;
        part(play);
        arrange(play);
    }
}

/// Whom a loser of the melee that is being fought runs from: the nearest of those that touch it, of a stand in
/// column the nearest of the whole melee; more than one where they are as near.
pub fn causes(at: Position<'_>, stand: StandId) -> Vec<StandId> {
    let Some(fight) = at.state.fight else { return Vec::new() };
    let own = at.troop(stand).pose.at;
    let away = |enemy: StandId| own.distance_squared(at.troop(enemy).pose.at);
    let mut enemies = opponents_of_loser(at, stand);
    if enemies.is_empty() {
        enemies = of(at, &fight.stands, at.side(stand).other()).collect();
    }
    let nearest = enemies.iter().map(|&enemy| away(enemy)).min();
    enemies.retain(|&enemy| Some(away(enemy)) == nearest);
    enemies
}

/// Who touches a loser, though it counts as routed already.
fn opponents_of_loser(at: Position<'_>, stand: StandId) -> Vec<StandId> {
    at.present_of(at.side(stand).other()).filter(|&enemy| at.meets(stand, enemy)).collect()
}
