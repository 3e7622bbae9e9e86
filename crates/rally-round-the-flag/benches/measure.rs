//! What the rules ask of the geometry most, in time.

mod measure_questions;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use measure_questions::{ALL, Questions};
use std::hint::black_box;

fn measure(criterion: &mut Criterion) {
    let mut questions = Questions::new();
    let mut group = criterion.benchmark_group("measure");
    for question in ALL {
        // Many in a row, so that none is learnt by heart.
        group.throughput(Throughput::Elements(256));
        group.bench_function(question.0, |bencher| {
            bencher.iter(|| black_box(questions.ask(black_box(question), 256)));
        });
    }
    group.finish();
}

criterion_group!(benches, measure);
criterion_main!(benches);
