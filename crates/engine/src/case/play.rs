//! Playing a case.

use super::checks::{CaseOf, StepOf};
use super::file::{Asked, Ending, Step};
use super::{CaseLanguage, CaseResult, Failure, Findings, SetUp};
use crate::chance::Scripted;
use crate::odds::{Effort, odds};
use crate::{Eyes, Fraction, Line, Listing, Outcome, Pending, Rules, Seat, Seating, Side, Sides, Violation};
use faults::{Faults, Source, Span, Text};

/// What is found where somebody should have to decide.
const NOTHING_LEFT: &str = "nobody has anything to decide: what was begun is over";

/// Plays a case, up to the first step that comes out wrong.
pub(super) fn play<L: CaseLanguage>(
    source: &Source,
    case: &CaseOf<L>,
    set_up: SetUp<L>,
) -> (CaseResult, Faults) {
    let SetUp { rules, state, told } = set_up;
    let log = told.iter().flat_map(|event| in_words(&rules.tell(event))).collect();
    let mut table = Table { rules: &*rules, state, log, told };
    let mut faults = Faults::new(source);
    let mut failure = None;
    for (index, step) in case.play.iter().enumerate() {
        let line = source.position(step.span().start).line;
        let mut findings = Findings::new(source, line);
        if index > 0 || !step.get_ref().actions.is_empty() {
            table.told.clear();
        }
        table.step(step.get_ref(), &mut findings);
        let (wrong, found) = findings.into_parts();
        faults.absorb(found);
        if !wrong.is_empty() {
            failure = Some(Failure {
                step: index + 1,
                line,
                actions: step.get_ref().actions.iter().map(|action| action.get_ref().clone()).collect(),
                question: table.pending_in_words(),
                log: table.log,
                wrong,
            });
            break;
        }
    }
    let result = CaseResult {
        file: source.name().to_owned(),
        line: source.position(case.title.span().start).line,
        title: case.title.get_ref().clone(),
        proves: case.proves.iter().map(|id| id.get_ref().clone()).collect(),
        failure,
    };
    (result, faults)
}

struct Table<'a, L: CaseLanguage> {
    rules: &'a L,
    state: L::State,
    /// What was told since the case began, in words.
    log: Vec<String>,
    /// What was told in this step; at the beginning, in the set-up.
    told: Vec<L::Event>,
}

impl<L: CaseLanguage> Table<'_, L> {
    fn step(&mut self, step: &StepOf<L>, findings: &mut Findings<'_>) {
        let acted = self.act(step, findings);
        if !step.actions.is_empty() {
            self.log.extend(self.told.iter().flat_map(|event| in_words(&self.rules.tell(event))));
        }
        self.nobody_is_stuck(findings);
        // After an action that could not be done, the other expectations would only confuse.
        if acted {
            self.look(step, findings);
        }
    }

    /// Whoever must decide has an answer.
    fn nobody_is_stuck(&self, findings: &mut Findings<'_>) {
        if let Pending::Decide(sides) = self.rules.pending(&self.state) {
            for side in sides.iter().filter(|&side| self.answers(side).is_empty()) {
                let found = format!("no answer to: {}", question_in_words(self.rules, &self.state, side));
                findings.differs(
                    Span::File,
                    format!("the {side} side, which must decide, has an answer"),
                    found,
                );
            }
        }
    }

    /// Carries out the step's actions; `false` if one came out wrong.
    fn act(&mut self, step: &StepOf<L>, findings: &mut Findings<'_>) -> bool {
        let mut dice = Scripted::new(step.dice.iter().flat_map(|dice| dice.get_ref().iter().copied()));
        for text in step.actions.iter() {
            let Some(side) = self.actor(step, text, findings) else { return false };
            let action = self.rules.read(text.get_ref()).expect("notation was checked before");
            let verdict = self.rules.check(&self.state, side, &action);
            self.list_agrees(side, text, &action, verdict.is_ok(), findings);
            match (step.refused.first(), verdict) {
                (None, Ok(())) => {
                    self.odds(step, side, &action, findings);
                    self.rules.apply(&mut self.state, side, &action, &mut dice, &mut self.told);
                }
                (None, Err(violation)) => {
                    let expected = format!("`{}` is legal", text.get_ref());
                    findings.differs(text, expected, format!("refused: {violation}"));
                    return false;
                }
                (Some(rule), Ok(())) => {
                    findings.differs(rule, refused_in_words(step, text), "it is legal");
                    return false;
                }
                (Some(rule), Err(violation)) => refusal(step, text, rule, &violation, findings),
            }
        }
        if let Err(misfits) = dice.finish() {
            let place = step.dice.as_ref().map_or(Span::File, Span::from);
            for misfit in misfits {
                findings.differs(
                    place.clone(),
                    "the dice are all those that fall in this step",
                    misfit.to_string(),
                );
            }
        }
        true
    }

    /// Which army each seat leads. Cases are about people at a table, so the sides they name are seats.
    fn seating(&self) -> Seating {
        self.rules.seating(&self.state)
    }

    /// Who acts: the one named, or the only one that must decide.
    fn actor(&self, step: &StepOf<L>, text: &Text, findings: &mut Findings<'_>) -> Option<Side> {
        if let Some(seat) = step.by {
            return Some(self.seating().army(Seat::called(seat)));
        }
        match self.rules.pending(&self.state) {
            Pending::Decide(Sides::BOTH) => {
                findings
                    .fault(text, "both sides must decide here, and the step does not say who acts")
                    .hint("add `by = \"union\"` or `by = \"confederate\"`");
                None
            }
            // Then every action is one that answers no question.
            Pending::Decide(Sides::NONE) if step.refused.iter().any(|rule| rule.get_ref() == "form") => {
                Some(Side::Union)
            }
            Pending::Decide(Sides::NONE) => {
                // Otherwise the step would be left here, and nothing that it expects be looked at.
                findings.differs(text, format!("`{}` is done", text.get_ref()), NOTHING_LEFT);
                None
            }
            Pending::Decide(sides) => sides.first(),
            Pending::Over(outcome) => {
                let expected = format!("`{}` is done", text.get_ref());
                findings.differs(text, expected, outcome_in_words(self.seating().outcome(outcome)));
                None
            }
        }
    }

    /// The list of answers and the check of an answer may not contradict each other.
    fn list_agrees(
        &self,
        side: Side,
        text: &Text,
        action: &L::Action,
        legal: bool,
        findings: &mut Findings<'_>,
    ) {
        let listed = self.answers(side).contains(action);
        let complete = self.rules.listing(&self.state, side) == Listing::Complete;
        let found = match (listed, legal) {
            (true, false) => "it is in the list of answers, but refused",
            (false, true) if complete && !self.asides(side).contains(action) => {
                "it is legal, but neither in the list of answers nor an aside"
            }
            _ => return,
        };
        let expected = format!("the list of answers and the check agree about `{}`", text.get_ref());
        findings.differs(text, expected, found);
    }

    fn odds(&self, step: &StepOf<L>, side: Side, action: &L::Action, findings: &mut Findings<'_>) {
        if step.odds.is_empty() {
            return;
        }
        let odds = odds(self.rules, &self.state, side, action, Eyes::All, Effort::default());
        for (what, expected) in &step.odds {
            let fraction: Fraction = expected.get_ref().parse().expect("fractions were checked before");
            let row = odds.of(what.as_str());
            let found = row.map_or(odds.is_exact().then_some(Fraction::ZERO), |row| row.exact);
            if found != Some(fraction) {
                let all = odds.rows.iter().map(|row| match row.exact {
                    Some(exact) => format!("{} {exact}", row.what),
                    None => format!("{} about {:.4}", row.what, row.likelihood),
                });
                let all = all.collect::<Vec<_>>().join("; ");
                findings.differs(expected, format!("the odds of `{what}` are {fraction}"), all);
            }
        }
    }

    /// Compares everything the step expects with how things stand.
    fn look(&self, step: &StepOf<L>, findings: &mut Findings<'_>) {
        self.look_at_log(step, findings);
        self.look_at_question(step, findings);
        self.look_at_end(step, findings);
        let compare = |eyes, expect: &Option<L::CaseExpect>, findings: &mut Findings<'_>| {
            if let Some(expect) = expect {
                self.rules.compare(&self.state, eyes, expect, findings);
            }
        };
        let [union, confederate] = Seat::BOTH.map(|seat| Eyes::Of(self.seating().army(seat)));
        compare(Eyes::All, &step.expect, findings);
        compare(union, &step.sees.union, findings);
        compare(confederate, &step.sees.confederate, findings);
        compare(Eyes::Watcher, &step.sees.watcher, findings);
    }

    fn look_at_log(&self, step: &StepOf<L>, findings: &mut Findings<'_>) {
        let (heard, silent) = (&step.heard, &step.not_heard);
        let [union, confederate] = Seat::BOTH.map(|seat| Eyes::Of(self.seating().army(seat)));
        let lists = [
            (Eyes::All, "the log", &step.told, &step.not_told),
            (union, "what the Union hears", &heard.union, &silent.union),
            (confederate, "what the Confederates hear", &heard.confederate, &silent.confederate),
            (Eyes::Watcher, "what a watcher hears", &heard.watcher, &silent.watcher),
        ];
        for (eyes, place, told, not_told) in lists {
            if told.is_empty() && not_told.is_empty() {
                continue;
            }
            let heard = self.told.iter().filter_map(|event| self.rules.hear(event, eyes));
            let lines: Vec<String> = heard.flat_map(|event| in_words(&self.rules.tell(&event))).collect();
            let said = |words: &Text| lines.iter().find(|line| line.contains(words.get_ref().as_str()));
            for words in told.iter().filter(|words| said(words).is_none()) {
                let found = if lines.is_empty() { "nothing was told".to_owned() } else { lines.join(" | ") };
                findings.differs(words, format!("{place} says `{}`", words.get_ref()), found);
            }
            for words in not_told.iter() {
                if let Some(line) = said(words) {
                    findings.differs(words, format!("{place} does not say `{}`", words.get_ref()), line);
                }
            }
        }
    }

    fn look_at_question(&self, step: &StepOf<L>, findings: &mut Findings<'_>) {
        let pending = self.rules.pending(&self.state);
        if let Some(asks) = &step.asks {
            let found = match pending {
                Pending::Over(_) | Pending::Decide(Sides::NONE) => Asked::Nobody,
                Pending::Decide(Sides::BOTH) => Asked::Both,
                Pending::Decide(sides) if self.seating().seats(sides).contains(Seat::UNION) => Asked::Union,
                Pending::Decide(_) => Asked::Confederate,
            };
            if found != *asks.get_ref() {
                findings.differs(
                    asks,
                    format!("then {} must decide", who(*asks.get_ref())),
                    self.pending_in_words(),
                );
            }
        }
        let looks = [&step.offered, &step.not_offered, &step.offered_exactly];
        if step.question.is_none() && looks.iter().all(|texts| texts.is_empty()) {
            return;
        }
        let Some(side) = self.asked(step, pending, findings) else { return };
        if let Some(words) = &step.question {
            let asked = question_in_words(self.rules, &self.state, side);
            if !asked.contains(words.get_ref()) {
                findings.differs(words, format!("the question says `{}`", words.get_ref()), asked);
            }
        }
        self.look_at_answers(step, side, findings);
    }

    /// Whose question and answers the step is about.
    fn asked(&self, step: &StepOf<L>, pending: Pending, findings: &mut Findings<'_>) -> Option<Side> {
        match (step.to, pending) {
            (Some(seat), _) => Some(self.seating().army(Seat::called(seat))),
            (None, Pending::Decide(Sides::BOTH)) => {
                findings
                    .fault(
                        Span::Line(findings.line),
                        "both sides must decide here, and the step does not say who is meant",
                    )
                    .hint("add `to = \"union\"` or `to = \"confederate\"`");
                None
            }
            (None, Pending::Decide(Sides::NONE)) => {
                // Nothing is offered then, as a step may say; but whoever quotes a question expects one.
                if step.question.is_some() || !step.offered.is_empty() || !step.offered_exactly.is_empty() {
                    findings.differs(Span::File, "a question is pending", NOTHING_LEFT);
                }
                None
            }
            (None, Pending::Decide(sides)) => sides.first(),
            (None, Pending::Over(outcome)) => {
                let outcome = self.seating().outcome(outcome);
                findings.differs(Span::File, "a question is pending", outcome_in_words(outcome));
                None
            }
        }
    }

    fn look_at_answers(&self, step: &StepOf<L>, side: Side, findings: &mut Findings<'_>) {
        let listed = self.answers(side);
        let complete = self.rules.listing(&self.state, side) == Listing::Complete;
        let all = || {
            let mut names: Vec<String> = listed.iter().map(|action| self.rules.write(action)).collect();
            names.sort();
            match names.len() {
                0 => "no answers".to_owned(),
                count if complete => format!("{count} answers: {}", names.join("; ")),
                count => format!("{count} candidates: {}", names.join("; ")),
            }
        };
        let read = |text: &Text| self.rules.read(text.get_ref()).expect("notation was checked before");
        let asides = self.asides(side);
        let legal = |action: &_| match complete {
            true => listed.contains(action) || asides.contains(action),
            false => self.rules.check(&self.state, side, action).is_ok(),
        };
        for text in step.offered.iter().chain(step.offered_exactly.iter()) {
            let action = read(text);
            if !legal(&action) {
                let why = self.rules.check(&self.state, side, &action).err();
                let why = why.map_or_else(String::new, |violation| format!("it is refused: {violation}; "));
                findings.differs(text, format!("`{}` is offered", text.get_ref()), why + &all());
            }
        }
        for text in step.not_offered.iter().filter(|text| legal(&read(text))) {
            findings.differs(text, format!("`{}` is not offered", text.get_ref()), "it is");
        }
        if let Some(first) = step.offered_exactly.iter().next() {
            let expected: Vec<_> = step.offered_exactly.iter().map(read).collect();
            let extra: Vec<String> = listed
                .iter()
                .filter(|action| !expected.contains(action))
                .map(|action| self.rules.write(action))
                .collect();
            if !extra.is_empty() {
                let found = format!("also {}", extra.join("; "));
                findings.differs(first, "no other answers are offered", found);
            }
        }
    }

    fn look_at_end(&self, step: &StepOf<L>, findings: &mut Findings<'_>) {
        let outcome = match self.rules.pending(&self.state) {
            Pending::Over(outcome) => Some(self.seating().outcome(outcome)),
            Pending::Decide(_) => None,
        };
        if let Some(over) = &step.over {
            let found = outcome.map(|outcome| match outcome.winner {
                Some(Seat::UNION) => Ending::Union,
                Some(_) => Ending::Confederate,
                None => Ending::Draw,
            });
            if found != Some(*over.get_ref()) {
                let expected = match over.get_ref() {
                    Ending::Draw => "the game is over, a draw".to_owned(),
                    winner => format!("the game is over, won by the {winner:?} side"),
                };
                findings.differs(over, expected, self.pending_in_words());
            }
        }
        if let Some(points) = &step.points
            && outcome.map(|outcome| outcome.points) != Some(*points.get_ref())
        {
            let [union, confederate] = points.get_ref();
            let expected = format!("the game is over, {union} points to {confederate}");
            findings.differs(points, expected, self.pending_in_words());
        }
    }

    fn answers(&self, side: Side) -> Vec<L::Action> {
        let mut answers = Vec::new();
        self.rules.actions(&self.state, side, &mut answers);
        answers
    }

    /// What may be done beside the question.
    fn asides(&self, side: Side) -> Vec<L::Action> {
        let mut asides = Vec::new();
        self.rules.asides(&self.state, side, &mut asides);
        asides
    }

    fn pending_in_words(&self) -> String {
        match self.rules.pending(&self.state) {
            Pending::Over(outcome) => outcome_in_words(self.seating().outcome(outcome)),
            Pending::Decide(sides) => sides
                .iter()
                .map(|side| (self.seating().seat(side), question_in_words(self.rules, &self.state, side)))
                .map(|(seat, question)| format!("{seat}: {question}"))
                .collect::<Vec<_>>()
                .join(" / "),
        }
    }
}

/// Whether an action was refused by a rule the step names, in the words it quotes.
fn refusal<X>(step: &Step<X>, text: &Text, rule: &Text, violation: &Violation, findings: &mut Findings<'_>) {
    let found = if violation.rule.is_empty() { "form" } else { &violation.rule };
    if step.refused.iter().all(|rule| rule.get_ref() != found) {
        findings.differs(
            rule,
            refused_in_words(step, text),
            format!("refused by {found}: {}", violation.text),
        );
    }
    if let Some(because) = &step.because
        && !violation.text.contains(because.get_ref().as_str())
    {
        findings.differs(because, format!("the refusal says `{}`", because.get_ref()), &violation.text);
    }
}

fn refused_in_words<X>(step: &Step<X>, text: &Text) -> String {
    let rules: Vec<&str> = step.refused.iter().map(|rule| rule.get_ref().as_str()).collect();
    format!("`{}` is refused by {}", text.get_ref(), rules.join(" or "))
}

fn question_in_words<R: Rules>(rules: &R, state: &R::State, side: Side) -> String {
    let question = rules.question(state, side);
    format!("{} ({})", question.text, question.context)
}

fn outcome_in_words(outcome: Outcome<Seat>) -> String {
    let [union, confederate] = outcome.points;
    match outcome.winner {
        Some(winner) => {
            format!("the game is over, won by the {winner} side, {union} points to {confederate}")
        }
        None => format!("the game is over, a draw, {union} points to {confederate}"),
    }
}

fn who(asked: Asked) -> &'static str {
    match asked {
        Asked::Union => "the Union",
        Asked::Confederate => "the Confederate side",
        Asked::Both => "both sides",
        Asked::Nobody => "nobody",
    }
}

/// The sentence of a log line, then its rows of arithmetic.
fn in_words(line: &Line) -> Vec<String> {
    let sums = line.sums.iter().map(|sum| match sum.rule.as_str() {
        "" => format!("{} {}", sum.what, sum.value),
        rule => format!("{} {} ({rule})", sum.what, sum.value),
    });
    std::iter::once(line.text.clone()).chain(sums).collect()
}
