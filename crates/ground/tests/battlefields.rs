//! Battlefield files: the real one is sound, broken ones are told what is wrong with them.

use faults::Source;
use ground::battlefield::{Feet, WayClass};
use ground::draw::Picture;
use ground::geometry::Point;
use ground::{Battlefield, Raster, Settings};
use proptest::prelude::*;

fn gettysburg() -> Source {
    Source::new(
        "gettysburg-july-1.geojson",
        include_str!("../../../scenarios/battlefields/gettysburg-july-1.geojson"),
    )
}

#[test]
fn gettysburg_is_sound() {
    let field = Battlefield::read(&gettysburg()).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(field.contours.len(), 48);
    assert_eq!(field.base(), Feet(440));
    assert_eq!(field.roads.iter().filter(|road| road.kind.class == WayClass::Pike).count(), 3);
    assert_eq!((field.frame.width() / 100, field.frame.height() / 100), (5512, 4507));
    // Spot heights must agree with the contours they stand on.
    for spot in &field.heights {
        let contour = field.contour_height(spot.shape).unwrap();
        assert!(
            (contour.0 - 8..contour.0 + 28).contains(&spot.kind.feet.0),
            "{:?} {:?} stands on {contour:?}",
            spot.name,
            spot.kind
        );
    }
    assert_eq!(field.contour_height(Point::new(9_999_999, 0)), None);
}

#[test]
fn a_broken_battlefield_lists_every_fault() {
    let features = [
        r#"{"type":"Feature","id":"c1","properties":{"kind":"contour","elevation_ft":100},"geometry":{"type":"Polygon","coordinates":[[[0,0],[0.02,0],[0.02,0.02],[0,0.02],[0,0]]]}}"#,
        r#"{"type":"Feature","id":"c2","properties":{"kind":"contour","elevation_ft":120},"geometry":{"type":"Polygon","coordinates":[[[0.01,0.01],[0.03,0.01],[0.015,0.015],[0.01,0.01]]]}}"#,
        r#"{"type":"Feature","id":"c3","properties":{"kind":"contour"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[0.01,0],[0.01,0.01]]]}}"#,
        r#"{"type":"Feature","id":"w1","properties":{"kind":"wood","name":"Grove"},"geometry":null}"#,
        r#"{"type":"Feature","id":"w2","properties":{"kind":"woods","name":"Grove","density":"thick"},"geometry":{"type":"Point","coordinates":[0,0]}}"#,
        r#"{"type":"Feature","id":"w2","properties":{"kind":"woods"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[0.01,0.01],[0.01,0],[0,0.01],[0,0]]]}}"#,
        r#"{"type":"Feature","id":"r1","properties":{"kind":"road","class":"pyke","name":"Mill Road"},"geometry":{"type":"LineString","coordinates":[[0,0],[0,0]]}}"#,
        r#"{"type":"Feature","id":"r2","properties":{"kind":"road","name":"Back Road","width_m":"wide"},"geometry":{"type":"LineString","coordinates":[[0,0],[0.5,0]]}}"#,
        r#"{"type":"Feature","properties":{"kind":"stream","class":"run"},"geometry":{"type":"LineString","coordinates":[[0,0],["east",0.01]]}}"#,
        r#"{"type":"Feature","id":"k1","properties":{"kind":"railroad_cut","class":"cut"},"geometry":{"type":"LineString","coordinates":[[0,0],[0.01,0]]}}"#,
        r#"{"type":"Feature","id":"b1","properties":{"kind":"bridge","class":"ford"},"geometry":{"type":"Point","coordinates":[39.8,-97.2]}}"#,
        r#"{"type":"Feature","id":"n1","properties":{},"geometry":null}"#,
        r#"{"type":"Thing"}"#,
        r#"{"type":"Feature","id":"h1","properties":{"kind":"spot_height","elevation_ft":"396"},"geometry":{"type":"Point","coordinates":[0.01,0.01]}}"#,
    ];
    let text = format!(
        "{{\"type\":\"FeatureCollection\",\"bbox\":[0,0,0.02,0.02],\"features\":[\n{}\n]}}",
        features.join(",\n")
    );
    let faults = Battlefield::read(&Source::new("broken.geojson", text)).unwrap_err();
    let told: Vec<String> = faults
        .located()
        .into_iter()
        .map(|fault| {
            format!("{}: {}\n    {}", fault.line.unwrap_or(0), fault.what, fault.hint.unwrap_or_default())
        })
        .collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn a_file_that_is_no_collection_is_refused() {
    for (text, what) in [
        ("", "not a GeoJSON feature collection"),
        ("{\"type\":\n\"FeatureCollection\",,}", "not a GeoJSON feature collection"),
        ("[]", "not a GeoJSON feature collection"),
        ("{\"type\":\"FeatureCollection\"}", "the file has no features"),
        ("{\"type\":\"Feature\",\"features\":[]}", "`type` is not `FeatureCollection`"),
        ("{\"type\":\"FeatureCollection\",\"features\":[{}]}", "neither its `bbox` nor its `origin`"),
        ("{\"type\":\"FeatureCollection\",\"bbox\":[1,2],\"features\":[7]}", "`bbox` is not west, south"),
        (
            "{\"type\":\"FeatureCollection\",\"metadata\":{\"origin\":[0,99]},\"features\":[7]}",
            "`origin` is not a longitude and a latitude",
        ),
        ("{\"type\":\"FeatureCollection\",\"bbox\":[0,0,1,1],\"features\":[7]}", "the map has no contour"),
    ] {
        let faults = Battlefield::read(&Source::new("field.geojson", text)).unwrap_err();
        assert!(faults.to_string().contains(what), "{text}\n{faults}");
    }
}

/// A small sound battlefield to spoil.
const SOUND: &str = r#"{"type":"FeatureCollection","bbox":[0,0,0.02,0.02],"features":[
{"type":"Feature","id":"c1","properties":{"kind":"contour","elevation_ft":100},"geometry":{"type":"Polygon","coordinates":[[[0,0],[0.02,0],[0.02,0.02],[0,0.02],[0,0]]]}},
{"type":"Feature","id":"c2","properties":{"kind":"contour","elevation_ft":160},"geometry":{"type":"Polygon","coordinates":[[[0.005,0.005],[0.015,0.005],[0.012,0.015],[0.005,0.005]]]}},
{"type":"Feature","id":"w1","properties":{"kind":"woods","density":"open"},"geometry":{"type":"MultiPolygon","coordinates":[[[[0.001,0.001],[0.004,0.001],[0.004,0.009],[0.001,0.001]]]]}},
{"type":"Feature","id":"s1","properties":{"kind":"stream","class":"creek","width_m":9},"geometry":{"type":"LineString","coordinates":[[0.01,0.02],[0.009,0.01],[0.012,0]]}},
{"type":"Feature","id":"r1","properties":{"kind":"road","class":"pike","name":"Pike"},"geometry":{"type":"MultiLineString","coordinates":[[[0,0.01],[0.01,0.011],[0.02,0.01]],[[0.01,0.011],[0.011,0.02]]]}},
{"type":"Feature","id":"k1","properties":{"kind":"railroad_cut","class":"cut","depth_ft":9},"geometry":{"type":"LineString","coordinates":[[0.002,0.002],[0.006,0.002]]}},
{"type":"Feature","id":"b1","properties":{"kind":"bridge","class":"bridge"},"geometry":{"type":"Point","coordinates":[0.0095,0.011]}},
{"type":"Feature","id":"l1","properties":{"kind":"wall","class":"stone"},"geometry":{"type":"LineString","coordinates":[[0.014,0.002],[0.014,0.006]]}},
{"type":"Feature","id":"h1","properties":{"kind":"spot_height","name":"Hill","elevation_ft":170,"ridge":"Ridge"},"geometry":{"type":"Point","coordinates":[0.01,0.008]}}
]}"#;

#[test]
fn a_sound_little_battlefield_is_read() {
    let field = Battlefield::read(&Source::new("f", SOUND)).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!((field.roads.len(), field.woods.len(), field.walls.len()), (2, 1, 1));
}

/// Values people and programs put where they do not belong.
const ODD: [&str; 14] = [
    "0",
    "-1",
    "180",
    "90",
    "89.999",
    "1e300",
    "-1e-300",
    "null",
    "\"\"",
    "[]",
    "{}",
    "true",
    "[[0,0]]",
    "0.0200001",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Whatever is done to a file, it is either read and cut into hexes, or refused with reasons; never a crash.
    #[test]
    fn spoiled_files_never_crash(at in any::<prop::sample::Index>(), odd in 0..ODD.len(), cut in any::<bool>()) {
        // One number or word of the file is replaced, or the file ends there.
        let places: Vec<usize> = SOUND
            .char_indices()
            .zip(SOUND.chars().skip(1))
            .filter(|((_, before), after)| "[,:".contains(*before) && !"\n{".contains(*after))
            .map(|((place, _), _)| place + 1)
            .collect();
        let place = places[at.index(places.len())];
        let end = SOUND[place..].find([',', ']', '}']).map_or(SOUND.len(), |length| place + length);
        let text = if cut {
            SOUND[..place].to_owned()
        } else {
            format!("{}{}{}", &SOUND[..place], ODD[odd], &SOUND[end..])
        };
        match Battlefield::read(&Source::new("spoiled.geojson", text)) {
            Ok(field) => {
                for width in [5_000, 20_000, 5_000_000] {
                    let _ = Raster::new(&field, &Settings::hexes(width));
                }
                if at.index(8) == 0 && let Ok(raster) = Raster::new(&field, &Settings::hexes(20_000)) {
                    prop_assert!(Picture::on_field(&raster, &field).svg().ends_with("</svg>\n"));
                }
            }
            Err(faults) => prop_assert!(faults.located().iter().all(|fault| !fault.what.is_empty())),
        }
    }
}

#[test]
fn far_and_huge_battlefields_are_refused() {
    for (from, to, what) in [
        ("[0,0,0.02,0.02]", "[-100,-80,100,80]", "`bbox` reaches more than 1,000 km"),
        ("[0.01,0.008]", "[120,40]", "more than 1,000 km from the origin"),
        ("[0.01,0.008]", "[0.5,0.008]", "outside the map's `bbox`"),
    ] {
        let text = SOUND.replace(from, to);
        let faults = Battlefield::read(&Source::new("far.geojson", text)).unwrap_err();
        assert!(faults.to_string().contains(what), "{faults}");
    }
}
