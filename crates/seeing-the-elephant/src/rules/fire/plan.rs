//! The fire phase: a plan is made answer by answer, then all its dice fall (S5, S6).

use super::volley::{self, Aimed, Prospect, Shot, StandBits, Volley};
use super::{prospects, stand_numbers, take};
use crate::model::action::Action;
use crate::model::aims::{Effort, StandSet};
use crate::model::event::Event;
use crate::model::ids::{OfficerId, UnitId};
use crate::model::layout::Layout;
use crate::model::position::{Play, Position};
use crate::model::scenario::SeeingTheElephant;
use crate::model::state::{Fate, Formation, Mark, Posture};
use crate::model::troops::{Arm, Weapon};
use crate::rules::sight::Lookout;
use crate::rules::tables::FIRE_COLUMNS;
use crate::scene::{arcs, on_board};
use crate::speech;
use engine::agenda::{Opening, Question, Step, Words, other_question};
use engine::scene::{self, Sketch};
use engine::{Listing, Side, Sides, Violation};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A plan of fire while it is made, and its shots while they are rolled.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct FirePlan {
    /// What everybody could do when the phase began; nobody moves while the plan is made.
    pub prospects: Vec<Prospect>,
    /// Who fires at whom, in the order in which that was first said.
    pub aims: Vec<Aim>,
    /// Targets at which small arms and guns fire as one shot (STE-FIRE-8).
    pub together: Vec<UnitId>,
    /// The shots, fixed when the plan was committed.
    pub shots: Vec<Shot>,
}

/// StandSet of a unit that fire at a target.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Aim {
    /// Whose.
    pub unit: UnitId,
    /// At whom.
    pub target: Aimed,
    /// Which.
    pub stands: StandBits,
}

impl FirePlan {
    /// How much memory it owns, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let FirePlan { prospects, aims, together, shots } = self;
        let units = shots.iter().map(|shot| size_of_val(&*shot.units)).sum::<usize>();
        size_of_val(&**prospects)
            + size_of_val(&**aims)
            + size_of_val(&**together)
            + size_of_val(&**shots)
            + units
    }

    fn prospect(&self, unit: UnitId, target: Aimed) -> Option<&Prospect> {
        self.prospects.iter().find(|prospect| prospect.unit == unit && prospect.target == target)
    }

    fn has_prospect(&self, unit: UnitId) -> bool {
        self.prospects.iter().any(|prospect| prospect.unit == unit)
    }

    fn fires(&self, unit: UnitId) -> bool {
        self.aims.iter().any(|aim| aim.unit == unit)
    }

    /// The aims of a unit once some of its stands have been given to a target: they leave whatever they aimed at.
    fn aimed(&self, unit: UnitId, stands: StandBits, target: Aimed) -> Vec<Aim> {
        let mut aims = self.aims.clone();
        for aim in aims.iter_mut().filter(|aim| aim.unit == unit) {
            aim.stands &= !stands;
        }
        match aims.iter_mut().find(|aim| aim.unit == unit && aim.target == target) {
            Some(aim) => aim.stands |= stands,
            None => aims.push(Aim { unit, target, stands }),
        }
        aims.retain(|aim| aim.stands != 0);
        aims
    }

    /// Whether both small arms and guns fire at a target.
    fn is_mixed(&self, at: Position<'_>, target: UnitId) -> bool {
        let by = |guns: bool| {
            self.aims
                .iter()
                .any(|aim| aim.target == Aimed::Unit(target) && at.unit(aim.unit).arm.is_artillery() == guns)
        };
        by(true) && by(false)
    }
}

/// Whether a unit is bound to attack and so holds its fire: over-enthusiastic foot or horse in close order that has not
/// moved, run or been engaged.
#[must_use]
pub fn is_driven_on(at: Position<'_>, unit: UnitId) -> bool {
    at.is(unit, Mark::ELATED)
        && matches!(at.unit(unit).arm, Arm::Infantry | Arm::Cavalry)
        && matches!(at.troop(unit).formation, Formation::Line | Formation::Column)
        && !at.is(unit, Mark::MOVED)
        && at.troop(unit).ran[0].is_none()
        && !at.is_in_contact(unit)
}

/// The commanders of a side who stand alone, where they may be shot at (STE-OPT-1).
pub fn lone_officers(at: Position<'_>, side: Side) -> impl Iterator<Item = OfficerId> + '_ {
    let count = if at.rules.options.fire_at_officers { at.state.officers.len() } else { 0 };
    (0..count).map(OfficerId::at).filter(move |&officer| {
        let commander = &at.state.officers[officer.index()];
        let hq = at.rules.hq(at.rules.officer(officer).hq);
        hq.side == side && commander.fate == Fate::Present && commander.with.is_none()
    })
}

/// The fire phase of an activation (S5).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FirePhase;

impl Step<SeeingTheElephant> for FirePhase {
    fn take(self, play: &mut Play<'_>) {
        let at = play.at();
        let layout = Layout::of(at);
        let at = at.with(&layout);
        let prospects = prospects(at, &mut Lookout::new(at));
        play.state.plan = FirePlan { prospects, ..FirePlan::default() };
        play.state.agenda.push(PlanFire);
    }
}

/// The phasing player plans all his fire before any die falls (STE-FIRE-4): postures, stands and targets, shots that
/// are rolled as one. Every answer can be changed until he commits the plan.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlanFire;

impl PlanFire {
    fn plan(at: Position<'_>) -> &FirePlan {
        &at.state.plan
    }

    /// Whether a unit may fire at full effect: who has moved or run this turn fires at reduced effect, but for
    /// skirmishers.
    fn may_fire_full(at: Position<'_>, unit: UnitId) -> bool {
        let moved = at.is(unit, Mark::MOVED) || at.troop(unit).ran[0].is_some();
        !moved || at.is_loose(unit) || at.unit(unit).arm.is_artillery()
    }

    /// The effect other than full at which a unit may fire: none for skirmishers, who move afterwards anyway
    /// (STE-FIRE-2, R-12), nor for guns that never move (M-18).
    fn lesser(at: Position<'_>, unit: UnitId) -> Option<Effort> {
        match at.unit(unit).arm {
            _ if at.is_loose(unit) => None,
            Arm::SiegeArtillery | Arm::Gunboat => None,
            arm if arm.is_artillery() => Some(Effort::Prolong),
            _ => Some(Effort::Reduced),
        }
    }

    /// The stands that `all` means: all that can fire at the target, guns in pairs.
    fn all(at: Position<'_>, prospect: &Prospect) -> StandBits {
        volley::paired(at, prospect.unit, prospect.able())
    }

    /// Who an answer has fire at whom, and the shot that these stands alone would have.
    fn aimed(at: Position<'_>, action: &Action) -> Option<(UnitId, Aimed, Option<Shot>)> {
        let (unit, stands, target) = match *action {
            Action::Aim { unit, stands, target } => (unit, stands, Aimed::Unit(target)),
            Action::Snipe { unit, stands, officer } => (unit, stands, Aimed::Officer(officer)),
            _ => return None,
        };
        let prospect = PlanFire::plan(at).prospect(unit, target)?;
        let wanted = if stands == StandSet::ALL { PlanFire::all(at, prospect) } else { stands.0 };
        let full = PlanFire::may_fire_full(at, unit) && at.troop(unit).posture != Posture::Reduced;
        let mut volley = Volley::new(at, target);
        volley.add(prospect, wanted, full);
        Some((unit, target, volley.shot()))
    }

    fn refuse(at: Position<'_>, unit: UnitId, rule: &'static str, why: String) -> Violation {
        Violation::of(rule, why).about([at.unit(unit).tag.clone()])
    }

    /// Whether stands may be given to a target.
    fn check_aim(at: Position<'_>, unit: UnitId, stands: StandSet, target: Aimed) -> Result<(), Violation> {
        let plan = PlanFire::plan(at);
        let name = &at.unit(unit).name;
        let refuse = |rule, why| Err(PlanFire::refuse(at, unit, rule, why));
        let Some(prospect) = plan.prospect(unit, target) else {
            let whom = name_of(at, target);
            return if plan.has_prospect(unit) {
                refuse(
                    "STE-FIRE-11",
                    format!("{name} has no stand with {whom} in arc, in sight and in range"),
                )
            } else {
                refuse("R-94", format!("{name} has no target and is not asked"))
            };
        };
        let wanted = if stands == StandSet::ALL { PlanFire::all(at, prospect) } else { stands.0 };
        let idle = wanted & !prospect.able();
        if idle != 0 {
            let which = stand_numbers(idle);
            let whom = name_of(at, target);
            return refuse(
                "STE-FIRE-9",
                format!("stand {which} of {name} has not got {whom} in arc, in sight and in range"),
            );
        }
        // What the whole unit then aims at must hold: its guns in pairs, and more stands than markers.
        for aim in plan.aimed(unit, wanted, target).iter().filter(|aim| aim.unit == unit) {
            let single = aim.stands & !volley::paired(at, unit, aim.stands);
            if single != 0 {
                let kind =
                    volley::weapon(at, unit, single.trailing_zeros() as u8).map_or("guns", Weapon::name);
                let whom = name_of(at, aim.target);
                return refuse(
                    "STE-FIRE-7",
                    format!("{name} would have one gun alone of its {kind} on {whom}: guns fire in pairs"),
                );
            }
            let silenced = plan
                .prospect(unit, aim.target)
                .is_none_or(|prospect| volley::heard(at, prospect, aim.stands) == 0);
            if silenced {
                let (count, panic) = (aim.stands.count_ones(), at.troop(unit).panic);
                let whom = name_of(at, aim.target);
                return refuse(
                    "STE-FIRE-6",
                    format!(
                        "{name} sends {count} of its stands against {whom}, and {panic} markers silence as many"
                    ),
                );
            }
        }
        Ok(())
    }

    fn check_posture(at: Position<'_>, unit: UnitId, effort: Effort) -> Result<(), Violation> {
        let plan = PlanFire::plan(at);
        let name = &at.unit(unit).name;
        let refuse = |rule, why| Err(PlanFire::refuse(at, unit, rule, why));
        if !plan.has_prospect(unit) {
            return refuse("R-94", format!("{name} has no target and is not asked"));
        }
        match effort {
            Effort::Hold => Ok(()),
            _ if !plan.fires(unit) => refuse("R-94", format!("{name} aims at nobody yet")),
            Effort::Full if PlanFire::may_fire_full(at, unit) => Ok(()),
            Effort::Full => refuse("R-32", format!("{name} has moved this turn and fires at reduced effect")),
            lesser if PlanFire::lesser(at, unit) == Some(lesser) => Ok(()),
            _ if at.is_loose(unit) => {
                refuse("STE-FIRE-2", format!("{name} skirmishes and fires at full effect, if at all"))
            }
            _ if at.unit(unit).arm.is_artillery() => {
                refuse("STE-FIRE-3", format!("{name} fires at full effect, or prolongs if its guns can move"))
            }
            _ => refuse("STE-FIRE-1", format!("{name} has no guns to prolong")),
        }
    }

    /// The targets at which small arms and guns both fire, and that are not yet shot at together.
    fn apart(at: Position<'_>) -> impl Iterator<Item = UnitId> + '_ {
        let plan = PlanFire::plan(at);
        at.present_of(at.state.phasing.other())
            .filter(move |&target| plan.is_mixed(at, target) && !plan.together.contains(&target))
    }
}

fn name_of(at: Position<'_>, target: Aimed) -> &str {
    match target {
        Aimed::Unit(unit) => &at.unit(unit).name,
        Aimed::Officer(officer) => &at.rules.officer(officer).name,
    }
}

impl Question<SeeingTheElephant> for PlanFire {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.phasing)
    }

    /// only units with a target are asked.
    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if PlanFire::plan(at).prospects.is_empty() { Opening::Pass } else { Opening::Ask }
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Who fires at whom? All is planned before any die falls.", "STE-FIRE-4")
    }

    /// Every step leads on: who has aimed or holds is not listed again, though he may be told otherwise.
    fn listing(self, _: Position<'_>) -> Listing {
        Listing::Candidates
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        let plan = PlanFire::plan(at);
        for prospect in &plan.prospects {
            let Prospect { unit, target, .. } = *prospect;
            if at.troop(unit).posture != Posture::Unasked {
                continue;
            }
            match target {
                Aimed::Unit(target) => out.push(Action::Aim { unit, stands: StandSet::ALL, target }),
                Aimed::Officer(officer) => {
                    let stands = StandSet::one(prospect.able().trailing_zeros());
                    out.push(Action::Snipe { unit, stands, officer });
                }
            }
        }
        for unit in at.present_of(at.state.phasing).filter(|&unit| plan.has_prospect(unit)) {
            match at.troop(unit).posture {
                Posture::Unasked => out.push(Action::Posture { unit, effort: Effort::Hold }),
                Posture::Full => {
                    out.extend(PlanFire::lesser(at, unit).map(|effort| Action::Posture { unit, effort }));
                }
                Posture::Reduced | Posture::Hold => {}
            }
        }
        out.extend(PlanFire::apart(at).map(Action::Together));
        out.push(Action::Commit);
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        let own = |unit: UnitId| {
            if at.side(unit) == side {
                return Ok(());
            }
            let why = format!("{} is not yours", at.unit(unit).name);
            Err(PlanFire::refuse(at, unit, "STE-FIRE-4", why))
        };
        match *action {
            Action::Aim { unit, stands, target } => {
                own(unit)?;
                // STE-FIRE-5: any stands, and as many targets as one likes.
                PlanFire::check_aim(at, unit, stands, Aimed::Unit(target))
            }
            Action::Snipe { unit, stands, officer } => {
                own(unit)?;
                // STE-OPT-1: one stand of a unit in a turn.
                if stands.0.count_ones() != 1 {
                    let why = format!("one stand of {} may shoot at an officer", at.unit(unit).name);
                    return Err(PlanFire::refuse(at, unit, "STE-OPT-1", why));
                }
                let other = PlanFire::plan(at)
                    .aims
                    .iter()
                    .any(|aim| aim.unit == unit && aim.target.unit().is_none() && aim.stands != stands.0);
                if other {
                    let why = format!("another stand of {} shoots at an officer already", at.unit(unit).name);
                    return Err(PlanFire::refuse(at, unit, "STE-OPT-1", why));
                }
                let commander = &at.state.officers[officer.index()];
                if let Some(with) = commander.with {
                    let (who, with) = (&at.rules.officer(officer).name, &at.unit(with).name);
                    let why = format!("{who} is with {with}: only who stands alone is a target");
                    return Err(PlanFire::refuse(at, unit, "STE-OPT-1", why));
                }
                PlanFire::check_aim(at, unit, stands, Aimed::Officer(officer))
            }
            Action::Posture { unit, effort } => {
                own(unit)?;
                PlanFire::check_posture(at, unit, effort)
            }
            Action::Together(target) | Action::Apart(target) => {
                if PlanFire::plan(at).is_mixed(at, target) {
                    return Ok(());
                }
                let why = format!("not both small arms and guns aim at {}", at.unit(target).name);
                Err(PlanFire::refuse(at, target, "STE-FIRE-8", why))
            }
            Action::Commit => Ok(()),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        match *action {
            Action::Aim { unit, stands, target } => aim(play, unit, stands, Aimed::Unit(target)),
            Action::Snipe { unit, stands, officer } => aim(play, unit, stands, Aimed::Officer(officer)),
            Action::Posture { unit, effort } => {
                play.troop(unit).posture = effort.posture();
                if effort == Effort::Hold {
                    play.state.plan.aims.retain(|aim| aim.unit != unit);
                }
            }
            Action::Together(target) => {
                let together = &mut play.state.plan.together;
                if !together.contains(&target) {
                    together.push(target);
                }
            }
            Action::Apart(target) => play.state.plan.together.retain(|other| *other != target),
            Action::Commit => return commit(play),
            _ => {}
        }
        play.state.agenda.push(PlanFire);
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        let name = |unit: UnitId| &at.unit(unit).name;
        match *action {
            Action::Aim { unit, stands, target } => {
                let part = if stands == StandSet::ALL { String::new() } else { format!(" ({stands})") };
                format!("{}{part} fires at {}", name(unit), name(target))
            }
            Action::Snipe { unit, stands, officer } => {
                format!("a marksman of {} ({stands}) fires at {}", name(unit), at.rules.officer(officer).name)
            }
            Action::Posture { unit, effort } => match effort {
                Effort::Full => format!("{} fires at full effect and stays", name(unit)),
                Effort::Reduced => format!("{} fires at reduced effect and may move by half", name(unit)),
                Effort::Prolong => format!("{} fires at reduced effect and may prolong", name(unit)),
                Effort::Hold => format!("{} holds its fire", name(unit)),
            },
            Action::Together(target) => format!("small arms and guns fire at {} as one", name(target)),
            Action::Apart(target) => format!("small arms and guns fire at {} apart", name(target)),
            Action::Commit => {
                match PlanFire::plan(at).aims.iter().map(|aim| aim.unit).collect::<BTreeSet<_>>().len() {
                    0 => "Nobody fires".to_owned(),
                    1 => "Open fire: one unit".to_owned(),
                    many => format!("Open fire: {many} units"),
                }
            }
            _ => speech::answer(at.rules, action),
        }
    }

    fn sketch(self, at: Position<'_>, _: Side, action: &Action) -> Sketch {
        let Some((unit, target, shot)) = PlanFire::aimed(at, action) else { return Sketch::default() };
        arcs::aim(at, unit, target, shot.as_ref(), &PlanFire::plan(at).prospects)
    }

    /// The line of fire, with the factors and the column that these stands alone would have.
    fn way(self, at: Position<'_>, _: Side, action: &Action) -> (Vec<scene::Point>, String) {
        let Some((unit, target, shot)) = PlanFire::aimed(at, action) else { return Default::default() };
        let text = shot.map_or_else(String::new, |shot| {
            let column = shot.column();
            let (least, faces) = (FIRE_COLUMNS[column as usize], arcs::chances(column));
            format!("{}, column {least}+: {faces}", arcs::factors(&shot))
        });
        let to = match target {
            Aimed::Unit(target) => at.centroid(target),
            Aimed::Officer(officer) => at.state.officers[officer.index()].at,
        };
        ([at.centroid(unit), to].map(|point| on_board(at.rules, point)).to_vec(), text)
    }
}

/// StandSet are given to a target; their unit fires at full effect if it may and nothing else was said.
fn aim(play: &mut Play<'_>, unit: UnitId, stands: StandSet, target: Aimed) {
    let at = play.at();
    let Some(prospect) = at.state.plan.prospect(unit, target) else { return };
    let wanted = if stands == StandSet::ALL { PlanFire::all(at, prospect) } else { stands.0 };
    let aims = at.state.plan.aimed(unit, wanted, target);
    let full = PlanFire::may_fire_full(at, unit);
    let troop = play.troop(unit);
    if matches!(troop.posture, Posture::Unasked | Posture::Hold) {
        troop.posture = if full { Posture::Full } else { Posture::Reduced };
    }
    play.state.plan.aims = aims;
}

/// The plan stands: everything is fixed but the dice (STE-FIRE-4, R-102).
fn commit(play: &mut Play<'_>) {
    let plan = std::mem::take(&mut play.state.plan);
    for prospect in &plan.prospects {
        let troop = play.troop(prospect.unit);
        if troop.posture == Posture::Unasked {
            troop.posture = Posture::Hold;
        }
    }
    for aim in &plan.aims {
        play.mark(aim.unit, Mark::FIRED, true);
        let guns = play.at().unit(aim.unit).arm.is_artillery();
        if guns && play.at().troop(aim.unit).posture == Posture::Reduced {
            // from the choice to the end of the turn.
            play.mark(aim.unit, Mark::PROLONGING, true);
        }
    }
    let shots = shots(play.at(), &plan);
    play.tell(Event::FireOpens { shots: shots.len() as u16 });
    play.state.plan.shots = shots;
    play.state.agenda.push(ResolveFire { next: 0 });
}

/// The shots of a plan, target by target in its order: the small arms of all, then the guns, or both as one
/// (STE-FIRE-8, R-08).
fn shots(at: Position<'_>, plan: &FirePlan) -> Vec<Shot> {
    let mut targets: Vec<Aimed> = Vec::new();
    for aim in &plan.aims {
        if !targets.contains(&aim.target) {
            targets.push(aim.target);
        }
    }
    let mut shots = Vec::new();
    for target in targets {
        let together = target.unit().is_some_and(|unit| plan.together.contains(&unit));
        let of = |guns: Option<bool>| {
            let mut volley = Volley::new(at, target);
            for aim in plan.aims.iter().filter(|aim| aim.target == target) {
                let wanted = guns.is_none_or(|guns| at.unit(aim.unit).arm.is_artillery() == guns);
                if let Some(prospect) = plan.prospect(aim.unit, target).filter(|_| wanted) {
                    // full effect is the column of those who do not move.
                    volley.add(prospect, aim.stands, at.troop(aim.unit).posture == Posture::Full);
                }
            }
            volley.shot()
        };
        if together {
            shots.extend(of(None));
        } else {
            shots.extend(of(Some(false)));
            shots.extend(of(Some(true)));
        }
    }
    shots
}

/// The dice of a plan fall, one shot after another (S6).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResolveFire {
    /// The number of the next shot.
    pub next: u16,
}

impl Step<SeeingTheElephant> for ResolveFire {
    fn take(self, play: &mut Play<'_>) {
        let Some(shot) = play.state.plan.shots.get(usize::from(self.next)).cloned() else {
            play.state.plan = FirePlan::default();
            return;
        };
        play.state.agenda.push(ResolveFire { next: self.next + 1 });
        // a shot at somebody who has left play is void; at one who has run it is rolled as planned.
        let stands = match shot.target {
            Aimed::Unit(unit) => play.at().is_present(unit),
            Aimed::Officer(officer) => play.state.officers[officer.index()].fate == Fate::Present,
        };
        if stands {
            take(play, &shot);
        }
    }
}
