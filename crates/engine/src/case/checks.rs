//! What must be right about a case file before anything is played.

use super::file::{self, Case, CaseFile, Step};
use super::{CaseLanguage, Cases, SetUp};
use crate::chance::Scripted;
use crate::{Fraction, GameEntry};
use faults::{Faults, Report, Source, Span, Text, did_you_mean};
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;

/// A case of which everything is known to make sense, and its position.
pub(super) struct Checked<R: CaseLanguage> {
    pub case: CaseOf<R>,
    pub set_up: SetUp<R>,
}

pub(super) type CaseOf<R> = Case<<R as CaseLanguage>::CasePosition, <R as CaseLanguage>::CaseExpect>;
pub(super) type StepOf<R> = Step<<R as CaseLanguage>::CaseExpect>;

/// Reads a file and builds its positions, or lists everything that is wrong with it.
pub(super) fn read<R: GameEntry>(runner: &Cases<R>, source: &Source) -> Result<Vec<Checked<R>>, Report> {
    let CaseFile { game, cases } = file::read::<R::CasePosition, R::CaseExpect>(source)?;
    let mut checks = Checks { runner, faults: Faults::new(source) };
    if game.get_ref() != R::ID {
        checks
            .faults
            .add(&game, format!("this file is about the game `{}`", game.get_ref()))
            .hint(format!("run it with the rules it names, or write `game = \"{}\"`", R::ID));
        return Err(checks.faults.into());
    }
    if cases.is_empty() {
        checks.faults.add(Span::File, "the file holds no case").hint("add a `[[case]]`");
    }
    checks.titles_differ(&cases);
    let empty = EmptyTables::of(source);
    let mut report = Report::new();
    let mut good = Vec::new();
    for (index, case) in cases.into_iter().enumerate() {
        let span = case.span();
        let case = case.into_inner();
        checks.case(&case, span, |step| empty.is_expectation_empty(index, step));
        let set_up = checks.set_up(&case, source);
        if let Some(set_up) = report.take(set_up).flatten() {
            checks.notation(&case, &set_up.rules);
            good.push(Checked { case, set_up });
        }
    }
    report.add(checks.faults);
    report.into_result(good)
}

struct Checks<'a, R: GameEntry> {
    runner: &'a Cases<R>,
    faults: Faults,
}

impl<R: GameEntry> Checks<'_, R> {
    fn titles_differ(&mut self, cases: &[Spanned<CaseOf<R>>]) {
        let mut titles = BTreeMap::new();
        for case in cases {
            let title = &case.get_ref().title;
            if let Some(first) = titles.insert(title.get_ref(), title.span()) {
                self.faults
                    .add(title, format!("two cases are called `{}`", title.get_ref()))
                    .hint("give each case a title of its own")
                    .see(first, "the first");
            }
        }
    }

    /// Everything that can be seen without building the position.
    fn case(&mut self, case: &CaseOf<R>, span: Range<usize>, is_expectation_empty: impl Fn(usize) -> bool) {
        for id in &case.proves {
            self.rule_exists(id);
        }
        if case.play.is_empty() {
            self.faults.add(span, "the case has no steps").hint("add a `[[case.play]]`");
            return;
        }
        let mut able_to_fail = false;
        for (index, step) in case.play.iter().enumerate() {
            let expects = step.get_ref().expects(is_expectation_empty(index));
            able_to_fail |= expects;
            self.step(step, expects);
        }
        if !able_to_fail {
            self.faults
                .add(span, "the case expects nothing, so it cannot fail")
                .hint("say what must follow: `expect`, `told`, `offered`, `refused`, `asks` …");
        }
    }

    fn step(&mut self, step: &Spanned<StepOf<R>>, expects: bool) {
        let span = step.span();
        let step = step.get_ref();
        if step.actions.is_empty() && !expects {
            self.faults
                .add(span.clone(), "the step does nothing and expects nothing")
                .hint("give it a `do` or an expectation, or leave it out");
        }
        if step.actions.is_empty()
            && let Some(dice) = step.dice.as_ref().filter(|dice| !dice.get_ref().is_empty())
        {
            self.faults
                .add(dice, "the step has dice but does nothing")
                .hint("dice belong to the step whose `do` rolls them");
        }
        if let Some(first) = step.refused.first() {
            self.refusal(step, first);
        } else if let Some(because) = &step.because {
            self.faults
                .add(because, "`because` says why an action is refused, and none is")
                .hint("add `refused = \"<rule>\"`, or leave it out");
        }
        if !step.odds.is_empty() {
            self.odds(step, span);
        }
    }

    fn refusal(&mut self, step: &StepOf<R>, first: &Text) {
        for rule in step.refused.iter().filter(|rule| rule.get_ref() != "form") {
            self.rule_exists(rule);
        }
        if step.actions.len() != 1 {
            self.faults
                .add(first, format!("the step refuses one action, but its `do` has {}", step.actions.len()))
                .hint("put the refused action in a step of its own");
        }
        if let Some(dice) = step.dice.as_ref().filter(|dice| !dice.get_ref().is_empty()) {
            self.faults.add(dice, "a refused action rolls no dice").hint("leave `dice` out");
        }
    }

    fn odds(&mut self, step: &StepOf<R>, span: Range<usize>) {
        if step.actions.len() != 1 {
            self.faults
                .add(
                    span.clone(),
                    format!("`odds` are those of one action, but `do` has {}", step.actions.len()),
                )
                .hint("put the action in a step of its own");
        }
        let mut total = Some(Fraction::ZERO);
        for text in step.odds.values() {
            match text.get_ref().parse::<Fraction>() {
                Ok(fraction) => total = total.and_then(|total| total.plus(fraction)),
                Err(error) => {
                    self.faults.add(text, error).hint("write \"1/6\", \"0\" or \"1\"");
                }
            }
        }
        if total.is_some_and(|total| total > Fraction::ONE) {
            self.faults.add(span, "the odds add up to more than 1").hint("check each fraction");
        }
    }

    fn rule_exists(&mut self, id: &Text) {
        let known = &self.runner.rules;
        if known.contains(id.get_ref()) {
            return;
        }
        let near = did_you_mean(id.get_ref(), known.iter().map(String::as_str));
        self.faults.add(id, format!("no rule has the id `{}`", id.get_ref())).hint(match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "use an id of the game's rules ledger".to_owned(),
        });
    }

    /// Builds the position, or nothing if it was refused or its dice do not fit.
    fn set_up(&mut self, case: &CaseOf<R>, source: &Source) -> Result<Option<SetUp<R>>, Report> {
        let mut dice = Scripted::new(case.dice.iter().flat_map(|dice| dice.get_ref().iter().copied()));
        let set_up = R::set_up(&self.runner.base, &case.position, source, &mut dice)?;
        let Err(misfits) = dice.finish() else { return Ok(Some(set_up)) };
        let place = case.dice.as_ref().map_or_else(|| Span::from(&case.title), Span::from);
        for misfit in misfits {
            self.faults
                .add(place.clone(), format!("in the set-up, {misfit}"))
                .hint("`dice` of the case, before its steps, are those of the set-up");
        }
        Ok(None)
    }

    /// Whether every action can be read.
    fn notation(&mut self, case: &CaseOf<R>, rules: &R) {
        for step in &case.play {
            let Step { actions, offered, not_offered, offered_exactly, .. } = step.get_ref();
            for text in [actions, offered, not_offered, offered_exactly].into_iter().flatten() {
                if let Err(violation) = rules.read(text.get_ref()) {
                    self.faults
                        .add(text, format!("`{}` cannot be read: {violation}", text.get_ref()))
                        .hint("write it in the game's notation");
                }
            }
        }
    }
}

impl<X> Step<X> {
    /// Whether anything in the step can come out wrong, besides its actions being refused.
    fn expects(&self, expectation_is_empty: bool) -> bool {
        let texts = [
            &self.offered,
            &self.not_offered,
            &self.offered_exactly,
            &self.told,
            &self.not_told,
            &self.heard.union,
            &self.heard.confederate,
            &self.heard.watcher,
            &self.not_heard.union,
            &self.not_heard.confederate,
            &self.not_heard.watcher,
        ];
        let sees = [&self.sees.union, &self.sees.confederate, &self.sees.watcher];
        !self.refused.is_empty()
            || !self.odds.is_empty()
            || self.asks.is_some()
            || self.question.is_some()
            || self.over.is_some()
            || self.points.is_some()
            || texts.iter().any(|texts| !texts.is_empty())
            || (!expectation_is_empty && (self.expect.is_some() || sees.iter().any(|sees| sees.is_some())))
    }
}

/// Finds expectations that say nothing: the game's own type cannot tell an empty table from a full one.
struct EmptyTables(toml::Table);

impl EmptyTables {
    fn of(source: &Source) -> EmptyTables {
        EmptyTables(source.text().parse().unwrap_or_default())
    }

    fn is_expectation_empty(&self, case: usize, step: usize) -> bool {
        let step = self.0.get("case").and_then(|cases| cases.get(case)?.get("play")?.get(step));
        let says_something = |value: &toml::Value| value.as_table().is_none_or(|table| !table.is_empty());
        let expect = step.and_then(|step| step.get("expect"));
        let sees = step.and_then(|step| step.get("sees")?.as_table()).into_iter().flatten();
        !expect.into_iter().chain(sees.map(|(_, value)| value)).any(says_something)
    }
}
