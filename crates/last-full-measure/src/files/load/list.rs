//! Deployment lists and orders of appearance as games print them (LFM-29).
//!
//! ```text
//! July 1, 8 am; 0400; **Heth**, **Archer**, 13AL, 5ALB, 1TN (III/H/A) (MP 3)
//! July 1, 8 am; 0400; ∙ Crenshaw, ∙ 2 US, A [limbered]
//! ```
//!
//! An entry is a line: when; where; who. A line that ends in a comma or semicolon goes on in the next. Names may be set
//! bold or italic with `*` and `_`; that tells nothing (R-82b). A leading dot makes a battery; a name in the list of
//! commanders is a commander; what is left are regiments. A formation in parentheses says to which brigade the names
//! before it belong, and stands for the whole brigade if no name comes before it. A marker in brackets belongs to the
//! name before it, or to the whole formation after which it stands. A semicolon parts groups of names.

use super::calendar::Calendar;
use super::parts::{ArrivalPart, EntryRoad, Ref, ScenarioParts, Stand, WorksPart};
use super::read::hex_named;
use crate::model::ids::Turn;
use crate::model::scenario::Kind;
use crate::model::state::Flag;
use faults::{Faults, Source, Span, did_you_mean};
use ground::Hex;
use toml::Spanned;

/// What a list is for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Purpose {
    /// Pieces stand in the hex when the game begins.
    Deployment,
    /// Pieces enter by the hex in the turn.
    Appearance,
}

/// Reads a list into the parts.
pub(super) fn read(
    text: &Spanned<String>,
    purpose: Purpose,
    parts: &mut ScenarioParts,
    calendar: &Calendar,
    faults: &mut Faults,
) {
    let entries = entries(text, faults.source());
    let mut reader = Reader { purpose, parts, calendar, faults };
    for entry in &entries {
        reader.entry(entry);
    }
}

/// A piece of text and where its first byte stands in the file, if that is known.
#[derive(Clone, Debug)]
struct Bit {
    text: String,
    start: Option<usize>,
    /// Where to point if it is not.
    whole: Span,
}

impl Bit {
    fn place(&self) -> Span {
        match self.start {
            Some(start) => Span::Bytes(start..start + self.text.len()),
            None => self.whole.clone(),
        }
    }

    /// A part of it without the blanks around.
    fn part(&self, from: usize, to: usize) -> Bit {
        let part = &self.text[from..to];
        let lead = part.len() - part.trim_start().len();
        Bit {
            text: part.trim().to_owned(),
            start: self.start.map(|start| start + from + lead),
            whole: self.whole.clone(),
        }
    }
}

/// The entries of a list: its lines, those that go on joined to the next.
fn entries(text: &Spanned<String>, source: &Source) -> Vec<Bit> {
    let span = text.span();
    let raw = source.text().get(span.clone()).unwrap_or_default();
    let quotes =
        ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quotes| raw.starts_with(quotes)).unwrap_or("");
    let inside = raw.strip_prefix(quotes).and_then(|rest| rest.strip_suffix(quotes)).unwrap_or_default();
    // A line break right after the opening quotes is not part of the text; escapes move everything.
    let plain = inside.trim_start_matches(['\r', '\n']) == text.get_ref().trim_start_matches(['\r', '\n']);
    let (body, start) =
        if plain { (inside, Some(span.start + quotes.len())) } else { (text.get_ref().as_str(), None) };
    let mut entries: Vec<Bit> = Vec::new();
    let mut at = 0;
    let mut goes_on = false;
    for line in body.split_inclusive('\n') {
        let content = line.trim_end();
        let empty = content.trim().is_empty() || content.trim_start().starts_with('#');
        match entries.last_mut() {
            // Blanks keep the places of a joined line right.
            Some(entry) if goes_on && !empty => {
                let gap = start.map_or(1, |start| {
                    (start + at).saturating_sub(entry.start.unwrap_or(0) + entry.text.len())
                });
                entry.text.push_str(&" ".repeat(gap));
                entry.text.push_str(content);
            }
            _ if !empty => entries.push(Bit {
                text: content.to_owned(),
                start: start.map(|start| start + at),
                whole: Span::Bytes(span.clone()),
            }),
            _ => {}
        }
        if !empty {
            goes_on = content.ends_with([',', ';']);
        }
        at += line.len();
    }
    entries
}

/// A name of an entry with what follows it.
#[derive(Clone, Debug)]
struct Item {
    name: Bit,
    battery: bool,
    markers: Vec<Bit>,
}

/// Names that belong together, and what is said of all of them.
#[derive(Clone, Debug, Default)]
struct Cluster {
    items: Vec<Item>,
    formation: Option<Bit>,
    markers: Vec<Bit>,
}

/// Either kind of piece, by its place in the parts.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Found {
    Unit(usize),
    Commander(usize),
}

struct Reader<'a> {
    purpose: Purpose,
    parts: &'a mut ScenarioParts,
    calendar: &'a Calendar,
    faults: &'a mut Faults,
}

impl Reader<'_> {
    /// An entry: date and turn, hex, and who (LFM-29.1).
    fn entry(&mut self, entry: &Bit) {
        let mut cuts = entry.text.match_indices(';').map(|(at, _)| at);
        let (Some(first), Some(second)) = (cuts.next(), cuts.next()) else {
            self.faults
                .add(entry.place(), "this is no entry of a list")
                .hint("write when; where; who, e.g. `July 1, 8 am; 0400; Archer, 13AL, 1TN` (LFM-29.1)");
            return;
        };
        let when = entry.part(0, first);
        let place = entry.part(first + 1, second);
        let turn = self.calendar.find(&when.text, when.place(), self.faults);
        let hex = hex_named(&self.parts.map, &place.text, place.place(), self.faults);
        let (clusters, mp) = self.clusters(&entry.part(second + 1, entry.text.len()));
        let (Some(turn), Some(hex)) = (turn, hex) else { return };
        match self.purpose {
            Purpose::Deployment => self.deploy(&clusters, mp, turn, hex, &when),
            Purpose::Appearance => self.appear(&clusters, mp, turn, hex, &place),
        }
    }

    fn deploy(&mut self, clusters: &[Cluster], mp: Option<(u8, Bit)>, turn: Turn, hex: Hex, when: &Bit) {
        if turn != Turn::FIRST {
            let first = &self.parts.calendar[0].label;
            self.faults
                .add(when.place(), "a deployment list is for the first turn")
                .hint(format!("that is {first}; those who come later belong under `appearance`"));
        }
        if let Some((_, written)) = mp {
            self.faults
                .add(written.place(), "who stands on the map has his whole allowance")
                .hint("leave it out, or move the entry to `appearance`");
        }
        for (found, markers) in self.pieces(clusters) {
            self.take_away(found);
            match found {
                Found::Unit(unit) => {
                    let part = &mut self.parts.units[unit];
                    part.stand = Stand::At(hex);
                    // Guns on the map are ready unless the list says that they are limbered (LFM-29.3).
                    part.deployed = part.kind.is_artillery();
                    self.mark(unit, &markers, hex);
                }
                Found::Commander(commander) => {
                    self.parts.commanders[commander].stand = Stand::At(hex);
                    self.no_markers(&markers);
                }
            }
        }
    }

    fn appear(&mut self, clusters: &[Cluster], mp: Option<(u8, Bit)>, turn: Turn, hex: Hex, place: &Bit) {
        let pieces = self.pieces(clusters);
        let mut names = Vec::new();
        for (found, markers) in &pieces {
            self.take_away(*found);
            match *found {
                Found::Unit(unit) => {
                    self.mark(unit, markers, hex);
                    names.push(self.parts.units[unit].tag.clone());
                }
                Found::Commander(commander) => {
                    self.no_markers(markers);
                    names.push(self.parts.commanders[commander].tag.clone());
                }
            }
        }
        if names.is_empty() {
            return;
        }
        self.parts.arrivals.push(ArrivalPart {
            written: place.place(),
            tag: Some(self.tag(&pieces, &names[0])),
            turn,
            hex,
            road: EntryRoad::OfTheHex,
            mp: mp.map(|(mp, _)| mp),
            pieces: names.into_iter().map(|name| Ref::new(name, place.place())).collect(),
        });
    }

    /// An arrival is called by the brigade in it, if there is one and the name is free.
    fn tag(&self, pieces: &[(Found, Vec<Bit>)], first: &str) -> String {
        let label = pieces.iter().find_map(|(found, _)| match found {
            Found::Unit(unit) => self.parts.units[*unit].brigade.as_ref().map(|label| label.name.clone()),
            Found::Commander(_) => None,
        });
        let wanted = label.unwrap_or_else(|| first.to_owned());
        let taken = |tag: &str| self.parts.arrivals.iter().any(|other| other.tag.as_deref() == Some(tag));
        let numbered = (2..).map(|number| format!("{wanted}-{number}"));
        std::iter::once(wanted.clone()).chain(numbered).find(|tag| !taken(tag)).unwrap_or(wanted)
    }

    /// Takes a piece out of where other parts of the file or the arrivals have put it.
    fn take_away(&mut self, found: Found) {
        let tag = match found {
            Found::Unit(unit) => self.parts.units[unit].tag.clone(),
            Found::Commander(commander) => self.parts.commanders[commander].tag.clone(),
        };
        self.parts.take_away(&tag);
    }

    /// States and markers in brackets (LFM-29.3).
    fn mark(&mut self, unit: usize, markers: &[Bit], hex: Hex) {
        for marker in markers {
            let part = &mut self.parts.units[unit];
            let artillery = part.kind.is_artillery();
            match (marker.text.to_ascii_lowercase().as_str(), part.kind) {
                ("limbered", _) if artillery => part.deployed = false,
                ("unlimbered", _) if artillery => part.deployed = true,
                ("mounted", Kind::Cavalry) => part.deployed = false,
                ("dismounted", Kind::Cavalry) => part.deployed = true,
                ("d" | "disorganized", _) => part.flags |= Flag::D,
                ("detached", _) => part.flags |= Flag::DETACHED,
                ("breastworks" | "build", _) if self.purpose == Purpose::Appearance => {
                    self.faults
                        .add(marker.place(), "nobody brings works along")
                        .hint("works stand under `deployment`, or under [markers]");
                }
                ("breastworks", _) => {
                    self.parts.works.push(WorksPart { written: marker.place(), hex, builder: None });
                }
                ("build", _) => {
                    let builder = Some(part.side);
                    self.parts.works.push(WorksPart { written: marker.place(), hex, builder });
                }
                _ => {
                    let text = format!("{} cannot be marked `{}`", part.tag, marker.text);
                    self.faults.add(marker.place(), text).hint(
                        "markers are limbered, unlimbered, mounted, dismounted, D, detached, breastworks, build",
                    );
                }
            }
        }
    }

    fn no_markers(&mut self, markers: &[Bit]) {
        for marker in markers {
            self.faults
                .add(marker.place(), format!("a commander cannot be marked `{}`", marker.text))
                .hint("put the marker behind the unit it belongs to");
        }
    }

    /// The pieces of an entry, each once, with their markers.
    fn pieces(&mut self, clusters: &[Cluster]) -> Vec<(Found, Vec<Bit>)> {
        let mut pieces: Vec<(Found, Vec<Bit>)> = Vec::new();
        for cluster in clusters {
            let mut add = |found: Found, markers: Vec<Bit>| pieces.push((found, markers));
            if cluster.items.is_empty() {
                for found in self.whole_formation(cluster) {
                    add(found, cluster.markers.clone());
                }
                continue;
            }
            let mut at = 0;
            while at < cluster.items.len() {
                let (found, used) = self.resolve(cluster, at);
                let last = &cluster.items[at + used - 1];
                if let Some(found) = found {
                    let general = cluster.markers.iter().filter(|_| matches!(found, Found::Unit(_)));
                    add(found, last.markers.iter().chain(general).cloned().collect());
                }
                at += used;
            }
        }
        pieces
    }

    /// A brigade with its commander.
    fn whole_formation(&mut self, cluster: &Cluster) -> Vec<Found> {
        let Some(formation) = &cluster.formation else { return Vec::new() };
        let leaders: Vec<&str> = self
            .parts
            .brigades
            .iter()
            .filter(|brigade| brigade.label == formation.text)
            .map(|brigade| brigade.commander.name.as_str())
            .collect();
        if leaders.is_empty() {
            let labels = self.parts.brigades.iter().map(|brigade| brigade.label.as_str());
            let hint = match did_you_mean(&formation.text, labels) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => "write corps/division/brigade as on the counters (LFM-29.4)".to_owned(),
            };
            self.faults
                .add(formation.place(), format!("there is no brigade `{}`", formation.text))
                .hint(hint);
        }
        let commanders = self.parts.commanders.iter().enumerate();
        let chief = commanders.filter(|(_, part)| leaders.contains(&part.tag.as_str()));
        let units = self.parts.units.iter().enumerate();
        let mine = units.filter(|(_, part)| self.label(part) == formation.text);
        chief.map(|(at, _)| Found::Commander(at)).chain(mine.map(|(at, _)| Found::Unit(at))).collect()
    }

    /// The piece that a name means, and how many of the comma's pieces it took: `2 US, A` is one battery.
    fn resolve(&mut self, cluster: &Cluster, at: usize) -> (Option<Found>, usize) {
        let item = &cluster.items[at];
        let next = cluster.items.get(at + 1).filter(|next| !next.battery && item.markers.is_empty());
        if let Some(next) = next {
            let joined = format!("{}{}", item.name.text, next.name.text);
            let alone = self.candidates(&next.name.text, false, cluster);
            let together = self.candidates(&joined, item.battery, cluster);
            if alone.is_empty()
                && let [found] = together[..]
            {
                return (Some(found), 2);
            }
        }
        let found = self.candidates(&item.name.text, item.battery, cluster);
        if let [found] = found[..] {
            return (Some(found), 1);
        }
        let name = &item.name.text;
        let what = if item.battery { "battery" } else { "commander or regiment" };
        let (text, hint) = if found.len() > 1 {
            (format!("several pieces could be `{name}`"), "use the name on the counter".to_owned())
        } else if !self.candidates(name, !item.battery, cluster).is_empty() {
            let hint =
                if item.battery { "only batteries have a dot" } else { "put a dot before a battery: `∙`" };
            (format!("there is no {what} `{name}`"), format!("{hint} (LFM-29.2)"))
        } else if let Some(label) = self.elsewhere(name, item.battery) {
            (format!("`{name}` does not belong there"), format!("it is of {label} (LFM-29.4)"))
        } else {
            let tags = self.parts.units.iter().map(|unit| unit.tag.as_str());
            let tags = tags.chain(self.parts.commanders.iter().map(|leader| leader.tag.as_str()));
            let hint = did_you_mean(name, tags).map(|meant| format!("did you mean `{meant}`?"));
            let hint = hint.unwrap_or_else(|| "use the name on a counter of this scenario".to_owned());
            (format!("there is no {what} `{name}`"), hint)
        };
        self.faults.add(item.name.place(), text).hint(hint);
        (None, 1)
    }

    /// The formation of a piece that bears the name, whatever the list says.
    fn elsewhere(&self, name: &str, battery: bool) -> Option<String> {
        match self.candidates(name, battery, &Cluster::default())[..] {
            [Found::Unit(unit)] => Some(self.label(&self.parts.units[unit])),
            _ => None,
        }
    }

    /// The pieces that a name may mean: by the counter, by the full name, or a commander by his last name.
    fn candidates(&self, name: &str, battery: bool, cluster: &Cluster) -> Vec<Found> {
        let wanted = letters(name);
        let fits = |tag: &str, name: &Option<String>| {
            letters(tag) == wanted || name.as_ref().is_some_and(|name| letters(name) == wanted)
        };
        if !battery {
            let leaders = self.parts.commanders.iter().enumerate();
            let leaders: Vec<Found> = leaders
                .filter(|(_, part)| fits(&part.tag, &part.name))
                .map(|(at, _)| Found::Commander(at))
                .collect();
            if !leaders.is_empty() {
                return leaders;
            }
        }
        let formation = cluster.formation.as_ref().map(|formation| formation.text.as_str());
        let units = self.parts.units.iter().enumerate();
        units
            .filter(|(_, part)| part.kind.is_artillery() == battery && fits(&part.tag, &part.name))
            .filter(|(_, part)| {
                let label = self.label(part);
                formation.is_none_or(|over| {
                    label == over || (battery && (over.starts_with(&label) || label.starts_with(over)))
                })
            })
            .map(|(at, _)| Found::Unit(at))
            .collect()
    }

    fn label(&self, part: &super::parts::UnitPart) -> String {
        match &part.brigade {
            Some(brigade) => brigade.name.clone(),
            None => part.levels().to_string(),
        }
    }

    /// Takes the third part of an entry apart. A formation or a semicolon closes a cluster; an allowance belongs to the
    /// whole entry.
    fn clusters(&mut self, list: &Bit) -> (Vec<Cluster>, Option<(u8, Bit)>) {
        let mut clusters = vec![Cluster::default()];
        let mut mp = None;
        for token in tokens(list) {
            let open = clusters.last_mut().expect("there is always an open cluster");
            match token {
                Token::Name(name, battery) => {
                    if open.formation.is_some() {
                        clusters.push(Cluster {
                            items: vec![Item { name, battery, markers: Vec::new() }],
                            ..Cluster::default()
                        });
                    } else {
                        open.items.push(Item { name, battery, markers: Vec::new() });
                    }
                }
                Token::Marker(marker) => match open.items.last_mut() {
                    Some(item) if open.formation.is_none() => item.markers.push(marker),
                    _ => open.markers.push(marker),
                },
                // In parentheses a reduced allowance (LFM-29.5) or a formation (LFM-29.4).
                Token::Paren(text) => match allowance(&text.text) {
                    Some(points) => mp = Some((points, text)),
                    None if is_formation(&text.text) => {
                        if open.formation.is_some() {
                            clusters.push(Cluster { formation: Some(text), ..Cluster::default() });
                        } else {
                            open.formation = Some(text);
                        }
                    }
                    None => {
                        self.faults
                            .add(text.place(), format!("`({})` tells nothing", text.text))
                            .hint("write a formation as (III/H/A), an allowance as (MP 3) or (3mf)");
                    }
                },
                Token::Break => clusters.push(Cluster::default()),
                Token::Open(text) => {
                    self.faults
                        .add(text.place(), "a bracket is not closed")
                        .hint("close it in the same entry");
                }
            }
        }
        (clusters, mp)
    }
}

enum Token {
    /// A name, and whether a dot makes it a battery (LFM-29.2).
    Name(Bit, bool),
    Marker(Bit),
    Paren(Bit),
    /// A semicolon: what follows is another group.
    Break,
    /// An open bracket without its end.
    Open(Bit),
}

const DOTS: [char; 5] = ['∙', '·', '•', '∘', '‧'];

fn tokens(list: &Bit) -> Vec<Token> {
    let text = list.text.as_str();
    let mut tokens = Vec::new();
    let mut from = 0;
    let name = |from: usize, to: usize, tokens: &mut Vec<Token>| {
        let bit = list.part(from, to);
        let bare = bit.text.trim_matches(['*', '_', ' ']);
        let dotted = bare.strip_prefix(DOTS);
        let words = dotted.unwrap_or(bare).trim_matches(['*', '_', ' ']);
        if !words.is_empty() {
            let lead = bit.text.find(words).unwrap_or(0);
            let name = bit.part(lead, lead + words.len());
            tokens.push(Token::Name(name, dotted.is_some()));
        }
    };
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let next = at + letter.len_utf8();
        let end = match letter {
            '(' => Some(')'),
            '[' => Some(']'),
            _ => None,
        };
        match (letter, end) {
            (',' | ';', _) => {
                name(from, at, &mut tokens);
                if letter == ';' {
                    tokens.push(Token::Break);
                }
                from = next;
            }
            (dot, _) if DOTS.contains(&dot) => {
                // A dot begins a name even where the comma before it is missing.
                name(from, at, &mut tokens);
                from = at;
            }
            (_, Some(end)) => {
                name(from, at, &mut tokens);
                let Some(length) = text[next..].find(end) else {
                    tokens.push(Token::Open(list.part(at, text.len())));
                    return tokens;
                };
                let inner = list.part(next, next + length);
                tokens.push(if letter == '(' { Token::Paren(inner) } else { Token::Marker(inner) });
                at = next + length + 1;
                from = at;
                continue;
            }
            _ => {}
        }
        at = next;
    }
    name(from, text.len(), &mut tokens);
    tokens
}

/// `MP 3` or `3mf`.
fn allowance(text: &str) -> Option<u8> {
    let text = text.to_ascii_lowercase();
    let number =
        text.strip_prefix("mp").or_else(|| text.strip_suffix("mf")).or_else(|| text.strip_suffix("mp"))?;
    number.trim().parse().ok()
}

fn is_formation(text: &str) -> bool {
    !text.is_empty() && !text.contains(char::is_whitespace)
}

/// The letters and digits of a name, so that `2 US, A`, `2US-A` and `2us a` are one.
fn letters(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
