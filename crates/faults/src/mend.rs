//! A parsed TOML file mended fault by fault, so that serde can read on past the first.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use crate::did_you_mean;
use crate::read::Shape;

/// Values tried in turn where one is missing, until one has the type wanted.
const STAND_INS: [&str; 7] = ["''", "0", "0.5", "false", "[]", "{}", "1863-07-01"];

/// A file as parsed, with the mends made so far.
pub(crate) struct Draft<'i> {
    file: Spanned<DeValue<'i>>,
    cuts: Vec<(Range<usize>, String)>,
    stand_ins: Vec<StandIn>,
}

/// What came of a mend.
pub(crate) struct Mended {
    /// Whether the fault is the file's own; one that follows from an earlier mend is not.
    pub(crate) new_fault: bool,
    /// Whether something changed, so that reading again may find more.
    pub(crate) worth_reading: bool,
}

/// A value put where one was missing. Its span lies outside any text, so that its refusal is recognised.
struct StandIn {
    span: Range<usize>,
    table: Range<usize>,
    key: String,
    kind: usize,
}

/// One step down into a file.
enum Step<'i> {
    Key(Spanned<std::borrow::Cow<'i, str>>),
    Index(usize),
}

impl<'i> Draft<'i> {
    pub(crate) fn new(file: Spanned<DeTable<'i>>) -> Self {
        let file = Spanned::new(file.span(), DeValue::Table(file.into_inner()));
        Self { file, cuts: Vec::new(), stand_ins: Vec::new() }
    }

    pub(crate) fn deserializer(&self) -> ValueDeserializer<'i> {
        ValueDeserializer::from(self.file.clone())
    }

    /// Mends what serde refused at a span.
    pub(crate) fn mend(&mut self, shape: &Shape<'_>, span: Option<Range<usize>>) -> Mended {
        let Some(span) = span else { return Mended { new_fault: true, worth_reading: false } };
        if let Some(index) = self.stand_ins.iter().position(|stand_in| stand_in.span == span) {
            return Mended { new_fault: false, worth_reading: self.exchange(index) };
        }
        match shape {
            Shape::UnknownKey { key, known } => {
                let meant = did_you_mean(key, known.iter().copied());
                let renamed = meant.is_some_and(|meant| self.rename(&span, meant));
                Mended { new_fault: true, worth_reading: renamed || self.cut(&span) }
            }
            Shape::MissingKey { key } => Mended {
                new_fault: !self.cuts.iter().any(|(table, cut)| *table == span && cut == key),
                worth_reading: self.stand_in(span, key),
            },
            _ => Mended { new_fault: true, worth_reading: self.cut(&span) },
        }
    }

    /// Gives the key at a span the name that was meant, unless its table has a key of that name already.
    fn rename(&mut self, span: &Range<usize>, meant: &str) -> bool {
        let Some((parent, Step::Key(key))) = self.parent_of(span) else { return false };
        let DeValue::Table(table) = parent.get_mut() else { return false };
        if table.contains_key(meant) {
            return false;
        }
        match table.remove(&key) {
            Some(value) => table.insert(Spanned::new(key.span(), meant.to_owned().into()), value).is_none(),
            None => false,
        }
    }

    /// Cuts the key, value or element that has exactly this span.
    fn cut(&mut self, span: &Range<usize>) -> bool {
        let Some((parent, step)) = self.parent_of(span) else { return false };
        let parent_span = parent.span();
        match (parent.get_mut(), step) {
            (DeValue::Table(table), Step::Key(key)) => {
                table.remove(&key);
                self.cuts.push((parent_span, key.into_inner().into_owned()));
                true
            }
            (DeValue::Array(items), Step::Index(index)) => {
                let element = items[index].get_ref();
                if !element.is_table() && !element.is_array() {
                    // Without one of its numbers a point has a wrong length, which would be a second fault.
                    return self.cut(&parent_span);
                }
                let kept = items.iter().enumerate().filter(|(other, _)| *other != index);
                *items = kept.map(|(_, item)| item.clone()).collect();
                true
            }
            _ => false,
        }
    }

    fn stand_in(&mut self, table: Range<usize>, key: &str) -> bool {
        let outside = usize::MAX - self.stand_ins.len();
        self.stand_ins.push(StandIn { span: outside..outside, table, key: key.to_owned(), kind: 0 });
        self.place(self.stand_ins.len() - 1)
    }

    /// Puts the next kind of value in the place of a refused stand-in, or cuts the table if none is left.
    fn exchange(&mut self, index: usize) -> bool {
        self.stand_ins[index].kind += 1;
        let table = self.stand_ins[index].table.clone();
        self.place(index) || self.cut(&table)
    }

    fn place(&mut self, index: usize) -> bool {
        let StandIn { span, table, key, kind } = &self.stand_ins[index];
        let value = STAND_INS.get(*kind).and_then(|text| DeValue::parse(text).ok());
        let steps = steps_to(&self.file, table);
        let holder = steps.and_then(|steps| descend(&mut self.file, &steps));
        let (Some(value), Some(DeValue::Table(table))) = (value, holder.map(Spanned::get_mut)) else {
            return false;
        };
        let value = Spanned::new(span.clone(), value.into_inner());
        table.insert(Spanned::new(span.clone(), key.clone().into()), value);
        true
    }

    /// The table or list that holds what has exactly this span, and the step from there to it.
    fn parent_of(&mut self, span: &Range<usize>) -> Option<(&mut Spanned<DeValue<'i>>, Step<'i>)> {
        let mut steps = steps_to(&self.file, span)?;
        let last = steps.pop()?;
        Some((descend(&mut self.file, &steps)?, last))
    }
}

/// The way down to the key, value or element that has exactly this span: the innermost, because a list of
/// `[[tables]]` has the span of its first.
fn steps_to<'i>(value: &Spanned<DeValue<'i>>, span: &Range<usize>) -> Option<Vec<Step<'i>>> {
    let prepend = |step, mut rest: Vec<Step<'i>>| {
        rest.insert(0, step);
        rest
    };
    let below = match value.get_ref() {
        DeValue::Table(table) => table.iter().find_map(|(key, value)| {
            let rest = if key.span() == *span { Some(Vec::new()) } else { steps_to(value, span) };
            rest.map(|rest| prepend(Step::Key(key.clone()), rest))
        }),
        DeValue::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(index, item)| steps_to(item, span).map(|rest| prepend(Step::Index(index), rest))),
        _ => None,
    };
    below.or_else(|| (value.span() == *span).then(Vec::new))
}

fn descend<'a, 'i>(
    file: &'a mut Spanned<DeValue<'i>>,
    steps: &[Step<'i>],
) -> Option<&'a mut Spanned<DeValue<'i>>> {
    steps.iter().try_fold(file, |value, step| match (value.get_mut(), step) {
        (DeValue::Table(table), Step::Key(key)) => table.get_mut(key),
        (DeValue::Array(items), Step::Index(index)) => items.get_mut(*index),
        _ => None,
    })
}
