//! Names in writing: what an answer names, as players and records write it. Case does not matter.

use crate::model::ids::{ArrivalId, BridgeId, CommanderId, Piece, UnitId};
use crate::model::scenario::{Bridge, Scenario};
use crate::model::sizes::Number;
use engine::notation::{Noun, Words, any_number, perhaps};
use engine::scene::Target;
use engine::{Chance, Violation};
use faults::did_you_mean;
use ground::{Direction, Hex, Orientation};

/// How many numbers of pieces there are, of those that exist and of those that do not.
const NUMBERS: usize = Number::MAX as usize + 1;

impl Noun<Scenario> for Hex {
    const FORM: &'static str = "HEX";

    fn write(self, scenario: &Scenario) -> String {
        hex_name(scenario, self)
    }

    fn read(scenario: &Scenario, said: &str) -> Result<Hex, Violation> {
        let grid = &scenario.map.grid;
        grid.parse(said).ok_or_else(|| {
            let (first, last) = (grid.name(Hex(0)), grid.name(Hex(grid.len() as u16 - 1)));
            Violation::form(format!("there is no hex `{said}`: hexes run from {first} to {last}"))
        })
    }

    fn exists(self, scenario: &Scenario) -> bool {
        self.index() < scenario.map.grid.len() && scenario.map.is_playable(self)
    }

    fn any(scenario: &Scenario, chance: &mut dyn Chance) -> Hex {
        Hex(any_number(chance, scenario.map.grid.len(), 1 << 16) as u16)
    }

    fn target(self, scenario: &Scenario) -> Option<Target> {
        Some(Target::Place { place: hex_name(scenario, self) })
    }
}

impl Noun<Scenario> for Piece {
    const FORM: &'static str = "PIECE";

    fn write(self, scenario: &Scenario) -> String {
        piece_tag(scenario, self)
    }

    fn read(scenario: &Scenario, said: &str) -> Result<Piece, Violation> {
        find_piece(scenario, said).ok_or_else(|| {
            let units = scenario.units.iter().map(|unit| unit.tag.as_str());
            let commanders = scenario.commanders.iter().map(|commander| commander.tag.as_str());
            let near = did_you_mean(said, units.chain(commanders));
            Violation::form(format!("nobody is called `{said}`{}", perhaps(near)))
        })
    }

    fn exists(self, scenario: &Scenario) -> bool {
        match self {
            Piece::Unit(unit) => unit.exists(scenario),
            Piece::Commander(commander) => commander.exists(scenario),
        }
    }

    fn any(scenario: &Scenario, chance: &mut dyn Chance) -> Piece {
        match chance.draw(4, "any kind of piece") {
            0 => Piece::Commander(CommanderId::any(scenario, chance)),
            _ => Piece::Unit(UnitId::any(scenario, chance)),
        }
    }

    fn target(self, scenario: &Scenario) -> Option<Target> {
        Some(Target::Piece { piece: piece_tag(scenario, self) })
    }
}

impl Noun<Scenario> for UnitId {
    const FORM: &'static str = "UNIT";

    fn write(self, scenario: &Scenario) -> String {
        unit_tag(scenario, self)
    }

    fn read(scenario: &Scenario, said: &str) -> Result<UnitId, Violation> {
        match Piece::read(scenario, said)? {
            Piece::Unit(unit) => Ok(unit),
            Piece::Commander(commander) => Err(Violation::form(format!(
                "{} is a commander; name a regiment or a battery",
                commander_tag(scenario, commander)
            ))),
        }
    }

    fn exists(self, scenario: &Scenario) -> bool {
        self.index() < scenario.units.len()
    }

    fn any(scenario: &Scenario, chance: &mut dyn Chance) -> UnitId {
        UnitId::at(any_number(chance, scenario.units.len(), NUMBERS))
    }

    fn target(self, scenario: &Scenario) -> Option<Target> {
        Piece::Unit(self).target(scenario)
    }
}

impl Noun<Scenario> for CommanderId {
    const FORM: &'static str = "COMMANDER";

    fn write(self, scenario: &Scenario) -> String {
        commander_tag(scenario, self)
    }

    fn read(scenario: &Scenario, said: &str) -> Result<CommanderId, Violation> {
        match Piece::read(scenario, said)? {
            Piece::Commander(commander) => Ok(commander),
            Piece::Unit(unit) => Err(Violation::form(format!(
                "{} is no commander; name a commander",
                unit_tag(scenario, unit)
            ))),
        }
    }

    fn exists(self, scenario: &Scenario) -> bool {
        self.index() < scenario.commanders.len()
    }

    fn any(scenario: &Scenario, chance: &mut dyn Chance) -> CommanderId {
        CommanderId::at(any_number(chance, scenario.commanders.len(), NUMBERS))
    }

    fn target(self, scenario: &Scenario) -> Option<Target> {
        Piece::Commander(self).target(scenario)
    }
}

impl Noun<Scenario> for BridgeId {
    const FORM: &'static str = "HEX-HEX";

    fn write(self, scenario: &Scenario) -> String {
        bridge_name(scenario, self)
    }

    fn read(scenario: &Scenario, said: &str) -> Result<BridgeId, Violation> {
        let bridges = &scenario.bridges;
        let (one, other) = said.split_once('-').ok_or_else(|| {
            Violation::form(format!("`{said}` is no bridge: write both hexes, `0402-0502`"))
        })?;
        let (a, b) = (Hex::read(scenario, one)?, Hex::read(scenario, other)?);
        let joins =
            |bridge: &Bridge| (bridge.hex, bridge.other) == (a, b) || (bridge.hex, bridge.other) == (b, a);
        bridges.iter().position(joins).map(BridgeId::at).ok_or_else(|| {
            let there: Vec<String> =
                (0..bridges.len()).map(|at| bridge_name(scenario, BridgeId::at(at))).collect();
            let there = if there.is_empty() { "there are none".into() } else { there.join(", ") };
            Violation::form(format!("there is no bridge `{said}`; bridges: {there}"))
        })
    }

    fn exists(self, scenario: &Scenario) -> bool {
        self.index() < scenario.bridges.len()
    }

    fn any(scenario: &Scenario, chance: &mut dyn Chance) -> BridgeId {
        BridgeId::at(any_number(chance, scenario.bridges.len(), NUMBERS))
    }

    fn target(self, scenario: &Scenario) -> Option<Target> {
        let bridge = scenario.bridges.get(self.index())?;
        Some(Target::Edge { places: [bridge.hex, bridge.other].map(|hex| hex_name(scenario, hex)) })
    }
}

impl Noun<Scenario> for ArrivalId {
    const FORM: &'static str = "ARRIVAL";
    const WORDS: Words = Words::Many;

    fn write(self, scenario: &Scenario) -> String {
        arrival_tag(scenario, self)
    }

    fn read(scenario: &Scenario, said: &str) -> Result<ArrivalId, Violation> {
        let arrivals = &scenario.arrivals;
        let found = arrivals.iter().position(|arrival| arrival.tag.eq_ignore_ascii_case(said));
        found.map(ArrivalId::at).ok_or_else(|| {
            let near = did_you_mean(said, arrivals.iter().map(|arrival| arrival.tag.as_str()));
            Violation::form(format!("nobody called `{said}` is to arrive{}", perhaps(near)))
        })
    }

    fn exists(self, scenario: &Scenario) -> bool {
        self.index() < scenario.arrivals.len()
    }

    fn any(scenario: &Scenario, chance: &mut dyn Chance) -> ArrivalId {
        ArrivalId::at(any_number(chance, scenario.arrivals.len(), NUMBERS))
    }

    fn target(self, scenario: &Scenario) -> Option<Target> {
        Some(Target::Card { card: arrival_tag(scenario, self) })
    }
}

impl Noun<Scenario> for Direction {
    const FORM: &'static str = "DIRECTION";

    fn write(self, scenario: &Scenario) -> String {
        direction_name(scenario, self).to_owned()
    }

    fn read(scenario: &Scenario, said: &str) -> Result<Direction, Violation> {
        let named = |direction: &Direction| direction_name(scenario, *direction).eq_ignore_ascii_case(said);
        Direction::ALL.into_iter().find(named).ok_or_else(|| {
            let six = Direction::ALL.map(|direction| direction_name(scenario, direction));
            Violation::form(format!("`{said}` is no direction: use {}", six.join(", ")))
        })
    }

    fn exists(self, _: &Scenario) -> bool {
        true
    }

    fn any(_: &Scenario, chance: &mut dyn Chance) -> Direction {
        Direction::ALL[chance.draw(6, "any direction") as usize]
    }
}

/// The piece with this tag. Case does not matter.
#[must_use]
pub fn find_piece(scenario: &Scenario, tag: &str) -> Option<Piece> {
    let unit = scenario.units.iter().position(|unit| unit.tag.eq_ignore_ascii_case(tag));
    let commander = || scenario.commanders.iter().position(|one| one.tag.eq_ignore_ascii_case(tag));
    match unit {
        Some(at) => Some(Piece::Unit(UnitId::at(at))),
        None => commander().map(|at| Piece::Commander(CommanderId::at(at))),
    }
}

/// The printed number of a hex.
#[must_use]
pub fn hex_name(scenario: &Scenario, hex: Hex) -> String {
    let grid = &scenario.map.grid;
    if hex.index() < grid.len() { grid.name(hex) } else { format!("hex?{}", hex.0) }
}

/// What a unit is called.
#[must_use]
pub fn unit_tag(scenario: &Scenario, unit: UnitId) -> String {
    scenario.units.get(unit.index()).map_or_else(|| format!("unit?{}", unit.0), |info| info.tag.clone())
}

/// What a commander is called.
#[must_use]
pub fn commander_tag(scenario: &Scenario, commander: CommanderId) -> String {
    let info = scenario.commanders.get(commander.index());
    info.map_or_else(|| format!("commander?{}", commander.0), |info| info.tag.clone())
}

/// What a piece is called.
#[must_use]
pub fn piece_tag(scenario: &Scenario, piece: Piece) -> String {
    match piece {
        Piece::Unit(unit) => unit_tag(scenario, unit),
        Piece::Commander(commander) => commander_tag(scenario, commander),
    }
}

/// A bridge as the two hexes it joins: `0402-0502`.
#[must_use]
pub fn bridge_name(scenario: &Scenario, bridge: BridgeId) -> String {
    match scenario.bridges.get(bridge.index()) {
        Some(info) => format!("{}-{}", hex_name(scenario, info.hex), hex_name(scenario, info.other)),
        None => format!("bridge?{}", bridge.0),
    }
}

/// What a stack of the order of appearance is called.
#[must_use]
pub fn arrival_tag(scenario: &Scenario, arrival: ArrivalId) -> String {
    let info = scenario.arrivals.get(arrival.index());
    info.map_or_else(|| format!("arrival?{}", arrival.0), |info| info.tag.clone())
}

/// A direction as the map shows it: flat-top hexes have a north and a south, pointy-top ones an east and a west.
#[must_use]
pub fn direction_name(scenario: &Scenario, direction: Direction) -> &'static str {
    match scenario.map.grid.orientation() {
        Orientation::PointyTop => ["E", "NE", "NW", "W", "SW", "SE"][direction.index()],
        Orientation::FlatTop => ["NE", "N", "NW", "SW", "S", "SE"][direction.index()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::sample;
    use crate::model::action::Action;
    use engine::chance::Quick;

    fn refused(line: &str) -> String {
        Action::read(&sample::scenario(), line).unwrap_err().text
    }

    #[test]
    fn every_action_that_names_real_things_reads_back_exactly() {
        let scenario = sample::scenario();
        let mut chance = Quick::new(7);
        let mut written = vec![0; Action::FORMS.len()];
        for _ in 0..20_000 {
            let action = Action::any(&scenario, &mut chance);
            let line = action.write(&scenario);
            if action.known(&scenario).is_err() {
                continue;
            }
            assert_eq!(Action::read(&scenario, &line), Ok(action), "{line}");
            assert_eq!(Action::read(&scenario, &line.to_uppercase()), Ok(action), "{line} in capitals");
            written[shape_of(&scenario, &line)] += 1;
        }
        for (form, times) in Action::FORMS.iter().zip(written) {
            assert!(times > 0, "`{}` was never drawn", form.line());
        }
    }

    /// The form that a written line has.
    fn shape_of(scenario: &Scenario, line: &str) -> usize {
        let fits = |form: &engine::notation::Form| {
            let form = form.line();
            let (said, shape): (Vec<&str>, Vec<&str>) =
                (line.split(' ').collect(), form.split(' ').collect());
            let word_fits = |(word, shape): (&&str, &&str)| match *shape {
                "HEX" => scenario.map.grid.parse(word).is_some(),
                "UNIT" => matches!(find_piece(scenario, word), Some(Piece::Unit(_))),
                "COMMANDER" => matches!(find_piece(scenario, word), Some(Piece::Commander(_))),
                "PIECE" => find_piece(scenario, word).is_some(),
                "HEX-HEX" | "ARRIVAL" | "DIRECTION" => true,
                fixed => fixed == *word,
            };
            said.len() == shape.len() && said.iter().zip(&shape).all(word_fits)
        };
        let fitting: Vec<usize> = (0..Action::FORMS.len()).filter(|&at| fits(&Action::FORMS[at])).collect();
        assert_eq!(fitting.len(), 1, "`{line}` has one form");
        fitting[0]
    }

    #[test]
    fn absurd_numbers_are_written_but_never_read() {
        let scenario = sample::scenario();
        for action in [
            Action::Lose(UnitId(255)),
            Action::Place(Hex(60_000)),
            Action::MarkRecover(CommanderId(200)),
            Action::Torch(BridgeId(99)),
            Action::Enter(ArrivalId(99)),
        ] {
            assert!(action.known(&scenario).is_err());
            assert!(Action::read(&scenario, &action.write(&scenario)).is_err());
        }
    }

    #[test]
    fn a_wrong_line_is_refused_with_the_nearest_right_one() {
        assert_eq!(refused("plaec 0304"), "`plaec` is no action; did you mean `place`?");
        assert_eq!(refused("lose 5NX"), "nobody is called `5NX`; did you mean `5NY`?");
        assert_eq!(refused("lose Pratt"), "Pratt is a commander; name a regiment or a battery");
        assert_eq!(refused("mark 5NY"), "5NY is no commander; name a commander");
        assert_eq!(refused("move 9999"), "there is no hex `9999`: hexes run from 0000 to 0305");
        assert_eq!(refused("step N"), "`N` is no direction: use E, NE, NW, W, SW, SE");
        assert_eq!(refused("torch 0000-0001"), "there is no bridge `0000-0001`; bridges: 0102-0202");
        assert_eq!(refused("torch 0102"), "`0102` is no bridge: write both hexes, `0402-0502`");
        assert_eq!(refused("enter 1/3"), "nobody called `1/3` is to arrive; did you mean `1/2`?");
        assert_eq!(
            refused("burn 0102-0202"),
            "`burn 0102-0202` is not complete: write `burn HEX-HEX by UNIT`"
        );
        assert_eq!(
            refused("advance 5NY"),
            "`advance 5NY` is not complete: write `advance PIECE to HEX` or `advance HEX to HEX`"
        );
        assert_eq!(refused("  "), "nothing was said; an answer is a line such as `done`");
    }

    #[test]
    fn a_bridge_may_be_named_from_either_end() {
        let scenario = sample::scenario();
        assert_eq!(Action::read(&scenario, "torch 0202-0102"), Action::read(&scenario, "torch 0102-0202"));
        assert!(Action::read(&scenario, "torch 0202-0102").is_ok());
    }

    #[test]
    fn directions_are_those_of_the_map() {
        let mut scenario = sample::scenario();
        scenario.map = ground::HexMap::new(ground::Grid::new(ground::GridShape::flat(4, 4)).unwrap());
        assert_eq!(Action::Step(Direction::NE).write(&scenario), "step N");
        assert_eq!(Action::read(&scenario, "step s"), Ok(Action::Step(Direction::SW)));
        assert!(Action::read(&scenario, "step E").is_err());
    }
}
