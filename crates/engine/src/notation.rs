//! Answers in writing: one declarative table a game.
//!
//! A game lists its answers once, in [`actions!`](crate::actions): what each is made of, how it is written, and what it
//! means. From that table come the type, reading and writing, the list of forms, whether everything named exists, any
//! answer at random for those who try the judges, what one clicks, and a hint for whoever mistypes.
//!
//! What an answer names (a hex, a regiment, a number of dice) is a [`Noun`]: it knows how to write itself with the
//! names of a scenario, and to read itself back.
//!
//! ```
//! use engine::notation::Noun;
//! use engine::{Chance, Violation};
//!
//! /// The names of a scenario.
//! struct Towns(Vec<&'static str>);
//!
//! #[derive(Copy, Clone, PartialEq, Debug)]
//! struct Town(usize);
//!
//! impl Noun<Towns> for Town {
//!     const FORM: &'static str = "TOWN";
//!
//!     fn write(self, towns: &Towns) -> String {
//!         towns.0.get(self.0).map_or_else(|| format!("town?{}", self.0), |name| (*name).to_owned())
//!     }
//!     fn read(towns: &Towns, said: &str) -> Result<Town, Violation> {
//!         let found = towns.0.iter().position(|name| name.eq_ignore_ascii_case(said));
//!         found.map(Town).ok_or_else(|| Violation::form(format!("there is no town `{said}`")))
//!     }
//!     fn exists(self, towns: &Towns) -> bool {
//!         self.0 < towns.0.len()
//!     }
//!     fn any(towns: &Towns, chance: &mut dyn Chance) -> Town {
//!         Town(chance.draw(towns.0.len() as u32 + 1, "any town") as usize)
//!     }
//! }
//!
//! engine::actions! {
//!     /// What a courier may be told.
//!     #[derive(Copy, Clone, PartialEq, Debug)]
//!     pub enum Errand for Towns {
//!         Ride { from: Town, to: Town } = ["ride" from "to" to] "he rides from one town to another",
//!         Rest = ["rest"] "he stays where he is",
//!     }
//! }
//!
//! let towns = Towns(vec!["Emmitsburg", "Taneytown"]);
//! let ride = Errand::read(&towns, "ride taneytown to Emmitsburg")?;
//! assert_eq!(ride, Errand::Ride { from: Town(1), to: Town(0) });
//! assert_eq!(ride.write(&towns), "ride Taneytown to Emmitsburg");
//! assert_eq!(Errand::FORMS[0].line(), "ride TOWN to TOWN");
//! assert!(Errand::Ride { from: Town(1), to: Town(7) }.known(&towns).is_err());
//! let typo = Errand::read(&towns, "rids Taneytown to Emmitsburg").unwrap_err();
//! assert_eq!(typo.text, "`rids` is no action; did you mean `ride`?");
//! # Ok::<(), Violation>(())
//! ```

use crate::scene::Target;
use crate::{Chance, Violation};
use faults::did_you_mean;
use std::marker::PhantomData;

/// Something that answers name, by the names of a scenario: `N` is where those are found.
pub trait Noun<N: ?Sized>: Copy {
    /// What stands for it in a form: `HEX`, or `full|weak inf|cav|art`.
    const FORM: &'static str;

    /// How many words it is written with.
    const WORDS: Words = Words::One;

    /// Its name; something readable even where it does not exist.
    fn write(self, names: &N) -> String;

    /// What a person meant. Case does not matter.
    ///
    /// # Errors
    ///
    /// There is no such thing, and what would be right.
    fn read(names: &N, said: &str) -> Result<Self, Violation>;

    /// Whether it is there. Whoever judges answers made from raw numbers asks this first, and may trust them
    /// afterwards.
    fn exists(self, names: &N) -> bool;

    /// Any value, now and then one that does not exist.
    fn any(names: &N, chance: &mut dyn Chance) -> Self;

    /// What one clicks to name it, if anything.
    fn target(self, _names: &N) -> Option<Target> {
        None
    }
}

/// How many words of a line are one thing.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Words {
    /// Always one.
    One,
    /// Always two.
    Two,
    /// One or more: as many as the words behind it leave.
    Many,
}

impl Words {
    const fn least(self) -> usize {
        match self {
            Words::One | Words::Many => 1,
            Words::Two => 2,
        }
    }
}

/// A number below `count`, one time in sixteen any number below `most`: for [`Noun::any`].
pub fn any_number(chance: &mut dyn Chance, count: usize, most: usize) -> usize {
    let any = count == 0 || chance.draw(16, "any number at all") == 0;
    chance.draw(if any { most } else { count } as u32, "any number") as usize
}

/// The most parts a form has.
const MOST_PARTS: usize = 6;

/// How one answer is written.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Form {
    parts: [Part; MOST_PARTS],
    count: usize,
    /// What it does.
    pub sense: &'static str,
}

/// A part of a form.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[doc(hidden)]
pub enum Part {
    /// A word to be written as it is.
    Word(&'static str),
    /// A name.
    Slot(&'static str, Words),
}

impl Form {
    /// A form without parts.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(sense: &'static str) -> Form {
        Form { parts: [Part::Word(""); MOST_PARTS], count: 0, sense }
    }

    /// The form with one part more.
    #[doc(hidden)]
    #[must_use]
    pub const fn with(mut self, part: Part) -> Form {
        self.parts[self.count] = part;
        self.count += 1;
        self
    }

    fn parts(&self) -> &[Part] {
        &self.parts[..self.count]
    }

    /// The line. Words in capitals stand for names, a bar for a choice.
    #[must_use]
    pub fn line(&self) -> String {
        let parts = self.parts().iter().map(|part| match part {
            Part::Word(word) => *word,
            Part::Slot(form, _) => *form,
        });
        parts.collect::<Vec<_>>().join(" ")
    }

    /// The word the line begins with.
    #[must_use]
    pub const fn verb(&self) -> &'static str {
        match self.parts[0] {
            Part::Word(word) | Part::Slot(word, _) => word,
        }
    }

    fn literals(&self) -> usize {
        self.parts().iter().filter(|part| matches!(part, Part::Word(_))).count()
    }

    /// What the words of a line put into the slots, if they have this form.
    fn slots(&self, words: &[&str]) -> Option<Vec<String>> {
        let least = |parts: &[Part]| -> usize {
            parts.iter().map(|part| if let Part::Slot(_, words) = part { words.least() } else { 1 }).sum()
        };
        let mut slots = Vec::new();
        let mut left = words;
        for (at, part) in self.parts().iter().enumerate() {
            let reserve = least(&self.parts()[at + 1..]);
            let count = match part {
                Part::Slot(_, Words::Many) => left.len().checked_sub(reserve).filter(|&count| count > 0)?,
                Part::Slot(_, words) => words.least(),
                Part::Word(_) => 1,
            };
            let (mine, rest) = left.split_at_checked(count)?;
            match part {
                Part::Word(word) if !mine[0].eq_ignore_ascii_case(word) => return None,
                Part::Word(_) => {}
                Part::Slot(..) => slots.push(mine.join(" ")),
            }
            left = rest;
        }
        left.is_empty().then_some(slots)
    }
}

/// A line being read, form after form.
#[doc(hidden)]
pub struct Reading<'a> {
    line: &'a str,
    words: Vec<&'a str>,
    forms: &'static [Form],
    next: usize,
    /// The refusal of the form of which most was understood.
    refused: Option<(usize, Violation)>,
}

impl<'a> Reading<'a> {
    #[must_use]
    pub fn new(line: &'a str, forms: &'static [Form]) -> Reading<'a> {
        Reading { line, words: line.split_whitespace().collect(), forms, next: 0, refused: None }
    }

    /// What stands in the slots of the next form, if the line has that form.
    pub fn next_form(&mut self) -> Option<std::vec::IntoIter<String>> {
        let form = &self.forms[self.next];
        self.next += 1;
        form.slots(&self.words).map(Vec::into_iter)
    }

    /// The form handed out last did not do: so many of its names were not read.
    pub fn refuse(&mut self, unread: usize, violation: Violation) {
        let form = &self.forms[self.next - 1];
        let understood = form.count - unread;
        if self.refused.as_ref().is_none_or(|(most, _)| understood > *most) {
            self.refused = Some((understood, violation));
        }
    }

    /// Why the line is no answer.
    #[must_use]
    pub fn why_not(self) -> Violation {
        if let Some((_, violation)) = self.refused {
            return violation;
        }
        let Some(verb) = self.words.first() else {
            let short = self.forms.iter().rev().find(|form| form.literals() == form.count);
            let such = short.map_or_else(String::new, |form| format!(" such as `{}`", form.line()));
            return Violation::form(format!("nothing was said; an answer is a line{such}"));
        };
        let same = self.forms.iter().filter(|form| form.verb().eq_ignore_ascii_case(verb));
        let shapes: Vec<String> = same.map(|form| format!("`{}`", form.line())).collect();
        if !shapes.is_empty() {
            let line = self.line.trim();
            return Violation::form(format!("`{line}` is not complete: write {}", shapes.join(" or ")));
        }
        let near = did_you_mean(verb, self.forms.iter().map(Form::verb));
        Violation::form(format!("`{verb}` is no action{}", perhaps(near)))
    }
}

/// The end of a sentence that says what somebody may have meant.
#[must_use]
pub fn perhaps(near: Option<&str>) -> String {
    near.map(|word| format!("; did you mean `{word}`?")).unwrap_or_default()
}

/// Adds a word to a line.
#[doc(hidden)]
pub fn say(line: &mut String, word: &str) {
    if !line.is_empty() {
        line.push(' ');
    }
    line.push_str(word);
}

/// The refusal of an answer that names something unknown.
#[doc(hidden)]
#[cold]
#[must_use]
pub fn unknown(line: &str) -> Violation {
    Violation::form(format!("`{line}` names something that is not there"))
}

/// The slot of a form that names something of this type.
#[doc(hidden)]
#[must_use]
pub const fn slot<N: ?Sized, T: Noun<N>>(_: PhantomData<T>) -> Part {
    Part::Slot(T::FORM, T::WORDS)
}

/// The answers of a game: one table, from which everything about writing them comes.
///
/// A row is the answer with what it names, its form in brackets (words to be written as they are, and the names), and
/// its sense. `for` says where names are found; everything that is named implements [`Noun`] for it. See the
/// [module](crate::notation) for an example.
///
/// | made | what it is |
/// |---|---|
/// | the enum | an answer each row, its sense as documentation |
/// | `FORMS` | every line that can be written, in the order of the table |
/// | `write`, `read` | what was written is read back exactly, for ever; what cannot be read is refused with a hint |
/// | `known` | whether everything it names exists |
/// | `any` | any answer at random, now and then an absurd one |
/// | `target` | what one clicks to give it: the first thing it names that can be clicked, else a button |
#[macro_export]
macro_rules! actions {
    (
        $(#[$meta:meta])*
        $vis:vis enum $action:ident for $names:ty {
            $(
                $(#[$note:meta])*
                $name:ident
                $( ( $($t:ident : $tt:ty),+ $(,)? ) )?
                $( { $($s:ident : $st:ty),+ $(,)? } )?
                = [ $($part:tt)+ ] $sense:literal
            ),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis enum $action {
            $(
                #[doc = $sense]
                $(#[$note])*
                $name $( ( $($tt),+ ) )? $( { $( #[allow(missing_docs)] $s: $st ),+ } )?,
            )+
        }

        impl $action {
            /// Every line there is.
            $vis const FORMS: &'static [$crate::notation::Form] = &[
                $( {
                    $( $( let $t = ::std::marker::PhantomData::<$tt>; )+ )?
                    $( $( let $s = ::std::marker::PhantomData::<$st>; )+ )?
                    $crate::notation::Form::new($sense) $( .with($crate::__form_part!($names, $part)) )+
                } ),+
            ];

            /// The answer as a line.
            #[must_use]
            $vis fn write(&self, names: &$names) -> String {
                let mut line = String::new();
                match self {
                    $( Self::$name $( ( $($t),+ ) )? $( { $($s),+ } )? => {
                        $( $crate::__write_part!(names, line, $part); )+
                    } )+
                }
                line
            }

            /// Reads a line back.
            ///
            /// # Errors
            ///
            /// What was not understood, and the nearest thing that would be.
            $vis fn read(names: &$names, line: &str) -> Result<Self, $crate::Violation> {
                let mut reading = $crate::notation::Reading::new(line, Self::FORMS);
                $(
                    #[allow(unused_mut, unused_variables)]
                    if let Some(mut slots) = reading.next_form() {
                        let mut attempt = || -> Result<Self, $crate::Violation> {
                            $( $crate::__read_part!(names, slots, $part); )+
                            Ok(Self::$name $( ( $($t),+ ) )? $( { $($s),+ } )?)
                        };
                        match attempt() {
                            Ok(action) => return Ok(action),
                            Err(violation) => reading.refuse(slots.len(), violation),
                        }
                    }
                )+
                Err(reading.why_not())
            }

            /// Whether everything the answer names exists.
            ///
            /// # Errors
            ///
            /// What does not.
            $vis fn known(&self, names: &$names) -> Result<(), $crate::Violation> {
                let known = match self {
                    $( Self::$name $( ( $($t),+ ) )? $( { $($s),+ } )? => {
                        true $( && $crate::__known_part!(names, $part) )+
                    } )+
                };
                if known { Ok(()) } else { Err($crate::notation::unknown(&self.write(names))) }
            }

            /// Any answer at all, most of them absurd.
            $vis fn any(names: &$names, chance: &mut dyn $crate::Chance) -> Self {
                let chosen = chance.draw(Self::FORMS.len() as u32, "any answer") as usize;
                let mut rows = 0..;
                $(
                    if Some(chosen) == rows.next() {
                        return Self::$name
                            $( ( $( <$tt as $crate::notation::Noun<$names>>::any(names, chance) ),+ ) )?
                            $( { $( $s: <$st as $crate::notation::Noun<$names>>::any(names, chance) ),+ } )?;
                    }
                )+
                unreachable!("one of the rows was drawn")
            }

            /// What one clicks to give it: the first thing it names that can be clicked, else a button.
            #[must_use]
            $vis fn target(&self, names: &$names) -> $crate::scene::Target {
                match self {
                    $( Self::$name $( ( $($t),+ ) )? $( { $($s),+ } )? => {
                        $( $crate::__target_part!(names, $part); )+
                    } )+
                }
                $crate::scene::Target::Button
            }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __form_part {
    ($names:ty, $word:literal) => {
        $crate::notation::Part::Word($word)
    };
    ($names:ty, $slot:ident) => {
        $crate::notation::slot::<$names, _>($slot)
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __write_part {
    ($names:ident, $line:ident, $word:literal) => {
        $crate::notation::say(&mut $line, $word)
    };
    ($names:ident, $line:ident, $slot:ident) => {
        $crate::notation::say(&mut $line, &$crate::notation::Noun::write(*$slot, $names))
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __read_part {
    ($names:ident, $slots:ident, $word:literal) => {};
    ($names:ident, $slots:ident, $slot:ident) => {
        let $slot = $crate::notation::Noun::read($names, &$slots.next().unwrap_or_default())?;
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __known_part {
    ($names:ident, $word:literal) => {
        true
    };
    ($names:ident, $slot:ident) => {
        $crate::notation::Noun::exists(*$slot, $names)
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __target_part {
    ($names:ident, $word:literal) => {};
    ($names:ident, $slot:ident) => {
        if let Some(target) = $crate::notation::Noun::target(*$slot, $names) {
            return target;
        }
    };
}
