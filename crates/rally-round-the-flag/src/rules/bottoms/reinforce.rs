//! Reinforce (I-3, RRF-BOM-4, R-27): when an enemy's movement has touched a friend, another goes toward it by T.

use crate::measure::arrow::{Edge, MoveGeom};
use crate::measure::lengths::{TILT, TOUCH};
use crate::measure::moves::{self, Moved, Toward};
use crate::measure::sight::Scratch;
use crate::model::action::Action;
use crate::model::cards::Bottom;
use crate::model::event::{Cause, Event};
use crate::model::ids::{CardId, StandId};
use crate::model::laid::Laid;
use crate::model::numbers::{Arm, Arrow};
use crate::model::position::{Play, Position};
use crate::model::scenario::RallyRoundTheFlag;
use crate::model::state::Mark;
use crate::rules::cards::play_card;
use crate::rules::check::Check;
use crate::rules::melee;
use crate::rules::movement::refused;
use crate::rules::rout::shift;
use engine::agenda::{Opening, Question, Step, Words, other_question};
use engine::{Listing, Reaction, Side, Sides, Violation};
use ground::table::{Compass, Turn};
use serde::{Deserialize, Serialize};

/// The owner of a stand that was contacted may send another toward it, by one card (I-3, R-27).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reinforce {
    /// Who was contacted.
    pub contacted: StandId,
    /// By whom.
    pub charger: StandId,
}

impl Reinforce {
    /// Whether a stand could go: unengaged, unrouted, not mounted, not touching the one it goes to.
    fn could(self, at: Position<'_>, stand: StandId) -> Result<(), Violation> {
        let about = at.stand(stand);
        let refuse = |rule, text| Err(Violation::of(rule, text).about([about.tag.clone()]));
        if about.side != at.side(self.contacted) || stand == self.contacted || !at.is_present(stand) {
            return refuse("RRF-BOM-4", format!("{} is not another stand of yours on the map.", about.name));
        }
        if at.is(stand, Mark::ROUTED) {
            return refuse("R-83", format!("{} is routed.", about.name));
        }
        if at.is_engaged(stand) {
            return refuse("R-35", format!("{} is engaged.", about.name));
        }
        if at.arm(stand) == Arm::Mounted {
            return refuse("R-27", format!("{} is mounted.", about.name));
        }
        let theirs = at.bodies(self.contacted);
        if at.bodies(stand).iter().any(|body| theirs.iter().any(|there| body.is_within(there, TOUCH))) {
            return refuse("R-107", format!("{} touches it already.", about.name));
        }
        Ok(())
    }
}

impl Question<RallyRoundTheFlag> for Reinforce {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.contacted))
    }

    /// By public facts alone; and only while the contact is there.
    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let meets = at.is_present(self.contacted) && !melee::opponents(at, self.contacted).is_empty();
        let might =
            |&stand: &StandId| at.might_hold(stand, &[Bottom::Reinforce]) && self.could(at, stand).is_ok();
        let any = meets && at.present_of(at.side(self.contacted)).any(|stand| might(&stand));
        if any { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let text = format!("{} is charged. Does another stand go there?", at.stand(self.contacted).name);
        Words::new(text, "RRF-BOM-4")
    }

    fn reaction(self, at: Position<'_>, _: Side) -> Option<Reaction<Action>> {
        Some(Reaction::about(&at.stand(self.contacted).tag, Action::LetPass))
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        for &card in at.state.decks[side.index()].hand.iter() {
            let goes = at.present_of(side).map(|stand| Action::Reinforce { stand, card });
            out.extend(goes.filter(|action| self.check(at, side, action).is_ok()));
        }
        out.push(Action::LetPass);
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        let (stand, card) = match *action {
            Action::LetPass => return Ok(()),
            Action::Reinforce { stand, card } => (stand, card),
            _ => return other_question(),
        };
        is_of_brigade(at, side, card, stand, Bottom::Reinforce)?;
        self.could(at, stand)
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        let Action::Reinforce { stand, card } = *action else {
            return play.tell(Event::LetsPass { side });
        };
        play_card(play, side, card);
        play.state.decks[side.index()].discard(card);
        play.tell(Event::Answered { side, card });
        play.tell(Event::Reinforces { stand, friend: self.contacted });
        // other cards say that no check is made; this one does not.
        let check = Check { stand, modifier: 0, cause: Cause::Reinforce };
        play.state.agenda.then([check.into(), GoTo { stand, friend: self.contacted }.into()]);
    }
}

/// Whether a card that is held has this bottom and is of a stand's brigade (RRF-CARD-4).
pub(super) fn is_of_brigade(
    at: Position<'_>,
    side: Side,
    card: CardId,
    stand: StandId,
    bottom: Bottom,
) -> Result<(), Violation> {
    at.held(side, card)?;
    let (brigade, face) = at.battle(card)?;
    let (tag, about) = (&at.rules.card(card).tag, at.stand(stand));
    let refuse = |rule, text: String| Err(Violation::of(rule, text).about([tag.clone(), about.tag.clone()]));
    if face.bottom != bottom {
        return refuse("R-79", format!("{} is not played here.", face.bottom.name()));
    }
    if about.brigade != brigade {
        return refuse("RRF-CARD-4", format!("{} is not of the brigade of {tag}.", about.name));
    }
    Ok(())
}

/// Whoever passed its check goes; who failed stays.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GoTo {
    /// Who.
    pub stand: StandId,
    /// Toward whom.
    pub friend: StandId,
}

impl Step<RallyRoundTheFlag> for GoTo {
    fn take(self, play: &mut Play<'_>) {
        if play.state.is_passed {
            play.state.agenda.push(LayToward { stand: self.stand, friend: self.friend });
        }
    }
}

/// Where a move toward a friend leads: it ends early where it touches that friend or an enemy who touches it.
fn judged(at: Position<'_>, stand: StandId, friend: StandId, geom: &MoveGeom) -> Result<Moved, Violation> {
    let enemies = melee::opponents(at, friend);
    let mut scratch = Scratch::default();
    let moved =
        at.measured(|table| {
            let (own, friend) = (table.stand(stand)?, table.stand(friend)?);
            let toward = Toward { friend, enemies: &enemies, stops: true };
            let first = moves::check_reinforce(table, &mut scratch, own, geom, &toward);
            let whole = Toward { stops: false, ..toward };
            Some(first.or_else(|why| {
                moves::check_reinforce(table, &mut scratch, own, geom, &whole).map_err(|_| why)
            }))
        });
    match moved {
        Some(moved) => moved.map_err(|refusal| refused(at, stand, &refusal)),
        None => Err(Violation::of("RRF-BOM-4", "It is not on the map.")),
    }
}

/// How a stand goes toward a friend: by T, not specialised.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LayToward {
    /// Who.
    pub stand: StandId,
    /// Toward whom.
    pub friend: StandId,
}

impl Question<RallyRoundTheFlag> for LayToward {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.stand))
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let (name, friend) = (&at.stand(self.stand).name, &at.stand(self.friend).name);
        Words::new(format!("How does {name} go toward {friend}?"), "RRF-BOM-4")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let pose = at.troop(self.stand).pose;
        let friend = at.troop(self.friend).pose.at;
        let bearing = Compass::FINEST.bearing(pose.at, friend).unwrap_or(pose.heading);
        for edge in Edge::ALL {
            let along = pose.heading.turned(edge.turn());
            let straight = along.turn_to(bearing).clockwise();
            for off in [0, -150, 150, -300, 300] {
                let tilt = (straight + off).clamp(-TILT, TILT) as i16;
                let heading = pose.heading.turned(Turn::tenths(tilt.into()));
                let lay =
                    Action::Lay(Laid::Arrow(MoveGeom { arrow: Arrow::T, edge, tilt, slide: 0, heading }));
                if !out.contains(&lay) && self.check(at, side, &lay).is_ok() {
                    out.push(lay);
                }
            }
        }
        out.push(Action::Stay);
    }

    fn listing(self, _: Position<'_>) -> Listing {
        Listing::Candidates
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Lay(Laid::Arrow(geom)) if geom.arrow == Arrow::T => {
                judged(at, self.stand, self.friend, &geom).map(|_| ())
            }
            Action::Lay(_) => Err(Violation::of("R-27", "It goes by T, and not by a specialised Tactic.")),
            Action::Stay => Ok(()),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let stand = self.stand;
        let Action::Lay(Laid::Arrow(geom)) = *action else {
            return play.tell(Event::Stays { stand });
        };
        let Ok(moved) = judged(play.at(), stand, self.friend, &geom) else { return };
        shift(play, &moved.shifts);
        play.troop(stand).pose = moved.end;
        play.tell(Event::Moved { stand, arrow: Arrow::T, stopped: moved.stopped.is_some() });
        play.state.agenda.push(HastenTo { stand });
    }
}

/// Touching the enemy it joins the melee on the Defender's side, step 1 included. No window opens.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HastenTo {
    /// Who.
    pub stand: StandId,
}

impl Step<RallyRoundTheFlag> for HastenTo {
    fn take(self, play: &mut Play<'_>) {
        melee::join(play, self.stand);
    }
}
