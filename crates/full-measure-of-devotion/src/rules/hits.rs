//! Hits: how many, who names the arm, who places them (chapter 12.3.1).

use crate::game::FullMeasureOfDevotion;
use crate::model::action::Action;
use crate::model::event::What;
use crate::model::numbers::{Brigades, CombatValue, Hits, Margin};
use crate::model::position::{Play, Position};
use crate::model::state::{Battle, Role, Share, Step};
use crate::model::strength::Arm;
use crate::model::task::{ask_or_pass, sides};
use crate::rules::combat::{Fight, over, refuse};
use crate::rules::outcome::ROUT;
use crate::speech::{self, counted, own};
use engine::agenda::{Opening, Question, Words, other_question};
use engine::{Side, Sides, Violation};
use serde::{Deserialize, Serialize};

impl Battle {
    /// How many more arms a side may name for the hits of its enemy (FMD-12.3.1-7).
    #[must_use]
    pub fn namings(&self, role: Role) -> Hits {
        let enemy = self.share(role.other());
        let right = Hits(self.share(role).last.saturating_sub(4));
        right.min(enemy.hits).saturating_sub(Hits(enemy.named.len() as u8))
    }

    /// Whether an arm of a side's participants can take one more named hit (RUL-39).
    #[must_use]
    pub fn can_name(&self, role: Role, arm: Arm) -> bool {
        let enemy = self.share(role.other());
        let named = enemy.named.iter().filter(|&&other| other == arm).count();
        usize::from(enemy.part.arm_absorbs(arm).0) > named
    }
}

impl Share {
    /// The arm of the next hit, if the enemy named it.
    #[must_use]
    pub fn next_named(&self) -> Option<Arm> {
        self.named.get(usize::from(self.placed.0)).copied()
    }
}

/// On which arm falls the enemy's next hit? The winner names first (C10).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NameArms {
    /// Whether the winner names, or the loser.
    pub winner: bool,
}

impl NameArms {
    fn role(self, battle: &Battle) -> Option<Role> {
        if self.winner { battle.winner } else { battle.loser() }
    }

    /// The combat and the role that names.
    fn namer(self, at: Position<'_>) -> Option<(&Battle, Role)> {
        let battle = at.battle()?;
        Some((battle, self.role(battle)?))
    }
}

impl Question<FullMeasureOfDevotion> for NameArms {
    fn asked(self, at: Position<'_>) -> Sides {
        match self.namer(at) {
            Some((battle, role)) if battle.namings(role) > Hits::ZERO => at.fights_as(role),
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
        let Some((battle, role)) = self.namer(at) else { return over() };
        let text = format!(
            "A {} for {}: on which arm of {} falls the next of {}?",
            battle.share(role).last,
            own(battle.force(role)),
            speech::force(battle.force(role.other())),
            counted(battle.namings(role), "hit", "hits")
        );
        Words::new(text, "FMD-12.3.1-7")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        let Some((battle, role)) = self.namer(at) else { return };
        out.extend(Arm::ALL.into_iter().filter(|&arm| battle.can_name(role, arm)).map(Action::Name));
        out.push(Action::Confirm);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match (*action, self.namer(at)) {
            (Action::Confirm, _) => Ok(()),
            (Action::Name(arm), Some((battle, role))) if battle.can_name(role, arm) => Ok(()),
            (Action::Name(arm), Some((battle, role))) => {
                let text = format!("No {} that took part can take the hit.", arm.name());
                refuse(battle.force(role), "RUL-39", text)
            }
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        play.push(Fight);
        let battle = play.battle_mut();
        match (*action, self.role(battle)) {
            (Action::Name(arm), Some(role)) => {
                battle.shares[role.other().index()].named.push(arm);
                let by = battle.force(role);
                play.tell(What::Named { by, arm });
            }
            _ => play.set_step(if self.winner { Step::LoserNames } else { Step::Place }),
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match action {
            Action::Name(arm) => format!("On the {}", arm.name()),
            Action::Confirm => "Leave the rest to the enemy".to_owned(),
            _ => action.write(at.campaign),
        }
    }
}

/// Which brigades take the hits? Their owner says, but for the arms that were named (FMD-12.3.1-8), and only brigades
/// that took part (FMD-12.3.1-11). Both sides answer at once, in secret (C11).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlaceHits;

impl Question<FullMeasureOfDevotion> for PlaceHits {
    fn asked(self, at: Position<'_>) -> Sides {
        let Some(battle) = at.battle() else { return Sides::NONE };
        sides(|side| {
            let share = battle.share(battle.role_of(side));
            share.placed < share.hits
        })
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        ask_or_pass(self.asked(at))
    }

    fn pass(self, play: &mut Play<'_>) {
        play.fight();
    }

    fn words(self, at: Position<'_>, side: Side) -> Words {
        let Some(battle) = at.battle() else { return over() };
        let role = battle.role_of(side);
        let (mine, share) = (own(battle.force(role)), battle.share(role));
        let left = counted(share.hits.saturating_sub(share.placed), "hit", "hits");
        match share.next_named() {
            Some(arm) => {
                let text = format!("{mine} takes {left}, the next on {}: which brigade?", arm.name());
                Words::new(text, "FMD-12.3.1-7")
            }
            None => Words::new(format!("{mine} takes {left}: which brigade that took part?"), "FMD-12.3.1-8"),
        }
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let Some(battle) = at.battle() else { return };
        let share = battle.share(battle.role_of(side));
        let named = share.next_named();
        let kinds = share.after.kinds().filter(|kind| named.is_none_or(|arm| kind.arm == arm));
        out.extend(kinds.map(Action::Hit));
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        let (Action::Hit(kind), Some(battle)) = (*action, at.battle()) else { return other_question() };
        let role = battle.role_of(side);
        let (force, share) = (battle.force(role), battle.share(role));
        if let Some(arm) = share.next_named().filter(|&arm| arm != kind.arm) {
            return refuse(force, "FMD-12.3.1-7", format!("The enemy named {}.", arm.name()));
        }
        if share.after.of(kind) == Brigades::ZERO {
            let text = format!("No {} that took part can take the hit.", kind.words());
            return refuse(force, "FMD-12.3.1-11", text);
        }
        Ok(())
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        play.push(Fight);
        let Action::Hit(kind) = *action else { return };
        let battle = play.battle_mut();
        let role = battle.role_of(side);
        let share = &mut battle.shares[role.index()];
        // FMD-12.3.1-9
        share.after.hit(kind);
        share.placed += Hits(1);
        let is_last = share.placed == share.hits;
        let force = battle.force(role);
        if is_last {
            // Who is waited for shows how many hits were placed before.
            play.story.reveal();
        }
        play.tell(What::HitPlaced { force, kind });
    }

    fn is_answered_unseen(self, _: Position<'_>, _: Side) -> bool {
        true
    }

    fn label(self, at: Position<'_>, side: Side, action: &Action) -> String {
        match (*action, at.battle()) {
            (Action::Hit(kind), Some(battle)) => {
                speech::hit(kind, battle.share(battle.role_of(side)).after.of(kind))
            }
            _ => action.write(at.campaign),
        }
    }
}

impl Play<'_> {
    /// Who won, by how much, and how many hits there are.
    pub(crate) fn settle_result(&mut self, totals: [CombatValue; 2]) {
        let battle = self.battle_mut();
        let [attacker, defender] = totals;
        battle.margin = Margin(attacker.0.abs_diff(defender.0).min(255) as u8);
        // FMD-12.3-15
        battle.winner = match attacker.cmp(&defender) {
            std::cmp::Ordering::Greater => Some(Role::Attacker),
            std::cmp::Ordering::Less => Some(Role::Defender),
            std::cmp::Ordering::Equal => None,
        };
        let (mut hits, mut back) = (Hits::ZERO, Hits::ZERO);
        if let Some(winner) = battle.winner {
            let (won, lost) = (battle.share(winner).part, battle.share(winner.other()).part);
            // FMD-12.3.1-1: the difference, FMD-12.3.1-2: but no more than the winner can deal out and the loser
            // absorb; what was held back or stands elsewhere does not count (FMD-12.3.1-3), and the surplus is dropped
            // (FMD-12.3.1-10).
            hits = Hits(battle.margin.0.min(won.size().0)).min(lost.absorbs());
            // FMD-12.3.1-5, FMD-12.3.2c-iii: a rout costs the winner nothing.
            if battle.margin < ROUT {
                // FMD-12.3.1-4: half of that, FMD-12.3.1-6: within the same limits, FMD-12.3.1-6a: of the same
                // brigades.
                back = Hits((hits.0 / 2).min(lost.size().0)).min(won.absorbs());
            }
            battle.shares[winner.other().index()].hits = hits;
            battle.shares[winner.index()].hits = back;
        }
        for share in &mut battle.shares {
            share.after = share.part;
            share.done = false;
        }
        battle.step = Step::WinnerNames;
        let (margin, winner) = (battle.margin, battle.winner.map(|winner| battle.force(winner)));
        self.tell(What::Result { winner, margin, hits, back });
    }

    /// All hits are placed: both sides see them (C11), and the outcome follows.
    pub(crate) fn apply_hits(&mut self) {
        self.story.reveal();
        for role in Role::BOTH {
            let battle = self.battle_mut();
            let force = battle.force(role);
            let (before, after) = (battle.share(role).part, battle.share(role).after);
            if before == after {
                continue;
            }
            self.tell(What::Casualties { force, before, after });
            self.state.take_casualties(force, before, after);
            self.announce_losses(force.side(), before.size() - after.size());
        }
        self.begin_outcome();
    }
}
