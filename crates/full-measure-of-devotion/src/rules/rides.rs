//! How far riders and couriers have to go (FMD-12-II-5, FMD-13-3, RUL-51).
//!
//! Who rides where, and how soon an order arrives, is asked again and again while no Force moves. So there are two
//! tables: `Bare` of the country without Forces, made when a campaign is loaded, and `Standing` of how far the Forces
//! of a side are from each other, kept by whoever plays until one of them, or an enemy, stands elsewhere.

use crate::model::campaign::Traveller;
use crate::model::ids::{FORCES, ForceId, SLEIGHS};
use crate::model::numbers::MovementPoints;
use crate::model::position::Position;
use arrayvec::ArrayVec;
use engine::Side;
use ground::theatre::Theatre;
use ground::{Costs, Hex, HexSet, IMPASSABLE, Scratch};

/// How far every hex is from every other for a rider nobody stops, in half movement points.
#[derive(Clone, Debug)]
pub(crate) struct Bare {
    hexes: usize,
    table: Vec<u8>,
}

impl Bare {
    /// Works the distances out, up to the farthest that matters.
    pub fn new(theatre: &Theatre, costs: &Costs, farthest: MovementPoints) -> Bare {
        let hexes = theatre.grid.len();
        let mut table = vec![IMPASSABLE; hexes * hexes];
        let mut scratch = Scratch::new();
        for from in theatre.grid.hexes().filter(|&hex| theatre.country(hex).is_land()) {
            costs.reach(&mut scratch, from, farthest.0.into(), |_| false);
            for (to, cost) in scratch.reached() {
                table[from.index() * hexes + to.index()] = cost as u8;
            }
        }
        Bare { hexes, table }
    }

    /// The distance, [`IMPASSABLE`] if it is farther than anybody has to know.
    #[inline]
    pub fn distance(&self, from: Hex, to: Hex) -> u8 {
        self.table[from.index() * self.hexes + to.index()]
    }
}

/// The most Forces of a side.
const MOST: usize = if SLEIGHS[0] > SLEIGHS[1] { SLEIGHS[0] } else { SLEIGHS[1] };

/// The hexes of a side's Forces that a rider reaches, and how far they are.
type Row = ArrayVec<(Hex, MovementPoints), MOST>;

/// What the riders of a side depend on, and what follows from it.
pub(crate) struct Standing {
    of: Lie,
    /// By the letter of the Force a rider sets out from; made when asked for.
    rows: [Option<Row>; MOST],
}

/// The country, whether its rivers are in flood, and the hexes of all Forces.
#[derive(PartialEq)]
struct Lie {
    country: u64,
    flood: bool,
    forces: [u16; FORCES],
}

impl Default for Standing {
    fn default() -> Standing {
        // No country has the number 0.
        let of = Lie { country: 0, flood: false, forces: [0; FORCES] };
        Standing { of, rows: [const { None }; MOST] }
    }
}

/// The riders of a side, to be asked how far they have.
pub(crate) struct Riders<'a> {
    position: Position<'a>,
    rows: &'a mut [Option<Row>; MOST],
}

impl Riders<'_> {
    /// The hex of every Force of the side that a rider from this Force can reach, and how far it is, not through the
    /// enemy (FMD-13-4, FMD-13-5, RUL-51).
    pub fn from(&mut self, force: ForceId) -> &[(Hex, MovementPoints)] {
        let number = force.index() - force.side().index() * SLEIGHS[0];
        self.rows[number].get_or_insert_with(|| self.position.rides_from(force))
    }
}

impl Position<'_> {
    /// Asks the riders of a side.
    pub(crate) fn with_riders<T>(&self, side: Side, ask: impl FnOnce(&mut Riders<'_>) -> T) -> T {
        let lie = Lie {
            country: self.campaign.country_for_riders(),
            flood: self.is_flood(),
            forces: std::array::from_fn(|index| self.state.forces()[index].at.map_or(u16::MAX, |at| at.0)),
        };
        self.known_rides(side, |known| {
            if known.of != lie {
                *known = Standing { of: lie, ..Standing::default() };
            }
            ask(&mut Riders { position: *self, rows: &mut known.rows })
        })
    }

    /// Works out how far it is from a Force to all of its side, those first that no enemy is on any shortest way to.
    fn rides_from(&self, force: ForceId) -> Row {
        let side = force.side();
        let (mut row, mut barred) = (Row::new(), Row::new());
        let Some(from) = self.force(force).at else { return row };
        let bare = self.campaign.bare_rides(self.state.weather);
        let enemies: ArrayVec<(Hex, u8), MOST> = self
            .state
            .forces_of(side.other())
            .map(|(_, enemy)| (enemy, bare.distance(from, enemy)))
            .filter(|&(_, there)| there != IMPASSABLE)
            .collect();
        for (_, to) in self.state.forces_of(side) {
            let distance = bare.distance(from, to);
            if distance == IMPASSABLE {
                continue;
            }
            let on_the_way =
                |&(enemy, there): &(Hex, u8)| there.saturating_add(bare.distance(enemy, to)) <= distance;
            let list = if enemies.iter().any(on_the_way) { &mut barred } else { &mut row };
            list.push((to, MovementPoints(distance)));
        }
        self.ride_round(from, &self.held(side.other()), &mut barred);
        row.extend(barred);
        row
    }

    /// Puts right how far it is to these hexes, of which it is known how far they are without the enemy; those that are
    /// out of reach go.
    fn ride_round(&self, from: Hex, enemies: &HexSet, to: &mut Row) {
        if to.iter().all(|&(to, _)| self.is_straight_open(enemies, from, to)) {
            return;
        }
        self.flood_rides(enemies, from, self.campaign.farthest_ride(), |distance| {
            to.retain(|(to, far)| {
                distance(*to).is_some_and(|now| {
                    *far = now;
                    true
                })
            });
        });
    }

    /// Whether one of the shortest rides between two hexes leads through no closed hex. One is tried, so `false` does
    /// not mean that all are closed.
    pub(crate) fn is_straight_open(&self, closed: &HexSet, from: Hex, to: Hex) -> bool {
        let weather = self.state.weather;
        let bare = self.campaign.bare_rides(weather);
        let (mut here, mut left) = (from, bare.distance(from, to));
        while here != to {
            let next = self.campaign.theatre.grid.neighbours(here).find_map(|(side, next)| {
                let price = self.campaign.step_price(Traveller::Rider, weather, here, side);
                let rest = left.checked_sub(price)?;
                let on_the_way = bare.distance(next, to) == rest && (next == to || !closed.contains(next));
                on_the_way.then_some((next, rest))
            });
            let Some(next) = next else { return false };
            (here, left) = next;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FullMeasureOfDevotion;
    use crate::files::{Library, from_source, scenario};
    use crate::model::memo::{Lent, Memo};
    use engine::chance::Quick;
    use engine::playout::Next;
    use engine::{Playout, Rules, Silent};
    use faults::Source;

    /// Rides and supply as the rules say them, hex by hex.
    fn compare(position: Position<'_>) {
        for side in Side::BOTH {
            for (force, from) in position.state.forces_of(side) {
                let mut told = position.with_riders(side, |riders| riders.from(force).to_vec());
                let farthest = position.campaign.farthest_ride();
                let mut found: Vec<(Hex, MovementPoints)> =
                    position.ride_reach(side, from, farthest, |reach| {
                        let forces = position.state.forces_of(side);
                        forces
                            .filter_map(|(_, at)| Some((at, MovementPoints(reach.cost(at)? as u8))))
                            .collect()
                    });
                told.sort();
                found.sort();
                assert_eq!(told, found, "from {}", force.name());
            }
        }
        let cut = position.cut();
        for (_, at) in position.state.forces_of(Side::Union) {
            let found = position.search(|scratch| {
                let range = u16::from(position.supply_range().0);
                position.costs(Traveller::Rider).reach(scratch, at, range, |hex| cut.contains(hex));
                let depots = position.state.depots().iter().copied();
                depots.chain(position.friendly_sources()).any(|hex| scratch.cost(hex).is_some())
            });
            assert_eq!(position.is_union_supplied(&cut, at), found, "{}", position.campaign.hex_name(at));
        }
    }

    #[test]
    fn the_same_as_a_search_for_every_force() {
        for (name, games) in [("monocacy-bridge", 4), ("late-june", 2), ("campaign", 1)] {
            let rules = scenario(&Library::builtin(), name).unwrap_or_else(|report| panic!("{report}"));
            for seed in 0..games {
                let mut dice = Quick::new(seed);
                let mut play: Playout<FullMeasureOfDevotion> = Playout::new(seed);
                let mut state = rules.start(&mut dice, &mut Silent);
                let mut steps = 0;
                while let Next::Act(side, action) = play.choose(&rules, &state).expect("random play goes on")
                {
                    rules.apply(&mut state, side, action, &mut dice, &mut Silent);
                    steps += 1;
                    if steps % 7 == 0 {
                        compare(rules.position(&state));
                    }
                }
            }
        }
    }

    /// Two Confederate Forces five hexes apart, on a road or in the open.
    fn field(roads: &str) -> FullMeasureOfDevotion {
        let text = format!(
            "game = \"full-measure-of-devotion\"\n[scenario]\nid = \"field\"\ntitle = \"Field\"\nminutes = 1\n\
             [map]\nrows = [\"......\", \"......\"]\nroads = [{roads}]\n\
             regions = {{ north-of-potomac = [], the-south = [] }}\n\
             [commanders.union]\narmy = [\"Hooker\"]\n[commanders.confederate]\narmy = [\"Lee\"]\ncorps = [\"Ewell\"]\n\
             [[force]]\nname = \"US-A\"\nat = \"0501\"\ncommanders = [\"Hooker\"]\ninf = 1\n\
             [[force]]\nname = \"CS-A\"\nat = \"0000\"\ncommanders = [\"Lee\"]\ninf = 1\n\
             [[force]]\nname = \"CS-B\"\nat = \"0500\"\ncommanders = [\"Ewell\"]\ninf = 1\n"
        );
        from_source(&Library::builtin(), &Source::new("field.toml", &*text))
            .unwrap_or_else(|report| panic!("{report}"))
    }

    /// Whoever plays in two countries keeps nothing of the one in the other.
    #[test]
    fn rides_of_another_country_are_forgotten() {
        let mut memo = Memo::default();
        let mut farthest = |rules: &FullMeasureOfDevotion| {
            let state = rules.start(&mut Quick::new(1), &mut Silent);
            let position = Position { memo: Lent::of(&mut memo), ..rules.position(&state) };
            let (force, _) = state.forces_of(Side::Confederate).next().expect("an army");
            position.with_riders(Side::Confederate, |riders| {
                riders.from(force).iter().map(|&(_, distance)| distance).max().expect("its own hex")
            })
        };
        let (road, open) = (field("\"0000-0100-0200-0300-0400-0500\""), field(""));
        for _ in 0..2 {
            assert_eq!(farthest(&road), MovementPoints::whole(5));
            assert_eq!(farthest(&open), MovementPoints(15));
        }
    }
}
