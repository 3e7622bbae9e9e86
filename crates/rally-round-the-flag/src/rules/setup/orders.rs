//! Orders of battle (S7, S8): who commands all, who leads each brigade, and which brigades begin on the map
//! (RRF-HAND-1, RRF-COC-4 to RRF-COC-6, RRF-DECK-5 to RRF-DECK-7, R-116).

use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::ids::{BorderId, BrigadeId, EntryId, GeneralId};
use crate::model::position::{Play, Position};
use crate::model::scenario::{RallyRoundTheFlag, Rank};
use crate::model::state::Whereabouts;
use engine::agenda::{Opening, Question, Words, only, other_question};
use engine::{Side, Sides, Violation};
use serde::{Deserialize, Serialize};

impl Position<'_> {
    /// Whether a General takes part.
    #[must_use]
    pub fn is_here(self, general: GeneralId) -> bool {
        self.leader(general).whereabouts != Whereabouts::Absent
    }

    /// The entries that a brigade may use (RRF-MAP-9).
    pub fn entries_for(self, brigade: BrigadeId) -> impl Iterator<Item = EntryId> {
        let side = self.rules.brigade(brigade).side;
        let all = (0..self.state.entries.len()).map(EntryId::at);
        all.filter(move |entry| {
            let entry = self.state.entries[entry.index()];
            entry.side == side && self.rules.bodies[entry.largest.index()].brigades.contains(brigade)
        })
    }
}

/// Who commands all, where several have the highest rank (RRF-HAND-1).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NameCommander {
    /// Whose.
    pub side: Side,
}

impl Question<RallyRoundTheFlag> for NameCommander {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        only(self, at)
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Who commands all?", "RRF-HAND-1")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let all = at.rules.general_ids().map(Action::Appoint);
        out.extend(all.filter(|appoint| self.check(at, side, appoint).is_ok()));
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        let Action::Appoint(general) = *action else { return other_question() };
        let about = at.rules.general(general);
        let own = at.rules.general_ids().filter(|&own| at.rules.general(own).side == side && at.is_here(own));
        let highest = own.map(|own| at.rules.general(own).rank).max();
        if about.side == side && at.is_here(general) && Some(about.rank) == highest {
            return Ok(());
        }
        let text = format!("{} is not of the highest rank of your side.", about.name);
        Err(Violation::of("RRF-HAND-1", text).about([about.tag.clone()]))
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        let Action::Appoint(general) = *action else { return };
        play.state.commanders[side.index()] = Some(general);
        play.tell(Event::Appointed { general });
    }
}

/// Whether a brigade is Independent or subordinated, one after the other (RRF-COC-4).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Post {
    /// Whose brigades.
    pub side: Side,
    /// Which.
    pub brigade: BrigadeId,
}

impl Post {
    fn go_on(self, play: &mut Play<'_>) {
        if self.brigade.index() + 1 < play.rules.brigades.len() {
            let brigade = BrigadeId::at(self.brigade.index() + 1);
            play.state.agenda.push(Post { brigade, ..self });
        }
    }

    /// RRF-DECK-6: only a General of a division or higher takes a brigade under himself, and only one of its own chain.
    fn check_under(self, at: Position<'_>, general: GeneralId) -> Result<(), Violation> {
        let (about, over) = (at.rules.brigade(self.brigade), at.rules.general(general));
        let refuse = |text: String| {
            Err(Violation::of("RRF-DECK-6", text).about([about.tag.clone(), over.tag.clone()]))
        };
        if over.rank == Rank::Brigade || !at.is_here(general) {
            return refuse(format!("{} takes no brigade under himself.", over.name));
        }
        let mut chain = std::iter::successors(about.above, |&below| at.rules.general(below).above);
        match chain.any(|above| above == general) {
            true => Ok(()),
            false => refuse(format!("{} is not in the chain of {}.", over.name, about.name)),
        }
    }
}

impl Question<RallyRoundTheFlag> for Post {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let own = at.rules.brigades.get(self.brigade.index()).is_some_and(|about| about.side == self.side);
        if own && at.takes_part(self.brigade) { only(self, at) } else { Opening::Pass }
    }

    fn pass(self, play: &mut Play<'_>) {
        self.go_on(play);
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        Words::new(format!("Who leads {}?", at.rules.brigade(self.brigade).name), "RRF-COC-4")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let brigade = self.brigade;
        let under = at.rules.general_ids().map(|general| Action::Subordinate { brigade, general });
        let all = std::iter::once(Action::Independent(brigade)).chain(under);
        out.extend(all.filter(|action| self.check(at, side, action).is_ok()));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let about = at.rules.brigade(self.brigade);
        match *action {
            Action::Independent(brigade) if brigade == self.brigade => match about.own {
                Some(own) if at.is_here(own) => Ok(()),
                _ => {
                    let text = format!("The General of {} is not there.", about.name);
                    Err(Violation::of("RRF-DECK-5", text).about([about.tag.clone()]))
                }
            },
            Action::Subordinate { brigade, general } if brigade == self.brigade => {
                self.check_under(at, general)
            }
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let own = play.rules.brigade(self.brigade).own;
        let posted = &mut play.state.brigades[self.brigade.index()];
        match *action {
            Action::Subordinate { brigade, general } => {
                (posted.general, posted.is_subordinated) = (general, true);
                // RRF-DECK-7: his stand and his card are not used.
                if let Some(own) = own {
                    play.leader(own).whereabouts = Whereabouts::Absent;
                }
                play.tell(Event::Subordinated { brigade, general });
            }
            _ => {
                posted.is_subordinated = false;
                posted.general = own.unwrap_or(posted.general);
                play.tell(Event::Independent { brigade: self.brigade });
            }
        }
        self.go_on(play);
    }
}

/// Whether a brigade begins on the map or waits off it, one after the other (RRF-COC-6).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Station {
    /// Whose brigades.
    pub side: Side,
    /// Which.
    pub brigade: BrigadeId,
}

impl Station {
    fn go_on(self, play: &mut Play<'_>) {
        if self.brigade.index() + 1 < play.rules.brigades.len() {
            let brigade = BrigadeId::at(self.brigade.index() + 1);
            play.state.agenda.push(Station { brigade, ..self });
        }
    }

    /// somebody of a side begins on the map.
    fn may_wait(self, at: Position<'_>) -> Result<(), Violation> {
        let mut generals = at.rules.general_ids();
        let high = generals.any(|general| {
            let about = at.rules.general(general);
            about.side == self.side && about.rank != Rank::Brigade && at.is_here(general)
        });
        let mut others = at.brigades_of(self.side);
        if high || others.any(|other| other > self.brigade || at.state.starting.contains(other)) {
            return Ok(());
        }
        let about = at.rules.brigade(self.brigade);
        let text = format!("Without {} no General of yours would be on the map.", about.name);
        Err(Violation::of("R-116", text).about([about.tag.clone()]))
    }
}

impl Question<RallyRoundTheFlag> for Station {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let own = at.rules.brigades.get(self.brigade.index()).is_some_and(|about| about.side == self.side);
        if own && at.takes_part(self.brigade) { only(self, at) } else { Opening::Pass }
    }

    fn pass(self, play: &mut Play<'_>) {
        self.go_on(play);
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let name = &at.rules.brigade(self.brigade).name;
        Words::new(format!("Does {name} begin on the map?"), "RRF-COC-6")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let brigade = self.brigade;
        out.push(Action::StartOn(brigade));
        let mut borders: Vec<BorderId> =
            at.entries_for(brigade).map(|entry| at.state.entries[entry.index()].border).collect();
        borders.sort_unstable();
        borders.dedup();
        let at_edges = borders.into_iter().map(|border| Action::WaitAt { brigade, border });
        let wait = std::iter::once(Action::WaitOff(brigade)).chain(at_edges);
        out.extend(wait.filter(|action| self.check(at, side, action).is_ok()));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let about = at.rules.brigade(self.brigade);
        let refuse = |rule, text: String| Err(Violation::of(rule, text).about([about.tag.clone()]));
        match *action {
            Action::StartOn(brigade) if brigade == self.brigade => Ok(()),
            Action::WaitAt { brigade, border } if brigade == self.brigade => {
                self.may_wait(at)?;
                // RRF-MAP-9
                match at.entries_for(brigade).any(|entry| at.state.entries[entry.index()].border == border) {
                    true => Ok(()),
                    false => {
                        let along = &at.rules.borders[border.index()].name;
                        refuse("RRF-MAP-9", format!("{} may not enter over {along}.", about.name))
                    }
                }
            }
            Action::WaitOff(brigade) if brigade == self.brigade => {
                self.may_wait(at)?;
                // anywhere along the own edge where no entry is marked.
                match at.entries_for(brigade).next() {
                    None => Ok(()),
                    Some(_) => refuse("R-86", format!("{} waits at an entry: say which.", about.name)),
                }
            }
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let brigade = self.brigade;
        let first = play.at().entries_for(brigade).next();
        let entry = match *action {
            Action::WaitAt { border, .. } => {
                let at = play.at();
                at.entries_for(brigade).find(|entry| at.state.entries[entry.index()].border == border)
            }
            _ => first,
        };
        let formation = play.rules.brigade(brigade).formation;
        let posted = &mut play.state.brigades[brigade.index()];
        (posted.entry, posted.formation) = (entry, None);
        if matches!(action, Action::StartOn(_)) {
            posted.formation = formation;
            play.state.starting.insert(brigade);
            play.tell(Event::Starts { brigade });
        } else {
            play.tell(Event::Waits { brigade });
        }
        self.go_on(play);
    }
}
