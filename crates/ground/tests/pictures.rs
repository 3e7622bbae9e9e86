//! Pictures: sound SVG, the same every time, with what was asked for.

use faults::{Faults, Source};
use ground::draw::{CampaignMap, Counter, Overlay, Picture, Plan, Sheet, Symbol};
use ground::theatre::{Cut, Geography, Theatre, read_settings, read_text};
use ground::{Battlefield, Grid, GridShape, HexMap, Raster, Settings, text};

fn farm() -> HexMap {
    let source = Source::new(
        "farm.toml",
        r#"
        [map]
        picture = """
          .  .  w1 .  ~
           e  .2 .1 t  m
          s  c  .  o  r
        """
        creek_hexsides = [["0100", "0200"], ["0100", "0201"]]
        fords = [["0100", "0200"]]
        stonewall_hexsides = [["0101", "0102"]]
        pike = [["0103", "0102", "0101", "0100"]]
        road = [["0003", "0103", "0203"]]
        trail = [["0103", "0104"]]
        places = { "Wills <Farm> & Mill" = "0103" }
        named_roads = { "Great Pike" = ["0100", "0101", "0102", "0103"] }
        "#,
    );
    text::read_map(&source).unwrap_or_else(|faults| panic!("{faults}"))
}

fn gettysburg() -> Battlefield {
    let text = include_str!("../../../scenarios/battlefields/gettysburg-july-1.geojson");
    Battlefield::read(&Source::new("gettysburg-july-1.geojson", text)).unwrap()
}

/// Tags are balanced and attributes hold no number gone wrong.
fn assert_sound(svg: &str) {
    let mut open = Vec::new();
    for tag in svg.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("every tag is closed");
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "tags cross");
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "an attribute is not closed: {tag:.80}");
    }
    assert!(open.is_empty(), "left open: {open:?}");
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "a number went wrong");
}

fn counters(map: &HexMap) -> Vec<Counter> {
    let symbols = [Symbol::Infantry, Symbol::Cavalry, Symbol::Artillery, Symbol::Commander, Symbol::None];
    let hexes = map.playable().iter().take(3).cycle();
    symbols
        .into_iter()
        .zip(hexes)
        .map(|(symbol, hex)| Counter {
            hex,
            colour: [63, 95, 138],
            symbol,
            lines: vec!["24 MI & Co".into(), "5-3".into()],
        })
        .collect()
}

#[test]
fn a_text_map_is_drawn_soundly_and_always_the_same() {
    let map = farm();
    let counters = counters(&map);
    let picture = Picture::new(&map).title("Wills <Farm>", "drawn & tested").counters(&counters);
    let svg = picture.svg();
    assert_sound(&svg);
    assert_eq!(svg, picture.svg());
    assert!(svg.contains("<title>Wills &lt;Farm&gt;</title>"));
    assert_eq!(
        svg.matches("<rect").count(),
        Picture::new(&map).svg().matches("<rect").count() + 2 * counters.len()
    );
}

#[test]
fn overlays_can_be_left_out() {
    let map = farm();
    let bare = Overlay { numbers: false, levels: false, hexsides: false, cuts: false, links: false };
    let full = Overlay { numbers: true, levels: true, hexsides: true, cuts: true, links: true };
    let length = |overlay| {
        let svg = Picture::new(&map).overlay(overlay).svg();
        assert_sound(&svg);
        svg.len()
    };
    assert!(length(full) > length(Overlay::default()) && length(Overlay::default()) > length(bare));
}

#[test]
fn a_picture_grows_with_its_hexes() {
    let map = farm();
    let width = |hex_width| {
        let svg = Picture::new(&map).hex_width(hex_width).svg();
        let (_, rest) = svg.split_once("width=\"").unwrap();
        rest.split('"').next().unwrap().parse::<f64>().unwrap()
    };
    assert!((width(128.0) / width(64.0) - 2.0).abs() < 0.01);
}

#[test]
fn gettysburg_is_drawn_soundly() {
    let field = gettysburg();
    let raster = Raster::new(&field, &Settings::hexes(22_860)).unwrap();
    let svg = Picture::on_field(&raster, &field).svg();
    assert_sound(&svg);
    assert!(svg.contains("<title>Gettysburg, battlefield of 1 July 1863</title>"));
    assert!(svg.len() < 3_000_000, "{} bytes", svg.len());
}

#[cfg(feature = "png")]
#[test]
fn a_picture_becomes_pixels() {
    use ground::draw::png;
    let map = farm();
    let svg = Picture::new(&map).title("Farm", "").svg();
    let pixels = png(&svg, 2.0).unwrap();
    assert_eq!(&pixels[1..4], b"PNG");
    assert!(png("this is no picture", 1.0).is_err());
    assert!(png(&svg, 0.0).is_err());
}

/// A page made of the sheets of a board.
fn page(plan: &Plan, sheets: Vec<Sheet>) -> String {
    let [width, height] = plan.size;
    let sheets: String = sheets.into_iter().map(|sheet| sheet.svg).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">{sheets}</svg>"
    )
}

#[test]
fn the_sheets_of_a_board_are_sound_and_small_and_name_every_colour() {
    let field = gettysburg();
    let raster = Raster::new(&field, &Settings::hexes(22_860)).unwrap();
    let map = farm();
    let (cut, geography) = campaign();
    let ford = ford();
    let [on_field, drawn] = [Picture::on_field(&raster, &field), Picture::new(&map)];
    let [campaign, little] = [CampaignMap::on_geography(&cut, &geography), CampaignMap::new(&ford)];
    let boards = [
        (page(&on_field.plan(), on_field.sheets()), 1_000_000),
        (page(&drawn.plan(), drawn.sheets()), 100_000),
        (page(&campaign.plan(), campaign.sheets()), 1_000_000),
        (page(&little.plan(), little.sheets()), 100_000),
    ];
    for (page, most) in boards {
        assert_sound(&page);
        assert!(page.len() < most, "{} bytes", page.len());
        let unnamed: Vec<_> = page.split("=\"#").skip(1).map(|rest| &rest[..6]).collect();
        assert!(unnamed.is_empty(), "colours without a name: {unnamed:?}");
    }
}

fn campaign() -> (Cut, Geography) {
    let text = include_str!("../../../scenarios/theatres/gettysburg-campaign.geojson");
    let geography = Geography::read(&Source::new("gettysburg-campaign.geojson", text)).unwrap();
    let text = include_str!("../../../scenarios/theatres/gettysburg-campaign.toml");
    let source = Source::new("gettysburg-campaign.toml", text);
    let cut = read_settings(&source).unwrap().cut(&geography, &mut Faults::new(&source)).unwrap();
    (cut, geography)
}

fn ford() -> Theatre {
    let source = Source::new(
        "ford.toml",
        r##"
        rows = ["..f~", ".mm#", "...."]
        roads = ["0000-0001-0002-0102"]
        rails = ["0001-0002"]
        major = ["0001/0002"]
        minor = ["0000/0100"]
        ferries = ["0001/0002"]
        ridges = ["0002/0102"]
        places = [
            { hex = "0002", name = "Lee's <Mill>", class = "village" },
            { hex = "0000", name = "Dover", class = "city" },
            { hex = "0102", name = "York", class = "town" },
        ]
        "##,
    );
    read_text(&source).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn a_campaign_is_drawn_soundly_and_always_the_same() {
    let (cut, geography) = campaign();
    let map = CampaignMap::on_geography(&cut, &geography);
    let svg = map.svg();
    assert_sound(&svg);
    assert_eq!(svg, map.svg());
    assert!(svg.contains("<title>The Gettysburg campaign, June and July 1863</title>"));
    assert!(svg.len() < 3_000_000, "{} bytes", svg.len());
    let bare = map.clone().numbers(false).hexsides(false).svg();
    assert_sound(&bare);
    assert!(bare.len() < svg.len());
}

#[test]
fn a_theatre_of_text_is_drawn_with_all_its_signs() {
    let ford = ford();
    let svg = CampaignMap::new(&ford).title("A <ford>", "").svg();
    assert_sound(&svg);
    let without = read_text(&Source::new("bare.toml", "rows = ['....', '....', '....']")).unwrap();
    let bare = CampaignMap::new(&without).title("A <ford>", "").svg();
    assert_sound(&bare);
    let paths = |svg: &str| svg.matches("<path").count();
    assert!(paths(&svg) > paths(&bare) + 15, "{} and {}", paths(&svg), paths(&bare));
}

/// Cells of a theatre fit together as those of a battlefield do.
#[test]
fn a_campaign_has_a_middle_for_every_hex() {
    let (cut, geography) = campaign();
    let plan = CampaignMap::on_geography(&cut, &geography).plan();
    assert_eq!(plan.middles.len(), cut.theatre.grid.len());
    let [first, below] = ["0000", "0001"].map(|name| plan.middle(cut.theatre.grid.parse(name).unwrap()));
    assert_eq!([below[0] - first[0], below[1] - first[1]], [0, 194]);
}

#[test]
fn the_cells_of_a_board_fit_together() {
    let flat = Grid::new(GridShape::flat(9, 8)).unwrap();
    let pointy = Grid::new(GridShape::pointy(16, 60)).unwrap();
    for map in [HexMap::new(flat), HexMap::new(pointy)] {
        let plan = Picture::new(&map).plan();
        for hex in map.grid.hexes() {
            let [x, y] = plan.middle(hex);
            for (side, other) in map.grid.neighbours(hex) {
                let [there_x, there_y] = plan.middle(other);
                // Two neighbours share the two ends of the side between them.
                let [dx, dy] = plan.cell[side.index()];
                let [other_dx, other_dy] = plan.cell[(side.index() + 2) % 6];
                let gap = (x + dx - there_x - other_dx).abs().max((y + dy - there_y - other_dy).abs());
                assert!(gap <= 1, "{gap} between {hex:?} and {other:?}");
            }
            for [dx, dy] in plan.cell {
                assert!((0..=plan.size[0]).contains(&(x + dx)) && (0..=plan.size[1]).contains(&(y + dy)));
            }
        }
    }
}
