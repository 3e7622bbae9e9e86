//! The country of a campaign in GeoJSON, and its cut into hexes when it is sound.
#![no_main]

use faults::Faults;
use ground::theatre::{Geography, read_settings};
use libfuzzer_sys::fuzz_target;
use longroll_fuzz::{faults_can_be_shown, source};

const SETTINGS: &str = "schema = 'theatre/1'\ngeography = 'theatre.geojson'\nhex_km = 10.0\nfirst = [-79.0, 40.6]\ncols = 12\nrows = 9\n";

fuzz_target!(|input: &[u8]| {
    let country = source("theatre.geojson", input);
    let read = Geography::read(&country);
    if let Ok(geography) = &read {
        let file = source("theatre.toml", SETTINGS.as_bytes());
        let settings = read_settings(&file).unwrap_or_else(|faults| panic!("{faults}"));
        let mut faults = Faults::new(&file);
        let cut = settings.cut(geography, &mut faults);
        assert_eq!(cut.is_none(), !faults.is_empty());
    }
    faults_can_be_shown(&country, read);
});
