//! Battlefield files: the real one is sound, broken ones are told what is wrong with them.

use faults::Source;
use ground::Battlefield;
use ground::battlefield::{Feet, WayClass};
use ground::geometry::Point;

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
