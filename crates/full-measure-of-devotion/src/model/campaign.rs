//! A campaign as it was loaded: the country, the tables, the commanders, the set-up. It never changes.

use crate::model::ids::{CommanderId, Officers, TownId};
use crate::model::numbers::{Brigades, MovementPoints, Stars, Trains, Turn};
use crate::model::route::Compass;
use crate::model::sides::Sides;
use crate::model::state::{State, Weather};
use crate::model::strength::{Arm, Strength};
use crate::model::tables::Tables;
use crate::rules::commanders::RIDE;
use crate::rules::initial::{RoadMap, Traffic};
use crate::rules::rides::Bare;
use arrayvec::ArrayVec;
use engine::Side;
use ground::flood::{Lanes, Steps};
use ground::theatre::{Border, Country, Cut, Geography, Passage, River, Theatre};
use ground::{Costs, Direction, Grid, Hex, HexSet, IMPASSABLE};
use std::sync::Arc;

/// The town of a hex that has none.
const NO_TOWN: u8 = u8::MAX;

/// What a theatre calls the country north of the Potomac (RUL-03).
pub(crate) const NORTH: &str = "north-of-potomac";
/// And the South (RUL-04).
pub(crate) const SOUTH: &str = "the-south";

/// A commander.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Commander {
    /// As the counter has it: `Longstreet`.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// His rank.
    pub stars: Stars,
}

/// What decides the campaign (FMD-9-1, FMD-9-4, FMD-9-6).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Goals {
    /// Brigades that hold a city.
    pub garrison: Brigades,
    /// Flipped trains home.
    pub trains: Trains,
    /// Brigades the Union must have lost.
    pub losses: Brigades,
}

/// Places with a part in the rules.
#[derive(Clone, PartialEq, Debug)]
pub struct Landmarks {
    /// Hexes of Washington (RUL-05).
    pub washington: Vec<Hex>,
    /// The two cities of FMD-9-2.
    pub cities: Vec<Hex>,
    /// Principal supply sources of the Union (FMD-11-II-1).
    pub sources: Vec<Hex>,
    /// Where Confederate initial orders cross into the North (FMD-7-C6).
    pub gate: Option<Hex>,
    /// Towns and cities (RUL-06), in the order of their hexes.
    pub towns: Vec<Hex>,
    /// North of the Potomac (RUL-03).
    pub north: HexSet,
    /// The South (RUL-04).
    pub south: HexSet,
    /// Hexes that a road or railroad runs through (RUL-31).
    pub on_road: HexSet,
}

/// Who travels: each kind has its own prices.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Traveller {
    /// A Force.
    Force,
    /// A Force with a train, or a train alone: roads and crossings only (FMD-11-III-13).
    Wagons,
    /// A rider or a supply trace: rivers at crossings only (FMD-13-5, RUL-24).
    Rider,
}

/// The price in half movement points of every step in one weather, for searches and for single steps.
#[derive(Clone, Debug)]
struct Prices {
    costs: Costs,
    /// By hex and [`Direction::index`].
    steps: Vec<[u8; 6]>,
    flood: Steps,
}

impl Prices {
    fn new(theatre: &Theatre, lanes: &Lanes, traveller: Traveller, flood: bool) -> Prices {
        let costs = Costs::new(&theatre.grid, |from, side, to| {
            price(traveller, theatre.country(from), theatre.border(from, side), theatre.country(to), flood)
        });
        let steps =
            theatre.grid.hexes().map(|hex| Direction::ALL.map(|side| costs.cost(hex, side))).collect();
        let flood = Steps::new(lanes, &theatre.grid, |from, side, _| {
            Some(costs.cost(from, side)).filter(|&cost| cost != IMPASSABLE)
        });
        Prices { costs, steps, flood }
    }
}

/// The country a theatre was cut from, for its picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Land {
    /// The theatre, and where it lies.
    pub cut: Cut,
    /// The country.
    pub geography: Geography,
}

/// A campaign.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// What it is about.
    pub description: String,
    /// About how long it takes two people, in minutes.
    pub minutes: u32,
    /// A fingerprint of everything loaded.
    pub print: String,
    /// The country in hexes.
    pub theatre: Theatre,
    /// What it was cut from, if it was.
    pub land: Option<Arc<Land>>,
    /// The charts.
    pub tables: Tables,
    /// Every commander.
    pub commanders: Vec<Commander>,
    /// Who commands each army first, and Meade.
    pub army: Chiefs,
    /// Places with a part in the rules.
    pub landmarks: Landmarks,
    /// What decides it.
    pub goals: Goals,
    /// The last turn.
    pub last_turn: Turn,
    /// Whether the sides are bid for (FMD-15.1-1).
    pub bidding: bool,
    /// Whether a Force still on its initial order occupies the city it stands in, by the letter (RUL-53).
    pub initial_order_occupies: bool,
    /// Whether the armies start on initial orders (7.0).
    pub initial_orders: bool,
    /// The position before the first decision.
    pub start: Box<State>,
    /// By [`Traveller`], dry and in torrential rain.
    prices: [[Prices; 2]; 3],
    lanes: Lanes,
    /// By hex, dry and in torrential rain.
    sides: [Vec<Sides>; 2],
    /// By hex: the number of its town, or [`NO_TOWN`].
    town_numbers: Vec<u8>,
    road_maps: [RoadMap; 4],
    roads: Vec<ArrayVec<Hex, 6>>,
    rides: [Bare; 2],
    farthest_ride: MovementPoints,
    country_for_riders: u64,
    stars: [Officers; 6],
    of_side: [Officers; 2],
}

/// The army commanders.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Chiefs {
    /// Lee.
    pub lee: Option<CommanderId>,
    /// Hooker.
    pub hooker: Option<CommanderId>,
    /// Meade.
    pub meade: Option<CommanderId>,
}

/// Everything a campaign is made of, before its tables are worked out.
#[derive(Clone, Debug)]
pub struct Parts {
    /// Its id.
    pub id: String,
    /// Its name.
    pub title: String,
    /// What it is about.
    pub description: String,
    /// About how long it takes two people, in minutes.
    pub minutes: u32,
    /// A fingerprint of everything loaded.
    pub print: String,
    /// The country in hexes.
    pub theatre: Theatre,
    /// What it was cut from, if it was.
    pub land: Option<Arc<Land>>,
    /// The charts.
    pub tables: Tables,
    /// Every commander.
    pub commanders: Vec<Commander>,
    /// Who commands each army first, and Meade.
    pub army: Chiefs,
    /// Hexes of Washington.
    pub washington: Vec<Hex>,
    /// The two cities of FMD-9-2.
    pub cities: Vec<Hex>,
    /// Principal supply sources.
    pub sources: Vec<Hex>,
    /// Where Confederate initial orders cross into the North.
    pub gate: Option<Hex>,
    /// Towns and cities.
    pub towns: Vec<Hex>,
    /// What decides it.
    pub goals: Goals,
    /// The last turn.
    pub last_turn: Turn,
    /// Whether the sides are bid for.
    pub bidding: bool,
    /// Whether a Force still on its initial order occupies a city.
    pub initial_order_occupies: bool,
    /// Whether the armies start on initial orders.
    pub initial_orders: bool,
    /// The position before the first decision.
    pub start: Box<State>,
}

impl Traveller {
    /// How a Force travels: with a train it keeps to the road.
    #[inline]
    #[must_use]
    pub const fn force(trains: bool) -> Traveller {
        if trains { Traveller::Wagons } else { Traveller::Force }
    }
}

/// Which borders carry a road (FMD-2-9) or a railroad, which is a road to whoever marches (FMD-2-11, FMD-12-V-G13).
/// Minor roads and tracks are not on the map (FMD-2-10).
#[inline]
const fn is_linked(border: Border) -> bool {
    border.road || border.rail
}

/// Whether a river there can be crossed by bridge or ferry; no ferry runs in torrential rain (FMD-10-T4).
#[inline]
#[must_use]
pub fn is_open(border: Border, flood: bool) -> bool {
    match border.passage {
        Some(Passage::Bridge) => true,
        Some(Passage::Ferry) => !flood,
        None => false,
    }
}

/// What a step costs in half movement points, or `None` if it cannot be made (FMD-12-V-G3).
fn price(traveller: Traveller, from: Country, border: Border, to: Country, flood: bool) -> Option<u8> {
    // FMD-2-8: nothing crosses the sea.
    if matches!(to, Country::Sea | Country::Outside) || matches!(from, Country::Sea | Country::Outside) {
        return None;
    }
    let linked = is_linked(border);
    // FMD-11-III-13: wagons keep to the road; FMD-2-4: and everybody does in the mountains.
    if !linked
        && (traveller == Traveller::Wagons
            || border.ridge
            || from == Country::Mountain
            || to == Country::Mountain)
    {
        return None;
    }
    let ford = match border.river {
        None => 0,
        Some(_) if is_open(border, flood) => 0,
        // FMD-2-6, FMD-12-V-G5: Forces ford a minor river anywhere. RUL-13: in torrential rain nothing crosses but by
        // bridge; and a road leads over water, not through it.
        Some(River::Minor) if traveller == Traveller::Force && !flood && border.passage.is_none() => 2,
        // FMD-2-5: a major river is crossed at a crossing, to attack as well (FMD-12.3-A5); FMD-2-7, FMD-13-5: so is a
        // minor one by wagons and riders.
        Some(_) => return None,
    };
    let ground = match to {
        _ if linked => 2,
        // FMD-2-3
        Country::Forest => 4,
        // FMD-2-2: towns and cities stand on clear ground.
        _ => 3,
    };
    Some(ground + ford)
}

/// A number made of everything that rides depend on besides the Forces: which hexes lie beside each other, what steps
/// between them cost, and how far riders are followed.
fn country_for_riders(grid: &Grid, prices: &[Prices; 2], farthest_ride: MovementPoints) -> u64 {
    // FNV-1a: two countries by chance with one number are not to be feared.
    let mix = |sum: u64, next: u64| (sum ^ next).wrapping_mul(0x0100_0000_01b3);
    let mut sum = mix(0xcbf2_9ce4_8422_2325, farthest_ride.0.into());
    for hex in grid.hexes() {
        for (side, to) in grid.neighbours(hex) {
            let [dry, flood] = [0, 1].map(|weather| prices[weather].steps[hex.index()][side.index()]);
            let step = u32::from_be_bytes([dry, flood, side.index() as u8, 0]);
            sum = mix(mix(sum, to.index() as u64), step.into());
        }
    }
    sum.max(1)
}

impl Campaign {
    /// Works out the tables.
    #[must_use]
    pub fn new(parts: Parts) -> Campaign {
        let theatre = parts.theatre;
        let lanes = Lanes::new(&theatre.grid);
        let prices = [Traveller::Force, Traveller::Wagons, Traveller::Rider]
            .map(|traveller| [false, true].map(|flood| Prices::new(&theatre, &lanes, traveller, flood)));
        // A courier rides as far as the chart of orders asks for (TAB-O), a commander as far as he can.
        let farthest_ride = parts.tables.order_distance.into_iter().fold(RIDE, MovementPoints::max);
        let farthest_ride = farthest_ride.min(MovementPoints(IMPASSABLE - 1));
        let rides = [0, 1]
            .map(|flood| Bare::new(&theatre, &prices[Traveller::Rider as usize][flood].costs, farthest_ride));
        let country_for_riders =
            country_for_riders(&theatre.grid, &prices[Traveller::Rider as usize], farthest_ride);
        let by_road = &prices[Traveller::Wagons as usize][0].steps;
        let roads: Vec<ArrayVec<Hex, 6>> = theatre
            .grid
            .hexes()
            .map(|hex| {
                let ways = theatre.grid.neighbours(hex);
                ways.filter(|(side, _)| by_road[hex.index()][side.index()] != IMPASSABLE)
                    .map(|(_, to)| to)
                    .collect()
            })
            .collect();
        let region = |id| theatre.region(id).copied().unwrap_or(HexSet::EMPTY);
        let mut on_road = HexSet::EMPTY;
        for hex in theatre.grid.hexes() {
            if Direction::ALL.into_iter().any(|side| is_linked(theatre.border(hex, side))) {
                on_road.insert(hex);
            }
        }
        let mut towns = parts.towns;
        towns.sort_unstable();
        towns.dedup();
        let landmarks = Landmarks {
            washington: parts.washington,
            cities: parts.cities,
            sources: parts.sources,
            gate: parts.gate,
            towns,
            north: region(NORTH),
            south: region(SOUTH),
            on_road,
        };
        let sides = [false, true].map(|flood| {
            Sides::new(&theatre, &prices[Traveller::Wagons as usize][usize::from(flood)].steps, flood)
        });
        let mut town_numbers = vec![NO_TOWN; theatre.grid.len()];
        for (number, town) in landmarks.towns.iter().enumerate() {
            town_numbers[town.index()] = number as u8;
        }
        let road_maps = Traffic::ALL.map(|traffic| RoadMap::new(&landmarks, &roads, traffic));
        let mut stars = [Officers::NONE; 6];
        let mut of_side = [Officers::NONE; 2];
        for (number, commander) in parts.commanders.iter().enumerate() {
            let id = CommanderId(number as u8);
            let set = &mut stars[usize::from(commander.stars.0.min(5))];
            *set = set.with(id);
            of_side[commander.side.index()] = of_side[commander.side.index()].with(id);
        }
        Campaign {
            id: parts.id,
            title: parts.title,
            description: parts.description,
            minutes: parts.minutes,
            print: parts.print,
            theatre,
            land: parts.land,
            tables: parts.tables,
            commanders: parts.commanders,
            army: parts.army,
            landmarks,
            goals: parts.goals,
            last_turn: parts.last_turn,
            bidding: parts.bidding,
            initial_order_occupies: parts.initial_order_occupies,
            initial_orders: parts.initial_orders,
            start: parts.start,
            prices,
            lanes,
            sides,
            town_numbers,
            road_maps,
            roads,
            rides,
            farthest_ride,
            country_for_riders,
            stars,
            of_side,
        }
    }

    /// Prices of a traveller's steps.
    #[inline]
    #[must_use]
    pub const fn costs(&self, traveller: Traveller, weather: Weather) -> &Costs {
        &self.prices[traveller as usize][matches!(weather, Weather::Torrential) as usize].costs
    }

    /// The price of a traveller's step across a side of a hex, [`IMPASSABLE`] if there is no way.
    #[inline]
    #[must_use]
    pub fn step_price(&self, traveller: Traveller, weather: Weather, from: Hex, side: Direction) -> u8 {
        let flood = usize::from(weather == Weather::Torrential);
        self.prices[traveller as usize][flood].steps[from.index()][side.index()]
    }

    /// The grid and a traveller's prices as floods see them.
    #[inline]
    pub(crate) fn lanes(&self, traveller: Traveller, weather: Weather) -> (&Lanes, &Steps) {
        let flood = usize::from(weather == Weather::Torrential);
        (&self.lanes, &self.prices[traveller as usize][flood].flood)
    }

    /// What lies across the sides of a hex.
    #[inline]
    pub(crate) fn sides(&self, weather: Weather, hex: Hex) -> Sides {
        self.sides[usize::from(weather == Weather::Torrential)][hex.index()]
    }

    /// Distances by road for one kind of traffic.
    pub(crate) const fn road_map(&self, traffic: Traffic) -> &RoadMap {
        &self.road_maps[traffic as usize]
    }

    /// The neighbours to which a road or railroad leads in dry weather.
    #[inline]
    #[must_use]
    pub fn roads_from(&self, hex: Hex) -> &[Hex] {
        &self.roads[hex.index()]
    }

    /// How far riders have whom nobody stops.
    #[inline]
    pub(crate) fn bare_rides(&self, weather: Weather) -> &Bare {
        &self.rides[usize::from(weather == Weather::Torrential)]
    }

    /// The longest ride that matters to the rules.
    #[inline]
    pub(crate) const fn farthest_ride(&self) -> MovementPoints {
        self.farthest_ride
    }

    /// Tells the country, as far as riders are concerned, from every other; never 0.
    #[inline]
    pub(crate) const fn country_for_riders(&self) -> u64 {
        self.country_for_riders
    }

    /// A commander.
    #[inline]
    #[must_use]
    pub fn commander(&self, commander: CommanderId) -> &Commander {
        &self.commanders[commander.index()]
    }

    /// The most stars among these commanders.
    #[inline]
    #[must_use]
    pub fn most_stars(&self, officers: Officers) -> Stars {
        let holds = |&stars: &u8| !officers.and(self.stars[usize::from(stars)]).is_empty();
        Stars((1..=5_u8).rev().find(holds).unwrap_or(0))
    }

    /// Those of these commanders who have the most stars: one of them rides on the sleigh (FMD-6-2).
    #[inline]
    #[must_use]
    pub fn seniors(&self, officers: Officers) -> Officers {
        officers.and(self.stars[usize::from(self.most_stars(officers).0)])
    }

    /// The division commanders of a side (FMD-6-8).
    #[inline]
    #[must_use]
    pub const fn division_counters(&self, side: Side) -> Officers {
        self.stars[2].and(self.of_side[side.index()])
    }

    /// All division commanders.
    #[inline]
    #[must_use]
    pub const fn all_division_counters(&self) -> Officers {
        self.stars[2]
    }

    /// All commanders of a side.
    #[inline]
    #[must_use]
    pub const fn officers_of(&self, side: Side) -> Officers {
        self.of_side[side.index()]
    }

    /// The town in a hex.
    #[inline]
    #[must_use]
    pub fn town(&self, hex: Hex) -> Option<TownId> {
        let number = *self.town_numbers.get(hex.index())?;
        (number != NO_TOWN).then_some(TownId(number))
    }

    /// The line between two neighbours.
    #[inline]
    #[must_use]
    pub fn border(&self, from: Hex, to: Hex) -> Option<Border> {
        Some(self.theatre.border(from, self.theatre.grid.direction_to(from, to)?))
    }

    /// Whether a road or railroad leads from one hex to its neighbour.
    #[inline]
    #[must_use]
    pub fn is_linked(&self, from: Hex, to: Hex) -> bool {
        self.border(from, to).is_some_and(is_linked)
    }

    /// The neighbour on a side of the compass.
    #[must_use]
    pub fn by_compass(&self, hex: Hex, side: Compass) -> Option<Hex> {
        self.theatre.grid.neighbour(hex, side.direction())
    }

    /// The side of the compass towards a neighbour.
    #[must_use]
    pub fn compass(&self, from: Hex, to: Hex) -> Option<Compass> {
        Compass::of(self.theatre.grid.direction_to(from, to)?)
    }

    /// What a hex is called: its place, if it has one, and its number.
    #[must_use]
    pub fn hex_name(&self, hex: Hex) -> String {
        let number = self.theatre.grid.name(hex);
        match self.theatre.place_at(hex) {
            Some(place) => format!("{} ({number})", place.name),
            None => number,
        }
    }

    /// Movement points of a Force after rain (FMD-12-V-G4): Columns C and D, each of the slowest brigades
    /// (FMD-12-V-G2).
    #[must_use]
    pub fn allowance(&self, strength: Strength, weather: Weather) -> (MovementPoints, MovementPoints) {
        let less = match weather {
            Weather::Sunny | Weather::Cloudy => MovementPoints::ZERO,
            // FMD-10-H2: a point less.
            Weather::Heavy => MovementPoints::ONE,
            // FMD-10-T2: two points less.
            Weather::Torrential => MovementPoints::whole(2),
        };
        let slowest = |column: &[MovementPoints; 3]| {
            let arms = Arm::ALL.into_iter().filter(|&arm| strength.has(arm));
            arms.map(|arm| column[arm.index()]).min().unwrap_or_default().saturating_sub(less)
        };
        (slowest(&self.tables.basic), slowest(&self.tables.forced))
    }
}
