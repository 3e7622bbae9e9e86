//! Armies in a few words, for scenarios and cases: a line a General, a line a regiment or battery.
//!
//! | line | what it says |
//! |---|---|
//! | `Heth: G3/5/0 division at 300,100` | a General by Command, Leadership and Heroism, with his rank |
//! | `Davis: G2/4/1 of davis at 300,100 under Heth` | the General of a brigade, and who is above him |
//! | `2ms: I8/8/5 of davis at 300,200 h90` | infantry by Fire, Discipline and Strength; where its middle is, and its heading |
//! | `9ny: DC9/8/3 of devin at 300,200 h90` | cavalry on foot, or `MC` on horseback; the circles of the mounted stand and of the holders may follow: `DC9/8/3/3/1` |
//! | `crenshaw: A8/8 of pegram at 300,200 h0` | a battery |
//!
//! Behind it may stand `lost 2` (of cavalry `lost 2/1/0`: men, mounted stand, holders), `+activated`, `+routed`,
//! `waiting` for one off the map; of a General `+activated`, `+marked`, `stones 1`, `absent` if he takes no part.

use crate::field::decks::{self, Suit};
use crate::field::roster::{Branch, Roster, Standing};
use crate::measure::Pose;
use crate::model::action::parse_heading;
use crate::model::cards::Style;
use crate::model::deck::{Deck, MOST_CARDS, MOST_HELD};
use crate::model::ids::{BodyId, BrigadeId, CardId, GeneralId};
use crate::model::numbers::{Discipline, Fire, Gravestones, Ratings, Strength};
use crate::model::scenario::{Brigade, Card, Face, General, Kind, Rank, Stand};
use crate::model::state::{Leader, Mark, Posted, Troop, Whereabouts};
use crate::scenarios::{GeneralPlace, Place, Places};
use engine::{BySide, Side};
use faults::{Faults, Text, Texts, Words};
use ground::geometry::Point;
use ground::table::{Heading, in_bounds, number};
use serde::Deserialize;

/// The most stands of both sides, and the most Generals: what their numbers have room for.
const MOST_STANDS: usize = 250;

const STAND: &str = "2ms: I8/8/5 of davis at 300,200 h90";
const GENERAL: &str = "Davis: G2/4/1 of davis at 300,100 under Heth";

/// The armies of a file as written.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MusterText {
    /// The Union's Generals, regiments and batteries.
    pub union: Texts,
    /// Those of the Confederacy.
    pub confederate: Texts,
    /// Whose Battle cards are not of their side's usual style: `davis: zouave` (4.3).
    pub styles: Texts,
    /// Who commands all where several have the highest rank (RRF-HAND-1).
    pub commanders: Texts,
    /// Cards in hand; whoever writes one of the three lists of a side has no other cards (RRF-DECK-4).
    pub hands: BySide<Option<Texts>>,
    /// Cards of the draw deck, the uppermost first.
    pub piles: BySide<Option<Texts>>,
    /// Cards discarded.
    pub discards: BySide<Option<Texts>>,
}

/// Everybody of a scenario or a case.
#[derive(Debug, Default)]
pub struct Muster {
    /// Regiments and batteries.
    pub stands: Vec<Stand>,
    /// Brigades.
    pub brigades: Vec<Brigade>,
    /// Generals.
    pub generals: Vec<General>,
    /// How the brigades take part.
    pub posted: Vec<Posted>,
    /// Who commands all, by side.
    pub commanders: [Option<GeneralId>; 2],
    /// The cards of both sides.
    pub cards: Vec<Card>,
    /// How the stands are.
    pub troops: Vec<Troop>,
    /// How the Generals are.
    pub leaders: Vec<Leader>,
    /// Where the cards are.
    pub decks: [Deck; 2],
}

struct Reader<'a> {
    faults: &'a mut Faults,
    muster: Muster,
    /// Of each General the line he stands in, the brigade that is his, and the tag of who is above him.
    posts: Vec<(Text, Option<String>, Option<String>)>,
    /// Of each stand its line and the tag of its brigade.
    members: Vec<(Text, String)>,
}

impl MusterText {
    /// Reads everybody; whatever is wrong goes into the faults.
    pub fn read(&self, faults: &mut Faults) -> Muster {
        let mut reader = Reader { faults, muster: Muster::default(), posts: Vec::new(), members: Vec::new() };
        for (side, lines) in [(Side::Union, &self.union), (Side::Confederate, &self.confederate)] {
            for line in lines {
                reader.line(side, line);
            }
        }
        reader.chain();
        reader.commanders(&self.commanders);
        reader.brigades();
        reader.cards(self);
        reader.muster
    }
}

impl Reader<'_> {
    fn line(&mut self, side: Side, line: &Text) {
        let Some((name, mut words)) = Words::named(line, self.faults, STAND) else { return };
        let tag = name.text.to_owned();
        let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.');
        if tag.is_empty() || !tag.chars().all(plain) {
            self.faults
                .add(name.place.clone(), format!("`{tag}` is no name"))
                .hint("use letters, digits and hyphens, as in `24mi`");
        }
        let known = self.muster.stands.iter().map(|stand| &stand.tag);
        let known = known.chain(self.muster.generals.iter().map(|general| &general.tag));
        if known.into_iter().any(|known| known.eq_ignore_ascii_case(&tag)) {
            self.faults.add(name.place, format!("two are called `{tag}`")).hint("give each its own name");
        }
        if self.muster.stands.len() >= MOST_STANDS || self.muster.generals.len() >= MOST_STANDS {
            self.faults.add(line, "there are too many stands").hint(format!("at most {MOST_STANDS}"));
            return;
        }
        let wanted = "write `I8/8/5`, `DC9/8/3`, `MC9/8/3`, `A7/8`, or `G2/4/1` for a General";
        let Some((letters, numbers)) = words.read(self.faults, wanted, code) else { return };
        match (letters.as_str(), numbers.as_slice()) {
            ("G", &[command, leadership, heroism]) => {
                if !(1..=4).contains(&command) || leadership == 0 || usize::from(leadership) > MOST_HELD {
                    self.faults
                        .add(line, format!("no General has {command}/{leadership}/{heroism}"))
                        .hint(format!("Command is 1 to 4 (6.5), Leadership 1 to {MOST_HELD}"));
                }
                self.general(side, line, tag, Ratings::new(command, leadership, heroism), words);
            }
            ("I", &[fire, discipline, strength]) => {
                self.stand(
                    side,
                    line,
                    tag,
                    (Kind::Infantry, false),
                    [fire, discipline],
                    [strength, 0, 0],
                    words,
                );
            }
            ("A", &[fire, discipline]) => {
                self.stand(side, line, tag, (Kind::Artillery, false), [fire, discipline], [1, 0, 0], words);
            }
            ("DC" | "MC", &[fire, discipline, men, ref rest @ ..]) if rest.len() <= 2 => {
                let mounted = rest.first().copied().unwrap_or(men);
                let holders = rest.get(1).copied().unwrap_or((men / 3).max(1));
                let kind = (Kind::Cavalry, letters == "MC");
                self.stand(side, line, tag, kind, [fire, discipline], [men, mounted, holders], words);
            }
            _ => {
                self.faults.add(line, "the numbers do not fit the kind").hint(wanted);
            }
        }
    }

    fn place(&mut self, words: &mut Words<'_>) -> Option<Point> {
        let wanted = "write yards east and north, as in `300,200`";
        let x = words.read(self.faults, wanted, |word| number::read(word, 2))?;
        let y = words.read(self.faults, wanted, |word| number::read(word, 2))?;
        let point = Point::new(x, y);
        if !in_bounds(point) {
            words.fault(self.faults, "no map is so large");
            return None;
        }
        Some(point)
    }

    #[allow(clippy::too_many_arguments)]
    fn stand(
        &mut self,
        side: Side,
        line: &Text,
        tag: String,
        (kind, mounted): (Kind, bool),
        [fire, discipline]: [u8; 2],
        circles: [u8; 3],
        mut words: Words<'_>,
    ) {
        if !(2..=12).contains(&fire) || !(2..=12).contains(&discipline) || circles[0] == 0 {
            self.faults
                .add(line, format!("`{tag}` has numbers that no stand has"))
                .hint("Fire and Discipline are 2 to 12, and there is at least one circle");
        }
        let mut brigade = None;
        let mut troop = Troop {
            whereabouts: Whereabouts::Map,
            pose: Pose { at: Point::new(0, 0), heading: Heading::NORTH },
            losses: [0; 3],
            marks: Mark::MOUNTED.when(mounted) | Mark::FIELDED,
        };
        let mut placed = false;
        while let Some(word) = words.take() {
            match word.text {
                "of" => brigade = words.take().map(|word| word.text.to_owned()),
                "at" => {
                    let Some(at) = self.place(&mut words) else { return };
                    troop.pose.at = at;
                    placed = true;
                }
                "lost" => {
                    let wanted = "write circles marked, as in `lost 2` or `lost 2/1/0`";
                    let Some(lost) = words.read(self.faults, wanted, losses) else { return };
                    troop.losses = lost;
                }
                "waiting" => {
                    troop.whereabouts = Whereabouts::Waiting;
                    troop.marks = troop.marks.without(Mark::FIELDED);
                    placed = true;
                }
                "destroyed" => troop.whereabouts = Whereabouts::Destroyed,
                "captured" => troop.whereabouts = Whereabouts::Captured,
                "ran-off" => troop.whereabouts = Whereabouts::RanOff,
                "retired" => troop.whereabouts = Whereabouts::Retired,
                "+activated" => troop.marks |= Mark::ACTIVATED,
                "+routed" => troop.marks |= Mark::ROUTED,
                other => match other.strip_prefix('h').and_then(parse_heading) {
                    Some(heading) => troop.pose.heading = heading,
                    None => {
                        self.faults
                            .add(word.place, format!("`{other}` says nothing of a stand"))
                            .hint(format!("write it like `{STAND} lost 1 +activated`"));
                        return;
                    }
                },
            }
        }
        let gone = troop.whereabouts != Whereabouts::Map;
        if !placed && !gone {
            self.faults.add(line, format!("`{tag}` is nowhere")).hint("write `at 300,200`, or `waiting`");
        }
        if troop.losses.iter().zip(circles).any(|(lost, circles)| *lost > circles)
            || troop.losses[0] >= circles[0] && !gone
        {
            self.faults
                .add(line, format!("`{tag}` has lost more circles than it has"))
                .hint("one that stands on the map has a circle left");
        }
        let Some(brigade) = brigade else {
            self.faults
                .add(line, format!("`{tag}` is of no brigade"))
                .hint(format!("write it like `{STAND}`"));
            return;
        };
        self.members.push((line.clone(), brigade));
        self.muster.troops.push(troop);
        self.muster.stands.push(Stand {
            name: tag.clone(),
            tag,
            side,
            brigade: BrigadeId(0),
            kind,
            fire: Fire(fire),
            discipline: Discipline(discipline),
            circles: circles.map(Strength),
        });
    }

    fn general(&mut self, side: Side, line: &Text, tag: String, ratings: Ratings, mut words: Words<'_>) {
        let mut leader = Leader {
            whereabouts: Whereabouts::Map,
            at: Point::new(0, 0),
            stones: Gravestones::ZERO,
            is_activated: false,
            is_marked: false,
        };
        let (mut rank, mut own, mut above, mut placed) = (Rank::Brigade, None, None, false);
        while let Some(word) = words.take() {
            match word.text {
                "of" => own = words.take().map(|word| word.text.to_owned()),
                "under" => above = words.take().map(|word| word.text.to_owned()),
                "at" => {
                    let Some(at) = self.place(&mut words) else { return };
                    leader.at = at;
                    placed = true;
                }
                "waiting" => {
                    leader.whereabouts = Whereabouts::Waiting;
                    placed = true;
                }
                "absent" => {
                    leader.whereabouts = Whereabouts::Absent;
                    placed = true;
                }
                "stones" => {
                    let stones = |word: &str| word.parse().ok().filter(|stones| *stones <= 2);
                    let Some(stones) = words.read(self.faults, "write 0, 1 or 2", stones) else { return };
                    leader.stones = Gravestones(stones);
                }
                "+activated" => leader.is_activated = true,
                "+marked" => leader.is_marked = true,
                other => match Rank::ALL.into_iter().find(|rank| rank.name() == other) {
                    Some(known) => rank = known,
                    None => {
                        self.faults
                            .add(word.place, format!("`{other}` says nothing of a General"))
                            .hint(format!("write it like `{GENERAL}`, or with a rank such as `division`"));
                        return;
                    }
                },
            }
        }
        if !placed {
            self.faults.add(line, format!("`{tag}` is nowhere")).hint("write `at 300,100`, or `waiting`");
        }
        if (rank == Rank::Brigade) != own.is_some() {
            self.faults
                .add(line, format!("`{tag}` leads a brigade, or has a higher rank: one of both"))
                .hint(format!("write it like `{GENERAL}`, or `Heth: G3/5/0 division at 300,100`"));
        }
        self.posts.push((line.clone(), own, above));
        self.muster.leaders.push(leader);
        let name = tag.clone();
        self.muster.generals.push(General { tag, name, side, rank, ratings, above: None });
    }

    /// Who is above whom: as lines say, else the first General of the next higher rank there is (RRF-COC-1).
    fn chain(&mut self) {
        for number in 0..self.muster.generals.len() {
            let (line, _, said) = &self.posts[number];
            let below = &self.muster.generals[number];
            let higher = |general: &&General| general.side == below.side && general.rank > below.rank;
            let above = match said {
                Some(tag) => {
                    let found = self
                        .muster
                        .generals
                        .iter()
                        .filter(higher)
                        .find(|general| general.tag.eq_ignore_ascii_case(tag));
                    if found.is_none() {
                        self.faults
                            .add(line, format!("no General above `{}` is called `{tag}`", below.tag))
                            .hint("name one of a higher rank on the same side");
                    }
                    found
                }
                None => self.muster.generals.iter().filter(higher).min_by_key(|general| general.rank),
            };
            let above = above.map(|above| above.tag.clone());
            let above = above.and_then(|tag| self.find(&tag));
            self.muster.generals[number].above = above;
        }
    }

    fn find(&self, tag: &str) -> Option<GeneralId> {
        self.muster
            .generals
            .iter()
            .position(|general| general.tag.eq_ignore_ascii_case(tag))
            .map(GeneralId::at)
    }

    /// RRF-HAND-1: the highest rank; among equals the one who is named, else the first.
    fn commanders(&mut self, named: &Texts) {
        for side in Side::BOTH {
            let own = || self.muster.generals.iter().filter(|general| general.side == side);
            let highest = own().map(|general| general.rank).max();
            let first = own().find(|general| Some(general.rank) == highest);
            self.muster.commanders[side.index()] =
                first.map(|general| general.tag.clone()).and_then(|tag| self.find(&tag));
        }
        for line in named {
            let Some(general) = self.find(line.get_ref()) else {
                self.faults
                    .add(line, format!("there is no General `{}`", line.get_ref()))
                    .hint("name one of the file");
                continue;
            };
            let side = self.muster.generals[general.index()].side;
            let first =
                self.muster.commanders[side.index()].map(|first| self.muster.generals[first.index()].rank);
            if first != Some(self.muster.generals[general.index()].rank) {
                self.faults
                    .add(line, format!("`{}` is not of the highest rank", line.get_ref()))
                    .hint("the General of the highest rank commands all (RRF-HAND-1)");
            }
            self.muster.commanders[side.index()] = Some(general);
        }
    }

    /// The brigades that stands and Generals speak of. One without a General of its own is subordinated to the senior
    /// General of its side (RRF-DECK-7, 6.7).
    fn brigades(&mut self) {
        for number in 0..self.members.len() {
            let (line, tag) = self.members[number].clone();
            let side = self.muster.stands[number].side;
            let known =
                self.muster.brigades.iter().position(|brigade| brigade.tag.eq_ignore_ascii_case(&tag));
            let brigade = match known {
                Some(known) => {
                    if self.muster.brigades[known].side != side {
                        self.faults
                            .add(&line, format!("`{tag}` is a brigade of the other side"))
                            .hint("give the brigades of both sides different names");
                    }
                    known
                }
                None => {
                    let is_own = |(_, own, _): &(Text, Option<String>, Option<String>)| {
                        own.as_ref().is_some_and(|own| own.eq_ignore_ascii_case(&tag))
                    };
                    let own = self.posts.iter().position(is_own).map(GeneralId::at);
                    let own = own.filter(|own| self.muster.generals[own.index()].side == side);
                    let general = own.or(self.muster.commanders[side.index()]);
                    if general.is_none() {
                        self.faults
                            .add(&line, format!("nobody commands `{tag}`"))
                            .hint(format!("write a line such as `{GENERAL}`"));
                    }
                    self.muster.brigades.push(Brigade {
                        name: tag.clone(),
                        tag,
                        side,
                        own,
                        above: own
                            .and_then(|own| self.muster.generals[own.index()].above)
                            .or_else(|| general.filter(|_| own.is_none())),
                        formation: None,
                        division: None,
                        barricades: false,
                    });
                    self.muster.posted.push(Posted {
                        general: general.unwrap_or_default(),
                        is_subordinated: own.is_none(),
                        formation: None,
                        entry: None,
                    });
                    self.muster.brigades.len() - 1
                }
            };
            self.muster.stands[number].brigade = BrigadeId::at(brigade);
        }
        for (line, own, _) in &self.posts {
            let Some(own) = own else { continue };
            if !self.muster.brigades.iter().any(|brigade| brigade.tag.eq_ignore_ascii_case(own)) {
                self.faults.add(line, format!("no stand is of the brigade `{own}`")).hint("write its stands");
            }
        }
    }

    /// What a brigade's Battle cards are (4.3).
    fn suit(&self, brigade: BrigadeId, styles: &[(BrigadeId, Style)]) -> Suit {
        let mut own = self.muster.stands.iter().filter(|stand| stand.brigade == brigade);
        let all = |kind| own.clone().all(|stand| stand.kind == kind);
        if all(Kind::Artillery) {
            return Suit::Artillery;
        }
        if all(Kind::Cavalry) {
            return Suit::Cavalry;
        }
        let usual = match own.next().map(|stand| stand.side) {
            Some(Side::Confederate) => Style::Assault,
            _ => Style::Line,
        };
        Suit::Infantry(
            styles.iter().find(|(styled, _)| *styled == brigade).map_or(usual, |(_, style)| *style),
        )
    }

    /// The cards of both sides (RRF-DECK-1, RRF-CARD-6), and where they are.
    fn cards(&mut self, text: &MusterText) {
        let mut styles = Vec::new();
        for line in &text.styles {
            let Some((name, mut words)) = Words::named(line, self.faults, "davis: zouave") else { continue };
            let brigade =
                self.muster.brigades.iter().position(|brigade| brigade.tag.eq_ignore_ascii_case(name.text));
            let Some(brigade) = brigade.map(BrigadeId::at) else {
                self.faults
                    .add(name.place, format!("there is no brigade `{}`", name.text))
                    .hint("name one of the file");
                continue;
            };
            let style =
                words.read(self.faults, "write `line`, `assault`, `light`, `zouave` or `frontier`", style);
            styles.extend(style.map(|style| (brigade, style)));
            words.over(self.faults, &[]);
        }
        let mut all = Vec::new();
        for general in (0..self.muster.generals.len()).map(GeneralId::at) {
            let about = &self.muster.generals[general.index()];
            let face = Face::Command(general, decks::command_card(about.ratings));
            all.push(Card { tag: about.tag.clone(), side: about.side, face });
        }
        for brigade in (0..self.muster.brigades.len()).map(BrigadeId::at) {
            let about = &self.muster.brigades[brigade.index()];
            for (number, face) in decks::cards(self.suit(brigade, &styles)).iter().enumerate() {
                let tag = format!("{}-{}", about.tag, number + 1);
                all.push(Card { tag, side: about.side, face: Face::Battle(brigade, *face) });
            }
        }
        for side in Side::BOTH {
            self.deal(side, &all, [&text.hands[side], &text.piles[side], &text.discards[side]]);
        }
    }

    /// The cards of a side: all of them in its pile, or those that the lists of the file name.
    fn deal(&mut self, side: Side, all: &[Card], lists: [&Option<Texts>; 3]) {
        let mut named: [Vec<CardId>; 3] = Default::default();
        let first = self.muster.cards.len();
        if lists.iter().all(|list| list.is_none()) {
            self.muster.cards.extend(all.iter().filter(|card| card.side == side).cloned());
            named[1] = (first..self.muster.cards.len()).rev().map(CardId::at).collect();
        }
        for (list, cards) in lists.iter().zip(&mut named) {
            for line in list.iter().flat_map(|list| list.iter()) {
                let found = all
                    .iter()
                    .find(|card| card.side == side && card.tag.eq_ignore_ascii_case(line.get_ref()));
                let Some(card) = found else {
                    self.faults
                        .add(line, format!("the {side} side has no card `{}`", line.get_ref()))
                        .hint("name a General, or a brigade and a number, as in `davis-4` (RRF-CARD-6)");
                    continue;
                };
                if self.muster.cards[first..].iter().any(|known| known.tag == card.tag) {
                    self.faults
                        .add(line, format!("`{}` is there twice", card.tag))
                        .hint("each card is there once");
                    continue;
                }
                cards.push(CardId::at(self.muster.cards.len()));
                self.muster.cards.push(card.clone());
            }
        }
        let [hand, mut pile, discards] = named;
        if self.muster.cards.len() - first > MOST_CARDS
            || self.muster.cards.len() > 250
            || hand.len() > MOST_HELD
        {
            let line = lists.iter().filter_map(|list| list.as_ref()).flat_map(|list| list.iter()).next();
            self.faults
                .add(line.map_or(faults::Span::File, faults::Span::from), "there are too many cards")
                .hint(format!("a side has at most {MOST_CARDS}, and {MOST_HELD} in hand"));
            return;
        }
        // The uppermost is written first, and drawn from the end.
        pile.reverse();
        let deck = &mut self.muster.decks[side.index()];
        pile.iter().for_each(|card| deck.pile.push(*card));
        hand.iter().for_each(|card| deck.hand.push(*card));
        discards.iter().for_each(|card| deck.discards.push(*card));
    }
}

fn style(word: &str) -> Option<Style> {
    let names = ["line", "assault", "light", "zouave", "frontier"];
    names.iter().position(|name| *name == word).map(|at| Style::ALL[at])
}

/// `DC9/8/3`: the letters and the numbers behind them.
fn code(word: &str) -> Option<(String, Vec<u8>)> {
    let digits = word.find(|letter: char| letter.is_ascii_digit())?;
    let numbers = word[digits..].split('/').map(|number| number.parse().ok()).collect::<Option<Vec<u8>>>()?;
    Some((word[..digits].to_owned(), numbers))
}

fn losses(word: &str) -> Option<[u8; 3]> {
    let mut lost = [0; 3];
    let numbers: Vec<&str> = word.split('/').collect();
    if numbers.len() > lost.len() {
        return None;
    }
    for (lost, number) in lost.iter_mut().zip(numbers) {
        *lost = number.parse().ok()?;
    }
    Some(lost)
}

/// Everybody of a scenario that says where everybody is.
pub(crate) fn of_roster(
    roster: &Roster,
    places: &Places,
    decks: &BySide<Vec<decks::Card>>,
    commanders: BySide<Option<GeneralId>>,
) -> Muster {
    let mut muster = Muster { commanders: [commanders.union, commanders.confederate], ..Muster::default() };
    for (number, general) in roster.generals.iter().enumerate() {
        let (mut whereabouts, mut at) = (Whereabouts::Waiting, Point::new(0, 0));
        if let Some(GeneralPlace::Map(place)) = places.generals.get(number) {
            (whereabouts, at) = (Whereabouts::Map, *place);
        }
        let stones = general.gravestones;
        muster.leaders.push(Leader { whereabouts, at, stones, is_activated: false, is_marked: false });
        let above = roster.over(general.hq).find_map(|over| roster.hqs[over.index()].general);
        muster.generals.push(General {
            tag: general.tag.clone(),
            name: general.name.clone(),
            side: general.side,
            rank: match roster.hqs[general.hq.index()].rank {
                armies::Rank::Army => Rank::Army,
                armies::Rank::Corps => Rank::Corps,
                armies::Rank::Division => Rank::Division,
                armies::Rank::Brigade => Rank::Brigade,
            },
            ratings: general.ratings,
            above,
        });
    }
    for (number, brigade) in roster.brigades.iter().enumerate() {
        muster.brigades.push(Brigade {
            tag: brigade.tag.clone(),
            name: brigade.name.clone(),
            side: brigade.side,
            own: roster.hqs[brigade.hq.index()].general,
            above: roster.over(brigade.hq).find_map(|over| roster.hqs[over.index()].general),
            formation: Some(brigade.formation),
            division: roster.division(brigade.hq).map(|hq| BodyId::at(hq.index())),
            barricades: brigade.barricades,
        });
        muster.posted.push(Posted {
            general: roster.leader(BrigadeId::at(number)).unwrap_or_default(),
            is_subordinated: matches!(brigade.standing, Standing::Subordinated(_)),
            formation: Some(brigade.formation),
            entry: None,
        });
    }
    for (number, regiment) in roster.troops.iter().enumerate() {
        let mut troop = Troop {
            whereabouts: Whereabouts::Waiting,
            pose: Pose { at: Point::new(0, 0), heading: Heading::NORTH },
            losses: regiment.marked,
            marks: Mark::NONE,
        };
        match places.stands.get(number) {
            Some(&Place::Map { at, facing, mounted }) => {
                troop.whereabouts = Whereabouts::Map;
                troop.pose = Pose { at, heading: facing };
                troop.marks =
                    Mark::FIELDED | Mark::MOUNTED.when(mounted && regiment.branch == Branch::Cavalry);
            }
            Some(&Place::Waits(entry)) => muster.posted[regiment.brigade.index()].entry = Some(entry),
            None => {}
        }
        muster.troops.push(troop);
        let printed = &regiment.troop;
        muster.stands.push(Stand {
            tag: regiment.tag.clone(),
            name: regiment.name.clone(),
            side: regiment.side,
            brigade: regiment.brigade,
            kind: match regiment.branch {
                Branch::Infantry => Kind::Infantry,
                Branch::Cavalry => Kind::Cavalry,
                Branch::Artillery => Kind::Artillery,
            },
            fire: printed.fire,
            discipline: printed.discipline,
            circles: [printed.strength, printed.mounted, printed.holders],
        });
    }
    for (side, cards) in decks.each() {
        for card in cards.iter().rev() {
            let (tag, face) = match *card {
                decks::Card::Command(general) => {
                    let about = &muster.generals[general.index()];
                    (about.tag.clone(), Face::Command(general, decks::command_card(about.ratings)))
                }
                decks::Card::Battle(brigade, number) => {
                    let about = &roster.brigades[brigade.index()];
                    let face = decks::cards(about.suit)[usize::from(number) - 1];
                    (format!("{}-{number}", about.tag), Face::Battle(brigade, face))
                }
            };
            muster.decks[side.index()].pile.push(CardId::at(muster.cards.len()));
            muster.cards.push(Card { tag, side, face });
        }
    }
    muster
}
