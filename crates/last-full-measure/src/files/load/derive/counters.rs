//! History into counters: strength points, cohesion, command values (ledger 6.4).

use super::Derivation;
use crate::files::load::file::{ArmyTable, Field, TroopsTable};
use crate::files::load::parts::UnitPart;
use crate::model::scenario::Kind;
use armies::derive::join_small;
use armies::{Arm, UnitId, Weapon};
use faults::Faults;
use toml::Spanned;

/// How numbers of history become numbers on counters.
#[derive(Copy, Clone, Debug)]
pub(super) struct Scale {
    /// Men of a strength point (LFM-0.7).
    men_per_sp: u32,
    /// Regiments with fewer men share a counter with another of their brigade.
    merge_below: u16,
    /// Cohesion by quality 1 to 5.
    cohesion: [u8; 5],
    /// Cohesion of every battery.
    artillery_cohesion: u8,
    /// Command value by ability 1 to 6.
    command_values: [u8; 6],
}

impl Scale {
    /// The ledger's words are: 1 raw, 2 average, 3 veteran, 4 elite.
    const COHESION: [u8; 5] = [1, 2, 2, 3, 4];
    /// 4 and more helps in combat; only the able and the outstanding have it.
    const COMMAND_VALUES: [u8; 6] = [1, 2, 3, 3, 4, 5];

    pub(super) fn read(table: &ArmyTable, faults: &mut Faults) -> Scale {
        let men_per_sp = table.men_per_sp.as_ref().map_or(100, |men| *men.get_ref());
        if let (Some(written), 0) = (&table.men_per_sp, men_per_sp) {
            faults.add(written, "a strength point of no men").hint("it is 100 men (LFM-0.7)");
        }
        Scale {
            men_per_sp: if men_per_sp == 0 { 100 } else { men_per_sp },
            merge_below: table.merge_below.unwrap_or(50),
            cohesion: ratings(&table.cohesion, Scale::COHESION, faults),
            artillery_cohesion: table.artillery_cohesion.unwrap_or(3),
            command_values: ratings(&table.command_values, Scale::COMMAND_VALUES, faults),
        }
    }

    /// The command value of an officer.
    pub(super) fn command_value(&self, ability: armies::Ability) -> u8 {
        self.command_values[usize::from(ability.get()) - 1]
    }
}

/// A table of ratings; the usual one if there is none, or none that will do.
fn ratings<const N: usize>(written: &Field<[u8; N]>, usual: [u8; N], faults: &mut Faults) -> [u8; N] {
    let Some(written) = written else { return usual };
    if written.get_ref().iter().any(|value| !(1..=6).contains(value)) {
        faults.add(written, "a rating is out of range").hint("each runs from 1 to 6");
        return usual;
    }
    *written.get_ref()
}

/// A regiment, several small ones, or a battery, on the way to becoming a counter.
#[derive(Clone, Debug)]
pub(super) struct Counter {
    /// The first names it.
    pub(super) units: Vec<UnitId>,
    pub(super) part: UnitPart,
}

impl Derivation<'_> {
    /// The counters of some units of one formation.
    pub(super) fn counters(&mut self, units: &[UnitId]) -> Vec<Counter> {
        let pieces = join_small(self.battle, units, self.scale.merge_below);
        pieces.into_iter().map(|units| self.counter(units)).collect()
    }

    fn counter(&mut self, units: Vec<UnitId>) -> Counter {
        let first = units[0];
        let unit = &self.battle[first];
        let men: u32 = units.iter().map(|&unit| u32::from(self.battle[unit].men)).sum();
        let names: Vec<&str> = units.iter().map(|&unit| self.battle[unit].name.as_str()).collect();
        let kind = match unit.arm {
            Arm::Infantry => Kind::Infantry,
            Arm::Cavalry => Kind::Cavalry,
            Arm::Artillery => Kind::Artillery,
            Arm::HorseArtillery => Kind::HorseArtillery,
        };
        let (sp, cohesion) = if kind.is_artillery() {
            // One strength point is two guns (LFM-0.8).
            (u32::from(unit.gun_count()).div_ceil(2).max(1), self.scale.artillery_cohesion)
        } else {
            let quality = usize::from(unit.quality.get()) - 1;
            (armies::steps(men, self.scale.men_per_sp).max(1), self.scale.cohesion[quality])
        };
        let quick = matches!(
            unit.weapon,
            Some(Weapon::BreechLoadingRifle | Weapon::BreechLoadingCarbine | Weapon::Repeater)
        );
        let mut part = UnitPart {
            written: self.written.clone(),
            name: Some(names.join(" and ")),
            star: quick,
            ..UnitPart::new(
                self.names.tag(first),
                unit.side,
                kind,
                u8::try_from(sp).unwrap_or(u8::MAX),
                cohesion,
            )
        };
        if let Some(table) = self.troops.of(first) {
            part.written = (&table.get_ref().id).into();
            change(&mut part, table.get_ref());
        }
        Counter { units, part }
    }

    /// Numbers belong on single counters; a whole brigade cannot have a cohesion.
    pub(super) fn check_numbers(&mut self, table: &Spanned<TroopsTable>) {
        let table = table.get_ref();
        let written = [
            table.sp.as_ref().map(Spanned::span),
            table.limbered.as_ref().map(Spanned::span),
            table.cohesion.as_ref().map(Spanned::span),
            table.star.as_ref().map(Spanned::span),
            table.free_command.as_ref().map(Spanned::span),
            table.sharpshooters.as_ref().map(Spanned::span),
        ];
        if let Some(span) = written.into_iter().flatten().next() {
            self.faults
                .add(span, format!("`{}` is no single regiment or battery", table.id.get_ref()))
                .hint("numbers are changed counter by counter: give each unit its own [[troops]]");
        }
    }
}

fn change(part: &mut UnitPart, table: &TroopsTable) {
    let set = |written: &Option<Spanned<u8>>, value: &mut u8| {
        if let Some(written) = written {
            *value = *written.get_ref();
        }
    };
    set(&table.sp, &mut part.sp);
    if let Some(limbered) = &table.limbered {
        part.limbered_sp = Some(*limbered.get_ref());
    }
    if let Some(cohesion) = &table.cohesion {
        part.cohesion = Some(*cohesion.get_ref());
    }
    let flags = [
        (&table.star, &mut part.star),
        (&table.free_command, &mut part.free_command),
        (&table.sharpshooters, &mut part.sharpshooters),
    ];
    for (written, value) in flags {
        if let Some(written) = written {
            *value = *written.get_ref();
        }
    }
}
