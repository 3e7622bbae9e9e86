use crate::LastFullMeasure;
use engine::playout::Playout;
#[test]
fn random_sample_games() {
    let game = LastFullMeasure::new(crate::sample::scenario());
    let mut total = 0;
    for seed in 0..300u64 {
        let mut play: Playout<LastFullMeasure> = Playout::new(seed);
        let mut chance = engine::chance::Quick::new(seed);
        match play.game(&game, &mut chance, 20000) {
            Ok(_) => {}
            Err(e) => panic!("seed {seed}: {e:?}"),
        }
        total += play.decisions();
    }
    println!("decisions {total}");
}
