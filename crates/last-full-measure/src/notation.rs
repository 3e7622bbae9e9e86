//! Actions in words: one short line each, kept in records and typed by players.
//!
//! Units and commanders share one space of tags, hexes go by their printed numbers, bridges by the two hexes they
//! join. Case does not matter. [`FORMS`] lists every line that can be written; what [`write()`] wrote, [`read()`] reads
//! back exactly, for ever.

mod any;
mod read;

pub use any::arbitrary;
pub use read::read;

use crate::action::Action;
use crate::ids::{ArrivalId, BridgeId, CommanderId, Piece, UnitId};
use crate::scenario::Scenario;
use engine::Violation;
use ground::{Direction, Hex, Orientation};

/// How one action is written.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Form {
    /// The line. Words in capitals stand for names: `HEX`, `UNIT`, `COMMANDER`, `PIECE`, `ARRIVAL`, `DIRECTION`.
    pub line: &'static str,
    /// What it does.
    pub sense: &'static str,
}

impl Form {
    /// The word the line begins with.
    #[must_use]
    pub fn verb(&self) -> &'static str {
        self.line.split(' ').next().unwrap_or(self.line)
    }
}

const fn form(line: &'static str, sense: &'static str) -> Form {
    Form { line, sense }
}

/// Every line there is, in the order of play.
#[rustfmt::skip]
pub const FORMS: [Form; 50] = [
    form("place HEX", "the stack being placed stands, or will enter, here"),
    form("ready", "set-up: limbered, or mounted"),
    form("deployed", "set-up: unlimbered, or dismounted"),
    form("detach UNIT", "put a DETACHED marker on a regiment"),
    form("attach UNIT", "take its DETACHED marker off"),
    form("roll", "the commander asked rolls"),
    form("decline", "the commander asked does not roll"),
    form("build UNIT", "the unit begins breastworks"),
    form("burn HEX-HEX by UNIT", "the unit prepares to burn the bridge"),
    form("torch HEX-HEX", "roll for a bridge prepared before"),
    form("fire HEX", "the batteries of the hex take the shot, alone or with a hex named before"),
    form("hold UNIT", "the battery does not join in"),
    form("target HEX", "shell this hex"),
    form("shell UNIT", "this unit of the target hex is shelled"),
    form("limber UNIT", "the battery limbers"),
    form("select HEX", "the units of the hex that can move, and their brigade commanders"),
    form("pick PIECE", "this piece alone"),
    form("with PIECE", "take the piece along"),
    form("without PIECE", "leave the piece behind"),
    form("move HEX", "go there by the cheapest way"),
    form("step DIRECTION", "one hex without a road rate"),
    form("march DIRECTION", "one hex by road at its rate"),
    form("mount", "the cavalry mounts"),
    form("dismount", "the cavalry dismounts"),
    form("unlimber UNIT", "the battery unlimbers"),
    form("charge HEX", "charge this hex"),
    form("rest", "the group's move is over"),
    form("enter ARRIVAL", "the stack enters the map, by road if it can"),
    form("step in ARRIVAL", "the stack enters without the road rate it could use"),
    form("divert ARRIVAL", "the stack will enter elsewhere instead, later"),
    form("return UNIT at HEX", "the unit's stack comes back from off the map here"),
    form("mark COMMANDER", "put a Recover marker on him"),
    form("raze HEX", "remove the works in this hex"),
    form("attack HEX from HEX", "the second hex attacks the first"),
    form("resolve HEX", "the combat against this hex is next"),
    form("lose UNIT", "this unit is lost"),
    form("stand", "stand fast"),
    form("fall back", "fall back where staying was possible"),
    form("retreat HEX", "retreat to this hex"),
    form("retreat off", "retreat off the map"),
    form("halt", "the retreat ends here"),
    form("goes", "the commander asked goes along"),
    form("stays", "the commander asked stays"),
    form("put HEX", "the commander asked is put here"),
    form("withdraw HEX", "the stack in this hex retreats by choice"),
    form("advance PIECE to HEX", "the piece advances"),
    form("advance HEX to HEX", "everybody who may advances from the first hex to the second"),
    form("recover UNIT", "try to recover this regiment"),
    form("rejoin HEX", "the recovered regiment stands here"),
    form("done", "nothing more in this step"),
];

/// The action as a line.
#[must_use]
pub fn write(scenario: &Scenario, action: &Action) -> String {
    let hex = |hex: &Hex| hex_name(scenario, *hex);
    let unit = |unit: &UnitId| unit_tag(scenario, *unit);
    let piece = |piece: &Piece| piece_tag(scenario, *piece);
    let bridge = |bridge: &BridgeId| bridge_name(scenario, *bridge);
    let arrival = |arrival: &ArrivalId| arrival_tag(scenario, *arrival);
    let direction = |direction: &Direction| direction_name(scenario, *direction);
    match action {
        Action::Place(h) => format!("place {}", hex(h)),
        Action::Ready => "ready".into(),
        Action::Deployed => "deployed".into(),
        Action::Detach(u) => format!("detach {}", unit(u)),
        Action::Attach(u) => format!("attach {}", unit(u)),
        Action::Roll => "roll".into(),
        Action::Decline => "decline".into(),
        Action::Build(u) => format!("build {}", unit(u)),
        Action::Burn(b, u) => format!("burn {} by {}", bridge(b), unit(u)),
        Action::Torch(b) => format!("torch {}", bridge(b)),
        Action::FireFrom(h) => format!("fire {}", hex(h)),
        Action::HoldFire(u) => format!("hold {}", unit(u)),
        Action::Target(h) => format!("target {}", hex(h)),
        Action::Victim(u) => format!("shell {}", unit(u)),
        Action::Limber(u) => format!("limber {}", unit(u)),
        Action::Select(h) => format!("select {}", hex(h)),
        Action::Pick(p) => format!("pick {}", piece(p)),
        Action::With(p) => format!("with {}", piece(p)),
        Action::Without(p) => format!("without {}", piece(p)),
        Action::MoveTo(h) => format!("move {}", hex(h)),
        Action::Step(d) => format!("step {}", direction(d)),
        Action::March(d) => format!("march {}", direction(d)),
        Action::Mount => "mount".into(),
        Action::Dismount => "dismount".into(),
        Action::Unlimber(u) => format!("unlimber {}", unit(u)),
        Action::Charge(h) => format!("charge {}", hex(h)),
        Action::Rest => "rest".into(),
        Action::Enter(a) => format!("enter {}", arrival(a)),
        Action::StepIn(a) => format!("step in {}", arrival(a)),
        Action::Divert(a) => format!("divert {}", arrival(a)),
        Action::Return(u, h) => format!("return {} at {}", unit(u), hex(h)),
        Action::MarkRecover(c) => format!("mark {}", commander_tag(scenario, *c)),
        Action::RemoveWorks(h) => format!("raze {}", hex(h)),
        Action::Attack { from, at } => format!("attack {} from {}", hex(at), hex(from)),
        Action::Resolve(h) => format!("resolve {}", hex(h)),
        Action::Lose(u) => format!("lose {}", unit(u)),
        Action::Stand => "stand".into(),
        Action::FallBack => "fall back".into(),
        Action::RetreatTo(h) => format!("retreat {}", hex(h)),
        Action::RetreatOff => "retreat off".into(),
        Action::Halt => "halt".into(),
        Action::Goes => "goes".into(),
        Action::Stays => "stays".into(),
        Action::PutLeader(h) => format!("put {}", hex(h)),
        Action::Withdraw(h) => format!("withdraw {}", hex(h)),
        Action::Advance(p, h) => format!("advance {} to {}", piece(p), hex(h)),
        Action::AdvanceAll(from, to) => format!("advance {} to {}", hex(from), hex(to)),
        Action::Recover(u) => format!("recover {}", unit(u)),
        Action::Rejoin(h) => format!("rejoin {}", hex(h)),
        Action::Done => "done".into(),
    }
}

/// The piece with this tag. Case does not matter.
#[must_use]
pub fn find_piece(scenario: &Scenario, tag: &str) -> Option<Piece> {
    let unit = scenario.units.iter().position(|unit| unit.tag.eq_ignore_ascii_case(tag));
    let commander = || scenario.commanders.iter().position(|one| one.tag.eq_ignore_ascii_case(tag));
    match unit {
        Some(at) => Some(Piece::Unit(UnitId(at as u8))),
        None => commander().map(|at| Piece::Commander(CommanderId(at as u8))),
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

/// Whether everything the action names exists in this scenario. Whoever judges actions made from raw numbers asks
/// this first, and may trust the numbers afterwards.
///
/// # Errors
///
/// What does not exist.
pub fn known(scenario: &Scenario, action: &Action) -> Result<(), Violation> {
    let hex = |hex: Hex| hex.index() < scenario.map.grid.len() && scenario.map.is_playable(hex);
    let unit = |unit: UnitId| unit.index() < scenario.units.len();
    let commander = |commander: CommanderId| commander.index() < scenario.commanders.len();
    let piece = |piece: Piece| match piece {
        Piece::Unit(one) => unit(one),
        Piece::Commander(one) => commander(one),
    };
    let bridge = |bridge: BridgeId| bridge.index() < scenario.bridges.len();
    let arrival = |arrival: ArrivalId| arrival.index() < scenario.arrivals.len();
    let fine = match *action {
        Action::Place(h)
        | Action::FireFrom(h)
        | Action::Target(h)
        | Action::Select(h)
        | Action::MoveTo(h)
        | Action::Charge(h)
        | Action::RemoveWorks(h)
        | Action::Resolve(h)
        | Action::RetreatTo(h)
        | Action::PutLeader(h)
        | Action::Withdraw(h)
        | Action::Rejoin(h) => hex(h),
        Action::Detach(u)
        | Action::Attach(u)
        | Action::Build(u)
        | Action::HoldFire(u)
        | Action::Victim(u)
        | Action::Limber(u)
        | Action::Unlimber(u)
        | Action::Lose(u)
        | Action::Recover(u) => unit(u),
        Action::Pick(p) | Action::With(p) | Action::Without(p) => piece(p),
        Action::Burn(b, u) => bridge(b) && unit(u),
        Action::Torch(b) => bridge(b),
        Action::Enter(a) | Action::StepIn(a) | Action::Divert(a) => arrival(a),
        Action::Return(u, h) => unit(u) && hex(h),
        Action::MarkRecover(c) => commander(c),
        Action::Attack { from, at } => hex(from) && hex(at),
        Action::Advance(p, h) => piece(p) && hex(h),
        Action::AdvanceAll(from, to) => hex(from) && hex(to),
        Action::Ready
        | Action::Deployed
        | Action::Roll
        | Action::Decline
        | Action::Step(_)
        | Action::March(_)
        | Action::Mount
        | Action::Dismount
        | Action::Rest
        | Action::Stand
        | Action::FallBack
        | Action::RetreatOff
        | Action::Halt
        | Action::Goes
        | Action::Stays
        | Action::Done => true,
    };
    if fine {
        Ok(())
    } else {
        Err(Violation::form(format!("`{}` names something that is not there", write(scenario, action))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use engine::chance::Quick;

    fn refused(line: &str) -> String {
        read(&sample::scenario(), line).unwrap_err().text
    }

    #[test]
    fn every_action_that_names_real_things_reads_back_exactly() {
        let scenario = sample::scenario();
        let mut chance = Quick::new(7);
        let mut written = vec![0; FORMS.len()];
        for _ in 0..20_000 {
            let action = arbitrary(&scenario, &mut chance);
            let line = write(&scenario, &action);
            if known(&scenario, &action).is_err() {
                continue;
            }
            assert_eq!(read(&scenario, &line), Ok(action), "{line}");
            assert_eq!(read(&scenario, &line.to_uppercase()), Ok(action), "{line} in capitals");
            written[shape_of(&scenario, &line)] += 1;
        }
        for (form, times) in FORMS.iter().zip(written) {
            assert!(times > 0, "`{}` was never drawn", form.line);
        }
    }

    /// The form that a written line has.
    fn shape_of(scenario: &Scenario, line: &str) -> usize {
        let fits = |form: &Form| {
            let (said, shape): (Vec<&str>, Vec<&str>) =
                (line.split(' ').collect(), form.line.split(' ').collect());
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
        let fitting: Vec<usize> = (0..FORMS.len()).filter(|&at| fits(&FORMS[at])).collect();
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
            assert!(known(&scenario, &action).is_err());
            assert!(read(&scenario, &write(&scenario, &action)).is_err());
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
        assert_eq!(read(&scenario, "torch 0202-0102"), read(&scenario, "torch 0102-0202"));
        assert!(read(&scenario, "torch 0202-0102").is_ok());
    }

    #[test]
    fn directions_are_those_of_the_map() {
        let mut scenario = sample::scenario();
        scenario.map = ground::HexMap::new(ground::Grid::new(ground::GridShape::flat(4, 4)).unwrap());
        assert_eq!(write(&scenario, &Action::Step(Direction::NE)), "step N");
        assert_eq!(read(&scenario, "step s"), Ok(Action::Step(Direction::SW)));
        assert!(read(&scenario, "step E").is_err());
    }
}
