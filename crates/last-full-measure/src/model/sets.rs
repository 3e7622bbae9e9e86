//! Pieces as sets, by what is true of them: many are looked at in one go, and without a branch for each.

use crate::model::ids::{CommanderSet, UnitSet};
use crate::model::scenario::Scenario;
use crate::model::sizes::HEXES;
use crate::model::state::{Flag, Office, State, Station};
use engine::Side;
use wide::{u8x16, u16x8, u32x4};

impl State {
    /// The units of a side that have none of these flags.
    #[inline(never)]
    #[must_use]
    pub fn units_without(&self, scenario: &Scenario, side: Side, flags: Flag) -> UnitSet {
        let flags = u32x4::splat(flags.bits());
        let free = self.flags.bits(scenario.numbers_of(side), |values| {
            let (fours, _) = values.as_chunks::<4>();
            let four = |at: usize| u32x4::new(fours[at].map(Flag::bits));
            let free = |at: usize| (four(at) & flags).simd_eq(u32x4::ZERO).to_bitmask();
            free(0) | free(1) << 4 | free(2) << 8 | free(3) << 12
        });
        UnitSet::of_bits(free).intersection(&scenario.rolls.units[side.index()])
    }

    /// The units of a side on the map.
    #[inline(never)]
    #[must_use]
    pub fn units_on_map(&self, scenario: &Scenario, side: Side) -> UnitSet {
        let placed = self.station.bits(scenario.numbers_of(side), on_map);
        UnitSet::of_bits(placed).intersection(&scenario.rolls.units[side.index()])
    }

    /// The commanders of a side who have none of these flags.
    #[inline(never)]
    #[must_use]
    pub fn leaders_without(&self, scenario: &Scenario, side: Side, flags: Office) -> CommanderSet {
        let flags = u8x16::splat(flags.bits());
        let free = self.office.bits(scenario.commander_numbers_of(side), |&values| {
            (u8x16::new(values.map(Office::bits)) & flags).simd_eq(u8x16::ZERO).to_bitmask()
        });
        CommanderSet::of_bits(free).intersection(&scenario.rolls.commanders[side.index()])
    }

    /// The commanders of a side on the map.
    #[inline(never)]
    #[must_use]
    pub fn leaders_on_map(&self, scenario: &Scenario, side: Side) -> CommanderSet {
        let placed = self.leader_station.bits(scenario.commander_numbers_of(side), on_map);
        CommanderSet::of_bits(placed).intersection(&scenario.rolls.commanders[side.index()])
    }
}

/// Which of sixteen places are on the map, a bit each.
#[inline]
fn on_map(places: &[Station; 16]) -> u32 {
    const LAST: u16 = HEXES as u16 - 1;
    let (halves, _) = places.as_chunks::<8>();
    let on_map = |half: &[Station; 8]| {
        let places = u16x8::new(half.map(|place| place.0));
        places.saturating_sub(u16x8::splat(LAST)).simd_eq(u16x8::ZERO).to_bitmask()
    };
    on_map(&halves[0]) | on_map(&halves[1]) << 8
}

#[cfg(test)]
mod tests {
    use crate::cases::watch::watch;
    use crate::model::ids::{CommanderId, UnitId};
    use crate::model::state::{Flag, Office};
    use engine::Side;

    #[test]
    fn sets_of_pieces_agree_with_asking_one_by_one() {
        for name in ["crossroads-farm", "gettysburg-july-1"] {
            let (mut step, mut seen) = (0, [0; 4]);
            watch(name, 3, 600, |position, state| {
                step += 1;
                if step % 10 != 1 {
                    return;
                }
                let scenario = position.scenario;
                for side in Side::BOTH {
                    for flags in
                        [Flag::NONE, Flag::MOVED, Flag::RESTED | Flag::BUILDER, Flag::SETTLED | Flag::COMMAND]
                    {
                        let set = state.units_without(scenario, side, flags);
                        assert!(
                            set.iter().eq(scenario.units_of(side).filter(|&unit| !state.is(unit, flags)))
                        );
                        seen[0] += set.len();
                    }
                    let set = state.units_on_map(scenario, side);
                    let on_map = |unit: &UnitId| state.hex_of(*unit).is_some();
                    assert!(set.iter().eq(scenario.units_of(side).filter(on_map)));
                    seen[1] += set.len();
                    for flags in [Office::NONE, Office::MOVED, Office::RESTED | Office::ASKED] {
                        let set = state.leaders_without(scenario, side, flags);
                        let free = |leader: &CommanderId| !state.holds(*leader, flags);
                        assert!(set.iter().eq(scenario.commanders_of(side).filter(free)));
                        seen[2] += set.len();
                    }
                    let set = state.leaders_on_map(scenario, side);
                    let on_map = |leader: &CommanderId| state.leader_hex(*leader).is_some();
                    assert!(set.iter().eq(scenario.commanders_of(side).filter(on_map)));
                    seen[3] += set.len();
                }
            });
            assert!(seen.iter().all(|&seen| seen > 100), "{name}: {seen:?}");
        }
    }
}
