//! Faults as people read them: file, line, column, the text underlined, and what would be right.

use std::fmt;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::{Fault, Faults, Source, Span};

/// Lines longer than this, such as a GeoJSON feature, are named and not shown when a fault concerns them whole.
const LONGEST_WHOLE_LINE: usize = 160;

impl Faults {
    /// The same text as `Display`, in terminal colours.
    pub fn coloured(&self) -> String {
        self.render(&Renderer::styled())
    }

    fn render(&self, renderer: &Renderer) -> String {
        let faults: Vec<String> =
            self.iter().map(|fault| renderer.render(&groups(self.source(), fault))).collect();
        faults.join("\n\n")
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(&Renderer::plain()))
    }
}

fn groups<'a>(source: &'a Source, fault: &'a Fault) -> Vec<Group<'a>> {
    let title = Level::ERROR.primary_title(fault.what.as_str());
    let mut group = match shown_span(source, &fault.place) {
        Some(span) => {
            let related = fault.related.iter().filter_map(|(place, label)| {
                let span = shown_span(source, place)?;
                Some(AnnotationKind::Context.span(span).label(label.as_str()))
            });
            title.element(
                Snippet::source(source.text())
                    .path(source.name())
                    .annotation(AnnotationKind::Primary.span(span))
                    .annotations(related),
            )
        }
        None => {
            let origin = Origin::path(source.name());
            title.element(match fault.place {
                Span::Line(line) => origin.line(line),
                _ => origin,
            })
        }
    };
    if let Some(hint) = &fault.hint {
        group = group.element(Level::HELP.message(hint.as_str()));
    }
    vec![group]
}

fn shown_span(source: &Source, place: &Span) -> Option<std::ops::Range<usize>> {
    match place {
        Span::File => None,
        Span::Line(line) => source.line_span(*line).filter(|span| span.len() <= LONGEST_WHOLE_LINE),
        Span::Bytes(span) => Some(source.underline(span)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Line;

    fn span_of(source: &Source, part: &str) -> std::ops::Range<usize> {
        let start = source.text().find(part).expect("the part is in the text");
        start..start + part.len()
    }

    #[test]
    fn a_span_is_underlined_with_its_hint() {
        let source = Source::new("scenarios/armies/x.toml", "id = \"us\"\nquality = 9\nmen = 300\n");
        let mut faults = Faults::new(&source);
        faults.add(span_of(&source, "9"), "quality is 9").hint("quality runs from 1 (raw) to 5 (elite)");
        insta::assert_snapshot!(faults.to_string());
    }

    #[test]
    fn a_related_place_is_shown_with_its_label() {
        let source = Source::new("x.toml", "[[unit]]\nid = \"us-2wi\"\n\n\n\n\n[[unit]]\nid = 'us-2wi'\n");
        let mut faults = Faults::new(&source);
        faults
            .add(span_of(&source, "'us-2wi'"), "the id `us-2wi` is used twice")
            .see(span_of(&source, "\"us-2wi\""), "first used here")
            .hint("give every formation and unit its own id");
        insta::assert_snapshot!(faults.to_string());
    }

    #[test]
    fn a_line_without_columns_is_shown_whole_unless_it_is_long() {
        let long = format!("short feature\n{}\n", "[1.0,2.0],".repeat(500));
        let source = Source::new("ground.geojson", long);
        let mut faults = Faults::new(&source);
        faults.add(Line(1), "the feature has no `kind`").hint("add a kind");
        faults.add(Line(2), "the ring is not closed").hint("repeat the first point at the end");
        faults.add(Line(99), "a line past the end");
        faults.add(Span::File, "the map has no contour").hint("add at least one");
        insta::assert_snapshot!(faults.to_string());
    }

    #[test]
    fn a_fault_far_along_a_long_line_stays_in_view() {
        let source = Source::new(
            "x.toml",
            format!("units = [ {}{{ id = \"us-9\", quality = 8 }} ]", "{ id = \"us-1\" }, ".repeat(20)),
        );
        let mut faults = Faults::new(&source);
        faults.add(span_of(&source, "8 }"), "quality is 8").hint("quality runs from 1 to 5");
        insta::assert_snapshot!(faults.to_string());
    }

    #[test]
    fn a_span_of_several_lines_shows_its_first() {
        let source = Source::new("x.toml", "units = [\n  1,\n  2,\n]\n");
        let mut faults = Faults::new(&source);
        faults.add(0..source.text().len(), "no units");
        insta::assert_snapshot!(faults.to_string());
    }

    proptest! {
        #[test]
        fn any_span_of_any_text_can_be_shown(
            text in "(?s).{0,40}", start in 0usize..60, length in 0usize..60, line in 0usize..9,
        ) {
            let mut faults = Faults::new(&Source::new("f", text));
            faults.add(start..start + length, "span").see(Line(line), "there");
            faults.add(Line(line), "line").see(start..start, "here").hint("help");
            prop_assert!(faults.to_string().contains("error: span"));
            prop_assert_eq!(faults.located().len(), 2);
        }
    }
}
