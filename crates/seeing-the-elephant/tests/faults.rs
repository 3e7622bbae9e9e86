//! Whatever is wrong with a scenario is listed at once, with its line and a remedy.

use engine::load::{Library, Source};
use engine::proof::proves;
use seeing_the_elephant::files::from_source;

fn faults(troops: &str) -> Vec<(Option<usize>, String)> {
    let text = format!(
        "game = \"seeing-the-elephant\"\nid = \"field\"\ntitle = \"A field\"\nscale = \"regimental-1\"\n\
         ground = {{ size = \"72 48\" }}\n[troops]\n{troops}"
    );
    match from_source(&Library::builtin(), &Source::new("field.toml", text)) {
        Ok(_) => Vec::new(),
        Err(report) => report.located().into_iter().map(|fault| (fault.line, fault.what)).collect(),
    }
}

#[test]
fn skills_weapons_and_kinds_are_those_of_the_game() {
    let _proof = proves(&["STE-MOR-7"]);
    let good = "union = [\"A: INF8 Reg RM +marksmen at 20,10 facing 0\"]\nconfederate = [\"X: INF8 at 20,40 facing 180\"]";
    assert_eq!(faults(good), []);
    let bad = "union = [\"A: INF8 Reg RM +jugglers at 20,10 facing 0\", \"B: INF8 Reg catapult at 40,10 facing 0\",\n\
               \"C: MULES8 at 60,10\"]\nconfederate = [\"X: INF8 at 20,40 facing 180\"]";
    let found = faults(bad);
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[0].0 == Some(7) && found[2].0 == Some(8), "{found:?}");
}

#[test]
fn nobody_stands_on_another_or_off_the_table() {
    let _proof = proves(&["R-98", "M-14"]);
    let bad = "union = [\"A: INF8 at 20,10 facing 0\", \"B: INF8 at 22,10 facing 0\", \"C: INF8 at 70,10 facing 0\"]\n\
               confederate = [\"X: INF33 at 20,40 facing 180\"]";
    let found: Vec<String> = faults(bad).into_iter().map(|(_, what)| what).collect();
    for said in [
        "`B` overlaps `A`",
        "`C` stands off the table",
        "`X` has 33 stands",
        "the Confederate side has no unit",
    ] {
        assert!(found.iter().any(|what| what == said), "{said}: {found:?}");
    }
}
