//! The words in which cases of Rally Round the Flag are written: positions in a few lines, and what must hold.
//!
//! `docs/cases.md` is the manual of what all games share. A position here has ground drawn in text, a line a General
//! and a line a stand ([`crate::files::muster`]), cards by name, and says whose turn it is.

use crate::field::square::Edge;
use crate::field::terrain::LEGEND;
use crate::files::muster::MusterText;
use crate::files::{build, squares};
use crate::measure::Land;
use crate::model::border::edges;
use crate::model::cards::Formation;
use crate::model::deck::BACK;
use crate::model::ids::{BrigadeId, CardId, EntryId, GeneralId, SquareId, StandId};
use crate::model::numbers::{ActionPoints, Rerolls, Round};
use crate::model::position::{Play, Position};
use crate::model::scenario::{Objective, RallyRoundTheFlag};
use crate::model::spot::Ground;
use crate::model::squares::Square;
use crate::model::state::{Entry, Mark, Retiring, State, Turn, Whereabouts};
use crate::rules::act::Act;
use crate::rules::melee::{Contact, Melee, PickMelee};
use crate::rules::retire::GiveWay;
use crate::rules::setup::{self, Stage};
use crate::rules::turn::{Choice, ChooseTurn, EndRound, EndTurn, StartRound};
use crate::scenarios::{Counts, Options};
use engine::agenda;
use engine::case::{Base, CaseLanguage, Findings, SetUp};
use engine::notation::Noun;
use engine::{BySide, Chance, Eyes, Rules, Side};
use faults::{Faults, Report, Source, Span, Text, Texts, Words};
use ground::geometry::Frame;
use ground::table::lay::GroundText;
use ground::table::number;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use toml::Spanned;

/// A position.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CasePosition {
    /// What is chosen of table 1.6.
    #[serde(default)]
    options: Options,
    /// The ground: see [`GroundText`]; a bare map of 1,200 by 1,200 yards if nothing is said.
    ground: Option<Spanned<GroundText>>,
    /// Flags and limits: `A1: flag 2 limit X`.
    #[serde(default)]
    squares: Texts,
    /// Who takes the first turn of every Round.
    #[serde(default = "confederate")]
    attacker: Side,
    /// Whose turn it is; the Attacker's if nothing is said.
    turn: Option<Side>,
    /// The Round.
    #[serde(default = "one")]
    round: u8,
    /// Where the case begins: `choose`, `act`, `melee`, `end` of the turn, or `round` for the beginning of one.
    #[serde(default = "choose")]
    phase: Spanned<String>,
    /// The General who has been activated in this turn, if the case begins with `act`.
    acting: Option<Text>,
    /// The action points on the track; his Leadership if nothing is said.
    action_points: Option<u8>,
    /// Reroll points that last until the end of the turn.
    #[serde(default)]
    rerolls: u8,
    /// Opposing stands that touch, of which one has the other's flank: `2ms has the flank of 24mi`.
    #[serde(default)]
    flanks: Texts,
    /// Melees that have gone on for a round: `24mi 2ms: union attacks, davis-4 iron-3, points 0/3`.
    #[serde(default)]
    melees: Texts,
    /// Who was contacted in this turn for the first time and has still to fire in its melee.
    #[serde(default)]
    fresh: Texts,
    /// How many have passed one after the other.
    #[serde(default)]
    passes: u8,
    /// How many Rounds in a row nobody did anything but pass.
    #[serde(default)]
    idle_rounds: u8,
    /// Whether a trigger of this Round is set.
    #[serde(default)]
    closing: bool,
    /// Whose last card of the hand is the last one of the pile.
    #[serde(default)]
    marked: Vec<Side>,
    /// The General of each side who was activated last.
    #[serde(default)]
    current: BySide<Option<Text>>,
    /// Who has declared a retirement, and in which Round.
    retiring: Option<RetiringText>,
    /// Victory points, the Union's first.
    #[serde(default)]
    points: [u8; 2],
    /// The Union's Generals, regiments and batteries.
    #[serde(default)]
    union: Texts,
    /// Those of the Confederacy.
    #[serde(default)]
    confederate: Texts,
    /// `davis: zouave`.
    #[serde(default)]
    styles: Texts,
    /// Who commands all where several have the highest rank.
    #[serde(default)]
    commanders: Texts,
    /// Where troops may enter: `A1-west: davis`, the square's edge and the largest formation.
    #[serde(default)]
    entries: Texts,
    /// The deployment edges, where those of the ledger are not meant: `west`.
    #[serde(default)]
    edges: BySide<Option<Edge>>,
    /// Places worth points: `The ridge: A1 A2 points 2 at-once held union`.
    #[serde(default)]
    objectives: Texts,
    /// How brigades are deployed: `davis: reserve`.
    #[serde(default)]
    formations: Texts,
    /// While the battle is set up: the brigades that begin on the map.
    #[serde(default)]
    starting: Texts,
    /// The brigades that have barricades.
    #[serde(default)]
    barricades: Texts,
    /// The squares that only make the map a rectangle.
    #[serde(default)]
    added: Texts,
    /// Cards in hand.
    #[serde(default)]
    hands: BySide<Option<Texts>>,
    /// Cards of the draw deck, the uppermost first.
    #[serde(default)]
    piles: BySide<Option<Texts>>,
    /// Cards discarded.
    #[serde(default)]
    discards: BySide<Option<Texts>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RetiringText {
    side: Side,
    #[serde(default)]
    routed: bool,
    since: u8,
}

const fn confederate() -> Side {
    Side::Confederate
}

const fn one() -> u8 {
    1
}

fn choose() -> Spanned<String> {
    Spanned::new(0..0, "choose".to_owned())
}

/// What must hold.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseExpect {
    /// The Round.
    round: Option<Spanned<u8>>,
    /// Whose turn it is: `union` or `confederate`.
    turn: Option<Spanned<String>>,
    /// Action points on the track.
    action_points: Option<Spanned<u8>>,
    /// Reroll points that last until the end of the turn.
    rerolls: Option<Spanned<u8>>,
    /// Whether a trigger of the Round is set.
    closing: Option<Spanned<bool>>,
    /// Victory points, the Union's first.
    points: Option<Spanned<[u8; 2]>>,
    /// How many cards a side may hold.
    #[serde(default)]
    capacity: BySide<Option<Spanned<u8>>>,
    /// The hand, in the order in which it was drawn; `?` for a card of which only the back is seen.
    #[serde(default)]
    hands: BySide<Option<Spanned<Vec<String>>>>,
    /// The draw deck, the uppermost first.
    #[serde(default)]
    piles: BySide<Option<Spanned<Vec<String>>>>,
    /// How many cards are left to be drawn.
    #[serde(default)]
    left: BySide<Option<Spanned<usize>>>,
    /// The discards.
    #[serde(default)]
    discards: BySide<Option<Spanned<Vec<String>>>>,
    /// Whether the last card of a hand has a marked back.
    #[serde(default)]
    marked: BySide<Option<Spanned<bool>>>,
    /// The card or cards that lie open until the end of the turn.
    open: Option<Spanned<Vec<String>>>,
    /// Melees that go on, with their cards and points: `24mi 2ms: union attacks, davis-4 iron-3, points 0/3`.
    melees: Option<Spanned<Vec<String>>>,
    /// The barricades, each from end to end: `240,321 360,321`.
    barricades: Option<Spanned<Vec<String>>>,
    /// Stands, by tag, in the words of their lines: `at 300,200 h90 s4 lost 1 +routed -activated`.
    #[serde(default)]
    stands: BTreeMap<String, Text>,
    /// Generals, by tag: `at 300,100 2/5/2 stones 1 +activated -marked`.
    #[serde(default)]
    generals: BTreeMap<String, Text>,
}

impl CaseLanguage for RallyRoundTheFlag {
    type CasePosition = CasePosition;
    type CaseExpect = CaseExpect;
    type Parts = ();

    fn set_up(
        _base: &Base<()>,
        position: &CasePosition,
        source: &Source,
        chance: &mut dyn Chance,
    ) -> Result<SetUp<RallyRoundTheFlag>, Report> {
        let mut faults = Faults::new(source);
        let built = position.build(&mut faults);
        let built = faults.into_result(built)?;
        let Some((rules, mut state)) = built else { return Err(Report::new()) };
        let mut told = Vec::new();
        let mut play = Play { rules: &rules, state: &mut state, chance, story: &mut told };
        agenda::run::<RallyRoundTheFlag>(&mut play);
        Ok(SetUp { rules: Arc::new(rules), state, told })
    }

    fn compare(&self, state: &State, eyes: Eyes, expect: &CaseExpect, findings: &mut Findings<'_>) {
        let seen = self.view(state, eyes);
        compare(self.position(&seen), expect, findings);
    }
}

impl CasePosition {
    fn build(&self, faults: &mut Faults) -> Option<(RallyRoundTheFlag, State)> {
        let bare = Spanned::new(0..0, GroundText::bare("1200 1200"));
        let ground = self.ground.as_ref().unwrap_or(&bare);
        let ground = ground.get_ref().build(Span::from(ground), &LEGEND, faults);
        let troops = MusterText {
            union: self.union.clone(),
            confederate: self.confederate.clone(),
            styles: self.styles.clone(),
            commanders: self.commanders.clone(),
            hands: self.hands.clone(),
            piles: self.piles.clone(),
            discards: self.discards.clone(),
        };
        let muster = troops.read(faults);
        let land = Land::new(ground?);
        let squares = squares(&land, &self.squares, faults);
        let mut rules = build(land, squares, self.attacker, self.options, muster, faults);
        self.lay_edges(&mut rules, faults);
        let mut state = rules.start.clone();
        let side = self.turn.unwrap_or(self.attacker);
        state.round = Round(self.round);
        state.turn = Turn::of(side);
        state.turn.rerolls = Rerolls(self.rerolls);
        state.passes = self.passes;
        state.idle_rounds = self.idle_rounds;
        state.is_closing = self.closing;
        state.points = self.points;
        self.marked.iter().for_each(|side| state.decks[side.index()].is_marked = true);
        let mut general = |line: &Text| -> Option<GeneralId> {
            let found = rules.find_general(line.get_ref());
            if found.is_none() {
                let what = format!("there is no General `{}`", line.get_ref());
                faults.add(line, what).hint("name one of the position");
            }
            found
        };
        for (side, line) in self.current.given() {
            state.current[side.index()] = general(line);
        }
        let acting = self.acting.as_ref().and_then(&mut general);
        if let Some(RetiringText { side, routed, since }) = self.retiring {
            state.retiring =
                Some(Retiring { side, is_rout: routed, since: Round(since), is_under_way: true });
        }
        self.fighting(&rules, &mut state, faults);
        if let Some(stage) = self.phase.get_ref().strip_prefix("set-up ") {
            self.set_up(stage, &rules, &mut state, faults);
            return Some((rules, state));
        }
        match self.phase.get_ref().as_str() {
            "choose" => {
                state.agenda.then([ChooseTurn.into(), GiveWay.into(), PickMelee.into(), EndTurn.into()]);
            }
            "melee" => state.agenda.then([GiveWay.into(), PickMelee.into(), EndTurn.into()]),
            "act" => {
                let Some(acting) = acting else {
                    faults.add(&self.phase, "nobody acts").hint("write `acting = \"Davis\"`");
                    return None;
                };
                state.current[side.index()] = Some(acting);
                state.leaders[acting.index()].is_activated = true;
                state.turn.choice = Choice::General(acting);
                let points = rules.position(&state).leadership(acting).0;
                state.turn.action_points = ActionPoints(self.action_points.unwrap_or(points));
                state.agenda.then([
                    Act { planned: None }.into(),
                    GiveWay.into(),
                    PickMelee.into(),
                    EndTurn.into(),
                ]);
            }
            "end" => state.agenda.push(EndTurn),
            "round" => state.agenda.push(StartRound),
            "round end" => state.agenda.push(EndRound),
            other => {
                faults
                    .add(&self.phase, format!("there is no phase `{other}`"))
                    .hint("write `choose`, `act`, `melee`, `end`, `round` or `round end`");
            }
        }
        Some((rules, state))
    }
}

impl CasePosition {
    /// A stage of the set-up.
    fn set_up(&self, stage: &str, rules: &RallyRoundTheFlag, state: &mut State, faults: &mut Faults) {
        let (first, second) = (self.attacker, self.attacker.other());
        let stages = [
            ("consent", Stage::Consent),
            ("entries", Stage::Entries),
            ("off-limits", Stage::OffLimits),
            ("orders", Stage::Orders(first)),
            ("edges", Stage::Edges),
            ("generals", Stage::Generals(second)),
            ("troops", Stage::Troops(second)),
            ("disorder", Stage::Disorder),
            ("decks", Stage::Decks),
        ];
        let Some((_, stage)) = stages.into_iter().find(|(name, _)| *name == stage) else {
            let names = stages.map(|(name, _)| name).join(", ");
            faults
                .add(&self.phase, format!("there is no stage `{stage}`"))
                .hint(format!("write one of {names}"));
            return;
        };
        state.round = Round(0);
        for deck in &mut state.decks {
            deck.pile.clear();
            deck.hand.clear();
        }
        for line in &self.starting {
            match rules.find_brigade(line.get_ref()) {
                Some(brigade) => state.starting.insert(brigade),
                None => {
                    let what = format!("there is no brigade `{}`", line.get_ref());
                    faults.add(line, what).hint("name one of the position");
                }
            }
        }
        state.agenda.push(setup::SetUp { stage });
    }

    /// Entries, deployment edges and formations.
    fn lay_edges(&self, rules: &mut RallyRoundTheFlag, faults: &mut Faults) {
        for line in &self.entries {
            let Some((name, mut words)) = Words::named(line, faults, "A1-west: davis") else { continue };
            let border = rules.find_border(name.text);
            let largest = words.read(faults, "write a brigade or a General", |word| rules.find_body(word));
            let (Some(border), Some(largest)) = (border, largest) else {
                faults.add(line, "that is no entry").hint("write it like `A1-west: davis`");
                continue;
            };
            let side = rules.bodies[largest.index()].side;
            rules.start.entries.push(Entry { border, side, largest });
        }
        rules.start.edges = edges(self.attacker, &rules.start.entries, &rules.borders);
        for (side, edge) in self.edges.given() {
            rules.start.edges[side.index()] = *edge;
        }
        for (number, posted) in rules.start.brigades.iter_mut().enumerate() {
            let mine =
                |entry: &Entry| rules.bodies[entry.largest.index()].brigades.contains(BrigadeId::at(number));
            posted.entry = rules.start.entries.iter().position(mine).map(EntryId::at);
        }
        for line in &self.objectives {
            let Some((name, mut words)) = Words::named(line, faults, "The ridge: A1 points 2") else {
                continue;
            };
            let counts = Counts::EachRound;
            let mut found =
                Objective { name: name.text.to_owned(), squares: Vec::new(), points: 1, counts, held: None };
            while let Some(word) = words.take() {
                let square = |square: &Square| square.name == word.text;
                match (word.text, rules.squares.list.iter().position(square)) {
                    (_, Some(square)) => found.squares.push(SquareId::at(square)),
                    ("at-once", _) => found.counts = Counts::AtOnce,
                    ("at-the-end", _) => found.counts = Counts::AtTheEnd,
                    ("held", _) => {
                        let side = |word: &str| Side::BOTH.into_iter().find(|side| side.key() == word);
                        found.held = words.read(faults, "write `union` or `confederate`", side);
                    }
                    ("points", _) => {
                        found.points = words.number(faults, "the points").unwrap_or(1);
                    }
                    (other, _) => {
                        faults
                            .add(word.place, format!("`{other}` says nothing of an objective"))
                            .hint("write it like `The ridge: A1 A2 points 2 at-once held union`");
                    }
                }
            }
            rules.start.held.push(found.held);
            rules.objectives.push(found);
        }
        for line in &self.barricades {
            match rules.find_brigade(line.get_ref()) {
                Some(brigade) => rules.brigades[brigade.index()].barricades = true,
                None => {
                    let what = format!("there is no brigade `{}`", line.get_ref());
                    faults.add(line, what).hint("name one of the position");
                }
            }
        }
        let square =
            |line: &Text| rules.squares.list.iter().position(|square| square.name == *line.get_ref());
        rules.added = self.added.iter().filter_map(square).map(SquareId::at).collect();
        for line in &self.formations {
            let Some((name, mut words)) = Words::named(line, faults, "davis: reserve") else { continue };
            let formation = words.read(faults, "write a formation such as `line` or `reserve`", |word| {
                Formation::ALL.into_iter().find(|formation| format!("{formation:?}").to_lowercase() == word)
            });
            match rules.find_brigade(name.text) {
                Some(brigade) => {
                    rules.start.brigades[brigade.index()].formation = formation;
                    rules.brigades[brigade.index()].formation = formation;
                }
                None => {
                    faults
                        .add(name.place, format!("there is no brigade `{}`", name.text))
                        .hint("name one of the position");
                }
            }
        }
    }
}

const MELEE: &str = "24mi 2ms: union attacks, davis-4 iron-3, points 0/3";

impl CasePosition {
    /// Who has whose flank, what lies with which melee, who has still to fire.
    fn fighting(&self, rules: &RallyRoundTheFlag, state: &mut State, faults: &mut Faults) {
        let stand = |line: &Text, tag: &str, faults: &mut Faults| -> Option<StandId> {
            let found = rules.find(tag);
            if found.is_none() {
                faults.add(line, format!("there is no stand `{tag}`")).hint("name one of the position");
            }
            found
        };
        for line in &self.flanks {
            let Some((one, other)) = line.get_ref().split_once(" has the flank of ") else {
                faults.add(line, "nobody has a flank").hint("write `2ms has the flank of 24mi`");
                continue;
            };
            if let (Some(one), Some(other)) = (stand(line, one, faults), stand(line, other, faults)) {
                state.contacts.push(Contact { stands: [one, other], flanks: [true, false] });
            }
        }
        for line in &self.fresh {
            if let Some(stand) = stand(line, line.get_ref(), faults) {
                state.turn.fresh.insert(stand);
            }
        }
        for line in &self.melees {
            let words: Option<(&str, &str)> = line.get_ref().split_once(": ");
            let parts: Vec<&str> = words.map_or(Vec::new(), |(_, rest)| rest.split(", ").collect());
            let (Some((tags, _)), [attacker, cards, points]) = (words, parts.as_slice()) else {
                faults.add(line, "this is no melee").hint(format!("write it like `{MELEE}`"));
                continue;
            };
            let attacker = match attacker.strip_suffix(" attacks") {
                Some("union") => Side::Union,
                _ => Side::Confederate,
            };
            let cards = cards.split_whitespace().filter(|tag| *tag != "none");
            let mut number =
                points.trim_start_matches("points ").split('/').map(|word| word.parse().unwrap_or(0));
            let points = [0; 2].map(|_: u8| Rerolls(number.next().unwrap_or(0)));
            let cards: Vec<CardId> = cards.filter_map(|tag| rules.find_card(tag)).collect();
            for card in &cards {
                let deck = &mut state.decks[rules.card(*card).side.index()];
                deck.hand.retain(|held| held != card);
                deck.pile.retain(|left| left != card);
            }
            let stands = tags.split_whitespace().filter_map(|tag| stand(line, tag, faults)).collect();
            state.melees.push(Melee { stands, attacker, rounds: 1, cards, points });
        }
    }
}

/// A melee in words, as positions write it.
fn melee(at: Position<'_>, melee: &Melee) -> String {
    let tags: Vec<&str> = melee.stands.iter().map(|stand| at.stand(stand).tag.as_str()).collect();
    let cards: Vec<String> = melee.cards.iter().map(|&card| tag(at, card)).collect();
    let cards = if cards.is_empty() { "none".to_owned() } else { cards.join(" ") };
    let [union, confederate] = melee.points;
    format!("{}: {} attacks, {cards}, points {union}/{confederate}", tags.join(" "), melee.attacker.key())
}

/// Compares a position with what must hold.
fn compare(at: Position<'_>, expect: &CaseExpect, findings: &mut Findings<'_>) {
    let turn = &at.state.turn;
    findings.maybe("the Round", expect.round.as_ref(), &at.state.round.0);
    findings.maybe("the turn", expect.turn.as_ref(), &turn.side.key().to_owned());
    findings.maybe("action points", expect.action_points.as_ref(), &turn.action_points.0);
    findings.maybe("Reroll points", expect.rerolls.as_ref(), &turn.rerolls.0);
    findings.maybe("a trigger is set", expect.closing.as_ref(), &at.state.is_closing);
    findings.maybe("victory points", expect.points.as_ref(), &at.state.points);
    let tags = |cards: &[CardId]| -> Vec<String> { cards.iter().map(|&card| tag(at, card)).collect() };
    findings.maybe("cards lying open", expect.open.as_ref(), &tags(turn.open.as_slice()));
    let melees: Vec<String> = at.state.melees.iter().map(|known| melee(at, known)).collect();
    findings.maybe("melees", expect.melees.as_ref(), &melees);
    let walls = at.state.barricades.iter();
    let walls = walls.map(|wall| Ground(Frame { low: wall.from, high: wall.to }).write(at.rules));
    findings.maybe("barricades", expect.barricades.as_ref(), &walls.collect::<Vec<String>>());
    for side in Side::BOTH {
        let deck = &at.state.decks[side.index()];
        findings.maybe("the capacity", expect.capacity.of(side), &at.capacity(side));
        findings.maybe("the hand", expect.hands.of(side), &tags(deck.hand.as_slice()));
        let mut pile = tags(deck.pile.as_slice());
        pile.reverse();
        findings.maybe("the pile", expect.piles.of(side), &pile);
        findings.maybe("cards left", expect.left.of(side), &pile.len());
        findings.maybe("the discards", expect.discards.of(side), &tags(deck.discards.as_slice()));
        findings.maybe("the last card is marked", expect.marked.of(side), &deck.is_marked);
    }
    for (tag, line) in &expect.stands {
        match at.rules.find(tag) {
            Some(stand) => compare_stand(at, stand, line, findings),
            None => {
                findings.unknown(line, "stand", tag, at.rules.stands.iter().map(|stand| stand.tag.as_str()));
            }
        }
    }
    for (tag, line) in &expect.generals {
        match at.rules.find_general(tag) {
            Some(general) => compare_general(at, general, line, findings),
            None => {
                let known = at.rules.generals.iter().map(|general| general.tag.as_str());
                findings.unknown(line, "General", tag, known);
            }
        }
    }
}

fn tag(at: Position<'_>, card: CardId) -> String {
    if card == BACK { "?".to_owned() } else { at.rules.card(card).tag.clone() }
}

/// How a stand is, in the words of its line; compared word by word.
fn compare_stand(at: Position<'_>, stand: StandId, line: &Text, findings: &mut Findings<'_>) {
    let troop = at.troop(stand);
    let mut words = Words::of(line, findings.source());
    while let Some(word) = words.take() {
        let mark = |mark: Mark| (troop.marks.any(mark), "");
        let found = match word.text {
            "at" => {
                let place =
                    [words.take(), words.take()].map(|word| word.and_then(|word| number::read(word.text, 2)));
                let own = [Some(troop.pose.at.x), Some(troop.pose.at.y)];
                let [x, y] = [troop.pose.at.x, troop.pose.at.y].map(|yards| number::write(yards, 2));
                (place == own, format!("at {x},{y}"))
            }
            "lost" => {
                let said = words.take().map(|word| word.text.to_owned()).unwrap_or_default();
                let own: Vec<String> = troop.losses.iter().map(u8::to_string).collect();
                let own = if said.contains('/') { own.join("/") } else { own[0].clone() };
                (said == own, format!("lost {own}"))
            }
            "present" | "waiting" | "destroyed" | "captured" | "ran-off" | "retired" => {
                let own = whereabouts(troop.whereabouts);
                (own == word.text, own.to_owned())
            }
            "+routed" => mark_of(mark(Mark::ROUTED), true, "routed"),
            "-routed" => mark_of(mark(Mark::ROUTED), false, "routed"),
            "+activated" => mark_of(mark(Mark::ACTIVATED), true, "activated"),
            "-activated" => mark_of(mark(Mark::ACTIVATED), false, "activated"),
            "+engaged" => mark_of((at.is_engaged(stand), ""), true, "engaged"),
            "-engaged" => mark_of((at.is_engaged(stand), ""), false, "engaged"),
            "mounted" => mark_of(mark(Mark::MOUNTED), true, "mounted"),
            "dismounted" => mark_of(mark(Mark::MOUNTED), false, "mounted"),
            other => {
                let heading = other.strip_prefix('h').and_then(crate::model::action::parse_heading);
                let strength = other.strip_prefix('s').and_then(|number| number.parse::<u8>().ok());
                match (heading, strength) {
                    (Some(heading), _) => {
                        let own = number::write(troop.pose.heading.tenths().into(), 1);
                        (heading == troop.pose.heading, format!("h{own}"))
                    }
                    (None, Some(strength)) => {
                        let own = at.strength(stand).0;
                        (strength == own, format!("s{own}"))
                    }
                    (None, None) => {
                        let hint =
                            "use words such as `at 300,200 h90 s4 lost 1 +routed -activated destroyed`";
                        findings.fault(word.place, format!("`{other}` says nothing of a stand")).hint(hint);
                        continue;
                    }
                }
            }
        };
        let name = &at.stand(stand).tag;
        if let (false, own) = found {
            findings.differs(line, format!("{name}: {}", word.text), format!("{name}: {own}"));
        }
    }
}

fn mark_of((is, _): (bool, &str), wanted: bool, name: &str) -> (bool, String) {
    (is == wanted, format!("{}{name}", if is { "+" } else { "-" }))
}

fn compare_general(at: Position<'_>, general: GeneralId, line: &Text, findings: &mut Findings<'_>) {
    let leader = at.leader(general);
    let mut words = Words::of(line, findings.source());
    while let Some(word) = words.take() {
        let found = match word.text {
            "at" => {
                let place =
                    [words.take(), words.take()].map(|word| word.and_then(|word| number::read(word.text, 2)));
                let [x, y] = [leader.at.x, leader.at.y].map(|yards| number::write(yards, 2));
                (place == [Some(leader.at.x), Some(leader.at.y)], format!("at {x},{y}"))
            }
            "stones" => {
                let stones = words.take().and_then(|word| word.text.parse::<u8>().ok());
                (stones == Some(leader.stones.0), format!("stones {}", leader.stones))
            }
            "present" | "waiting" | "absent" => {
                let own = whereabouts(leader.whereabouts);
                (own == word.text, own.to_owned())
            }
            "+activated" => mark_of((leader.is_activated, ""), true, "activated"),
            "-activated" => mark_of((leader.is_activated, ""), false, "activated"),
            "+marked" => mark_of((leader.is_marked, ""), true, "marked"),
            "-marked" => mark_of((leader.is_marked, ""), false, "marked"),
            other if other.contains('/') => {
                let ratings = at.ratings(general);
                let own = format!("{}/{}/{}", ratings.command, ratings.leadership, ratings.heroism);
                (own == other, own)
            }
            other => {
                let hint = "use words such as `at 300,100 2/5/2 stones 1 +activated -marked`";
                findings.fault(word.place, format!("`{other}` says nothing of a General")).hint(hint);
                continue;
            }
        };
        let name = &at.rules.general(general).tag;
        if let (false, own) = found {
            findings.differs(line, format!("{name}: {}", word.text), format!("{name}: {own}"));
        }
    }
}

const fn whereabouts(whereabouts: Whereabouts) -> &'static str {
    match whereabouts {
        Whereabouts::Map => "present",
        Whereabouts::Waiting => "waiting",
        Whereabouts::Destroyed => "destroyed",
        Whereabouts::Captured => "captured",
        Whereabouts::RanOff => "ran-off",
        Whereabouts::Retired => "retired",
        Whereabouts::Absent => "absent",
    }
}
