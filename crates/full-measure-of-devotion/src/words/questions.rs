//! What is asked, in words.

use super::{
    arrival, brigades, context, counted, hex, listed, marker, movement_points, name, names, own, points,
};
use crate::ask::Ask;
use crate::ids::{CommanderId, ForceId, Officers};
use crate::position::Position;
use crate::state::{Battle, Cause, MOST_DEPOTS, Purpose, Role, Sorting, Stage};
use engine::{Question, Side};

/// The question pending for an army.
pub(crate) fn question(position: Position<'_>, side: Side) -> Question {
    let asking = Asking { position, side };
    let (text, rule) = asking.text(position.ask(side));
    Question { text, context: context(position.campaign, position.state), rule: rule.to_owned() }
}

struct Asking<'a> {
    position: Position<'a>,
    side: Side,
}

/// What is asked, and the rule behind it.
type Asked = (String, &'static str);

impl Asking<'_> {
    fn text(&self, ask: Ask) -> Asked {
        let Position { campaign, state } = self.position;
        match ask {
            Ask::Nothing => ("Nothing is asked of this side now.".into(), ""),
            Ask::Bid => (
                "How many trains home do you bid? The higher bid takes the Confederates and needs that many."
                    .into(),
                "FMD-15.1-1",
            ),
            Ask::Leader(force) => (format!("{}: who rides on the sleigh?", self.at(force)), "FMD-6-3"),
            Ask::Senior(equals) => (self.senior(equals), "FMD-6-3"),
            Ask::Write => (self.write(), if self.side == Side::Union { "FMD-7-U7" } else { "FMD-7-C4" }),
            Ask::Destination(force) => (
                format!("{}: where does its initial order lead?", self.at(force)),
                if self.side == Side::Union { "FMD-7-U9" } else { "FMD-7-C4" },
            ),
            Ask::Via(force) => (self.via(force), "FMD-7-C8"),
            Ask::Fork(force) => (self.fork(force), "FMD-7-C8"),
            Ask::Attrition(force) => {
                let hits = counted(self.position.force(force).due, "attrition hit", "attrition hits");
                (format!("{} takes {hits}: which brigade?", own(force)), "FMD-11-I-6")
            }
            Ask::ConfirmAttrition => ("Attrition: nothing is left to place. Go on?".into(), "FMD-11-I-7"),
            Ask::Depots => {
                let there = state.depots.len();
                let text = if state.depots_placed {
                    format!("Another DEPOT? {there} of {MOST_DEPOTS} are on the map.")
                } else {
                    format!("Place DEPOTs, or remove one? {there} of {MOST_DEPOTS} are on the map.")
                };
                (text, "FMD-11-II-6")
            }
            Ask::Train(force) => (format!("{}: does the town give a train?", self.at(force)), "FMD-11-III-1"),
            Ask::March => ("Which Force marches on its initial order?".into(), "FMD-12-I-1"),
            Ask::Order => {
                let bonus = state.bonus[self.side.index()];
                let sign = if bonus < 0 { '-' } else { '+' };
                let text = format!(
                    "Which Force gets an order? Blue die {sign} {} - grey die must be 0 or more.",
                    bonus.unsigned_abs()
                );
                (text, "FMD-12-II-4")
            }
            Ask::Marker(force) => {
                let soonest = self.position.soonest(force);
                let text = format!(
                    "The order for {} goes out; {} is the soonest. When shall it arrive?",
                    own(force),
                    arrival(soonest)
                );
                (
                    text,
                    if self.position.force(force).markers.initial > 0 {
                        "FMD-12-II-6"
                    } else {
                        "FMD-12-II-7"
                    },
                )
            }
            Ask::Activate => ("Which Force moves on its ORDER?".into(), "FMD-12-III-1"),
            Ask::Divide(force) => (format!("{}: does all of it go?", self.at(force)), "FMD-12-III-7"),
            Ask::Sort(force) => self.sort(force),
            Ask::Step(force) => self.step(force),
            Ask::Letter(mover, stayer) => {
                (format!("{} has joined {}: which sleigh stays?", own(mover), self.at(stayer)), "FMD-12-V-F7")
            }
            Ask::Hit(force) => self.hit(force),
            Ask::Salvage(force) => {
                (format!("{} finds trains left behind: does it take them over?", self.at(force)), "RUL-26")
            }
            Ask::Haul => {
                let allowance = movement_points(self.position.train_allowance());
                (format!("Which flipped train moves, and where to? Each has {allowance}."), "FMD-12-III-13")
            }
            Ask::Battle(stage, role) => match &state.battle {
                Some(battle) => self.battle(battle, stage, role),
                None => ("The combat is over.".into(), ""),
            },
            Ask::Ride => {
                ("Which commander rides to another Force? He has 11 movement points.".into(), "FMD-13-1")
            }
            Ask::Join(who) => (self.join(who), "FMD-12.2-4"),
            Ask::ConfirmReturns => {
                let back = state.away.iter().filter(|away| {
                    away.since < state.turn && campaign.officers_of(self.side).contains(away.commander)
                });
                let back = back.count() as u64;
                let text = match back {
                    0 => "No commander comes back from a lost Force. Go on?".to_owned(),
                    _ => format!(
                        "{} back from lost Forces. Go on?",
                        counted(back, "commander comes", "commanders come")
                    ),
                };
                (text, "FMD-12.2-3")
            }
        }
    }

    /// A Force and where it stands: `Force B at Culpeper (1024)`.
    fn at(&self, force: ForceId) -> String {
        match self.position.force(force).at {
            Some(at) => format!("{} at {}", own(force), hex(self.position.campaign, at)),
            None => own(force),
        }
    }

    fn senior(&self, equals: Officers) -> String {
        let Position { campaign, state } = self.position;
        let among = names(campaign, equals);
        let of_what = match (state.sorting, state.riding) {
            (Some(sorting), _) if equals == campaign.seniors(sorting.officers) => "the part that goes",
            (Some(_), _) => "the part that stays",
            (None, Some(riding)) if equals.contains(riding.who) => "the Force he joins",
            (None, Some(_)) => "the Force he leaves",
            (None, None) => "the Force",
        };
        format!("{among} are equals: who leads {of_what}?")
    }

    fn write(&self) -> String {
        let written = self.position.state.writing.as_ref().map_or(0, |writing| writing.written);
        let open = self.position.state.forces_of(self.side);
        let open = open.filter(|(force, _)| written & (1 << force.index()) == 0).count() as u64;
        format!(
            "Which Force's initial order is written next? {} without one.",
            counted(open, "Force is", "Forces are")
        )
    }

    fn via(&self, force: ForceId) -> String {
        let Position { campaign, state } = self.position;
        let names = state.writing.as_ref().map(|writing| &writing.names[..]).unwrap_or_default();
        let to = names.first().map_or_else(String::new, |&to| format!(" marches to {}", hex(campaign, to)));
        let by = match names.get(1) {
            Some(&by) => format!(" by way of {}", hex(campaign, by)),
            None => String::new(),
        };
        format!("{}{to}{by}: by way of a town that you name, or by the shortest road?", own(force))
    }

    fn fork(&self, force: ForceId) -> String {
        let Position { campaign, state } = self.position;
        let here = state.writing.as_ref().zip(self.position.force(force).at);
        let here = here.map(|(writing, at)| self.position.pen(at, writing));
        match here {
            Some((here, Some(goal))) => format!(
                "{}: at {} the road to {} forks. Which way?",
                own(force),
                hex(campaign, here),
                hex(campaign, goal)
            ),
            _ => format!("{}: which way where the road forks?", own(force)),
        }
    }

    fn sort(&self, force: ForceId) -> Asked {
        let Some(sorting) = self.position.state.sorting else { return ("Who goes?".into(), "FMD-12-III-7") };
        let (verb, rule) = match sorting.purpose {
            Purpose::March => ("marches off", "FMD-12-III-7"),
            Purpose::Advance => ("advances", "FMD-12.3.2b-12"),
            Purpose::Enter => ("enters the hex the cavalry left", "FMD-14.3-3a"),
        };
        let so_far = told(self.position, &sorting);
        (format!("{} is divided: who {verb}? So far {so_far}.", own(force)), rule)
    }

    fn step(&self, force: ForceId) -> Asked {
        let Some(march) = self.position.state.march else { return ("Where to?".into(), "FMD-12-V-F1") };
        let left = |all: u8| points(all.saturating_sub(march.spent));
        let mut text = format!("{}: where to?", self.at(force));
        if march.spent <= march.basic {
            text += &format!(" {} of {} movement points are left", left(march.basic), points(march.basic));
            if march.forced > march.basic {
                text += &format!(", {} by force march", left(march.forced));
            }
        } else {
            text += &format!(" {} movement points of the force march are left", left(march.forced));
        }
        text.push('.');
        (text, "FMD-12-V-F1")
    }

    fn hit(&self, force: ForceId) -> Asked {
        if self.position.state.battle.is_some() {
            let text = format!("{} takes a hit for a retreat onto a friend: which brigade?", own(force));
            return (text, "FMD-12.3.2b-9");
        }
        (format!("{} takes a hit for marching with FORAGE: which brigade?", own(force)), "FMD-12-V-G7")
    }

    fn join(&self, who: CommanderId) -> String {
        let Position { campaign, state } = self.position;
        let lost = state.away.iter().find(|away| away.commander == who);
        let at = lost.map_or_else(String::new, |away| format!(", lost at {},", hex(campaign, away.from)));
        format!("{}{at} comes back: which of the nearest Forces does he join?", name(campaign, who))
    }

    fn battle(&self, battle: &Battle, stage: Stage, role: Role) -> Asked {
        let campaign = self.position.campaign;
        let at = hex(campaign, battle.at);
        let (mine, enemy) = (battle.force(role), battle.force(role.other()));
        let share = battle.share(role);
        match stage {
            Stage::Stand => {
                let why = match battle.cause {
                    Cause::March => "",
                    Cause::Drift => ", which has lost its way,",
                    Cause::Again => ", which has just routed another,",
                };
                let text = format!(
                    "{} at {at} is attacked by {}{why}: does it stand?",
                    own(mine),
                    super::force(enemy)
                );
                (text, "FMD-14.3-1")
            }
            Stage::Withdraw => (format!("{} withdraws from {at}: where to?", own(mine)), "FMD-14.3-2"),
            Stage::Enter => {
                (format!("The cavalry has left {at}: does {} enter it?", own(mine)), "FMD-14.3-3")
            }
            Stage::AttackerDice => {
                (format!("{} attacks {at}: how many dice for numbers?", own(mine)), "FMD-12.3-6")
            }
            Stage::DefenderDice => {
                let theirs = counted(battle.share(role.other()).declared, "die", "dice");
                (
                    format!("{} declares {theirs}: how many for {}?", super::force(enemy), own(mine)),
                    "FMD-12.3-6",
                )
            }
            Stage::AttackerRoll | Stage::DefenderRoll => {
                let dice = listed(share.dice.iter().map(|die| die.face.to_string()));
                let left = self.position.state.rerolls[mine.side().index()];
                let left = counted(left, "re-roll", "re-rolls");
                (
                    format!(
                        "{} threw {dice}, {} in all: throw one again? {left} left.",
                        own(mine),
                        share.total()
                    ),
                    "FMD-12.3-9",
                )
            }
            Stage::Select => self.select(battle, role),
            Stage::WinnerNames | Stage::LoserNames => {
                let count = counted(battle.namings(role), "hit", "hits");
                let text = format!(
                    "A {} for {}: on which arm of {} falls the next of {count}?",
                    share.last,
                    own(mine),
                    super::force(enemy)
                );
                (text, "FMD-12.3.1-7")
            }
            Stage::Place => {
                let left = counted(share.hits.saturating_sub(share.placed), "hit", "hits");
                match share.next_named() {
                    Some(arm) => (
                        format!("{} takes {left}, the next on {}: which brigade?", own(mine), arm.name()),
                        "FMD-12.3.1-7",
                    ),
                    None => {
                        (format!("{} takes {left}: which brigade that took part?", own(mine)), "FMD-12.3.1-8")
                    }
                }
            }
            Stage::Retreat if battle.winner == Some(role) => {
                (format!("{} is routed: where does it go back to?", super::force(enemy)), "FMD-12.3.2c-i")
            }
            Stage::Retreat => (
                format!("{} is beaten by {}: where does it go back to?", own(mine), battle.margin),
                "FMD-12.3.2b-4",
            ),
            Stage::Advance => {
                let to = hex(campaign, self.position.vacated(battle, mine));
                (format!("{} has won: does it advance to {to}?", own(mine)), "FMD-12.3.2b-11")
            }
            Stage::Again => {
                let force = battle.advanced.unwrap_or(mine);
                (
                    format!("{} has advanced after a rout: does it attack again at once?", own(force)),
                    "FMD-12.3.2c-iv",
                )
            }
        }
    }

    fn select(&self, battle: &Battle, role: Role) -> Asked {
        let force = battle.force(role);
        let share = battle.share(role);
        let needed = self.position.selection(battle, role);
        let text = if needed == self.position.force(force).strength.size() {
            format!("All of {} takes part: {}.", own(force), brigades(self.position.force(force).strength))
        } else if share.part.size() == needed {
            format!("{} fights with {}: is that all right?", own(force), brigades(share.part))
        } else {
            let chosen =
                if share.part.is_empty() { String::new() } else { format!(" ({})", brigades(share.part)) };
            format!(
                "{} of {needed} brigades of {} are chosen{chosen}: which is next?",
                share.part.size(),
                own(force)
            )
        };
        (text, "FMD-12.3-10")
    }
}

/// What has been told to go while a Force is divided.
pub(crate) fn told(position: Position<'_>, sorting: &Sorting) -> String {
    let mut parts = Vec::new();
    if !sorting.strength.is_empty() {
        parts.push(brigades(sorting.strength));
    }
    if !sorting.officers.is_empty() {
        parts.push(names(position.campaign, sorting.officers));
    }
    if sorting.trains > 0 {
        parts.push(counted(sorting.trains, "train", "trains"));
    }
    let markers = [
        (crate::state::Delay::Now, sorting.order),
        (crate::state::Delay::One, sorting.plus_one),
        (crate::state::Delay::Two, sorting.plus_two),
    ];
    for (delay, count) in markers {
        if count > 0 {
            parts.push(format!("{count} {}", marker(delay)));
        }
    }
    if parts.is_empty() { "nobody".to_owned() } else { parts.join(", ") }
}
