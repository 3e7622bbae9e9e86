//! Troops are deployed (S12, S13): a brigade is drawn up in the shape of its Formation card by one answer, then single
//! stands are shifted, until all is right (RRF-DEP-4 to RRF-DEP-7, RRF-FORM-1, RRF-FORM-2, RRF-BARR-5, R-101, R-115).

mod drawn;
mod flaws;
mod walls;

use self::drawn::{draw, layings};
use self::flaws::{check_shape, in_words};
use super::sketches;
use crate::measure::Pose;
use crate::measure::lengths::{CLEAR, GENERAL};
use crate::measure::moves::is_off_limits;
use crate::measure::stand::overlaps_general;
use crate::model::action::Action;
use crate::model::cards::Formation;
use crate::model::event::Event;
use crate::model::ids::{BrigadeId, GeneralId, StandId};
use crate::model::numbers::Arrow;
use crate::model::position::{Play, Position};
use crate::model::scenario::{Kind, Part, RallyRoundTheFlag};
use crate::model::spot::{Drawn, Spot};
use crate::model::state::{Mark, Whereabouts};
use engine::agenda::{Opening, Question, Words, other_question};
use engine::scene::Sketch;
use engine::{Listing, Side, Sides, Violation};
use ground::geometry::Frame;
use ground::table::Posed;
use serde::{Deserialize, Serialize};

/// A side deploys the brigades that begin on the map.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeployTroops {
    /// Who.
    pub side: Side,
}

/// How many a program is offered.
const MOST: usize = 6;

impl Position<'_> {
    /// The shape a brigade has to have (RRF-FORM-1, RRF-FORM-18).
    #[must_use]
    pub fn formation(self, brigade: BrigadeId) -> Formation {
        self.posted(brigade).formation.unwrap_or(Formation::Unformed)
    }

    /// The brigades of a side that begin on the map.
    fn starting_of(self, side: Side) -> impl Iterator<Item = BrigadeId> {
        self.brigades_of(side).filter(move |&brigade| self.state.starting.contains(brigade))
    }

    /// Whether a stand begins on horseback unless its owner says otherwise (RRF-DEP-4b).
    fn seat(self, stand: StandId, mounted: Option<bool>) -> Option<bool> {
        if self.stand(stand).kind != Kind::Cavalry {
            return None;
        }
        let horses = self.circles(stand, Part::Mounted).0 > 0;
        Some(mounted.unwrap_or_else(|| self.is(stand, Mark::MOUNTED)) && horses)
    }
}

fn refuse<T>(at: Position<'_>, stand: StandId, rule: &str, text: String) -> Result<T, Violation> {
    Err(Violation::of(rule, text).about([at.stand(stand).tag.clone()]))
}

/// Whether bodies lie wholly in an area.
fn lie_in(bodies: &[Posed], zone: Frame) -> bool {
    bodies.iter().all(|body| body.outline.iter().all(|corner| zone.contains(*corner)))
}

/// Whether a stand has room somewhere, among everybody whom `gone` does not take off: on the map and on ground where it
/// may be, on nobody, near no enemy; within its area and the radius of its General (RRF-DEP-4, RRF-DEP-4a).
fn check_place(
    at: Position<'_>,
    stand: StandId,
    pose: Pose,
    mounted: Option<bool>,
    gone: &dyn Fn(StandId) -> bool,
) -> Result<(), Violation> {
    let about = at.stand(stand);
    let name = &about.name;
    let figure = at.figure_as(stand, mounted);
    let bodies = figure.footprint_at(pose);
    let map = at.rules.land.field().table();
    if !lie_in(&bodies, map) {
        return refuse(at, stand, "RRF-MAP-6", format!("{name} would reach beyond the map."));
    }
    // RRF-FORM-6: half of a Frontier brigade may begin farther forward.
    let frontier = at.formation(about.brigade) == Formation::Frontier;
    if !frontier && !lie_in(&bodies, at.zone(about.side)) {
        let text = format!("{name} would not lie wholly in its deployment area.");
        return refuse(at, stand, "RRF-DEP-4a", text);
    }
    let general = at.posted(about.brigade).general;
    let reach = crate::measure::lengths::length(Arrow::of_command(at.command(general)));
    let leader = at.leader(general);
    let within = bodies.first().is_some_and(|body| crate::measure::stand::is_within(leader.at, body, reach));
    if leader.whereabouts != Whereabouts::Map || !within {
        let leader = &at.rules.general(general).name;
        return refuse(at, stand, "RRF-DEP-4", format!("{name} would be beyond the radius of {leader}."));
    }
    at.measured(|table| {
        if bodies.iter().any(|body| is_off_limits(table, body)) {
            return refuse(at, stand, "RRF-MAP-10", format!("{name} would stand on ground off-limits."));
        }
        let others = || table.others(stand).filter(|other| !gone(other.id));
        let on = others().find(|other| bodies.iter().any(|body| body.overlaps(&other.body)));
        if let Some(other) = on {
            let text = format!("{name} would lie on {}.", at.stand(other.id).name);
            return refuse(at, stand, "RRF-LEAD-9", text);
        }
        let near = table
            .enemies(about.side)
            .find(|enemy| bodies.iter().any(|body| body.is_within(&enemy.body, CLEAR - 1)));
        if let Some(enemy) = near {
            let text = format!("{name} would be at {}.", at.stand(enemy.id).name);
            return refuse(at, stand, "RRF-MOVE-11", text);
        }
        let leader = table
            .generals
            .iter()
            .find(|general| bodies.iter().any(|body| overlaps_general(general.at, body)));
        match leader {
            Some(leader) => {
                let text = format!("{name} would stand on {}.", at.rules.general(leader.id).name);
                refuse(at, stand, "RRF-LEAD-8", text)
            }
            None => Ok(()),
        }
    })
}

impl DeployTroops {
    /// Whether a brigade is the side's, and begins on the map.
    fn check_own(self, at: Position<'_>, brigade: BrigadeId) -> Result<(), Violation> {
        let about = at.rules.brigade(brigade);
        if about.side == self.side && at.state.starting.contains(brigade) && at.takes_part(brigade) {
            return Ok(());
        }
        let text = format!("{} is not to be deployed now.", about.name);
        Err(Violation::of("RRF-DEP-4", text).about([about.tag.clone()]))
    }

    fn check_draw(self, at: Position<'_>, brigade: BrigadeId, drawn: Drawn) -> Result<(), Violation> {
        self.check_own(at, brigade)?;
        let own = |stand: StandId| at.stand(stand).brigade == brigade;
        for (stand, pose, mounted) in draw(at, brigade, drawn) {
            check_place(at, stand, pose, mounted, &own)?;
        }
        Ok(())
    }

    fn check_put(self, at: Position<'_>, stand: StandId, spot: Spot) -> Result<(), Violation> {
        let about = at.stand(stand);
        self.check_own(at, about.brigade)?;
        if at.troop(stand).whereabouts == Whereabouts::Absent {
            return refuse(at, stand, "RRF-DEP-4", format!("{} takes no part.", about.name));
        }
        if spot.mounted == Some(true) && at.seat(stand, spot.mounted) != Some(true) {
            return refuse(at, stand, "RRF-DEP-4b", format!("{} has no horses.", about.name));
        }
        if let Some(gap) = spot.wall {
            walls::check(at, stand, gap)?;
        }
        let pose = Pose::new(spot.at, spot.heading);
        check_place(at, stand, pose, at.seat(stand, spot.mounted), &|other| other == stand)
    }

    /// RRF-DEP-5: something of it stays on the map.
    fn check_hold(self, at: Position<'_>, stand: StandId) -> Result<(), Violation> {
        let about = at.stand(stand);
        self.check_own(at, about.brigade)?;
        let placed = at.rules.stands_of(about.brigade).filter(|&stand| at.is_present(stand)).count();
        if at.is_present(stand) && placed > 1 {
            return Ok(());
        }
        refuse(at, stand, "RRF-DEP-5", format!("{} cannot be held back.", about.name))
    }

    /// RRF-FORM-2, R-115: no room is where none of the ready-made layings fits.
    fn check_no_room(self, at: Position<'_>, brigade: BrigadeId) -> Result<(), Violation> {
        self.check_own(at, brigade)?;
        if layings(at, brigade, 1).is_empty() {
            return Ok(());
        }
        let about = at.rules.brigade(brigade);
        let text = format!("There is room for {}.", about.name);
        Err(Violation::of("RRF-FORM-2", text).about([about.tag.clone()]))
    }

    /// The first brigade that is not drawn up as it has to be, and what is wrong with it.
    fn wrong(self, at: Position<'_>) -> Option<(BrigadeId, Violation)> {
        at.starting_of(self.side).find_map(|brigade| {
            let about = at.rules.brigade(brigade);
            if !at.rules.stands_of(brigade).any(|stand| at.is_present(stand)) {
                let text = format!("{} has not been deployed.", about.name);
                return Some((brigade, Violation::of("RRF-DEP-4", text).about([about.tag.clone()])));
            }
            check_shape(at, brigade).err().map(|flaw| (brigade, in_words(at, brigade, flaw)))
        })
    }
}

impl Question<RallyRoundTheFlag> for DeployTroops {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if at.starting_of(self.side).next().is_none() { Opening::Pass } else { Opening::Ask }
    }

    fn listing(self, _: Position<'_>) -> Listing {
        Listing::Candidates
    }

    fn words(self, at: Position<'_>, side: Side) -> Words {
        let rule = if side == at.rules.attacker { "RRF-DEP-6" } else { "RRF-DEP-4" };
        match self.wrong(at) {
            None => Words::new("All your brigades are drawn up. Are you ready?", rule),
            Some((brigade, wrong)) => {
                let name = &at.rules.brigade(brigade).name;
                let formation = crate::scenarios::key(&at.formation(brigade));
                Words::new(format!("Where does {name} begin, in {formation}? {}", wrong.text), rule)
            }
        }
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        let Some((brigade, _)) = self.wrong(at) else { return out.push(Action::Ready) };
        let drawn = layings(at, brigade, MOST);
        if drawn.is_empty() {
            out.push(Action::NoRoom(brigade));
        }
        out.extend(drawn.into_iter().map(|drawn| Action::DrawUp { brigade, drawn }));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::DrawUp { brigade, drawn } => self.check_draw(at, brigade, drawn),
            Action::Put { stand, spot } => self.check_put(at, stand, spot),
            Action::HoldBack(stand) => self.check_hold(at, stand),
            Action::NoRoom(brigade) => self.check_no_room(at, brigade),
            Action::Ready => self.wrong(at).map_or(Ok(()), |(_, wrong)| Err(wrong)),
            _ => other_question(),
        }
    }

    fn sketch(self, at: Position<'_>, side: Side, action: &Action) -> Sketch {
        let refused = |text: String| self.check(at, side, action).map_or_else(|wrong| wrong.text, |()| text);
        match *action {
            Action::DrawUp { brigade, drawn } => {
                let name = &at.rules.brigade(brigade).name;
                let formation = crate::scenarios::key(&at.formation(brigade));
                let text = refused(format!("{name} is drawn up here, in {formation}."));
                sketches::stands(at, draw(at, brigade, drawn), text)
            }
            Action::Put { stand, spot } => {
                let text = refused(format!("{} begins here.", at.stand(stand).name));
                let pose = Pose::new(spot.at, spot.heading);
                sketches::stands(at, [(stand, pose, at.seat(stand, spot.mounted))], text)
            }
            _ => Sketch::default(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        match *action {
            Action::DrawUp { brigade, drawn } => {
                let places = draw(play.at(), brigade, drawn);
                let all: Vec<StandId> = play.rules.stands_of(brigade).collect();
                all.into_iter().for_each(|stand| take_off(play, stand));
                for (stand, pose, mounted) in places {
                    put(play, stand, pose, mounted, None);
                }
                play.tell(Event::DrawnUp { brigade });
            }
            Action::Put { stand, spot } => {
                let mounted = play.at().seat(stand, spot.mounted);
                take_off(play, stand);
                put(play, stand, Pose::new(spot.at, spot.heading), mounted, spot.wall);
                play.tell(Event::Placed { stand });
            }
            Action::HoldBack(stand) => {
                take_off(play, stand);
                play.tell(Event::HeldBack { stand });
            }
            Action::NoRoom(brigade) => wait_off(play, brigade),
            _ => return,
        }
        play.state.agenda.push(self);
    }
}

/// A stand goes back to those that wait.
fn take_off(play: &mut Play<'_>, stand: StandId) {
    if play.at().is_present(stand) {
        play.troop(stand).whereabouts = Whereabouts::Waiting;
    }
    walls::take_down(play, stand);
}

/// A stand takes its place, and its barricade with it (RRF-BARR-5).
fn put(play: &mut Play<'_>, stand: StandId, pose: Pose, mounted: Option<bool>, wall: Option<i32>) {
    let troop = play.troop(stand);
    (troop.whereabouts, troop.pose) = (Whereabouts::Map, pose);
    if let Some(mounted) = mounted {
        play.mark(stand, Mark::MOUNTED, mounted);
    }
    walls::put_up(play, stand, wall);
}

/// A brigade without room waits off the map, counted as Reserve and Independent: its General leaves the map with it; he
/// and all its cards are in play, whether it was subordinated or not (RRF-FORM-2, R-115). The last General of a side
/// stays.
pub fn wait_off(play: &mut Play<'_>, brigade: BrigadeId) {
    let all: Vec<StandId> = play.rules.stands_of(brigade).collect();
    all.into_iter().for_each(|stand| take_off(play, stand));
    play.state.starting.remove(brigade);
    let about = play.rules.brigade(brigade);
    let posted = &mut play.state.brigades[brigade.index()];
    posted.formation = Some(Formation::Reserve);
    if let Some(own) = about.own {
        (posted.general, posted.is_subordinated) = (own, false);
        let at = play.at();
        let is_last = at.leads(own) && at.generals_of(about.side).all(|general| general == own);
        // Whoever commands all has a place on the map if his own brigade was to begin there.
        let inside = at.rules.land.field().table().grown(-GENERAL);
        let seated = |general: &GeneralId| at.is_here(*general) && inside.contains(at.leader(*general).at);
        let stays = at.state.commanders[about.side.index()].filter(seated).unwrap_or(own);
        play.leader(own).whereabouts = Whereabouts::Waiting;
        if is_last {
            play.leader(stays).whereabouts = Whereabouts::Map;
        }
    }
    play.tell(Event::NoRoom { brigade });
}
