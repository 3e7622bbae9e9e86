//! Ground for open tables drawn in text, and what can be asked about it: the answers are the same from both ends, and
//! whichever of two bodies is named first.
#![no_main]

use ground::geometry::Point;
use ground::table::lay::{Class, Legend, Tabletop, read_ground};
use ground::table::{
    BOUND, Body, Found, Heading, Hull, Kinds, Leg, Levels, Profile, Walk, Wedge, body, meet,
};
use libfuzzer_sys::fuzz_target;
use longroll_fuzz::{faults_can_be_shown, source};

const LEGEND: Legend = Legend {
    classes: &[
        Class { word: "woods", letter: Some('w'), is_area: true },
        Class { word: "town", letter: Some('t'), is_area: true },
        Class { word: "wall", letter: None, is_area: false },
    ],
    decimals: 3,
    level: 20,
    cell: 2_000,
};

fuzz_target!(|input: &[u8]| {
    let source = source("ground.toml", input);
    let read = read_ground(&source, &LEGEND);
    if let Ok(tabletop) = &read {
        let mut numbers = Numbers { input, at: 0, mixed: 1863 };
        for _ in 0..8 {
            ask(tabletop, &mut numbers);
        }
    }
    faults_can_be_shown(&source, read);
});

/// Numbers made of the input, round and round.
struct Numbers<'a> {
    input: &'a [u8],
    at: usize,
    mixed: u64,
}

impl Numbers<'_> {
    fn within(&mut self, low: i32, high: i32) -> i32 {
        let byte = self.input.get(self.at).copied().unwrap_or(0);
        self.at = (self.at + 1) % self.input.len().max(1);
        self.mixed = (self.mixed ^ u64::from(byte)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        low + ((self.mixed >> 32) % (i64::from(high) - i64::from(low) + 1).unsigned_abs()) as i32
    }

    /// Near the origin, where drawn ground lies, or anywhere a table may reach.
    fn point(&mut self) -> Point {
        let reach = [10, 9_000, 90_000, BOUND][self.within(0, 3) as usize];
        Point::new(self.within(-reach, reach), self.within(-reach, reach))
    }

    fn body(&mut self) -> Body {
        let most = [50, 9_000, body::LARGEST][self.within(0, 2) as usize];
        let (width, depth) = (self.within(body::SMALLEST, most), self.within(body::SMALLEST, most));
        let heading = Heading::new(self.within(0, 3_599) as u16).expect("below 3,600");
        let body = Body::fronting(self.point(), heading, width, depth);
        assert!(body.is_sound());
        body
    }
}

fn ask(tabletop: &Tabletop, numbers: &mut Numbers<'_>) {
    let (one, other) = (numbers.body(), numbers.body());
    let (posed, target) = (one.posed(12), other.posed(12));
    let distance = numbers.within(0, BOUND);
    assert_eq!(posed.overlaps(&target), target.overlaps(&posed));
    assert_eq!(posed.is_within(&target, distance), target.is_within(&posed, distance));
    let gap = |a: &[Point], b: &[Point]| meet::nearest(a, b).map(|nearest| nearest.squared);
    assert_eq!(gap(&posed.outline, &target.outline), gap(&target.outline, &posed.outline));
    let wedge = Wedge::from_front(&posed, one.heading, 450).expect("45 degrees are not too wide");
    let aim = wedge.nearest(&target.outline, one.front());
    assert_eq!(aim.is_some(), wedge.meets(&target.outline));

    let (from, to) = (numbers.point(), numbers.point());
    let leg = Leg { from, to, length: numbers.within(0, 2 * BOUND) };
    let step = numbers.within(1, 5_000);
    let first = meet::first_within(&leg, &posed.outline, &target.outline, distance, step);
    assert!(first != Some(0) || posed.is_within(&target, distance));
    assert!(first.is_none_or(|way| way <= leg.length && (way % step == 0 || way == leg.length)));

    let (field, relief) = (&tabletop.field, &tabletop.relief);
    assert_eq!(field.kinds_at(from, Kinds::ALL), field.kinds_under(&Hull::line(from, from), Kinds::ALL));
    let hull = Hull::of(&posed);
    let mut found = Found::new();
    field.under(&hull, Kinds::ALL, &mut found);
    let kinds = found.iter().fold(Kinds::NONE, |kinds, id| kinds | field.kinds(id));
    assert_eq!(field.kinds_under(&hull, Kinds::ALL), kinds);
    let near = field.nearest_side(&posed.outline, Kinds::ALL, distance);
    assert!(near.is_none_or(|(_, squared)| squared.is_within(distance)));
    field.first_met(&Leg { to: from, ..leg }, &posed.outline, Kinds::ALL, step);

    let (mut there, mut back) = (Walk::new(), Walk::new());
    field.walk(from, to, Kinds::ALL, &mut there);
    field.walk(to, from, Kinds::ALL, &mut back);
    assert_eq!(there.stretches(), back.stretches());
    for stretch in there.stretches() {
        assert!(stretch.enter <= stretch.leave && there.whole(stretch.enter) <= there.whole(stretch.leave));
    }
    relief.walk(from, to, &mut there);
    let mut profile = Profile::new();
    relief.profile(&there, Levels { base: 0, step: 20 }, &mut profile);
    assert!(
        profile.most_steps(&there, distance) <= profile.climbs(&there, from) + profile.climbs(&there, to)
    );
    assert!(relief.highest_between(&there).is_none_or(|highest| from == to || highest >= 0));
}
