//! Field Column (RRF-BOM-2, RRF-BOM-3, R-28): others of the brigade form on the one that has moved, two stands wide.

use super::CloseOrder;
use crate::measure::generals::Shift;
use crate::measure::lengths::length;
use crate::measure::sight::Scratch;
use crate::measure::{Pose, fire, moves, slots};
use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::ids::StandId;
use crate::model::numbers::Arrow;
use crate::model::position::{Play, Position};
use crate::model::scenario::RallyRoundTheFlag;
use crate::model::state::Mark;
use crate::rules::movement::refused;
use crate::rules::rout::shift;
use engine::agenda::{Opening, Question, Words, other_question};
use engine::{Side, Sides, Violation};
use ground::table::Hand;
use serde::{Deserialize, Serialize};

/// Who forms up next: the first beside the one that leads, the second behind it, the third behind the first, and so on.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FormUp {
    /// Who leads.
    pub lead: StandId,
    /// On which side of it the second file is; nobody has formed up yet if `None`. `true` for the right.
    pub hand: Option<bool>,
    /// The last two of the column: the next one comes behind the first of them.
    pub last: [StandId; 2],
}

impl FormUp {
    /// The place of the next one.
    fn place(self, at: Position<'_>, stand: StandId, hand: Hand) -> Pose {
        let arm = at.arm(stand);
        match self.hand {
            None => slots::beside(&at.figure(self.lead), arm, hand),
            Some(_) => slots::behind(&at.figure(self.last[0]), arm),
        }
    }

    /// Whether a stand may form up there.
    fn fits(self, at: Position<'_>, stand: StandId, hand: Hand) -> Result<(Pose, Vec<Shift>), Violation> {
        let (about, lead) = (at.stand(stand), at.stand(self.lead));
        let refuse = |rule, text| Err(Violation::of(rule, text).about([about.tag.clone()]));
        if about.brigade != lead.brigade || stand == self.lead || !at.is_present(stand) {
            return refuse(
                "RRF-BOM-3",
                format!("{} is not another stand of its brigade on the map.", about.name),
            );
        }
        if at.is(stand, Mark::ROUTED) {
            return refuse("R-83", format!("{} is routed.", about.name));
        }
        if at.is_engaged(stand) {
            return refuse("RRF-BOM-3", format!("{} is engaged.", about.name));
        }
        if at.state.turn.used.contains(stand) {
            return refuse("R-28", format!("{} has formed up.", about.name));
        }
        if self.hand.is_some_and(|right| right != (hand == Hand::Right)) {
            return refuse("R-28", "The second file is on the other side.".to_owned());
        }
        let end = self.place(at, stand, hand);
        let reach = length(Arrow::longest(about.discipline));
        let mut scratch = Scratch::default();
        let placed = at.measured(|table| {
            let own = table.stand(stand)?;
            let under_fire = fire::under_fire(table, &mut scratch, own).is_some();
            Some(moves::check_placed(table, &mut scratch, own, end, reach, under_fire))
        });
        match placed {
            Some(Ok(shifts)) => Ok((end, shifts.to_vec())),
            Some(Err(refusal)) => Err(refused(at, stand, &refusal)),
            None => refuse("RRF-BOM-3", format!("{} is not on the map.", about.name)),
        }
    }
}

impl Question<RallyRoundTheFlag> for FormUp {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.lead))
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let side = at.side(self.lead);
        let there = at.is_present(self.lead) && !at.is(self.lead, Mark::ROUTED) && !at.is_engaged(self.lead);
        let mut found = Vec::new();
        if there {
            self.answers(at, side, &mut found);
        }
        if found.len() > 1 { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        Words::new(format!("Who forms on {}?", at.stand(self.lead).name), "RRF-BOM-3")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        for stand in at.present_of(side) {
            let forms = [Hand::Left, Hand::Right].map(|hand| Action::Form { stand, hand });
            out.extend(forms.into_iter().filter(|form| self.check(at, side, form).is_ok()));
        }
        out.push(Action::LetPass);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::LetPass => Ok(()),
            Action::Form { stand, hand } => self.fits(at, stand, hand).map(|_| ()),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::Form { stand, hand } = *action else { return };
        let Ok((end, shifts)) = self.fits(play.at(), stand, hand) else { return };
        shift(play, &shifts);
        play.troop(stand).pose = end;
        // activated or not, all become activated.
        play.mark(stand, Mark::ACTIVATED, true);
        play.state.turn.used.insert(stand);
        play.tell(Event::Forms { stand, lead: self.lead });
        let last = match self.hand {
            None => [self.lead, stand],
            Some(_) => [self.last[1], stand],
        };
        let next = FormUp { hand: Some(hand == Hand::Right), last, ..self };
        play.state.agenda.then([CloseOrder.into(), next.into()]);
    }
}
