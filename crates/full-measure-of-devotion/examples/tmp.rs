use engine::fair::Terms;
use engine::{Eyes, Pending, Shelved, Side};
use full_measure_of_devotion::load::{Library, scenario};
use std::sync::Arc;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let seed: u64 = args[1].parse().unwrap();
    let rules = Arc::new(if args[2].ends_with(".toml") {
        full_measure_of_devotion::load::open(&args[2]).unwrap()
    } else {
        scenario(&Library::builtin(), &args[2]).unwrap()
    });
    let mut table = rules.begin(Terms::simple("first", seed));
    let mut x = seed.wrapping_mul(0x9E3779B97F4A7C15) | 1;
    let mut log = 0;
    let mut n = 0;
    let t = std::time::Instant::now();
    while let Pending::Decide(sides) = table.pending() {
        let side = sides.first().unwrap();
        let sight = table.sight(Eyes::Of(side));
        let ask = sight.ask.unwrap();
        println!("## [{}] {} [{}] {:?}", ask.question.context, ask.question.text, ask.question.rule, side);
        for a in ask.answers.iter().take(12) {
            println!("    - {} | {} | {:?}", a.action, a.label, a.on);
        }
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        let att: Vec<_> = ask.answers.iter().filter(|a| a.label.starts_with("Attack")).collect();
        let pick = if att.is_empty() {
            &ask.answers[(x % ask.answers.len() as u64) as usize]
        } else {
            att[(x as usize) % att.len()]
        };
        println!("  => {}", pick.action);
        table.play(side, &pick.action.clone()).unwrap();
        n += 1;
        for h in table.log(Eyes::All, log) {
            log += 1;
            for l in &h.lines {
                println!(
                    "{}{}  {:?} {:?}",
                    "  ".repeat(l.depth as usize),
                    l.text,
                    l.places,
                    l.sums.iter().map(|s| format!("{}={} [{}]", s.what, s.value, s.rule)).collect::<Vec<_>>()
                );
            }
        }
        if n % 60 == 30 {
            let s = table.sight(Eyes::Of(Side::Union));
            for p in &s.scene.panels {
                println!("  PANEL {}", p.name);
                for r in &p.rows {
                    println!("      {} :: {}", r.text, r.value);
                }
            }
            for t in &s.scene.tracks {
                println!(
                    "  TRACK {} {}",
                    t.name,
                    t.boxes
                        .iter()
                        .enumerate()
                        .map(|(i, b)| if i == t.at { format!("[{}]", b.label) } else { b.label.clone() })
                        .collect::<Vec<_>>()
                        .join(" ")
                );
            }
            for p in &s.scene.pieces {
                println!("  PIECE {} {}", p.id, p.text);
            }
        }
    }
    eprintln!("{n} decisions {:?}", t.elapsed());
}
