//! Strengths (S6a): which brigades take part, and what the campaign's stands have lost and gained, circle by circle
//! (RRF-DECK-2, RRF-XFR-1 to RRF-XFR-3).

use crate::field::roster::Branch;
use crate::field::transfer::{Circles, Level, owed};
use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::ids::{BrigadeId, StandId};
use crate::model::position::{Play, Position};
use crate::model::scenario::{Kind, Part, RallyRoundTheFlag};
use crate::model::state::Whereabouts;
use engine::agenda::{Opening, Question, Step, Words, only, other_question};
use engine::{Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// In a campaign of corps, the owner leaves brigades out, though not all of a division (RRF-DECK-2).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TakeBrigades {
    /// Who.
    pub side: Side,
}

impl TakeBrigades {
    fn check_out(at: Position<'_>, side: Side, brigade: BrigadeId) -> Result<(), Violation> {
        let about = at.rules.brigade(brigade);
        let refuse = |rule, text: String| Err(Violation::of(rule, text).about([about.tag.clone()]));
        if about.side != side || !at.takes_part(brigade) {
            return refuse("RRF-DECK-2", format!("{} is not among yours.", about.name));
        }
        let same = |other: &BrigadeId| at.rules.brigade(*other).division == about.division;
        if at.brigades_of(side).filter(same).count() < 2 {
            return refuse("RRF-DECK-2", format!("{} is the last of its division.", about.name));
        }
        Ok(())
    }
}

impl Question<RallyRoundTheFlag> for TakeBrigades {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        // RRF-DECK-3: in a campaign of divisions every brigade is used.
        match at.rules.campaign.as_ref().map(|campaign| campaign.level) {
            Some(Level::Corps) => only(self, at),
            _ => Opening::Pass,
        }
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Which brigades do you leave out?", "RRF-DECK-2")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let all = at.brigades_of(side).filter(|&brigade| Self::check_out(at, side, brigade).is_ok());
        out.extend(all.map(Action::LeaveOut));
        out.push(Action::Ready);
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::LeaveOut(brigade) => Self::check_out(at, side, brigade),
            Action::Ready => Ok(()),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::LeaveOut(brigade) = *action else { return };
        let stands: Vec<StandId> = play.rules.stands_of(brigade).collect();
        stands.into_iter().for_each(|stand| play.troop(stand).whereabouts = Whereabouts::Absent);
        play.tell(Event::LeftOut { brigade });
        play.state.agenda.push(self);
    }
}

/// Looks at one of the campaign's stands after the other: what a side owes on its regiments.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Owe {
    /// Whose.
    pub side: Side,
    /// Which.
    pub account: u8,
}

/// The regiments and batteries of one of the campaign's stands.
fn stands(at: Position<'_>, account: u8) -> &[StandId] {
    let campaign = at.rules.campaign.as_ref();
    let found = campaign.and_then(|campaign| campaign.accounts.get(usize::from(account)));
    found.map_or(&[], |(_, stands)| stands)
}

impl Step<RallyRoundTheFlag> for Owe {
    fn take(self, play: &mut Play<'_>) {
        let Owe { side, account } = self;
        let Some(campaign) = &play.rules.campaign else { return };
        let Some((about, all)) = campaign.accounts.get(usize::from(account)) else { return };
        play.state.agenda.push(Owe { side, account: account + 1 });
        if all.first().is_none_or(|&stand| play.rules.stand(stand).side != side) {
            return;
        }
        let at = play.at();
        let circles: Vec<Circles> = all
            .iter()
            .filter(|&&stand| at.troop(stand).whereabouts != Whereabouts::Absent)
            .map(|&stand| Circles {
                id: String::new(),
                branch: match at.stand(stand).kind {
                    Kind::Infantry => Branch::Infantry,
                    Kind::Cavalry => Branch::Cavalry,
                    Kind::Artillery => Branch::Artillery,
                },
                printed: at.stand(stand).circles.map(|circles| circles.0),
                marked: at.troop(stand).losses,
                by_campaign: false,
            })
            .collect();
        let (marks, gains) = owed(campaign.level, about, &circles);
        // Losses first, then what was supplied; the last pushed is the first done.
        for (supply, owed) in [(true, gains), (false, marks)] {
            for kind in [2, 1, 0] {
                if owed[kind] > 0 {
                    let place = PlaceCircles { side, account, kind: kind as u8, supply, left: owed[kind] };
                    play.state.agenda.push(place);
                }
            }
        }
    }
}

/// The owner marks or erases circles, one at a time (RRF-XFR-1, RRF-XFR-2, RRF-XFR-6).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlaceCircles {
    /// Who.
    pub side: Side,
    /// Of which of the campaign's stands.
    pub account: u8,
    /// On which kind of stand: see [`Part`].
    pub kind: u8,
    /// Whether they are erased.
    pub supply: bool,
    /// How many are left.
    pub left: u16,
}

impl PlaceCircles {
    fn part(self) -> Part {
        Part::ALL[usize::from(self.kind).min(2)]
    }

    fn check_on(self, at: Position<'_>, stand: StandId) -> Result<(), Violation> {
        let about = at.stand(stand);
        let rule = if self.supply { "RRF-XFR-2" } else { "RRF-XFR-1" };
        let refuse = |rule, text: String| Err(Violation::of(rule, text).about([about.tag.clone()]));
        let absent = at.troop(stand).whereabouts == Whereabouts::Absent;
        if absent || !stands(at, self.account).contains(&stand) {
            return refuse(rule, format!("{} is not of that stand of the campaign.", about.name));
        }
        let part = self.part();
        if about.circles[part as usize].0 == 0 {
            return refuse("RRF-XFR-6", format!("{} has no such stand.", about.name));
        }
        let (marked, open) = (at.troop(stand).losses[part as usize], at.circles(stand, part).0);
        match if self.supply { marked } else { open } {
            0 => refuse(rule, format!("{} has no such circle left.", about.name)),
            _ => Ok(()),
        }
    }
}

impl Question<RallyRoundTheFlag> for PlaceCircles {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if self.left == 0 { Opening::Pass } else { only(self, at) }
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let account = at.rules.campaign.as_ref().map_or("?", |campaign| {
            campaign.accounts.get(usize::from(self.account)).map_or("?", |(about, _)| about.id.as_str())
        });
        let kind = crate::field::transfer::KINDS[usize::from(self.kind).min(2)];
        let left = self.left;
        if self.supply {
            Words::new(format!("Where is a loss of {account} {kind} made good? {left} left."), "RRF-XFR-2")
        } else {
            Words::new(format!("Who bears a loss of {account} {kind}? {left} left."), "RRF-XFR-1")
        }
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        let all = stands(at, self.account).iter().filter(|stand| self.check_on(at, **stand).is_ok());
        out.extend(all.map(|&stand| if self.supply { Action::MakeGood(stand) } else { Action::Bear(stand) }));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Bear(stand) if !self.supply => self.check_on(at, stand),
            Action::MakeGood(stand) if self.supply => self.check_on(at, stand),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let (Action::Bear(stand) | Action::MakeGood(stand)) = *action else { return };
        let part = self.part();
        let marked = &mut play.troop(stand).losses[part as usize];
        *marked = if self.supply { marked.saturating_sub(1) } else { *marked + 1 };
        play.tell(if self.supply { Event::MadeGood { stand, part } } else { Event::Lost { stand, part } });
        play.state.agenda.push(PlaceCircles { left: self.left - 1, ..self });
    }
}
