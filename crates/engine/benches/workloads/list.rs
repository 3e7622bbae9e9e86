//! A list of workloads that `cargo xtask bench` asks for and runs by name.

/// A workload. The work sets itself up also when it is repeated 0 times.
pub struct Workload {
    /// What it is called.
    pub name: &'static str,
    /// How often it is repeated.
    pub count: u64,
    /// What one repetition is.
    pub unit: &'static str,
    /// The work.
    pub run: fn(u64),
}

/// Does what the command line says: `--list`, or a name and a number of repetitions. `cargo test --benches` says
/// nothing, and gets a little of the first.
pub fn run(workloads: &[Workload]) {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--list"] => {
            for Workload { name, count, unit, .. } in workloads {
                println!("{name} {count} {unit}");
            }
        }
        [name, count] => {
            let workload = workloads.iter().find(|workload| workload.name == name);
            let workload = workload.unwrap_or_else(|| panic!("no workload `{name}`; see --list"));
            (workload.run)(count.parse().expect("a number of repetitions"));
        }
        _ => (workloads[0].run)(100),
    }
}
