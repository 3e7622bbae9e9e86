//! A view holds nothing its eyes may not see, and everything they may: the ledger's information matrix, part by part.
//!
//! What is behind the screen is written down here a second time, as blanks in the written form of a state. A view that
//! shows more differs from it, and so does one that hides more: from a side, and from those who only watch.

use engine::chance::Quick;
use engine::{Eyes, Pending, Rules, Side, Silent};
use faults::Source;
use full_measure_of_devotion::FullMeasureOfDevotion;
use full_measure_of_devotion::ids::{ForceId, Officers};
use full_measure_of_devotion::load::{Library, from_source, scenario};
use full_measure_of_devotion::model::route::Route;
use full_measure_of_devotion::state::{Away, Phase, State, Step, Writing};
use full_measure_of_devotion::strength::Strength;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json, to_value};
use std::collections::BTreeSet;

/// A valley so narrow that random armies meet.
fn crowded_valley() -> FullMeasureOfDevotion {
    let text = include_str!("fixtures/crowded-valley.toml");
    let source = Source::new("crowded-valley.toml", text);
    from_source(&Library::builtin(), &source).unwrap_or_else(|report| panic!("{report}"))
}

fn builtin(name: &str) -> FullMeasureOfDevotion {
    scenario(&Library::builtin(), name).unwrap_or_else(|report| panic!("{report}"))
}

fn written(part: impl Serialize) -> Value {
    to_value(part).expect("states are written as JSON")
}

fn read<T: DeserializeOwned>(part: &Value) -> T {
    T::deserialize(part).expect("states are read from JSON")
}

/// What is blanked somewhere, by name: each kind of secret must have been there to be hidden.
#[derive(Default)]
struct Blanks(BTreeSet<&'static str>);

impl Blanks {
    fn blank(&mut self, what: &'static str, part: &mut Value, blank: impl Serialize) {
        let blank = written(blank);
        if *part != blank {
            self.0.insert(what);
            *part = blank;
        }
    }

    /// Blanks whatever only this army knows (FMD-1-3, FMD-1-4, FMD-4-3, FMD-5-2, FMD-6-4, FMD-D-1, FMD-D-4).
    fn army(&mut self, rules: &FullMeasureOfDevotion, state: &State, side: Side, truth: &mut Value) {
        let own = rules.campaign.officers_of(side);
        for force in ForceId::of(side) {
            let detail = state.force(force);
            let shown = if detail.at().is_some() { Officers::only(detail.leader()) } else { Officers::NONE };
            let part = &mut truth["forces"][force.index()];
            self.blank("brigades", &mut part["strength"], Strength::NONE);
            self.blank("commanders in the box", &mut part["officers"], shown);
            self.blank("a running order", &mut part["marching"], false);
            self.blank("the rest of the road", &mut part["route"], Route::default());
            self.blank("hits to be placed", &mut part["due"], 0);
        }
        // Those who were on a sleigh are known to be away, though not whom they will join.
        let away = truth["away"].as_array_mut().expect("a list");
        away.retain_mut(|part| {
            let known: Away = read(part);
            if !own.contains(known.commander()) {
                return true;
            }
            self.blank("whom a commander is to join", &mut part["joins"], Value::Null);
            self.blank("whether he is to lead", &mut part["leads"], Value::Null);
            if !known.led() {
                self.0.insert("commanders away who were in a box");
            }
            known.led()
        });
        let rode: Officers = read(&truth["rode"]);
        self.blank("who has ridden", &mut truth["rode"], rode.minus(own));
        if state.riding().is_some_and(|riding| own.contains(riding.who())) {
            self.blank("the ride being settled", &mut truth["riding"], Value::Null);
        }
        let writes =
            if state.phase() == Phase::UnionOrders { Side::Union } else { Side::Confederate } == side;
        if writes && state.writing().is_some() {
            self.blank("the order being written", &mut truth["writing"], Writing::default());
        }
        let answers = &mut truth["answers"][side.to_string().to_lowercase()];
        self.blank("the bid", &mut answers["bid"], 0);
        self.blank("losses not yet announced", &mut answers["lost"], 0);
        if state.march().is_some_and(|march| march.force().side() == side) {
            let march = &mut truth["march"];
            self.blank("how far it could march", &mut march["allowance"], Value::Null);
            self.blank("where it is heading", &mut march["heading"], Value::Null);
        }
        if let Some(battle) = state.battle() {
            let role = battle.role_of(side);
            let (share, part) = (battle.share(role), &mut truth["battle"]["shares"][role.index()]);
            if battle.step() <= Step::Select {
                self.blank("the brigades that will take part", &mut part["part"], Strength::NONE);
            } else if battle.step() == Step::Place {
                self.blank("hits placed so far", &mut part["after"], share.part());
                // That all are placed shows, for then nobody waits.
                if share.placed() != share.hits() {
                    self.blank("how many are placed", &mut part["placed"], 0);
                }
            }
        }
        self.division(rules, state, side, truth);
    }

    /// Whether a Force is divided does not show before its parts do: it seems to be on the march, or its owner to think
    /// about the advance.
    fn division(&mut self, rules: &FullMeasureOfDevotion, state: &State, side: Side, truth: &mut Value) {
        let asked = matches!(rules.pending(state), Pending::Decide(sides) if sides.contains(side));
        let tasks = truth["agenda"].as_array_mut().expect("a list");
        let on_top = tasks.last().map(Value::to_string).unwrap_or_default();
        if !asked || !["divide_force", "sort_force"].iter().any(|task| on_top.contains(task)) {
            return;
        }
        tasks.pop();
        self.0.insert("a division");
        let to_march = truth["sorting"].is_null() || truth["sorting"]["purpose"] == "march";
        if to_march {
            // Written as they stand on the agenda of any march.
            let tasks = truth["agenda"].as_array_mut().expect("a list");
            tasks.extend(["halt", "walk"].map(|task| json!({ task: null })));
            self.0.insert("a division to march");
        }
        truth["sorting"] = Value::Null;
    }
}

/// Compares the views of some positions of random games with the truth, blanked.
fn compare(rules: &FullMeasureOfDevotion, games: u64, one_in: u32, blanks: &mut Blanks) {
    for number in 0..games {
        let (mut chance, mut dice) = (Quick::pair(number, 7), Quick::new(number));
        let mut state = rules.start(&mut dice, &mut Silent);
        let mut actions = Vec::new();
        while let Pending::Decide(sides) = rules.pending(&state) {
            let rare = state.battle().is_some() || state.sorting().is_some() || state.riding().is_some();
            if chance.below(if rare { one_in.div_ceil(4) } else { one_in }) == 0 {
                for eyes in [Eyes::Of(Side::Union), Eyes::Of(Side::Confederate), Eyes::Watcher, Eyes::All] {
                    let mut truth = written(&state);
                    let knows = |army| eyes == Eyes::All || eyes == Eyes::Of(army);
                    for army in Side::BOTH.into_iter().filter(|&army| !knows(army)) {
                        blanks.army(rules, &state, army, &mut truth);
                    }
                    let view = rules.view(&state, eyes);
                    assert_eq!(view.knows, Side::BOTH.map(knows), "{eyes:?}");
                    let seen = written(&view.state);
                    for (name, part) in truth.as_object().expect("a state has parts") {
                        assert_eq!(part, &seen[name], "`{name}` as {eyes:?} see it");
                    }
                    assert_eq!(truth, seen);
                }
            }
            let asked: Vec<Side> = Side::BOTH.into_iter().filter(|&side| sides.contains(side)).collect();
            let side = asked[chance.below(asked.len() as u32) as usize];
            actions.clear();
            rules.actions(&state, side, &mut actions);
            let action = actions[chance.below(actions.len() as u32) as usize];
            rules.apply(&mut state, side, &action, &mut dice, &mut Silent);
        }
    }
}

#[test]
fn a_view_hides_what_is_behind_the_screen_and_nothing_else() {
    let _proof = engine::proof::proves(&["FMD-D-1", "FMD-1-3", "FMD-5-2", "FMD-6-4", "FMD-D-4"]);
    let mut blanks = Blanks::default();
    compare(&crowded_valley(), 80, 8, &mut blanks);
    compare(&builtin("monocacy-bridge"), 20, 20, &mut blanks);
    compare(&builtin("campaign"), 3, 40, &mut blanks);
    let all = [
        "a division",
        "a division to march",
        "a running order",
        "brigades",
        "commanders away who were in a box",
        "commanders in the box",
        "hits placed so far",
        "hits to be placed",
        "how far it could march",
        "how many are placed",
        "losses not yet announced",
        "the bid",
        "the brigades that will take part",
        "the order being written",
        "the rest of the road",
        "the ride being settled",
        "where it is heading",
        "whether he is to lead",
        "who has ridden",
        "whom a commander is to join",
    ];
    assert_eq!(blanks.0.into_iter().collect::<Vec<_>>(), all, "every secret was there to be kept");
}
