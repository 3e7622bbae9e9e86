//! Which Force moves, and whether whole or in part (chapter 12, Parts I and III).

use crate::game::FullMeasureOfDevotion;
use crate::model::action::Action;
use crate::model::event::What;
use crate::model::ids::{CommanderId, ForceId, Officers};
use crate::model::numbers::{Brigades, Trains, Turn};
use crate::model::position::{Play, Position};
use crate::model::state::{Allowance, Delay, March, Purpose, Sorting};
use crate::model::strength::{Kind, Strength};
use crate::model::task::{Task, ask_or_pass};
use crate::rules::commanders::{check_equal, leads, who_leads};
use crate::rules::movement::{Halt, Walk};
use crate::rules::sequence::NextGo;
use crate::rules::steps::{Arms, Enemies};
use crate::scene::{drawn, meant, route};
use crate::speech::{brigades, counted, kind, led, located, marker, names, officer, own, points};
use engine::agenda::{Opening, Question, Words, other_question};
use engine::scene::{Point, Target};
use engine::{Side, Sides, Violation};
use serde::{Deserialize, Serialize};

impl<'a> Position<'a> {
    /// Forces of a side that have yet to march on their initial orders this turn (FMD-12-I-1).
    pub(crate) fn marchers(&self, side: Side) -> impl Iterator<Item = ForceId> + use<'a> {
        let state = self.state;
        // FMD-12-0-1, FMD-7-U6: the Union stands still on turns 1 and 2.
        let barred = side == Side::Union && state.turn < Turn(3);
        state
            .forces_of(side)
            .map(|(force, _)| force)
            .filter(move |&force| !barred && state.force(force).marching() && !state.force(force).moved)
    }

    /// Whether a side has an ORDER on the map.
    pub(crate) fn has_orders(&self, side: Side) -> bool {
        self.state.forces_of(side).any(|(force, _)| self.force(force).markers.order > 0)
    }

    fn check_activate(&self, enemies: &Enemies, side: Side, force: ForceId) -> Result<(), Violation> {
        let refuse = |rule, text: &str| {
            Err(Violation::of(rule, format!("Force {} {text}", force.name())).about([force.name()]))
        };
        if force.side() != side || self.force(force).at.is_none() {
            return Err(Violation::form(format!("{} is none of your Forces on the map.", force.name())));
        }
        let detail = self.force(force);
        // FMD-12-I-6: without an initial order it takes an ORDER to move.
        if detail.markers.order == 0 {
            return refuse("FMD-12-III-1", "has no ORDER.");
        }
        if detail.moved {
            return refuse("FMD-12-V-G1", "has moved this turn.");
        }
        let divisible = self.check_divisible(force).is_ok();
        let possible = match (detail.markers.order >= 2, divisible) {
            // RUL-20: it makes an inadvertent move.
            (true, false) => true,
            (true, true) => self.has_part_with_step(enemies, &Sorting::of(force, Purpose::March)),
            (false, true) => {
                self.can_set_out(enemies, force)
                    || self.has_part_with_step(enemies, &Sorting::of(force, Purpose::March))
            }
            (false, false) => self.can_set_out(enemies, force),
        };
        if possible { Ok(()) } else { refuse("RUL-64", "has no legal step.") }
    }

    fn check_divide(&self, force: ForceId, action: &Action) -> Result<(), Violation> {
        let detail = self.force(force);
        match action {
            Action::Whole if detail.markers.order > 0 => Err(Violation::of(
                "FMD-12-III-11",
                format!("Force {} had two ORDERs: part of it must stay with the other.", force.name()),
            )),
            Action::Whole if !self.can_set_out(&self.enemies(force.side()), force) => {
                Err(Violation::of("RUL-64", format!("Force {} as a whole has no legal step.", force.name())))
            }
            Action::Whole => Ok(()),
            Action::Divide => {
                self.check_divisible(force)?;
                if self.has_part_with_step(&self.enemies(force.side()), &Sorting::of(force, Purpose::March)) {
                    Ok(())
                } else {
                    Err(Violation::of("RUL-64", "No part of it has a legal step."))
                }
            }
            _ => Err(Violation::form("Does it go whole, or is it divided?")),
        }
    }

    /// Whether what has been told to go, with more of what is there, makes a part that can take a step.
    fn has_part_with_step(&self, enemies: &Enemies, sorting: &Sorting) -> bool {
        let force = sorting.force;
        let rest = self.force(force).strength.minus(sorting.strength);
        let sent = Arms::of(sorting.strength);
        Arms::subsets().any(|arms| {
            arms.covers(sent)
                && arms.minus(sent).iter().all(|arm| rest.has(arm))
                // One brigade at least stays.
                && u32::from(rest.size().0) > arms.minus(sent).count()
                && self.can_part(enemies, force, arms, sorting.trains > Trains::ZERO)
        })
    }

    /// Whether the part can be completed in a way that serves its purpose.
    fn is_fit(&self, sorting: &Sorting) -> bool {
        match sorting.purpose {
            Purpose::March => self.has_part_with_step(&self.enemies(sorting.force.side()), sorting),
            Purpose::Advance | Purpose::Enter => self.can_part_enter(sorting, false),
        }
    }

    fn can_part_enter(&self, sorting: &Sorting, now: bool) -> bool {
        let Some(battle) = &self.state.battle else { return false };
        let target = self.vacated(battle, sorting.force);
        let rest = self.force(sorting.force).strength.minus(sorting.strength);
        let sent = Arms::of(sorting.strength);
        Arms::subsets().any(|arms| {
            let fits = if now {
                arms == sent
            } else {
                arms.covers(sent)
                    && arms.minus(sent).iter().all(|arm| rest.has(arm))
                    && u32::from(rest.size().0) > arms.minus(sent).count()
            };
            fits && self.may_advance(sorting.force, arms, sorting.trains > Trains::ZERO, target)
        })
    }

    /// What is asked next while a Force is divided.
    pub(crate) fn sorting(&self) -> Task {
        if self.open_leaders().is_some() { LeadPart.into() } else { SortForce.into() }
    }

    /// Those among whom the owner has yet to choose a leader for a part, and whether for the one that goes.
    fn open_leaders(&self) -> Option<(Officers, bool)> {
        let sorting = self.state.sorting.as_ref().filter(|sorting| sorting.going)?;
        let detail = self.force(sorting.force);
        let side = sorting.force.side();
        let ahead = self.may_lead(side, sorting.officers);
        if sorting.ahead.is_none() && ahead.count() > 1 {
            return Some((ahead, true));
        }
        let behind = self.may_lead(side, detail.officers.minus(sorting.officers));
        (sorting.behind.is_none() && behind.count() > 1 && sorting.officers.contains(detail.leader))
            .then_some((behind, false))
    }

    fn check_sort(&self, action: &Action) -> Result<(), Violation> {
        let Some(sorting) = self.state.sorting else {
            return Err(Violation::form("No Force is divided now."));
        };
        let force = sorting.force;
        let detail = self.force(force);
        let refuse = |rule, text: String| Err(Violation::of(rule, text).about([force.name()]));
        let mut more = sorting;
        match *action {
            Action::Send(kind) => {
                let rest = detail.strength.minus(sorting.strength);
                if rest.of(kind) == Brigades::ZERO {
                    return refuse(
                        "FMD-5-6",
                        format!("Force {} has no more {}.", force.name(), kind.words()),
                    );
                }
                if rest.size() == Brigades(1) {
                    return refuse("FMD-4-2", "One brigade at least stays.".into());
                }
                more.strength.add(kind);
                self.check_fit(&more)
            }
            Action::SendOfficer(who) => self.check_send_officer(&sorting, who),
            Action::SendTrain => {
                if sorting.trains == detail.trains {
                    return refuse("FMD-11-III-8", format!("Force {} has no more trains.", force.name()));
                }
                more.trains += Trains(1);
                self.check_fit(&more)
            }
            Action::SendMarker(delay) => {
                let (there, sent) = match delay {
                    Delay::Now => (detail.markers.order, sorting.order),
                    Delay::One => (detail.markers.plus_one, sorting.plus_one),
                    Delay::Two => (detail.markers.plus_two, sorting.plus_two),
                };
                if delay == Delay::Now && sorting.purpose != Purpose::Advance {
                    return refuse(
                        "FMD-12-III-10",
                        "An ORDER never travels with the part that moves.".into(),
                    );
                }
                if sent == there {
                    return refuse("RUL-19", format!("Force {} has no more such markers.", force.name()));
                }
                Ok(())
            }
            Action::Go => self.check_go(&sorting),
            _ => Err(Violation::form("Send brigades, commanders, trains or markers, then go.")),
        }
    }

    fn check_fit(&self, more: &Sorting) -> Result<(), Violation> {
        if self.is_fit(more) {
            Ok(())
        } else {
            let text = format!("With it, no part of Force {} could go anywhere.", more.force.name());
            Err(Violation::of("RUL-64", text).about([more.force.name()]))
        }
    }

    fn check_send_officer(&self, sorting: &Sorting, who: CommanderId) -> Result<(), Violation> {
        let force = sorting.force;
        let rest = self.force(force).officers.minus(sorting.officers);
        let refuse = |rule, text: String| Err(Violation::of(rule, text).about([force.name()]));
        if who.index() >= self.campaign.commanders.len() || !rest.contains(who) {
            return refuse("FMD-12.2-2", format!("He is not with Force {}.", force.name()));
        }
        if rest.without(who).is_empty() && self.free_counters(force.side()).is_empty() {
            return refuse("FMD-3-8", "The part that stays would have no commander.".into());
        }
        Ok(())
    }

    fn check_go(&self, sorting: &Sorting) -> Result<(), Violation> {
        let force = sorting.force;
        let refuse = |rule, text: &str| Err(Violation::of(rule, text).about([force.name()]));
        if sorting.strength.is_empty() {
            return refuse("FMD-4-2", "At least one brigade must go.");
        }
        // FMD-12-III-9: one for each part.
        let mut needed = u32::from(sorting.officers.is_empty());
        needed += u32::from(self.force(force).officers.minus(sorting.officers).is_empty());
        if needed > self.free_counters(force.side()).count() {
            return refuse("FMD-3-8", "Both parts need a commander.");
        }
        let fit = match sorting.purpose {
            Purpose::March => self.can_part(
                &self.enemies(force.side()),
                force,
                Arms::of(sorting.strength),
                sorting.trains > Trains::ZERO,
            ),
            Purpose::Advance | Purpose::Enter => self.can_part_enter(sorting, true),
        };
        if fit { Ok(()) } else { refuse("RUL-64", "This part cannot go anywhere.") }
    }
}

/// Which Force marches on its initial order? (T7)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MarchOnOrder;

impl Question<FullMeasureOfDevotion> for MarchOnOrder {
    fn asked(self, at: Position<'_>) -> Sides {
        at.on_go()
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        ask_or_pass(self.asked(at))
    }

    fn pass(self, play: &mut Play<'_>) {
        play.next_phase();
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Which Force marches on its initial order?", "FMD-12-I-1")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        out.extend(at.marchers(side).map(Action::March));
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        let Action::March(force) = *action else { return other_question() };
        if at.marchers(side).any(|other| other == force) {
            return Ok(());
        }
        let text = format!("Force {} has no march left on an initial order this turn.", force.name());
        Err(Violation::of("FMD-12-I-1", text).about([force.name()]))
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        if let Action::March(force) = *action {
            play.march_on_initial_order(force);
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        let Action::March(force) = *action else { return action.write(at.campaign) };
        let detail = at.force(force);
        let left = detail.route().rest().len() as u64;
        let (basic, _) = at.campaign.allowance(detail.strength, at.state.weather);
        format!(
            "{} marches on: {} left of its order, {} movement points this turn",
            led(at, force),
            counted(left, "hex", "hexes"),
            points(basic)
        )
    }

    fn meaning(self, at: Position<'_>, side: Side, clicked: &Target) -> Option<Action> {
        meant(at, side, clicked, |force| Some(Action::March(force)), |_| None)
    }

    fn way(self, at: Position<'_>, _: Side, action: &Action) -> (Vec<Point>, String) {
        let Action::March(force) = *action else { return Default::default() };
        let left = route(at, force);
        let hexes = left.len().saturating_sub(1) as u64;
        let (basic, _) = at.campaign.allowance(at.force(force).strength, at.state.weather);
        let cost = format!(
            "{}, {} movement points this turn",
            counted(hexes, "hex to go", "hexes to go"),
            points(basic)
        );
        drawn(at, Some((left, cost)))
    }
}

/// Which Force moves on an ORDER? (T9, FMD-12-III-1)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveForce;

impl Question<FullMeasureOfDevotion> for MoveForce {
    fn asked(self, at: Position<'_>) -> Sides {
        at.on_go()
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        ask_or_pass(self.asked(at))
    }

    fn pass(self, play: &mut Play<'_>) {
        play.next_phase();
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Which Force moves on its ORDER?", "FMD-12-III-1")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let forces = at.state.forces_of(side).map(|(force, _)| force);
        let with_orders = forces.filter(|&force| at.force(force).markers.order > 0);
        let enemies = at.enemies(side);
        let can_move = with_orders.filter(|&force| at.check_activate(&enemies, side, force).is_ok());
        out.extend(can_move.map(Action::Activate));
        out.push(Action::Decline);
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Decline => Ok(()),
            Action::Activate(force) => at.check_activate(&at.enemies(side), side, force),
            _ => Err(Violation::form("Move a Force with an ORDER, or decline.")),
        }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        play.activate(side, action);
    }

    fn label(self, at: Position<'_>, side: Side, action: &Action) -> String {
        match *action {
            Action::Activate(force) => at.activation(force),
            Action::Decline => {
                let forces = at.state.forces_of(side);
                let lost: u64 = forces.map(|(force, _)| u64::from(at.force(force).markers.order)).sum();
                format!("No more moves: {} lost", counted(lost, "ORDER is", "ORDERs are"))
            }
            _ => action.write(at.campaign),
        }
    }

    fn meaning(self, at: Position<'_>, side: Side, clicked: &Target) -> Option<Action> {
        meant(at, side, clicked, |force| Some(Action::Activate(force)), |_| None)
    }
}

impl Position<'_> {
    /// What a Force can do with an ORDER, in words.
    fn activation(&self, force: ForceId) -> String {
        let detail = self.force(force);
        let split = if detail.markers.order > 1 {
            match self.check_divisible(force) {
                Ok(()) => ", which must be divided",
                Err(_) => ", which cannot be divided and goes astray",
            }
        } else {
            ""
        };
        let (basic, forced) =
            self.marching_points(detail.strength, detail.markers.forage, detail.trains > Trains::ZERO);
        let forced =
            if forced > basic { format!(", {} by force march", points(forced)) } else { String::new() };
        format!("{} moves{split}: {} movement points{forced}", led(*self, force), points(basic))
    }
}

/// Does the Force go whole or in part? (FMD-12-III-7)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DivideForce;

impl Question<FullMeasureOfDevotion> for DivideForce {
    fn asked(self, at: Position<'_>) -> Sides {
        match (at.state.battle.as_ref(), at.state.march) {
            (None, Some(march)) => Sides::only(march.force.side()),
            _ => Sides::NONE,
        }
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        ask_or_pass(self.asked(at))
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let force = at.state.march.map_or_else(String::new, |march| located(at, march.force));
        Words::new(format!("{force}: does all of it go?"), "FMD-12-III-7")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let both = [Action::Whole, Action::Divide];
        out.extend(both.into_iter().filter(|action| self.check(at, side, action).is_ok()));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let Some(March { force, .. }) = at.state.march else { return other_question() };
        at.check_divide(force, action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Some(March { force, .. }) = play.state.march else { return };
        if *action == Action::Divide {
            play.begin_sorting(force, Purpose::March);
        } else {
            play.set_out(force);
        }
    }

    fn is_answered_unseen(self, _: Position<'_>, _: Side) -> bool {
        true
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match action {
            Action::Whole => "All of it goes".to_owned(),
            Action::Divide => "Divide it: part goes as a new Force, part stays".to_owned(),
            _ => action.write(at.campaign),
        }
    }
}

/// Who goes, and who stays? Asked until all are told: brigades, commanders, each of whom is in one part (FMD-12.2-2),
/// trains as their owner likes (FMD-11-III-8), markers.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SortForce;

impl Question<FullMeasureOfDevotion> for SortForce {
    fn asked(self, at: Position<'_>) -> Sides {
        at.state.sorting.map_or(Sides::NONE, |sorting| Sides::only(sorting.force.side()))
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        ask_or_pass(self.asked(at))
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let Some(sorting) = at.state.sorting else { return Words::new("Who goes?", "FMD-12-III-7") };
        let (verb, rule) = match sorting.purpose {
            Purpose::March => ("marches off", "FMD-12-III-7"),
            Purpose::Advance => ("advances", "FMD-12.3.2b-12"),
            Purpose::Enter => ("enters the hex the cavalry left", "FMD-14.3-3a"),
        };
        let so_far = told(at, &sorting);
        Words::new(format!("{} is divided: who {verb}? So far {so_far}.", own(sorting.force)), rule)
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        let Some(sorting) = &at.state.sorting else { return };
        let detail = at.force(sorting.force);
        let mut add = |action: Action| {
            if at.check_sort(&action).is_ok() {
                out.push(action);
            }
        };
        add(Action::Go);
        detail.strength.minus(sorting.strength).kinds().for_each(|kind| add(Action::Send(kind)));
        detail.officers.minus(sorting.officers).iter().for_each(|who| add(Action::SendOfficer(who)));
        if sorting.trains < detail.trains {
            add(Action::SendTrain);
        }
        let markers = [
            (Delay::Now, detail.markers.order, sorting.order),
            (Delay::One, detail.markers.plus_one, sorting.plus_one),
            (Delay::Two, detail.markers.plus_two, sorting.plus_two),
        ];
        let left = markers.into_iter().filter(|(_, there, sent)| sent < there);
        left.for_each(|(delay, ..)| add(Action::SendMarker(delay)));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_sort(action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        play.sort(action);
    }

    fn is_answered_unseen(self, _: Position<'_>, _: Side) -> bool {
        true
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match (*action, at.state.sorting) {
            (Action::Send(one), Some(sorting)) => {
                let left = at.force(sorting.force).strength.minus(sorting.strength).of(one);
                format!("A {} brigade goes along ({left} there)", kind(one))
            }
            (Action::SendOfficer(who), _) => format!("{} goes along", officer(at.campaign, who)),
            (Action::SendTrain, _) => "A train goes along".to_owned(),
            (Action::SendMarker(delay), _) => format!("A {} marker goes along", marker(delay)),
            (Action::Go, Some(sorting)) => format!("These go: {}", brigades(sorting.strength)),
            _ => action.write(at.campaign),
        }
    }
}

/// Who of equals, or of the free division commanders, leads a part? Asked out of sight (FMD-6-3, FMD-6-9).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LeadPart;

impl Question<FullMeasureOfDevotion> for LeadPart {
    fn asked(self, at: Position<'_>) -> Sides {
        SortForce.asked(at)
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let (equals, goes) = at.open_leaders().unwrap_or_default();
        who_leads(at, equals, if goes { "the part that goes" } else { "the part that stays" })
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend(at.open_leaders().unwrap_or_default().0.iter().map(Action::Lead));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        check_equal(at, at.open_leaders().unwrap_or_default().0, action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        play.sort(action);
    }

    fn is_answered_unseen(self, _: Position<'_>, _: Side) -> bool {
        true
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        leads(at, action)
    }
}

/// What has been told to go while a Force is divided.
pub(crate) fn told(at: Position<'_>, sorting: &Sorting) -> String {
    let mut parts = Vec::new();
    if !sorting.strength.is_empty() {
        parts.push(brigades(sorting.strength));
    }
    if !sorting.officers.is_empty() {
        parts.push(names(at.campaign, sorting.officers));
    }
    if sorting.trains > Trains::ZERO {
        parts.push(counted(sorting.trains, "train", "trains"));
    }
    let markers =
        [(Delay::Now, sorting.order), (Delay::One, sorting.plus_one), (Delay::Two, sorting.plus_two)];
    for (delay, count) in markers {
        if count > 0 {
            parts.push(format!("{count} {}", marker(delay)));
        }
    }
    if parts.is_empty() { "nobody".to_owned() } else { parts.join(", ") }
}

impl Sorting {
    /// Nobody is told to go yet.
    #[must_use]
    pub const fn of(force: ForceId, purpose: Purpose) -> Sorting {
        Sorting {
            force,
            purpose,
            strength: Strength::NONE,
            officers: Officers::NONE,
            order: 0,
            plus_one: 0,
            plus_two: 0,
            trains: Trains::ZERO,
            going: false,
            ahead: None,
            behind: None,
        }
    }

    /// One more brigade.
    fn send(&mut self, kind: Kind) {
        self.strength.add(kind);
    }
}

impl Play<'_> {
    fn march_on_initial_order(&mut self, force: ForceId) {
        self.push(NextGo);
        let detail = self.state.force(force);
        let (basic, _) = self.campaign.allowance(detail.strength, self.state.weather);
        let foraging = detail.markers.forage;
        self.begin_march(March { initial: true, ..March::new(force, Some(Allowance::of(basic)), foraging) });
    }

    /// Part III: a Force uses an ORDER, or the side is out (FMD-12-III-5).
    fn activate(&mut self, side: Side, action: &Action) {
        self.push(NextGo);
        let Action::Activate(force) = *action else {
            let orders = self.forfeit_orders(side);
            self.tell(What::Declined { side, orders });
            return;
        };
        let divisible = self.position().check_divisible(force).is_ok();
        let detail = self.state.force_mut(force);
        // FMD-12-III-4, FMD-12-III-6: one ORDER, one move.
        detail.markers.order -= 1;
        // FMD-12-III-11: part of it stays with the other ORDER, and may go elsewhere by it (FMD-12-III-8).
        let must_split = detail.markers.order > 0;
        let (at, foraging) = (detail.at.unwrap_or_default(), detail.markers.forage);
        self.tell(What::MarchBegins { force, at, initial: false });
        if must_split {
            // Whether it can be divided is seen now.
            self.story.reveal();
        }
        if must_split && !divisible {
            self.stray_with_two_orders(side, force);
        } else if divisible {
            self.state.march = Some(March::new(force, None, foraging));
            self.push(DivideForce);
        } else {
            self.set_out(force);
        }
    }

    /// Every ORDER of a side goes, and it is out for Part III.
    fn forfeit_orders(&mut self, side: Side) -> u8 {
        self.state.out = self.state.out.with(side);
        let mut orders = 0;
        for force in ForceId::of(side) {
            orders += std::mem::take(&mut self.state.force_mut(force).markers.order);
        }
        orders
    }

    /// Two ORDERs, and it cannot be divided (FMD-12-III-12, RUL-20).
    fn stray_with_two_orders(&mut self, side: Side, force: ForceId) {
        let detail = self.state.force(force);
        let (basic, _) = self.campaign.allowance(detail.strength, self.state.weather);
        let foraging = detail.markers.forage;
        self.state.march =
            Some(March { over: true, ..March::new(force, Some(Allowance::of(basic)), foraging) });
        let orders = self.forfeit_orders(side);
        self.tell(What::OrdersLost { side, orders });
        self.state.agenda.then([Walk.into(), Halt.into()]);
        self.drift();
    }

    /// A Force is to be divided, on the march or after combat and never else (FMD-5-4): its owner says who goes.
    pub(crate) fn begin_sorting(&mut self, force: ForceId, purpose: Purpose) {
        self.state.sorting = Some(Sorting::of(force, purpose));
        self.push(SortForce);
    }

    /// One more is told to go, or all are.
    fn sort(&mut self, action: &Action) {
        let goes = self.position().open_leaders().is_some_and(|(_, goes)| goes);
        let Some(sorting) = &mut self.state.sorting else { return };
        match *action {
            Action::Send(kind) => sorting.send(kind),
            Action::SendOfficer(who) => sorting.officers = sorting.officers.with(who),
            Action::SendTrain => sorting.trains += Trains(1),
            Action::SendMarker(Delay::Now) => sorting.order += 1,
            Action::SendMarker(Delay::One) => sorting.plus_one += 1,
            Action::SendMarker(Delay::Two) => sorting.plus_two += 1,
            Action::Lead(who) if goes => sorting.ahead = Some(who),
            Action::Lead(who) => sorting.behind = Some(who),
            // The enemy sees nothing before the parts stand on the map; dividing reveals them then.
            _ => sorting.going = true,
        }
        let sorting = *sorting;
        if !sorting.going || self.position().open_leaders().is_some() {
            return self.push(SortForce);
        }
        self.state.sorting = None;
        match sorting.purpose {
            Purpose::March => self.set_out_in_part(sorting),
            Purpose::Advance | Purpose::Enter => self.follow_in_part(sorting),
        }
    }

    fn set_out_in_part(&mut self, sorting: Sorting) {
        let new = self.split(sorting);
        self.set_out(new);
    }

    /// A whole Force sets out on a further order.
    fn set_out(&mut self, force: ForceId) {
        let march = self.further_march(force);
        self.state.march = Some(march);
        self.state.agenda.then([Walk.into(), Halt.into()]);
    }

    fn further_march(&self, force: ForceId) -> March {
        let detail = self.state.force(force);
        let position = self.position();
        let (basic, forced) =
            position.marching_points(detail.strength, detail.markers.forage, detail.trains > Trains::ZERO);
        March::new(force, Some(Allowance { basic, forced }), detail.markers.forage)
    }
}
