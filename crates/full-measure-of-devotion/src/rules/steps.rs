//! Which steps a Force may take, what they cost, and how far they lead (chapter 12, Part V).

use crate::model::campaign::Traveller;
use crate::model::ids::ForceId;
use crate::model::numbers::{MovementPoints, Trains};
use crate::model::position::Position;
use crate::model::state::{March, Weather};
use crate::model::strength::{Arm, Strength};
use engine::{Side, Violation};
use ground::theatre::Country;
use ground::{Direction, Hex, HexSet, IMPASSABLE};

/// A set of arms.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Arms(u8);

impl Arms {
    /// The arms of a strength.
    #[must_use]
    pub fn of(strength: Strength) -> Arms {
        Arms(Arm::ALL.into_iter().filter(|&arm| strength.has(arm)).fold(0, |set, arm| set | 1 << arm.index()))
    }

    /// Every set with a member.
    pub fn subsets() -> impl Iterator<Item = Arms> {
        (1..8).map(Arms)
    }

    /// Whether all of the other's arms are in it.
    #[must_use]
    pub const fn covers(self, other: Arms) -> bool {
        other.0 & !self.0 == 0
    }

    /// Arms that are not in the other.
    #[must_use]
    pub const fn minus(self, other: Arms) -> Arms {
        Arms(self.0 & !other.0)
    }

    /// How many arms.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The arms.
    pub fn iter(self) -> impl Iterator<Item = Arm> {
        Arm::ALL.into_iter().filter(move |arm| self.0 & (1 << arm.index()) != 0)
    }

    /// Whether guns or foot are among them.
    #[must_use]
    pub const fn has_foot_or_guns(self) -> bool {
        self.0 & !(1 << Arm::Cavalry as u8) != 0
    }

    /// Whether there are guns alone.
    #[must_use]
    pub const fn is_guns_only(self) -> bool {
        self.0 == 1 << Arm::Artillery as u8
    }

    /// A brigade of each, to be asked for its allowance.
    #[must_use]
    pub fn sample(self) -> Strength {
        let mut full = [0; 3];
        self.iter().for_each(|arm| full[arm.index()] = 1);
        Strength::fresh(full)
    }
}

/// What a Force is like for the question whether it may take a step.
#[derive(Copy, Clone)]
pub(crate) struct Walker {
    pub side: Side,
    pub arms: Arms,
    pub trains: bool,
    pub foraging: bool,
    /// Whether it is a part that has yet to leave the hex of the Force it was split off from.
    pub parting: bool,
    /// Whether it has attacked on this move: it goes on where cavalry withdrew before it.
    fought: bool,
    pub spent: MovementPoints,
    basic: MovementPoints,
    pub forced: MovementPoints,
}

/// What other Forces mean for a side's steps, worked out once a question.
pub(crate) struct Enemies {
    pub held: HexSet,
    pub beside: HexSet,
    /// Hexes beside the enemy that a Force beside him may not enter (FMD-12-V-F11): no river parts them from all of him
    /// (RUL-28), and no friend is there.
    pub guarded: HexSet,
    pub friends: HexSet,
}

impl Enemies {
    /// Whether both hexes are beside the enemy, and nothing makes up for it (FMD-12-V-F11).
    #[inline]
    pub fn close(&self, from: Hex, to: Hex) -> bool {
        self.beside.contains(from) && self.guarded.contains(to)
    }
}

impl Position<'_> {
    /// Columns C and D for a further order (FMD-12-V-F2, FMD-12-V-G8, FMD-10-T3).
    #[must_use]
    pub fn marching_points(
        &self,
        strength: Strength,
        foraging: bool,
        trains: bool,
    ) -> (MovementPoints, MovementPoints) {
        let (basic, forced) = self.campaign.allowance(strength, self.state.weather);
        if foraging || trains || self.is_flood() { (basic, basic) } else { (basic, forced) }
    }

    /// Whether a whole Force could take a first step.
    pub(crate) fn can_set_out(&self, enemies: &Enemies, force: ForceId) -> bool {
        let detail = self.force(force);
        self.can_step(enemies, force, Arms::of(detail.strength), detail.trains > Trains::ZERO, false)
    }

    /// Whether a part of a Force with these arms could take a first step.
    pub(crate) fn can_part(&self, enemies: &Enemies, force: ForceId, arms: Arms, trains: bool) -> bool {
        self.can_step(enemies, force, arms, trains, true)
    }

    fn can_step(&self, enemies: &Enemies, force: ForceId, arms: Arms, trains: bool, parting: bool) -> bool {
        let Some(at) = self.force(force).at else { return false };
        let foraging = self.force(force).markers.forage;
        let (basic, forced) = self.marching_points(arms.sample(), foraging, trains);
        let (side, spent) = (force.side(), MovementPoints::ZERO);
        let walker = Walker { side, arms, trains, foraging, parting, fought: false, spent, basic, forced };
        self.campaign
            .theatre
            .grid
            .neighbours(at)
            .any(|(side, to)| self.step_price(&walker, enemies, at, side, to).is_some())
    }

    pub(crate) fn enemies(&self, side: Side) -> Enemies {
        let mut friends = HexSet::EMPTY;
        let moving = self.state.march.map(|march| march.force);
        for (force, at) in self.state.forces_of(side) {
            if Some(force) != moving {
                friends.insert(at);
            }
        }
        let (mut held, mut beside, mut guarded) = (HexSet::EMPTY, HexSet::EMPTY, HexSet::EMPTY);
        for (_, at) in self.state.forces_of(side.other()) {
            held.insert(at);
            let parted = self.campaign.sides(self.state.weather, at).parted;
            for (side, hex) in self.campaign.theatre.grid.neighbours(at) {
                beside.insert(hex);
                if !parted.contains(side) {
                    guarded.insert(hex);
                }
            }
        }
        Enemies { held, beside, guarded: guarded.difference(&friends), friends }
    }

    pub(crate) fn walker(&self, march: &March) -> Option<(Walker, Hex)> {
        let detail = self.force(march.force);
        let walker = Walker {
            side: march.force.side(),
            arms: Arms::of(detail.strength),
            trains: detail.trains > Trains::ZERO,
            foraging: march.foraging,
            // FMD-3-9: only who was one Force before sets out from one hex with another.
            parting: march.hexes == 0 && self.state.companion(march.force).is_some(),
            fought: march.fought,
            spent: march.spent,
            basic: march.basic(),
            forced: march.forced(),
        };
        Some((walker, detail.at?))
    }

    /// The price of a step, if it may be taken: [`Position::check_step`] without words.
    #[inline]
    pub(crate) fn step_price(
        &self,
        walker: &Walker,
        enemies: &Enemies,
        from: Hex,
        side: Direction,
        to: Hex,
    ) -> Option<MovementPoints> {
        let traveller = Traveller::force(walker.trains);
        let cost = self.campaign.step_price(traveller, self.state.weather, from, side);
        if cost == IMPASSABLE || self.is_forbidden_south(walker.side, walker.arms.has_foot_or_guns(), to) {
            return None;
        }
        let cost = MovementPoints(cost);
        let total = walker.spent + cost;
        // FMD-12-V-F5: a friend's hex is open, but to a Force with FORAGE (FMD-12-V-G9).
        let open = if enemies.held.contains(to) {
            // FMD-12.3-1, FMD-12-V-F3: without a force march. FMD-12-V-F12: not with guns alone. RUL-30: not out of the
            // hex where its other part stays.
            total <= walker.basic && !walker.arms.is_guns_only() && !walker.parting
        } else {
            total <= walker.forced
                && !(walker.foraging && enemies.friends.contains(to))
                && !enemies.close(from, to)
        };
        open.then_some(cost)
    }

    /// Whether a step may be taken; its price.
    pub(crate) fn check_step(
        &self,
        walker: &Walker,
        enemies: &Enemies,
        from: Hex,
        to: Hex,
    ) -> Result<MovementPoints, Violation> {
        let grid = &self.campaign.theatre.grid;
        let name = || self.campaign.hex_name(to);
        let refuse = |rule, text: String| Err(Violation::of(rule, text).about([grid.name(to)]));
        let Some(cost) = self.step_cost(Traveller::force(walker.trains), from, to) else {
            return Err(self.why_closed(walker, from, to, enemies.held.contains(to)));
        };
        if self.is_forbidden_south(walker.side, walker.arms.has_foot_or_guns(), to) {
            return refuse(
                "FMD-14.2-1",
                format!(
                    "Until Lee has come back over the Potomac, Union guns and foot keep out of {}.",
                    name()
                ),
            );
        }
        let total = walker.spent + cost;
        if enemies.held.contains(to) {
            if walker.arms.is_guns_only() {
                return refuse("FMD-12-V-F12", "Guns alone do not attack.".into());
            }
            if walker.parting {
                let text = "A part that is split off leaves the hex before it attacks; to attack from here, go whole.";
                return refuse("RUL-30", text.into());
            }
            return match total {
                _ if total <= walker.basic => Ok(cost),
                _ if total <= walker.forced => {
                    refuse("FMD-12-V-F3", "A Force that force marches cannot attack.".into())
                }
                _ => refuse("FMD-12.3-1", "It lacks the movement points to attack there.".into()),
            };
        }
        if enemies.friends.contains(to) && walker.foraging {
            return refuse("FMD-12-V-G9", "A Force with FORAGE enters no hex of another Force.".into());
        }
        if total > walker.forced {
            let (_, forced) = self.campaign.allowance(walker.arms.sample(), self.state.weather);
            let rule = match () {
                () if total > forced => "FMD-12-V-G2",
                () if self.state.weather == Weather::Torrential => "FMD-10-T3",
                () if walker.foraging => "FMD-12-V-G8",
                () if walker.fought => "RUL-47",
                () => "FMD-12-V-F2",
            };
            return refuse(rule, format!("{} is beyond its movement points.", name()));
        }
        if enemies.close(from, to) {
            return refuse(
                "FMD-12-V-F11",
                format!("{} is next to the enemy, and so is where it stands.", name()),
            );
        }
        Ok(cost)
    }

    /// Why there is no way between two hexes.
    fn why_closed(&self, walker: &Walker, from: Hex, to: Hex, attack: bool) -> Violation {
        let name = self.campaign.hex_name(to);
        let theatre = &self.campaign.theatre;
        let closed = |rule, text: String| Violation::of(rule, text).about([theatre.grid.name(to)]);
        let Some(border) = self.campaign.border(from, to) else {
            return Violation::form(format!("{name} is not next to it."));
        };
        let linked = border.road || border.rail;
        match theatre.country(to) {
            Country::Sea => closed("FMD-2-8", format!("{name} is sea.")),
            Country::Outside => closed("FMD-2-8", format!("{name} is out of play.")),
            country => {
                if !linked
                    && (border.ridge
                        || country == Country::Mountain
                        || theatre.country(from) == Country::Mountain)
                {
                    closed("FMD-2-4", format!("Only a road crosses the mountains to {name}."))
                } else if border.river.is_some() && border.passage.is_some() && self.is_flood() {
                    closed("FMD-10-T4", "In torrential rain rivers are crossed by bridge only.".into())
                } else if walker.trains && !linked {
                    closed("FMD-11-III-13", "A Force with a train keeps to the road.".into())
                } else if self.is_parted_widely(from, to) && attack {
                    closed(
                        "FMD-12.3-A5",
                        format!("The river before {name} can be crossed at a crossing only."),
                    )
                } else if self.is_parted_widely(from, to) {
                    closed("FMD-2-5", format!("The river before {name} can be crossed at a crossing only."))
                } else if self.is_flood() {
                    closed("FMD-10-T4", "In torrential rain rivers are crossed by bridge only.".into())
                } else {
                    closed("FMD-11-III-13", "A Force with a train crosses rivers at crossings only.".into())
                }
            }
        }
    }

    /// Hexes the Force cannot enter, but by a fight.
    pub(crate) fn closed_hexes(&self, walker: &Walker, enemies: &Enemies) -> HexSet {
        let mut closed = enemies.held;
        if walker.foraging {
            closed.extend_with(&enemies.friends);
        }
        if self.is_south_forbidden(walker.side, walker.arms.has_foot_or_guns()) {
            closed.extend_with(&self.campaign.landmarks.south);
        }
        closed
    }

    /// Finds every hex the Force can end its move in without a fight; if it has a goal, only the way there.
    fn destinations<T>(
        &self,
        walker: &Walker,
        enemies: &Enemies,
        at: Hex,
        goal: Option<Hex>,
        look: impl FnOnce(&ground::Scratch) -> T,
    ) -> T {
        let budget = u16::from(walker.forced.saturating_sub(walker.spent).0);
        let closed = self.closed_hexes(walker, enemies);
        let price = |from: Hex, _, to: Hex, cost: u8| {
            if closed.contains(to) || enemies.close(from, to) { IMPASSABLE } else { cost }
        };
        let costs = self.costs(Traveller::force(walker.trains));
        self.search(|scratch| {
            match goal {
                Some(goal) => costs.way_by(scratch, at, goal, budget, price),
                None => costs.reach_by(scratch, at, budget, |_| false, price),
            }
            look(scratch)
        })
    }

    /// Looks at everywhere the Force on the move can end its move without a fight.
    pub(crate) fn march_reach<T>(
        &self,
        march: &March,
        look: impl FnOnce(&ground::Scratch) -> T,
    ) -> Option<T> {
        let (walker, at) = self.walker(march)?;
        Some(self.destinations(&walker, &self.enemies(walker.side), at, None, look))
    }

    /// The cheapest way from where the Force stands to a hex, without the first hex.
    pub(crate) fn way_to(&self, march: &March, to: Hex) -> Option<Vec<Hex>> {
        let (walker, at) = self.walker(march)?;
        let enemies = self.enemies(walker.side);
        let mut path = self.destinations(&walker, &enemies, at, Some(to), |scratch| scratch.path(to))?;
        path.remove(0);
        Some(path)
    }
}
