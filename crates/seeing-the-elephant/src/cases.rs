//! The words in which cases of Seeing the Elephant! are written: positions in a few lines, and what must hold.
//!
//! `docs/cases.md` is the manual of what all games share. A position here has ground drawn in text, a line a unit and a
//! line a commander ([`crate::files::muster`]), and says whose card was drawn and in which phase of it the case begins.

mod expect;

use crate::files::muster::{History, MusterText, occurrence};
use crate::model::options::Options;
use crate::model::position::Play;
use crate::model::scale::Scale;
use crate::model::scenario::{Objective, SeeingTheElephant, Zones};
use crate::model::state::{Behind, Mark, Melee, State};
use crate::model::terrain::LEGEND;
use crate::rules::charge::ChargePhase;
use crate::rules::combat::{BreakOffs, CombatPhase};
use crate::rules::deployment::{self, Deployment};
use crate::rules::fire::FirePhase;
use crate::rules::morale::MoralePhase;
use crate::rules::movement::MovePhase;
use crate::rules::sequence::{DrawCard, EndActivation, EndTurn, StartTurn};
use engine::agenda;
use engine::case::{Base, CaseLanguage, Findings, SetUp};
use engine::{Chance, Eyes, Print, Side};
use expect::CaseExpect;
use faults::{Faults, Report, Source, Span, Text, Texts, Words};
use ground::geometry::Point;
use ground::table::lay::GroundText;
use ground::table::{Heading, number};
use serde::Deserialize;
use std::sync::Arc;
use toml::Spanned;

/// A position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CasePosition {
    /// `regimental-1` if nothing is said.
    #[serde(default = "regimental_1")]
    scale: Scale,
    /// What is chosen of T-OPT.
    #[serde(default)]
    options: Options,
    /// The ground: see [`GroundText`]; a bare table of 72 by 48 inches if nothing is said.
    ground: Option<Spanned<GroundText>>,
    /// The turn.
    #[serde(default = "one")]
    turn: u8,
    /// How many turns are played.
    turns: Option<u8>,
    /// Where the case begins: `turn`, `card`, `morale`, `fire`, `melees`, `charge`, `move`, `combat`, `end`
    /// or `deploy`.
    #[serde(default = "morale")]
    phase: Spanned<String>,
    /// Whether play goes on when the phase is over; else the case ends with it, and nobody is asked any more.
    #[serde(default)]
    goes_on: bool,
    /// Whose card was drawn.
    #[serde(default = "union")]
    side: Side,
    /// The headquarters whose card was drawn; that of the side's first unit if nothing is said.
    card: Option<Text>,
    /// The units that the card activates; all of the side if nothing is said.
    active: Option<Texts>,
    /// Melees: `A on B`, `A on B flank`, `A on B engaged`.
    #[serde(default)]
    melees: Texts,
    /// Objectives: `Seminary: 10 at 36,24`.
    #[serde(default)]
    objectives: Texts,
    /// What happens whoever plays: `3: A 1 a chest of ammunition blows up`.
    #[serde(default)]
    events: Texts,
    /// Points so far, the Union's first.
    #[serde(default)]
    points: [i32; 2],
    /// Headquarters.
    #[serde(default)]
    hqs: Texts,
    /// Union units.
    #[serde(default)]
    union: Texts,
    /// Confederate units.
    #[serde(default)]
    confederate: Texts,
    /// Commanders.
    #[serde(default)]
    officers: Texts,
}

const fn regimental_1() -> Scale {
    Scale::Regimental1
}

const fn one() -> u8 {
    1
}

fn morale() -> Spanned<String> {
    Spanned::new(0..0, "morale".to_owned())
}

const fn union() -> Side {
    Side::Union
}

const PHASES: [&str; 10] =
    ["turn", "card", "morale", "fire", "melees", "charge", "move", "combat", "end", "deploy"];

impl CaseLanguage for SeeingTheElephant {
    type CasePosition = CasePosition;
    type CaseExpect = CaseExpect;
    type Parts = ();

    fn set_up(
        _base: &Base<()>,
        position: &CasePosition,
        source: &Source,
        chance: &mut dyn Chance,
    ) -> Result<SetUp<SeeingTheElephant>, Report> {
        let mut faults = Faults::new(source);
        let built = build(position, source, &mut faults);
        let built = faults.into_result(built)?;
        let Some((rules, mut state)) = built else { return Err(Report::new()) };
        let mut told = Vec::new();
        let mut play = Play { rules: &rules, state: &mut state, chance, story: &mut told };
        agenda::run::<SeeingTheElephant>(&mut play);
        Ok(SetUp { rules: Arc::new(rules), state, told })
    }

    fn compare(&self, state: &State, _eyes: Eyes, expect: &CaseExpect, findings: &mut Findings<'_>) {
        expect::compare(self.position(state), expect, findings);
    }
}

/// A position as cases write it, for tests.
#[cfg(test)]
pub(crate) fn position(text: &str) -> (SeeingTheElephant, State) {
    let source = Source::new("test.toml", text);
    let position: CasePosition = toml::from_str(text).expect("a position");
    let mut faults = Faults::new(&source);
    let built = build(&position, &source, &mut faults);
    let built = faults.into_result(built).map_err(|report| report.to_string()).expect("a sound position");
    built.expect("ground")
}

fn build(
    position: &CasePosition,
    source: &Source,
    faults: &mut Faults,
) -> Option<(SeeingTheElephant, State)> {
    let bare = Spanned::new(0..0, GroundText::bare("72 48"));
    let ground = position.ground.as_ref().unwrap_or(&bare);
    let table = ground.get_ref().build(Span::from(ground), &LEGEND, faults);
    let text = MusterText {
        hqs: position.hqs.clone(),
        union: position.union.clone(),
        confederate: position.confederate.clone(),
        officers: position.officers.clone(),
    };
    let deploys = position.phase.get_ref() == "deploy";
    let mut muster = text.read(position.scale, History::default(), deploys, faults);
    let table = table?;
    let home = [Heading::SOUTH, Heading::NORTH];
    let zones = home.map(|edge| Zones::usual(table.field.table(), edge));
    deployment::give_edges(&mut muster.units, &muster.state, home, table.field.table());
    let events = position.events.iter();
    let occurrences = events.filter_map(|line| occurrence(&muster.units, line, faults)).collect();
    let mut rules = SeeingTheElephant {
        occurrences,
        id: "case".to_owned(),
        title: "A case".to_owned(),
        description: String::new(),
        scale: position.scale,
        options: position.options,
        table,
        units: muster.units,
        hqs: muster.hqs,
        officers: muster.officers,
        turns: position.turns.unwrap_or_else(|| position.scale.turns()),
        hours: Vec::new(),
        home,
        deployment: deploys.then_some(Zones { zones, first: Some(position.side) }),
        objectives: position.objectives.iter().filter_map(|line| objective(line, faults)).collect(),
        start: muster.state.clone(),
        print: Print::of(&position.turn),
    };
    let mut state = muster.state;
    state.turn = position.turn;
    state.phasing = position.side;
    state.points = position.points;
    let activated = position.active.as_ref().map(|lines| {
        let tags =
            lines.iter().flat_map(|line| line.get_ref().split_whitespace().map(move |tag| (line, tag)));
        tags.filter_map(|(line, tag)| {
            let found = rules.find(tag);
            if found.is_none() {
                faults.add(line, format!("there is no unit `{tag}`")).hint("name units of the position");
            }
            found
        })
        .collect::<Vec<_>>()
    });
    let is_in_phase = !["turn", "card", "deploy"].contains(&position.phase.get_ref().as_str());
    for unit in rules.unit_ids() {
        let acts = match &activated {
            Some(units) => units.contains(&unit),
            None => rules.unit(unit).side == position.side,
        };
        if acts && is_in_phase {
            let troop = state.troop_mut(unit);
            troop.marks = troop.marks | Mark::ACTIVATED | Mark::ACTIVE;
        }
    }
    for line in &position.melees {
        state.melees.extend(melee(&rules, line, source, faults));
    }
    let hq = match &position.card {
        Some(card) => {
            let found = rules.find_hq(card.get_ref());
            if found.is_none() {
                faults
                    .add(card, format!("there is no headquarters `{}`", card.get_ref()))
                    .hint("name one of the position");
            }
            found
        }
        None => rules.units.iter().find(|unit| unit.side == position.side).map(|unit| unit.hq),
    };
    let hq = hq.unwrap_or_default();
    if is_in_phase && let Some(command) = state.commands.get_mut(hq.index()) {
        command.drawn = true;
    }
    let phases: [crate::Task; 7] = [
        MoralePhase.into(),
        FirePhase.into(),
        BreakOffs.into(),
        ChargePhase.into(),
        MovePhase { hq }.into(),
        CombatPhase.into(),
        EndActivation.into(),
    ];
    let agenda = &mut state.agenda;
    match PHASES.iter().position(|phase| phase == position.phase.get_ref()) {
        Some(0) => agenda.push(StartTurn),
        Some(1) => agenda.push(DrawCard),
        Some(8) => agenda.push(EndTurn),
        Some(9) => agenda.push(Deployment),
        Some(first) => {
            let last = if position.goes_on { phases.len() } else { first - 1 };
            for phase in phases[first - 2..last].iter().copied().rev() {
                agenda.push(phase);
            }
        }
        None => {
            let what = format!("there is no phase `{}`", position.phase.get_ref());
            faults.add(&position.phase, what).hint(faults::list(PHASES));
        }
    }
    rules.start = state.clone();
    Some((rules, state))
}

/// `Seminary: 10 at 36,24`.
fn objective(line: &Text, faults: &mut Faults) -> Option<Objective> {
    let (name, mut words) = Words::named(line, faults, "Seminary: 10 at 36,24")?;
    let points = words.number(faults, "its points")?;
    if !words.takes("at") {
        words.fault(faults, "write where it is, as in `at 36,24`");
        return None;
    }
    let mut inches = || words.read(faults, "write inches, as in `36,24`", |word| number::read(word, 3));
    let at = Point::new(inches()?, inches()?);
    Some(Objective { name: name.text.to_owned(), at, points })
}

/// `A on B flank engaged`.
fn melee(rules: &SeeingTheElephant, line: &Text, source: &Source, faults: &mut Faults) -> Option<Melee> {
    let mut words = Words::of(line, source);
    let wanted =
        "a melee is a line such as `A on B`, with `flank`, `engaged`, `wall` or `fieldworks` behind it";
    let attacker = words.read(faults, wanted, |tag| rules.find(tag))?;
    if !words.takes("on") {
        words.fault(faults, wanted);
        return None;
    }
    let defender = words.read(faults, wanted, |tag| rules.find(tag))?;
    let mut melee = Melee { attacker, defender, struck: None, engaged: false, behind: Behind::Nothing };
    while let Some(word) = words.take() {
        match word.text {
            "flank" => melee.struck = Some(defender),
            "engaged" => melee.engaged = true,
            "wall" => melee.behind = Behind::Wall,
            "fieldworks" => melee.behind = Behind::Fieldworks,
            _ => {
                faults.add(word.place, format!("`{}` says nothing of a melee", word.text)).hint(wanted);
            }
        }
    }
    Some(melee)
}
