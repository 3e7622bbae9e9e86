//! The game in plain words: what happened, and what may be answered.

use crate::model::action::Action;
use crate::model::event::{ChargeEnd, Event};
use crate::model::figure::TICK;
use crate::model::ids::{HqId, OfficerId, UnitId};
use crate::model::legs::Motion;
use crate::model::scenario::SeeingTheElephant;
use crate::model::state::{Formation, Run};
use crate::rules::combat::odds::Edge;
use crate::rules::fire::volley::{self, Aimed, Shift};
use crate::rules::legs;
use crate::rules::morale::{Cause, Modifier, Verdict};
use crate::rules::tables::{self, Effect};
use engine::Line;
use ground::table::number;

/// An answer in words; in the game's notation, where that says it best.
pub(crate) fn answer(rules: &SeeingTheElephant, action: &Action) -> String {
    let name = |unit: UnitId| rules.units.get(unit.index()).map_or("?", |unit| unit.name.as_str());
    let post = |hq: HqId| rules.hqs.get(hq.index()).map_or("?", |hq| hq.name.as_str());
    let who =
        |officer: OfficerId| rules.officers.get(officer.index()).map_or("?", |officer| officer.name.as_str());
    match *action {
        Action::Ride { officer, .. } => format!("{} rides there", who(officer)),
        Action::Join { officer, unit, .. } => {
            format!("{} rides to {}, and joins it", who(officer), name(unit))
        }
        Action::Enter { unit, files, .. } => {
            format!("{} comes onto the table in a column {} wide", name(unit), files.0)
        }
        Action::Deploy(hq) => format!("{} takes its place in line", post(hq)),
        Action::Lift(unit) => format!("{} is placed by hand", name(unit)),
        Action::Place(spot) => format!(
            "It stands at {},{}, facing {}",
            inches(spot.at.x),
            inches(spot.at.y),
            number::write(spot.facing.tenths().into(), 1)
        ),
        Action::Ready => "All stand as they should".to_owned(),
        Action::Go(path) => {
            let legs: Vec<String> = path.0.iter().map(|&leg| motion(leg)).collect();
            legs.join(", ")
        }
        Action::Lay(_) => "everybody goes to his own place".to_owned(),
        _ => action.write(rules),
    }
}

fn inches(mils: i32) -> String {
    number::write(mils, 3)
}

/// What a unit does on one leg of its way, after its name.
fn motion(leg: Motion) -> String {
    let far = |mils: i32| match mils {
        1_000 => "1 inch".to_owned(),
        _ => format!("{} inches", legs::about(mils)),
    };
    let side = |right: bool| if right { "right" } else { "left" };
    let turn = |ticks: u8| number::write(i32::from(ticks) * i32::from(TICK), 1);
    match leg {
        Motion::Forward(distance) => format!("goes {} ahead", far(distance)),
        Motion::Back(distance) => format!("goes {} back", far(distance)),
        Motion::Oblique { right, ticks, distance } => {
            format!("goes {} ahead, {}° to the {}", far(distance), turn(ticks), side(right))
        }
        Motion::Wheel { right, ticks } => format!("wheels {}° to the {}", turn(ticks), side(right)),
        Motion::Side { right, distance } => format!("steps {} to the {}", far(distance), side(right)),
        Motion::Face { right } => format!("faces {}", side(right)),
        Motion::About => "faces about".to_owned(),
        Motion::Road(distance) => format!("goes {} along the road", far(distance)),
        Motion::Onto { .. } => "turns onto the other road".to_owned(),
        Motion::Form { formation: Formation::Line, frontage } => format!("forms a line {frontage} wide"),
        Motion::Form { formation: Formation::Column, frontage } => format!("forms a column {frontage} wide"),
        Motion::Form { formation: Formation::Square, .. } => "forms square".to_owned(),
        Motion::Form { .. } => "opens into skirmish order".to_owned(),
        Motion::Limber => "limbers up".to_owned(),
        Motion::Unlimber => "unlimbers".to_owned(),
        Motion::Mount => "mounts".to_owned(),
        Motion::Dismount => "dismounts".to_owned(),
        Motion::Prone => "lies down".to_owned(),
        Motion::Prolong { facing, .. } => {
            format!("is drawn there by hand, facing {}", number::write(facing.tenths().into(), 1))
        }
        Motion::Cross(_) => "climbs over the obstacle".to_owned(),
        Motion::Rows { files, .. } => format!("spreads out there, {files} in a row"),
        Motion::Recall => "falls in with its unit".to_owned(),
    }
}

/// An event in words, with its arithmetic.
pub(crate) fn line(rules: &SeeingTheElephant, event: &Event) -> Line {
    let name = |unit: UnitId| rules.units.get(unit.index()).map_or("?", |unit| unit.name.as_str());
    let post = |hq: HqId| rules.hqs.get(hq.index()).map_or("?", |hq| hq.name.as_str());
    match *event {
        Event::Defends { side, die } => Line::new(format!(
            "The {side} side defends, and places its forces first."
        ))
        .sum("die", die.to_string(), "M-6"),
        Event::Deployed { hq, units: 1 } => Line::new(format!("One unit of {} takes its place.", post(hq))),
        Event::Deployed { hq, units } => {
            Line::new(format!("{units} units of {} take their places.", post(hq)))
        }
        Event::NoRoom { hq } => {
            Line::new(format!("There is no room for {}: it comes on the first turn.", post(hq)))
        }
        Event::Placed { unit } => Line::detail(format!("{} takes another place.", name(unit))),
        Event::Turn { turn } => Line::heading(format!("Turn {turn}")),
        Event::Occurred { number } => {
            let what = rules.occurrences.get(usize::from(number)).map_or("", |occurrence| &occurrence.what);
            Line::new(format!("It happens: {what}."))
        }
        Event::Card { hq, units } => {
            let acts = match units {
                0 => "nobody is left to act".to_owned(),
                1 => "one unit acts".to_owned(),
                many => format!("{many} units act"),
            };
            Line::new(format!("The card of {} is drawn: {acts}.", post(hq)))
        }
        Event::GradeShown { unit, die, grade } => Line::new(format!(
            "{} turns out to be {}.",
            name(unit),
            grade.name()
        ))
        .sum("die", die.to_string(), "STE-MOR-6"),
        Event::Tested { unit, cause, die, ref modifiers, value, verdict } => {
            let text = format!("{} {}: {}.", name(unit), tries(cause), became(verdict));
            let first = Line::new(text).sum("die", die.to_string(), "STE-MOR-19");
            let line = modifiers.iter().fold(first, |line, &(modifier, points)| {
                let (what, rule) = reason(modifier);
                line.sum(what, format!("{points:+}"), rule)
            });
            let total = die as i8 + modifiers.iter().map(|(_, points)| points).sum::<i8>();
            line.sum("total", total.to_string(), "STE-MOR-19").sum("at most", value.to_string(), "STE-MOR-5")
        }
        Event::FireOpens { shots } => Line::detail(match shots {
            0 => "Nobody fires.".to_owned(),
            1 => "One shot is fired.".to_owned(),
            many => format!("{many} shots are fired."),
        }),
        Event::Shot { target, ref units, half_factors, ref shifts, die } => {
            shot(rules, target, units, half_factors, shifts, die)
        }
        Event::OutOfAmmunition { unit } => Line::new(format!("{} is out of ammunition.", name(unit))),
        Event::Supplied { unit } => Line::new(format!("{} has ammunition again.", name(unit))),
        Event::Hurt { unit, hits, markers } => {
            let of = |count: u8, what: &str| match count {
                0 => None,
                1 => Some(format!("a {what}")),
                many => Some(format!("{many} {what}s")),
            };
            let took: Vec<String> = [of(hits, "hit"), of(markers, "marker")].into_iter().flatten().collect();
            let took = if took.is_empty() { "nothing more".to_owned() } else { took.join(" and ") };
            Line::detail(format!("{} takes {took}.", name(unit)))
        }
        Event::Lost { unit, stands, captured } => {
            let what = if stands == 1 { "a stand".to_owned() } else { format!("{stands} stands") };
            let how = if captured { ", captured" } else { "" };
            Line::new(format!("{} loses {what}{how}.", name(unit)))
        }
        Event::Ran { unit, run } => {
            let how = if run == Run::Rout { "routs" } else { "retreats" };
            Line::new(format!("{} {how}.", name(unit)))
        }
        Event::Collided { unit, friend } => Line::new(format!("{} runs into {}.", name(unit), name(friend))),
        Event::Surrendered { unit } => Line::new(format!("{} finds no way out and surrenders.", name(unit))),
        Event::BrokeOff { unit } => Line::new(format!("{} breaks off.", name(unit))),
        Event::Fought { attacker, defender, totals, start, ref edges, column, die, outcome } => {
            let odds = |column: i8| {
                let (more, less) = tables::ODDS[column.clamp(0, 9) as usize];
                format!("{more}:{less}+")
            };
            let halves = |half: u16| format!("{}{}", half / 2, if half % 2 == 1 { "½" } else { "" });
            let text = format!(
                "{} against {} at {}: {}.",
                name(attacker),
                name(defender),
                odds(column),
                came(outcome)
            );
            let stands = format!("{} to {}, {}", halves(totals.0), halves(totals.1), odds(start));
            let first = Line::new(text).sum("stands", stands, "STE-CBT-1");
            let line = edges.iter().fold(first, |line, &(edge, columns)| {
                let (what, rule) = advantage(edge);
                line.sum(what, format!("{columns:+}"), rule)
            });
            line.sum("die", die.to_string(), "STE-CBT-12")
        }
        Event::LeftPlay { unit, captured } => {
            let how = if captured { "is captured" } else { "is gone" };
            Line::new(format!("{} {how}.", name(unit)))
        }
        Event::OfficerHit { officer, die } => {
            let who = rules.officers.get(officer.index()).map_or("?", |officer| officer.name.as_str());
            let (how, rule) = match die {
                1 => ("killed", "STE-OFF-10"),
                2 => ("seriously wounded", "STE-OFF-11"),
                3..=5 => ("lightly wounded", "STE-OFF-12"),
                _ => ("unhurt", "STE-OFF-13"),
            };
            Line::new(format!("{who} is in the fire: {how}.")).sum("die", die.to_string(), rule)
        }
        Event::OfficerLost { officer } => {
            let who = rules.officers.get(officer.index()).map_or("?", |officer| officer.name.as_str());
            Line::new(format!("{who} is out of the fight."))
        }
        Event::ChargeAnnounced { unit, target } => {
            Line::new(format!("{} is to charge {}.", name(unit), name(target)))
        }
        Event::ChargeRolled { unit, dice, sum, reach, way } => {
            let inches = |mils: i32| number::write(mils, 3);
            Line::new(format!("{} charges.", name(unit)))
                .sum("dice", dice.to_string(), "STE-CHG-2")
                .sum("inches", sum.to_string(), "STE-CHG-2")
                .sum("reach", inches(reach), "R-47")
                .sum("way to go", inches(way), "R-93")
        }
        Event::FellBack { unit, dice, sum } => Line::new(format!("{} falls back.", name(unit)))
            .sum("dice", dice.to_string(), "R-22")
            .sum("inches", sum.to_string(), "R-22"),
        Event::ChargeEnded { unit, why } => {
            let how = match why {
                ChargeEnd::Off => "does not charge after all",
                ChargeEnd::Short => "does not reach the enemy",
                ChargeEnd::Halted => "is halted",
                ChargeEnd::Broken => "charges no more",
                ChargeEnd::Void => "finds nobody left to charge",
            };
            Line::new(format!("{} {how}.", name(unit)))
        }
        Event::Closed { unit, target, flank } => {
            let how = if flank { " in flank or rear" } else { "" };
            Line::new(format!("{} closes with {}{how}.", name(unit), name(target)))
        }
        Event::MoveRolled { unit, ref dice } => {
            let faces: Vec<String> = dice.iter().map(u8::to_string).collect();
            let line = Line::new(format!("{} rolls to move.", name(unit)));
            line.sum("dice", faces.join(" + "), "STE-MOVE-2")
        }
        Event::Moved { unit, charged, allowance, deductions, halvings } => {
            let inches = |mils: i32| number::write(mils, 3);
            let line = Line::new(format!("{} moves {} inches.", name(unit), legs::about(charged)));
            let line = if deductions > 0 {
                line.sum("inches off a die", deductions.to_string(), "STE-MOVE-16")
            } else {
                line
            };
            let line = if halvings > 0 { line.sum("halved", halvings.to_string(), "R-47") } else { line };
            line.sum("at most", inches(allowance), "R-47")
        }
        Event::CutShort { unit } => Line::new(format!("{} is stopped before skirmishers.", name(unit))),
        Event::StaysProne { unit } => Line::new(format!("{} stays prone.", name(unit))),
        Event::Passed { unit, friend, free } => {
            let how = if free { "without harm" } else { "and both are thrown into confusion" };
            Line::detail(format!("{} passes through {} {how}.", name(unit), name(friend)))
        }
        Event::SentOut { unit, stands } => {
            let what = if stands == 1 { "a stand".to_owned() } else { format!("{stands} stands") };
            Line::new(format!("{} sends out {what} as skirmishers.", name(unit)))
        }
        Event::CameIn { unit } => Line::new(format!("The skirmishers of {} fall in.", name(unit))),
        Event::GaveWay { unit } => Line::new(format!("{} give way.", name(unit))),
        Event::Rode { officer, with } => {
            let who = rules.officers.get(officer.index()).map_or("?", |officer| officer.name.as_str());
            Line::new(match with {
                Some(unit) => format!("{who} joins {}.", name(unit)),
                None => format!("{who} rides on alone."),
            })
        }
        Event::Broken { side } => Line::new(format!("The {side} army breaks.")),
        Event::Over { outcome } => {
            let [union, confederate] = outcome.points;
            let won = match outcome.winner {
                Some(side) => format!("{side} victory"),
                None => "A draw".to_owned(),
            };
            Line::heading(format!("{won}: Union {union}, Confederate {confederate}"))
        }
    }
}

/// A number of halves as people write it: `2½`.
pub(crate) fn in_halves(halves: u16) -> String {
    match (halves / 2, halves % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        (whole, _) => format!("{whole}½"),
    }
}

/// A shot with its arithmetic: factors, shifts, column, die.
fn shot(
    rules: &SeeingTheElephant,
    target: Aimed,
    units: &[UnitId],
    half_factors: u16,
    shifts: &[(Shift, i8)],
    die: u8,
) -> Line {
    let name = |unit: UnitId| rules.units.get(unit.index()).map_or("?", |unit| unit.name.as_str());
    let whom = match target {
        Aimed::Unit(unit) => name(unit),
        Aimed::Officer(officer) => {
            rules.officers.get(officer.index()).map_or("?", |officer| officer.name.as_str())
        }
    };
    let fire = match units {
        [one] => format!("{} fires", name(*one)),
        many => {
            let names: Vec<&str> = many.iter().map(|&unit| name(unit)).collect();
            format!("{} fire", names.join(", "))
        }
    };
    let column = volley::column(half_factors, shifts);
    let result = match tables::fire_effect(column, die) {
        Effect::None => "nothing".to_owned(),
        Effect::Panic => "a marker".to_owned(),
        Effect::Hits(1) => "a hit".to_owned(),
        Effect::Hits(hits) => format!("{hits} hits"),
    };
    let total = in_halves(half_factors);
    let first = Line::new(format!("{fire} at {whom}: {result}.")).sum("factors", total, "STE-FIRE-10");
    let line = shifts.iter().fold(first, |line, &(shift, columns)| {
        let (what, rule) = shifted(shift);
        line.sum(what, format!("{columns:+}"), rule)
    });
    let least = tables::FIRE_COLUMNS[column.clamp(0, 9) as usize];
    line.sum("column", format!("{least}+"), "STE-FIRE-12").sum("die", die.to_string(), "STE-FIRE-12")
}

pub(crate) const fn shifted(shift: Shift) -> (&'static str, &'static str) {
    match shift {
        Shift::Stationary => ("not moving", "STE-FIRE-15"),
        Shift::Exposed => ("limbered, mounted, in road column or enfiladed", "STE-FIRE-16"),
        Shift::TwoRanks => ("two ranks", "STE-FIRE-17"),
        Shift::Marksmen => ("marksmen", "STE-FIRE-18"),
        Shift::ThreeRanks => ("three ranks or a square", "STE-FIRE-19"),
        Shift::Skirmishers => ("skirmishers", "STE-FIRE-20"),
        Shift::Guns => ("unlimbered guns", "STE-FIRE-21"),
        Shift::SoftCover => ("soft cover", "STE-FIRE-22"),
        Shift::HardCover => ("hard cover", "STE-FIRE-23"),
        Shift::Prolonging => ("prolonging", "STE-FIRE-24"),
        Shift::Mounted => ("firing mounted", "STE-FIRE-25"),
        Shift::ConfederateGuns => ("Confederate guns", "STE-FIRE-26"),
        Shift::Prone => ("lying down", "STE-FIRE-27"),
        Shift::OutOfAmmunition => ("out of ammunition", "STE-FIRE-28"),
        Shift::VeryClose => ("small arms at 50 yards", "STE-FIRE-29"),
    }
}

/// What came of a combat, attacker first.
fn came(outcome: tables::Outcome) -> String {
    let fate = |fate: tables::Fate| match fate {
        tables::Fate::Unhurt => "unhurt".to_owned(),
        tables::Fate::Retreat => "back".to_owned(),
        tables::Fate::Killed(stands) => format!("{stands} lost"),
        tables::Fate::Captured(stands) => format!("{stands} captured"),
    };
    match outcome {
        tables::Outcome::Both(attacker, defender) => {
            format!("attacker {}, defender {}", fate(attacker), fate(defender))
        }
        tables::Outcome::Engaged => "they stay locked".to_owned(),
        tables::Outcome::Repulse => "the attacker is repulsed".to_owned(),
    }
}

const fn advantage(edge: Edge) -> (&'static str, &'static str) {
    match edge {
        Edge::General => ("general", "STE-CBT-19"),
        Edge::Uphill => ("uphill", "STE-CBT-20"),
        Edge::Grade => ("grade", "STE-CBT-21"),
        Edge::Wall => ("fence or wall", "STE-CBT-22"),
        Edge::Crossing => ("crossing water", "STE-CBT-23"),
        Edge::Shotgun => ("shotguns or lances", "STE-CBT-24"),
        Edge::Fieldworks => ("fieldworks", "STE-CBT-25"),
        Edge::Flank => ("flank or rear", "STE-CBT-26"),
        Edge::TwoRanks => ("two ranks", "STE-CBT-27"),
        Edge::ThreeRanks => ("three ranks", "STE-CBT-28"),
        Edge::Elated => ("over-enthusiastic", "STE-CBT-29"),
        Edge::Ammunition => ("out of ammunition", "STE-CBT-30"),
    }
}

/// What a unit tries when it tests.
const fn tries(cause: Cause) -> &'static str {
    match cause {
        Cause::Phase => "tests its morale",
        Cause::Fright => "tests at what it saw",
        Cause::Advance => "tests under fire",
        Cause::DefensiveFire => "tests to fire",
        Cause::Receive => "tests to receive the charge",
        Cause::Opportunity => "tests to charge",
        Cause::Rise => "tests to rise",
    }
}

const fn became(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Elated => "it cheers and wants to go at them",
        Verdict::Pass => "it stands firm",
        Verdict::Shaken => "it wavers",
        Verdict::Retreat => "it retreats",
        Verdict::Rout => "it routs",
    }
}

const fn reason(modifier: Modifier) -> (&'static str, &'static str) {
    match modifier {
        Modifier::Markers => ("panic markers", "STE-MOR-20"),
        Modifier::Losses => ("stands lost", "STE-MOR-21"),
        Modifier::Retreated => ("retreated last turn", "STE-MOR-22"),
        Modifier::Routed => ("routed last turn", "STE-MOR-23"),
        Modifier::FlankFire => ("fire from flank or rear", "STE-MOR-24"),
        Modifier::DefensiveFire => ("firing in the enemy's movement", "STE-MOR-25"),
        Modifier::Cover => ("cover", "STE-MOR-26"),
        Modifier::Commander => ("commander", "STE-MOR-27"),
    }
}
