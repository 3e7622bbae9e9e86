//! What follows a combat: retreat, destruction, advance, the next attack (chapter 12.3.2).

use crate::game::FullMeasureOfDevotion;
use crate::model::action::Action;
use crate::model::campaign::Traveller;
use crate::model::event::What;
use crate::model::ids::ForceId;
use crate::model::numbers::{Brigades, Margin, Trains};
use crate::model::position::{Play, Position};
use crate::model::state::{Battle, Cause, Purpose, Role, Sorting, Step};
use crate::model::strength::Arm;
use crate::model::task::ask_or_pass;
use crate::rules::combat::{Fight, over, refuse};
use crate::rules::forces::{JoinForces, TakeHit};
use crate::rules::steps::Arms;
use crate::scene::{Way, drawn, meant};
use crate::speech::{self, own};
use arrayvec::ArrayVec;
use engine::agenda::{Opening, Question, Words, other_question};
use engine::scene::{Point, Target};
use engine::{Side, Sides, Violation};
use ground::Hex;
use ground::theatre::Country;
use serde::{Deserialize, Serialize};

/// From this margin on the loser is routed (FMD-12.3.2c-0).
pub const ROUT: Margin = Margin(8);
/// From this margin on the loser goes back (FMD-12.3.2b-1).
pub const RETREAT: Margin = Margin(4);

/// The hexes round one.
type Ring = ArrayVec<Hex, 6>;

impl Position<'_> {
    /// Whether a beaten Force could go back to a neighbour, were it vacant (RUL-43).
    fn check_shelter(&self, force: ForceId, from: Hex, to: Hex) -> Result<(), Violation> {
        let side = force.side();
        let name = || self.campaign.hex_name(to);
        let refuse = |rule, text: String| Err(Violation::of(rule, text).about([force.name()]));
        let theatre = &self.campaign.theatre;
        let Some(border) = self.campaign.border(from, to) else {
            return Err(Violation::of("FMD-12.3.2b-2", format!("{} is not next to it.", name())));
        };
        if !matches!(theatre.country(to), Country::Clear | Country::Forest) {
            return refuse("FMD-12.3.2b-1", format!("{} is neither clear nor forest.", name()));
        }
        if border.river.is_some() && !crate::model::campaign::is_open(border, self.is_flood()) {
            return refuse("FMD-12.3.2b-6", format!("A river without a crossing lies before {}.", name()));
        }
        let linked = border.road || border.rail;
        if !linked && (border.ridge || theatre.country(from) == Country::Mountain) {
            return refuse("RUL-43", format!("Only a road crosses the mountains to {}.", name()));
        }
        if self.state.force_at(side.other(), to).is_some() || self.is_beside(side.other(), to) {
            return refuse("FMD-12.3.2b-5", format!("{} is held by or next to the enemy.", name()));
        }
        if self.is_forbidden_south(side, self.force(force).strength.has_foot_or_guns(), to) {
            return refuse("FMD-14.2-1", format!("{} lies in the South.", name()));
        }
        Ok(())
    }

    /// Where a beaten or withdrawing Force can go: vacant hexes, or if there are none, friends (FMD-12.3.2b-8, RUL-44).
    #[must_use]
    pub fn refuges(&self, force: ForceId) -> Ring {
        let (mut vacant, mut friends) = (Ring::new(), Ring::new());
        let Some(from) = self.force(force).at else { return vacant };
        for (_, to) in self.campaign.theatre.grid.neighbours(from) {
            if self.check_shelter(force, from, to).is_ok() {
                match self.state.force_at(force.side(), to) {
                    None => vacant.push(to),
                    Some(_) => friends.push(to),
                }
            }
        }
        if vacant.is_empty() { friends } else { vacant }
    }

    pub(crate) fn check_refuge(&self, force: ForceId, to: Hex) -> Result<(), Violation> {
        if self.refuges(force).contains(&to) {
            return Ok(());
        }
        let Some(from) = self.force(force).at else { return Err(Violation::form("It is not on the map.")) };
        self.check_shelter(force, from, to)?;
        Err(Violation::of("FMD-12.3.2b-8", "It goes to a friend only where no vacant hex is open.")
            .about([force.name()]))
    }

    /// Whether all its refuges are friends' hexes.
    fn is_pressed(&self, force: ForceId) -> bool {
        self.refuges(force).first().is_some_and(|&hex| self.state.force_at(force.side(), hex).is_some())
    }

    /// Who picks the hex of retreat: the loser, or the winner of a rout.
    fn who_picks_retreat(&self, battle: &Battle) -> Option<Role> {
        let loser = battle.loser()?;
        if self.refuges(battle.force(loser)).is_empty() {
            return None;
        }
        // FMD-12.3.2c-i, FMD-12.3.2b-4
        Some(if battle.margin >= ROUT { loser.other() } else { loser })
    }

    /// The hex that a winner may follow into.
    pub(crate) fn vacated(&self, battle: &Battle, winner: ForceId) -> Hex {
        if winner == battle.attacker { battle.at } else { battle.from }
    }

    /// Whether part of a Force with these arms may follow into the hex (RUL-27, RUL-45, RUL-50).
    pub(crate) fn may_advance(&self, force: ForceId, arms: Arms, trains: bool, to: Hex) -> bool {
        let Some(from) = self.force(force).at else { return false };
        let free = self.state.force_at(force.side(), to).is_none()
            && self.state.force_at(force.side().other(), to).is_none();
        let foot = arms.sample().has_foot_or_guns();
        free && self.step_cost(Traveller::force(trains), from, to).is_some()
            && !self.is_forbidden_south(force.side(), foot, to)
    }

    /// Whether the whole Force may follow.
    pub(crate) fn may_advance_whole(&self, force: ForceId, to: Hex) -> bool {
        let detail = self.force(force);
        self.may_advance(force, Arms::of(detail.strength), detail.trains > Trains::ZERO, to)
    }

    fn next_on_route(&self, force: ForceId) -> Option<Hex> {
        let detail = self.force(force);
        self.campaign.by_compass(detail.at?, detail.route().next()?)
    }

    /// Whether part of the Force may follow while part stays.
    fn may_advance_in_part(&self, force: ForceId, to: Hex) -> bool {
        let detail = self.force(force);
        self.check_divisible(force).is_ok()
            && Arms::subsets().any(|arms| {
                arms.iter().all(|arm| detail.strength.has(arm))
                    && u32::from(detail.strength.size().0) > arms.count()
                    && self.may_advance(force, arms, false, to)
            })
    }

    fn can_advance(&self, battle: &Battle) -> bool {
        let Some(winner) = battle.winner.map(|winner| battle.force(winner)) else { return false };
        if battle.margin < RETREAT || self.force(winner).at.is_none() || battle.advanced.is_some() {
            return false;
        }
        // FMD-D-1a: he is asked whether or not hidden brigades or orders let him.
        let to = self.vacated(battle, winner);
        Side::BOTH.into_iter().all(|side| self.state.force_at(side, to).is_none())
    }

    /// Enemy Forces that the Force that advanced may attack at once (FMD-12.3.2c-iv, RUL-46).
    fn attacks_again<'b>(&'b self, battle: &Battle) -> impl Iterator<Item = Hex> + use<'b> {
        let force = battle.advanced.filter(|_| battle.margin >= ROUT);
        let from = force.and_then(|force| self.force(force).at);
        let grid = &self.campaign.theatre.grid;
        let around: Ring =
            from.map(|from| grid.neighbours(from).map(|(_, hex)| hex).collect()).unwrap_or_default();
        around.into_iter().filter(move |&to| {
            let (Some(force), Some(from)) = (force, from) else { return false };
            self.state.force_at(force.side().other(), to).is_some()
                && self
                    .step_cost(Traveller::force(self.force(force).trains > Trains::ZERO), from, to)
                    .is_some()
        })
    }

    /// Whether a winner may follow: whole, in part, or not (RUL-45).
    pub(crate) fn check_follow(
        &self,
        battle: &Battle,
        follower: ForceId,
        action: &Action,
    ) -> Result<(), Violation> {
        let to = self.vacated(battle, follower);
        match action {
            Action::Hold => Ok(()),
            Action::Advance if self.may_advance_whole(follower, to) => Ok(()),
            Action::Advance => refuse(follower, "RUL-45", "The whole Force cannot advance there."),
            Action::Divide if self.force(follower).marching() => {
                refuse(follower, "FMD-12-V-I1", "A Force on an initial order is not divided.")
            }
            Action::Divide => {
                self.check_divisible(follower)?;
                if self.may_advance_in_part(follower, to) {
                    return Ok(());
                }
                refuse(follower, "RUL-45", "No part of the Force can advance there.")
            }
            _ => other_question(),
        }
    }

    /// Following in words.
    pub(crate) fn following(&self, battle: &Battle, follower: ForceId, action: &Action) -> String {
        match action {
            Action::Advance => {
                let to = self.vacated(battle, follower);
                format!("All of it advances to {}", speech::hex(self.campaign, to))
            }
            Action::Divide => "Divide it: part advances, part stays".to_owned(),
            Action::Hold => "Stay where it is".to_owned(),
            _ => action.write(self.campaign),
        }
    }

    /// The way of those who follow.
    pub(crate) fn way_after(&self, battle: &Battle, follower: ForceId, action: &Action) -> Option<Way> {
        let from = self.force(follower).at.filter(|_| *action == Action::Advance)?;
        Some((vec![from, self.vacated(battle, follower)], String::new()))
    }

    /// Going back in words.
    pub(crate) fn going_back(&self, force: ForceId, action: &Action) -> String {
        let Action::Retreat(to) = *action else { return action.write(self.campaign) };
        let place = speech::hex(self.campaign, to);
        match self.state.force_at(force.side(), to) {
            Some(friend) => format!("Back to {place}, onto Force {}: one hit on each", friend.letter()),
            None => format!("Back to {place}"),
        }
    }

    /// The way back of a Force.
    pub(crate) fn way_back(&self, force: ForceId, action: &Action) -> Option<Way> {
        let Action::Retreat(to) = *action else { return None };
        Some((vec![self.force(force).at?, to], String::new()))
    }

    /// The combat and the Force that won it.
    fn victor(&self) -> Option<(&Battle, ForceId)> {
        let battle = self.battle()?;
        Some((battle, battle.force(battle.winner?)))
    }

    /// The combat and the Force that lost it.
    fn beaten(&self) -> Option<(&Battle, ForceId)> {
        let battle = self.battle()?;
        Some((battle, battle.force(battle.loser()?)))
    }
}

/// Where does the beaten Force go back to? The loser says, or the winner of a rout (C12). It is never divided
/// (FMD-12.3.2b-3).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RetreatTo;

impl Question<FullMeasureOfDevotion> for RetreatTo {
    fn asked(self, at: Position<'_>) -> Sides {
        let picks = at.battle().and_then(|battle| at.who_picks_retreat(battle));
        picks.map_or(Sides::NONE, |role| at.fights_as(role))
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        ask_or_pass(self.asked(at))
    }

    fn pass(self, play: &mut Play<'_>) {
        play.fight();
    }

    fn words(self, at: Position<'_>, side: Side) -> Words {
        let Some((battle, loser)) = at.beaten() else { return over() };
        if loser.side() != side {
            let text = format!("{} is routed: where does it go back to?", speech::force(loser));
            return Words::new(text, "FMD-12.3.2c-i");
        }
        let text = format!("{} is beaten by {}: where does it go back to?", own(loser), battle.margin);
        Words::new(text, "FMD-12.3.2b-4")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let Some((_, loser)) = at.beaten() else { return };
        out.extend(at.refuges(loser).into_iter().map(Action::Retreat));
        if self.check(at, side, &Action::Perish).is_ok() {
            out.push(Action::Perish);
        }
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match (*action, at.beaten()) {
            (Action::Retreat(to), Some((_, loser))) => at.check_refuge(loser, to),
            (Action::Perish, Some((battle, loser))) if battle.margin < ROUT && at.is_pressed(loser) => Ok(()),
            (Action::Perish, Some((_, loser))) => refuse(loser, "RUL-44", "It must be saved if it can."),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        play.push(Fight);
        let Some((_, loser)) = play.position().beaten() else { return };
        play.set_step(Step::Advance);
        match *action {
            Action::Retreat(to) => play.go_back(loser, to, false),
            _ => play.perish(loser),
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match (action, at.beaten()) {
            (Action::Perish, _) => "Be destroyed rather than fall back on a friend".to_owned(),
            (_, Some((_, loser))) => at.going_back(loser, action),
            _ => action.write(at.campaign),
        }
    }

    fn meaning(self, at: Position<'_>, side: Side, clicked: &Target) -> Option<Action> {
        meant(at, side, clicked, |_| None, |hex| Some(Action::Retreat(hex)))
    }

    fn way(self, at: Position<'_>, _: Side, action: &Action) -> (Vec<Point>, String) {
        drawn(at, at.beaten().and_then(|(_, loser)| at.way_back(loser, action)))
    }
}

/// Does the winner advance into the hex that was left? (C13, FMD-12.3.2b-11)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AdvanceInto;

impl Question<FullMeasureOfDevotion> for AdvanceInto {
    fn asked(self, at: Position<'_>) -> Sides {
        match at.victor() {
            Some((battle, force)) if at.can_advance(battle) => Sides::only(force.side()),
            _ => Sides::NONE,
        }
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        ask_or_pass(self.asked(at))
    }

    fn pass(self, play: &mut Play<'_>) {
        play.fight();
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let Some((battle, force)) = at.victor() else { return over() };
        let to = speech::hex(at.campaign, at.vacated(battle, force));
        Words::new(format!("{} has won: does it advance to {to}?", own(force)), "FMD-12.3.2b-11")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let all = [Action::Advance, Action::Divide, Action::Hold];
        out.extend(all.into_iter().filter(|action| self.check(at, side, action).is_ok()));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.victor().map_or_else(other_question, |(battle, force)| at.check_follow(battle, force, action))
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        play.push(Fight);
        let at = play.position();
        let Some((battle, force)) = at.victor() else { return };
        let to = at.vacated(battle, force);
        match action {
            Action::Advance => play.advance(force, to),
            Action::Divide => play.begin_sorting(force, Purpose::Advance),
            _ => {
                play.tell(What::Held { force });
                play.set_step(Step::Again);
            }
        }
    }

    fn is_answered_unseen(self, _: Position<'_>, _: Side) -> bool {
        true
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        at.victor().map_or_else(String::new, |(battle, force)| at.following(battle, force, action))
    }

    fn way(self, at: Position<'_>, _: Side, action: &Action) -> (Vec<Point>, String) {
        drawn(at, at.victor().and_then(|(battle, force)| at.way_after(battle, force, action)))
    }
}

/// Does the Force that advanced attack again at once? (C14)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AttackAgain;

impl Question<FullMeasureOfDevotion> for AttackAgain {
    fn asked(self, at: Position<'_>) -> Sides {
        match at.victor() {
            Some((battle, force)) if at.attacks_again(battle).next().is_some() => Sides::only(force.side()),
            _ => Sides::NONE,
        }
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        ask_or_pass(self.asked(at))
    }

    fn pass(self, play: &mut Play<'_>) {
        play.fight();
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let Some((battle, winner)) = at.victor() else { return over() };
        let force = own(battle.advanced.unwrap_or(winner));
        let text = format!("{force} has advanced after a rout: does it attack again at once?");
        Words::new(text, "FMD-12.3.2c-iv")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let Some((battle, _)) = at.victor() else { return };
        let targets = at.attacks_again(battle).map(Action::Attack);
        out.extend(targets.filter(|attack| self.check(at, side, attack).is_ok()));
        out.push(Action::Hold);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let (to, (battle, winner)) = match (*action, at.victor()) {
            (Action::Hold, Some(_)) => return Ok(()),
            (Action::Attack(to), Some(victor)) => (to, victor),
            _ => return other_question(),
        };
        let attacker = battle.advanced.unwrap_or(winner);
        let strength = at.force(attacker).strength;
        if strength.is_only(Arm::Artillery) {
            refuse(attacker, "RUL-29", "Guns alone do not attack.")
        } else if at.is_forbidden_south(attacker.side(), strength.has_foot_or_guns(), to) {
            refuse(attacker, "FMD-14.2-1", "That hex lies in the South.")
        } else if at.attacks_again(battle).any(|hex| hex == to) {
            Ok(())
        } else {
            refuse(winner, "FMD-12.3.2c-iv", "There is no enemy there that it could attack.")
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::Attack(at) = *action else { return play.end_battle() };
        let Some(force) = play.battle_mut().advanced else { return };
        let enemy = play.state.force_at(force.side().other(), at);
        if let (Some(from), Some(enemy)) = (play.state.force(force).at, enemy) {
            // The combat that follows takes this one's place.
            play.open_battle(force, enemy, from, at, Cause::Again);
        }
    }

    fn label(self, at: Position<'_>, side: Side, action: &Action) -> String {
        match *action {
            Action::Attack(hex) => {
                let enemy = at.state.force_at(side.other(), hex);
                let whom = enemy.map_or_else(String::new, |enemy| format!("{} at ", speech::force(enemy)));
                format!("Attack {whom}{}", speech::hex(at.campaign, hex))
            }
            Action::Hold => "No further attack".to_owned(),
            _ => action.write(at.campaign),
        }
    }

    fn meaning(self, at: Position<'_>, side: Side, clicked: &Target) -> Option<Action> {
        meant(at, side, clicked, |_| None, |hex| Some(Action::Attack(hex)))
    }

    fn way(self, at: Position<'_>, _: Side, action: &Action) -> (Vec<Point>, String) {
        let from = at.battle().and_then(|battle| at.force(battle.advanced?).at);
        let (Action::Attack(to), Some(from)) = (*action, from) else { return Default::default() };
        drawn(at, Some((vec![from, to], String::new())))
    }
}

impl Play<'_> {
    /// Hits are placed: markers, ended orders, the fate of the loser (RUL-41).
    pub(crate) fn begin_outcome(&mut self) {
        let Some(battle) = self.state.battle.clone() else { return };
        let carried = Role::BOTH.map(|role| self.state.force(battle.force(role)).markers.combat);
        let combat = self.state.new_combat(carried[0].union(carried[1]));
        for role in Role::BOTH {
            let force = battle.force(role);
            let routed_him = battle.margin >= ROUT && battle.winner == Some(role);
            let detail = self.state.force_mut(force);
            // FMD-12.3-5, FMD-12.3.2c-iii
            if !routed_him {
                detail.markers.combat = detail.markers.combat.union(combat);
            }
            // FMD-12-I-5c, RUL-10: only the lower value ends an initial order.
            if battle.loser() == Some(role) {
                detail.end_initial_order();
            }
            if detail.strength.is_empty() {
                self.destroy(force);
            }
        }
        let step = match battle.loser() {
            Some(loser) if battle.margin >= RETREAT => {
                let force = battle.force(loser);
                if battle.margin >= ROUT {
                    self.lose_guns(force);
                }
                self.show_refuges(force, battle.margin);
                if self.state.force(force).at.is_some() { Step::Retreat } else { Step::Advance }
            }
            // FMD-12.3.2a: both stay where they are.
            _ => Step::Again,
        };
        self.set_step(step);
    }

    /// Where the South is a way out, the hexes offered to the winner show whether a Union Force has foot or guns.
    fn show_refuges(&mut self, force: ForceId, margin: Margin) {
        let Some(at) = self.state.force(force).at else { return };
        let grid = &self.campaign.theatre.grid;
        let south = &self.campaign.landmarks.south;
        let near = grid.neighbours(at).any(|(_, hex)| south.contains(hex));
        if near && force.side() == Side::Union && self.state.lee != crate::model::state::Journey::Back {
            let has = self.state.force(force).strength.has_foot_or_guns();
            if margin >= ROUT {
                self.story.reveal();
                self.state.evidence.has_foot_or_guns(force, has);
            }
        }
    }

    /// FMD-12.3.2c-ii, RUL-42.
    fn lose_guns(&mut self, force: ForceId) {
        let guns = self.state.lose_guns(force);
        if guns == Brigades::ZERO {
            return;
        }
        self.story.reveal();
        self.tell(What::GunsLost { force, guns });
        self.announce_losses(force.side(), guns);
        if self.state.force(force).strength.is_empty() {
            self.destroy(force);
        }
    }

    /// Nobody can pick a hex: the beaten Force is destroyed (FMD-12.3.2b-7).
    pub(crate) fn perish_or_stay(&mut self) {
        let loser = self.state.battle.as_ref().and_then(|battle| Some(battle.force(battle.loser()?)));
        if let Some(loser) = loser {
            self.perish(loser);
        }
        self.set_step(Step::Advance);
    }

    fn perish(&mut self, force: ForceId) {
        let size = self.state.force(force).strength.size();
        if self.state.force(force).at.is_none() {
            return;
        }
        self.state.evidence.perished(force, size);
        self.announce_losses(force.side(), size);
        self.destroy(force);
    }

    /// A Force goes back a hex (FMD-12.3.2b-1, FMD-14.3-2), with all that is left of it and not only those who fought
    /// (FMD-12.3.2-0).
    pub(crate) fn go_back(&mut self, force: ForceId, to: Hex, withdraws: bool) {
        let Some(from) = self.state.force(force).at else { return };
        let friend = self.state.force_at(force.side(), to);
        let further = self.state.march.is_some_and(|march| march.moves_further(force));
        let keeps_trains = withdraws && self.campaign.is_linked(from, to);
        self.tell(if withdraws {
            What::Withdrew { force, from, to }
        } else {
            What::Retreated { force, from, to }
        });
        let detail = self.state.force_mut(force);
        detail.end_initial_order();
        // FMD-11-III-5
        let trains = if keeps_trains { Trains::ZERO } else { std::mem::take(&mut detail.trains) };
        self.set_down(force, to);
        self.leave_trains(from, trains);
        if let Some(friend) = friend {
            // FMD-12.3.2b-9: one hit each, FMD-12.3.2b-10: then the two are one (RUL-44).
            self.state.agenda.then([
                TakeHit { force }.into(),
                TakeHit { force: friend }.into(),
                JoinForces { mover: force, stayer: friend, further }.into(),
            ]);
        }
    }

    /// A Force advances into the hex that was left (RUL-45).
    fn advance(&mut self, force: ForceId, to: Hex) {
        self.follow_into(force, to);
        if let Some(battle) = &mut self.state.battle {
            battle.advanced = Some(force);
            battle.step = Step::Again;
        }
    }

    /// A Force follows into a hex for nothing. If that is the next hex of its initial march the order runs on, else it
    /// has left its road and the order is over (RUL-45, RUL-10).
    pub(crate) fn follow_into(&mut self, force: ForceId, to: Hex) {
        self.tell(What::Advanced { force, to });
        let is_next = self.position().next_on_route(force) == Some(to);
        let detail = self.state.force_mut(force);
        // Whether the order runs on is not seen before its marker goes or stays (FMD-12-IV-4); if it stays, this was
        // a hex of it.
        if detail.markers.initial > 0 {
            self.state.evidence.walked(force);
        }
        let detail = self.state.force_mut(force);
        if detail.marching() && is_next {
            detail.advance_on_route();
        } else {
            detail.end_initial_order();
        }
        self.set_down(force, to);
    }

    /// Part of a Force follows, as it was sorted.
    pub(crate) fn follow_in_part(&mut self, sorting: Sorting) {
        let Some(battle) = self.state.battle.clone() else { return };
        let to = self.position().vacated(&battle, sorting.force);
        let cost = self.position().step_cost(
            Traveller::force(sorting.trains > Trains::ZERO),
            self.state.force(sorting.force).at.unwrap_or_default(),
            to,
        );
        let old = sorting.force;
        let new = self.split(sorting);
        if sorting.purpose == Purpose::Advance {
            if let Some(march) = self.state.march.as_mut().filter(|march| march.moves_further(old)) {
                march.parts.insert(new);
            }
            return self.advance(new, to);
        }
        // FMD-14.3-3a: the part that entered goes on, the other has finished.
        self.state.force_mut(old).moved = true;
        if let Some(march) = &mut self.state.march
            && battle.cause != Cause::Again
        {
            march.force = new;
            let (basic, forced) = self.position().marching_points(
                self.state.force(new).strength,
                self.state.march.is_some_and(|march| march.foraging),
                self.state.force(new).trains > Trains::ZERO,
            );
            if let Some(allowance) = self.state.march.as_mut().and_then(|march| march.allowance.as_mut()) {
                // The allowance is that of the whole Force it set out with (RUL-22).
                allowance.basic = allowance.basic.min(basic);
                allowance.forced = allowance.forced.min(forced);
            }
        }
        self.leave_the_field(&battle, Some((new, to, cost.unwrap_or_default())));
        let companion = self
            .state
            .forces_of(old.side())
            .find(|&(other, at)| other != old && Some(at) == self.state.force(old).at);
        if let Some((stayer, _)) = companion {
            // The part that stays came here on the order by which the other goes on.
            let further = self.state.march.is_some_and(|march| !march.initial);
            self.push(JoinForces { mover: old, stayer, further });
        }
    }

    /// The combat is over, and with it the attacker's move (FMD-12.3-3).
    pub(crate) fn end_battle(&mut self) {
        self.state.battle = None;
        if let Some(march) = &mut self.state.march {
            march.over = true;
            march.heading = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{Library, scenario};
    use crate::model::state::Journey;
    use engine::chance::Quick;
    use engine::{Rules, Silent};

    /// Whether the hexes open to a beaten Force, which stands next to the South or far from it, tell the enemy
    /// anything.
    fn tells(force: ForceId, margin: u8, near: bool, lee: Journey) -> bool {
        let rules = scenario(&Library::builtin(), "campaign").unwrap_or_else(|report| panic!("{report}"));
        let mut dice = Quick::new(1);
        let mut state = rules.start(&mut dice, &mut Silent);
        let place = rules.campaign.theatre.find_place(if near { "Sperryville" } else { "Harrisburg" });
        state.force_mut(force).at = place.map(|place| place.hex);
        state.lee = lee;
        let before = state.evidence.clone();
        rules.play(&mut state, &mut dice, &mut Silent).show_refuges(force, Margin(margin));
        state.evidence != before
    }

    /// Only the winner of a rout is shown where the loser may go; the South bars Union foot and guns until Lee is back.
    #[test]
    fn refuges_tell_of_foot_and_guns_where_the_winner_sees_them_and_the_south_is_closed() {
        let _proof = engine::proof::proves(&["RUL-43"]);
        let [union, confederate] =
            [Side::Union, Side::Confederate].map(|side| ForceId::of(side).next().expect("a sleigh"));
        assert!(tells(union, 8, true, Journey::AtHome) && tells(union, 9, true, Journey::North));
        assert!(!tells(union, 7, true, Journey::AtHome), "the loser picks");
        assert!(!tells(union, 8, false, Journey::AtHome), "far from the South");
        assert!(!tells(union, 8, true, Journey::Back), "the South is open");
        assert!(!tells(confederate, 8, true, Journey::AtHome));
    }
}
