//! What the rules of this game ask of its geometry most, on the ground of July 1: sixteen stands a side and some
//! barricades on McPherson's Ridge, and each question put for one stand after another.

use engine::Side::{Confederate, Union};
use faults::Source;
use ground::Battlefield;
use ground::geometry::{Frame, Point};
use ground::table::lay::{Ground, Plan, Scale, lay};
use ground::table::{Heading, Turn};
use rally_round_the_flag::field::terrain;
use rally_round_the_flag::measure::candidates::{self, Aim, Hints};
use rally_round_the_flag::measure::land::MAJOR_LEVELS;
use rally_round_the_flag::measure::moves::{Orders, check_move};
use rally_round_the_flag::measure::stand::mark_engaged;
use rally_round_the_flag::measure::{
    Barricade, Edge, Grid, Land, MoveGeom, Pose, Profile, Scratch, Stand, Table, YARD, charge, fire, front,
    region, rout, sight, steep,
};
use rally_round_the_flag::model::ids::StandId;
use rally_round_the_flag::model::numbers::{Arm, Arrow};

const STANDS: usize = 32;

/// Everything that is asked about.
pub struct Questions {
    land: Land,
    stands: Vec<Stand>,
    barricades: Vec<Barricade>,
    scratch: Scratch,
}

/// A question: what it is called, and how it is put for the stand of a number. The answer is only there to be used.
pub type Question = (&'static str, fn(&Table<'_>, &mut Scratch, &Stand, usize) -> u64);

const ORDERS: Orders<'static> = Orders::up_to(Arrow::A3);

pub const ALL: [Question; 14] = [
    ("under-fire", |table, scratch, stand, _| fire::under_fire(table, scratch, stand).is_some().into()),
    ("sight", |table, scratch, stand, time| {
        let other = &table.stands[(time * 7 + 3) % table.stands.len()];
        sight::sees(table, scratch, sight::End::of(stand), sight::End::place(other.pose.at)).into()
    }),
    ("cover", |table, scratch, stand, time| {
        let other = &table.stands[(time * 7 + 3) % table.stands.len()];
        let ends = (sight::End::of(stand), sight::End::place(other.pose.at));
        sight::cover(table, scratch, ends.0, ends.1, &other.body).woods.into()
    }),
    ("steep", |table, scratch, stand, _| {
        let to = stand.pose.moved(stand.pose.heading, 300 * YARD).at;
        steep::crossings(table, scratch, stand.pose.at, to).into()
    }),
    ("open-flank", |table, _, stand, _| front::open_flank(stand, table.stands).is_some().into()),
    ("engaged", |table, _, stand, _| {
        let engages =
            |other: &Stand| rally_round_the_flag::measure::contact::engages(stand, other, table.barricades);
        table.stands.iter().any(engages).into()
    }),
    ("move", |table, scratch, stand, time| {
        let geom = some_move(stand, Arrow::A2, time);
        check_move(table, scratch, stand, &geom, &ORDERS).map_or(0, |moved| moved.way as u64)
    }),
    ("tactic", |table, scratch, stand, time| {
        let geom = some_move(stand, Arrow::T, time);
        check_move(table, scratch, stand, &geom, &ORDERS).map_or(0, |moved| moved.way as u64)
    }),
    ("charge", |table, scratch, stand, time| {
        let geom = charge::ChargeGeom { arrow: Arrow::A3, tilt: (time * 37 % 600) as i16 - 300 };
        charge::check_charge(table, scratch, stand, &geom, Arrow::A3).map_or(0, |charge| charge.way as u64)
    }),
    ("charges", |table, scratch, stand, _| {
        candidates::charges(table, scratch, stand, Arrow::A3, &|_| true).len() as u64
    }),
    ("aims", |table, scratch, stand, _| {
        candidates::aims(table, scratch, stand, Arrow::A2, Edge::Front, &HINTS).len() as u64
    }),
    ("headings", |table, scratch, stand, time| {
        let aim = Aim { tilt: [0, -150, 150, -300, 300][time % 5], slide: 0 };
        let way = (Arrow::A2, Edge::Front);
        candidates::headings(table, scratch, stand, &ORDERS, way, aim, &HINTS).len() as u64
    }),
    ("rout", |table, _, stand, time| {
        let heading = Heading::new((time * 613 % 3_600) as u16).unwrap_or_default();
        let met = rout::met(table, stand, heading).len() as u64;
        met + rout::settle(table, &[*stand], heading).shifts.len() as u64
    }),
    ("region", |table, scratch, stand, _| {
        region::ends(table, scratch, stand, (Arrow::A2, Edge::Front), &ORDERS, region::Spot::Point).len()
            as u64
    }),
];

const HINTS: Hints<'static> = Hints { brigade: &|_| true, objective: None, battery: None };

fn some_move(stand: &Stand, arrow: Arrow, time: usize) -> MoveGeom {
    let tilt = (time * 53 % 600) as i16 - 300;
    let heading = stand.pose.heading.turned(Turn::tenths(tilt.into()));
    MoveGeom { arrow, edge: Edge::Front, tilt, slide: (time % 41) as i16 - 20, heading }
}

impl Questions {
    pub fn new() -> Questions {
        let mut seed = 1863u64;
        let mut draw = move |low: i32, high: i32| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            low + ((seed >> 33) % (high - low) as u64) as i32
        };
        // McPherson's Ridge and what is west of it, two lines that face each other.
        let mut stands: Vec<Stand> = Vec::new();
        while stands.len() < STANDS {
            let number = stands.len();
            let side = if number.is_multiple_of(2) { Union } else { Confederate };
            let x = if side == Union { draw(1_900, 2_300) } else { draw(1_300, 1_800) };
            let facing = if side == Union { 2_700 } else { 900 } + draw(-300, 300);
            let arm = if number % 8 == 7 { Arm::Artillery } else { Arm::Infantry };
            let pose = Pose::new(
                Point::new(x * YARD, draw(2_200, 3_600) * YARD),
                Heading::new(facing as u16).unwrap_or_default(),
            );
            let stand = Stand::new(StandId(number as u8), side, arm, pose);
            if stands.iter().all(|other| !other.body.is_within(&stand.body, 10 * YARD)) {
                stands.push(stand);
            }
        }
        let barricades: Vec<Barricade> = stands
            .iter()
            .filter(|stand| stand.id.0 % 6 == 0)
            .map(|stand| Barricade::before(stand.id.0.into(), stand.pose, stand.arm, YARD))
            .collect();
        mark_engaged(&mut stands, &barricades);
        Questions { land: july_1(), stands, barricades, scratch: Scratch::new() }
    }

    /// Puts a question for one stand after another, so often.
    pub fn ask(&mut self, (_, question): Question, times: u64) -> u64 {
        let Questions { land, stands, barricades, scratch } = self;
        let high = land.field().table().high;
        let table = Table {
            land,
            map: Frame { low: Point::new(0, 0), high },
            grid: Grid { low: Point::new(0, 0), side: Grid::SIDE, columns: 10, rows: 8 },
            profile: Profile::Compact,
            levels: MAJOR_LEVELS,
            barricades,
            off_limits: &[],
            stands,
            generals: &[],
        };
        (0..times as usize)
            .fold(0, |sum, time| sum.wrapping_add(question(&table, scratch, &stands[time % STANDS], time)))
    }
}

fn july_1() -> Land {
    let text = include_str!("../../../../scenarios/battlefields/gettysburg-july-1.geojson");
    let ground =
        Battlefield::read(&Source::new("gettysburg-july-1.geojson", text)).expect("the battlefield is sound");
    let plan = Plan { frame: None, scale: Scale::a_yard(YARD), cell: 100 * YARD, contour_cell: 100 * YARD };
    let classes = |ground: Ground, name: Option<&str>| terrain::class(true, ground, name);
    Land::new(lay(&ground, &plan, classes).expect("the battlefield fits a table"))
}
