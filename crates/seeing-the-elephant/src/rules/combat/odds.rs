//! Strengths, odds and columns of a combat (STE-CBT-1 to STE-CBT-12, T-CBTMOD).

use crate::model::ids::UnitId;
use crate::model::position::Position;
use crate::model::state::{Behind, Formation, Mark, Melee};
use crate::model::terrain::{FORD, STREAM, WOODS};
use crate::model::troops::{Arm, Weapon};
use crate::rules::tables::combat_column;
use crate::rules::{officers, stacks};
use arrayvec::ArrayVec;
use ground::table::{Body, Hull};
use serde::{Deserialize, Serialize};

/// What moves the column of a combat (T-CBTMOD).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Edge {
    /// A general is with it (STE-CBT-19).
    General,
    /// It stands uphill of the enemy (STE-CBT-20).
    Uphill,
    /// It is of a higher grade (STE-CBT-21).
    Grade,
    /// It defends a fence or wall (STE-CBT-22).
    Wall,
    /// It is crossing a ford or stream (STE-CBT-23).
    Crossing,
    /// Horsemen with shotguns or lances against horsemen (STE-CBT-24).
    Shotgun,
    /// It defends fieldworks (STE-CBT-25).
    Fieldworks,
    /// It struck the enemy in flank or rear (STE-CBT-26).
    Flank,
    /// It is two ranks deep (STE-CBT-27).
    TwoRanks,
    /// It is three ranks deep or more (STE-CBT-28).
    ThreeRanks,
    /// It is over-enthusiastic (STE-CBT-29).
    Elated,
    /// It is out of ammunition (STE-CBT-30).
    Ammunition,
}

/// Columns to the right, or to the left where negative.
pub type Edges = ArrayVec<(Edge, i8), 24>;

/// The 1:1 column of the table.
const EVEN: i8 = 3;

/// The strength of a unit in half stands: all of it, touching or not (STE-CBT-1).
#[must_use]
pub fn strength(at: Position<'_>, unit: UnitId) -> u16 {
    let stands = at.stands(unit);
    match at.unit(unit).arm {
        // STE-CBT-11, R-75: a gun counts half.
        arm if arm.is_artillery() => stands.len() as u16,
        Arm::Wagon => 0,
        // STE-CBT-9: so does a horseman in woods.
        Arm::Cavalry if at.is_mounted(unit) => {
            let field = &at.rules.table.field;
            let worth = |stand: &Body| if field.kinds_at(stand.centre(), WOODS).is_empty() { 2 } else { 1 };
            stands.iter().map(worth).sum()
        }
        // STE-CBT-10, R-75: everybody on foot counts one.
        _ => 2 * stands.len() as u16,
    }
}

/// The record of two units in contact, whoever attacked first.
#[must_use]
pub fn record(at: Position<'_>, one: UnitId, other: UnitId) -> Option<Melee> {
    let pair = |melee: &&Melee| {
        (melee.attacker, melee.defender) == (one, other) || (melee.attacker, melee.defender) == (other, one)
    };
    at.state.melees.iter().find(pair).copied()
}

/// Whom an attacker with several enemies means: the one it charged, else the one it was matched with.
#[must_use]
pub fn principal(at: Position<'_>, attacker: UnitId, defenders: &[UnitId]) -> Option<UnitId> {
    let charged =
        at.state.melees.iter().find(|melee| {
            !melee.engaged && melee.attacker == attacker && defenders.contains(&melee.defender)
        });
    charged.map(|melee| melee.defender).or_else(|| defenders.first().copied())
}

/// The column of one attacker's die before shifts: all stands of both sides (STE-CBT-4), and whoever was struck in
/// flank or rear does not outnumber the one who struck him (STE-CBT-2).
#[must_use]
pub fn starting_column(
    at: Position<'_>,
    totals: (u16, u16),
    attacker: UnitId,
    target: UnitId,
    defenders: &[UnitId],
) -> i8 {
    let column = combat_column(totals.0, totals.1);
    // only for the roll of the one who struck, and against the one he meant.
    let struck_him = record(at, attacker, target).is_some_and(|melee| melee.struck == Some(target));
    // the one who was struck has at most even odds when he strikes back.
    let was_struck = is_struck_by(at, attacker, defenders);
    match (struck_him, was_struck) {
        (true, _) => column.max(EVEN),
        (_, true) => column.min(EVEN),
        _ => column,
    }
}

/// Whether one of these enemies struck a unit in flank or rear when they met.
fn is_struck_by(at: Position<'_>, unit: UnitId, enemies: &[UnitId]) -> bool {
    enemies.iter().any(|&enemy| record(at, unit, enemy).is_some_and(|melee| melee.struck == Some(unit)))
}

/// The shifts of one attacker's die. What a defender has counts once if any of them has it; what the attacker has
/// against an enemy is read on the one he means.
#[must_use]
pub fn edges(at: Position<'_>, attacker: UnitId, target: UnitId, defenders: &[UnitId]) -> Edges {
    let any = |has: &dyn Fn(UnitId) -> bool| defenders.iter().any(|&defender| has(defender));
    let most = |of: &dyn Fn(UnitId) -> i8| defenders.iter().map(|&unit| of(unit)).max().unwrap_or(0);
    let mut edges = Edges::new();
    let mut add = |edge: Edge, columns: i8| {
        if columns != 0 {
            edges.push((edge, columns));
        }
    };
    // STE-CBT-19, R-16
    add(Edge::General, officers::combat_rating(at, attacker));
    add(Edge::General, -most(&|unit| officers::combat_rating(at, unit)));
    // STE-CBT-20, M-5
    let level = at.level(attacker);
    add(Edge::Uphill, i8::from(level > at.level(target)));
    add(Edge::Uphill, -i8::from(any(&|unit| at.level(unit) > level)));
    // STE-CBT-21, R-46: the best of the defenders sets the tone.
    add(Edge::Grade, at.grade(attacker) as i8 - most(&|unit| at.grade(unit) as i8));
    // STE-CBT-22, STE-CBT-25, R-118: what the one who was charged stood behind holds as long as the pair.
    let behind = |unit: UnitId, enemy: UnitId, what: Behind| {
        record(at, unit, enemy).is_some_and(|melee| melee.defender == unit && melee.behind == what)
    };
    for (edge, what, columns) in [(Edge::Wall, Behind::Wall, 1), (Edge::Fieldworks, Behind::Fieldworks, 2)] {
        add(edge, columns * i8::from(behind(attacker, target, what)));
        add(edge, -columns * i8::from(any(&|unit| behind(unit, attacker, what))));
    }
    // STE-CBT-23
    add(Edge::Crossing, -i8::from(is_crossing(at, attacker)));
    add(Edge::Crossing, i8::from(any(&|unit| is_crossing(at, unit))));
    // STE-CBT-24, R-105: both on horseback.
    let rides_at = |unit: UnitId, enemy: UnitId| {
        let closes = |weapon: &Weapon| matches!(weapon, Weapon::Shotgun | Weapon::Lance);
        at.is_mounted(unit) && at.is_mounted(enemy) && at.unit(unit).weapons.iter().any(closes)
    };
    add(Edge::Shotgun, i8::from(rides_at(attacker, target)));
    add(Edge::Shotgun, -i8::from(any(&|unit| rides_at(unit, attacker))));
    // STE-CBT-26, R-87
    add(
        Edge::Flank,
        2 * i8::from(record(at, attacker, target).is_some_and(|melee| melee.struck == Some(target))),
    );
    add(Edge::Flank, -i8::from(is_struck_by(at, attacker, defenders)));
    // STE-CBT-6, STE-CBT-27, STE-CBT-28, G-8
    match stacks::ranks_deep(at, attacker) {
        0 | 1 => {}
        2 => add(Edge::TwoRanks, 1),
        _ => add(Edge::ThreeRanks, 2),
    }
    match defenders.iter().map(|&unit| stacks::ranks_deep(at, unit)).max() {
        None | Some(0 | 1) => {}
        Some(2) => add(Edge::TwoRanks, -1),
        Some(_) => add(Edge::ThreeRanks, -1),
    }
    // STE-CBT-29, STE-MOR-31
    if at.rules.options.overenthusiastic {
        add(Edge::Elated, i8::from(at.is(attacker, Mark::ELATED)));
        add(Edge::Elated, -i8::from(any(&|unit| at.is(unit, Mark::ELATED))));
    }
    // STE-CBT-30
    if at.rules.options.out_of_ammunition {
        add(Edge::Ammunition, -i8::from(at.is(attacker, Mark::OUT_OF_AMMUNITION)));
        add(Edge::Ammunition, i8::from(any(&|unit| at.is(unit, Mark::OUT_OF_AMMUNITION))));
    }
    edges
}

/// Whether a unit is crossing a ford or stream: a stand touches the line, and it does not lie behind the whole unit
/// (M-5).
#[must_use]
pub fn is_crossing(at: Position<'_>, unit: UnitId) -> bool {
    let field = &at.rules.table.field;
    let wades = |body: &Body| !field.kinds_under(&Hull::of(&body.posed(0)), STREAM.with(FORD)).is_empty();
    if at.is_loose(unit) || at.troop(unit).formation == Formation::Square {
        return at.stands(unit).iter().any(wades);
    }
    // A line that only touches the rear edge of the last rank lies behind all of them.
    let last = |body: &Body| Body { depth: body.depth - 1, ..*body };
    let bodies = at.bodies(unit);
    bodies.iter().take(1).any(|body| wades(&if bodies.len() == 1 { last(body) } else { *body }))
        || bodies.iter().skip(1).any(|body| wades(&last(body)))
}

/// How many stands of a unit touch another's.
#[must_use]
pub fn stands_touching(at: Position<'_>, unit: UnitId, enemy: UnitId) -> usize {
    let theirs = at.footprint(enemy);
    let touches = |stand: &Body| {
        let posed = stand.posed(crate::model::figure::INSET);
        theirs.iter().any(|their| posed.is_within(their, crate::model::figure::TOUCH))
    };
    at.stands(unit).iter().filter(|stand| touches(stand)).count()
}
