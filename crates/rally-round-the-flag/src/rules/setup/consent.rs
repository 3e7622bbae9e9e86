//! Whether there is a battle at all (S1, S2, RRF-GEN-6, RRF-MAP-3).

use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::position::{Play, Position};
use crate::model::scenario::RallyRoundTheFlag;
use crate::model::state::{Mark, Whereabouts};
use crate::rules::victory;
use engine::agenda::{Question, Words, other_question};
use engine::{Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// A side is asked whether it fights here: the Attacker whether he declares it, the Defender whether he accepts.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Consent {
    /// Who.
    pub side: Side,
}

impl Question<RallyRoundTheFlag> for Consent {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    fn words(self, at: Position<'_>, side: Side) -> Words {
        if side == at.rules.attacker {
            // RRF-GEN-4: who declares the battlefield is the Attacker.
            Words::new(format!("Do you fight for {}, brigade by brigade?", at.rules.title), "RRF-GEN-4")
        } else {
            Words::new(format!("Do you accept the battle for {}?", at.rules.title), "RRF-MAP-3")
        }
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        out.extend([Action::Accept, Action::ToTheBoard]);
        if side != at.rules.attacker {
            out.push(Action::LeaveArea);
        }
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Accept | Action::ToTheBoard => Ok(()),
            Action::LeaveArea if side != at.rules.attacker => Ok(()),
            Action::LeaveArea => {
                Err(Violation::of("RRF-MAP-3", "The Attacker has declared it: he may only decline."))
            }
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        match *action {
            Action::Accept => play.tell(Event::Accepts { side }),
            Action::ToTheBoard => {
                // RRF-GEN-6: the campaign's own battle rules resolve it.
                play.tell(Event::ToTheBoard { side });
                victory::undecided(play);
            }
            _ => {
                // RRF-MAP-3: every stand of his counts as routed.
                for stand in play.rules.stand_ids() {
                    if play.rules.stand(stand).side == side {
                        play.mark(stand, Mark::ROUTED, true);
                        play.troop(stand).whereabouts = Whereabouts::RanOff;
                    }
                }
                play.tell(Event::LeavesArea { side });
                victory::won(play, side.other());
            }
        }
    }
}
