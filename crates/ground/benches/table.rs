//! What games without a grid ask most, in time.

mod table_questions;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use table_questions::{ALL, Questions};

fn table(criterion: &mut Criterion) {
    let mut questions = Questions::new();
    let mut group = criterion.benchmark_group("table");
    for question in ALL {
        // 256 places in a row, so that none is learnt by heart.
        group.throughput(criterion::Throughput::Elements(256));
        group.bench_function(question.0, |bencher| {
            bencher.iter(|| black_box(questions.ask(black_box(question), 256)));
        });
    }
    group.finish();
}

criterion_group!(benches, table);
criterion_main!(benches);
