//! Armies from an order of battle: commanders by their formations, brigades by counting them.
//!
//! A brigade of infantry or cavalry of the order of battle is a brigade of the game; guns are counted together and make
//! brigades of artillery. Where the set-up table (TAB-S) has other numbers, the scenario writes them down.

use super::file::{ArmyTable, CommandersTable, ForceTable, Text, Texts};
use armies::derive::{find_troops, last_name, unknown};
use armies::{Arm, FormationId, OrderOfBattle, Rank, Troops, UnitId, steps};
use engine::load::Reader;
use faults::{Faults, Span};
use std::collections::BTreeMap;

/// The order of battle of a campaign.
pub(super) struct Army<'a> {
    table: &'a ArmyTable,
    battle: OrderOfBattle,
    /// Which Force brigades are with, and where that is written.
    with: BTreeMap<FormationId, (String, Span)>,
}

impl<'a> Army<'a> {
    /// Reads the order of battle that a scenario names.
    pub(super) fn read(reader: &mut Reader<'_>, table: &'a ArmyTable) -> Option<Army<'a>> {
        let battle = reader.named(&armies::SHELF, &table.order_of_battle, OrderOfBattle::read)?;
        let faults = &mut reader.faults;
        if *table.guns_per_brigade.get_ref() == 0 {
            faults.add(&table.guns_per_brigade, "a brigade of no guns").hint("about 45 are one");
            return None;
        }
        for id in table.names.keys().filter(|id| battle.formation(id.get_ref()).is_none()) {
            unknown(&battle, id, "formation", faults);
        }
        Some(Army { table, battle, with: BTreeMap::new() })
    }

    /// A list of commanders with names in place of their formations' ids.
    pub(super) fn named(&self, table: &CommandersTable, faults: &mut Faults) -> CommandersTable {
        let mut names = |list: &Texts| list.iter().map(|text| self.name(text, faults)).collect();
        CommandersTable {
            army: names(&table.army),
            corps: names(&table.corps),
            senior_division: names(&table.senior_division),
            division: names(&table.division),
        }
    }

    /// Who commands a formation, by the name on his counter. What is no id is a name already.
    fn name(&self, text: &Text, faults: &mut Faults) -> Text {
        if !is_id(text) {
            return text.clone();
        }
        let Some(formation) = self.battle.formation(text.get_ref()) else {
            unknown(&self.battle, text, "formation", faults);
            return text.clone();
        };
        let own = self.table.names.iter().find(|(id, _)| id.get_ref() == text.get_ref());
        let name = match own {
            Some((_, name)) => name.get_ref().clone(),
            None => last_name(&self.battle[formation].command.commander.name),
        };
        Text::new(text.span(), name)
    }

    /// The brigades of a Force: artillery, cavalry, infantry.
    pub(super) fn brigades(&mut self, force: &ForceTable, faults: &mut Faults) -> [u8; 3] {
        let mut find = |ids: &Texts| -> Vec<(Troops, Span)> {
            let found = |id: &Text| Some((find_troops(&self.battle, id, faults)?, id.into()));
            ids.iter().filter_map(found).collect()
        };
        let (troops, without) = (find(&force.troops), find(&force.without));
        let battle = &self.battle;
        let stays = |unit: UnitId| !without.iter().any(|(other, _)| battle.is_of(unit, *other));
        let [mut guns, mut horse, mut foot] = [0u32; 3];
        for (troops, written) in troops {
            let units: Vec<UnitId> = battle.units_under(troops).filter(|&unit| stays(unit)).collect();
            // Each entry is a command of its own, so its guns are counted by themselves.
            let number = units.iter().map(|&unit| u32::from(battle[unit].gun_count())).sum();
            guns += steps(number, u32::from(*self.table.guns_per_brigade.get_ref()));
            let mut brigades: Vec<FormationId> = units.iter().map(|&unit| battle[unit].formation).collect();
            brigades.dedup();
            for brigade in brigades {
                let arm = match units.iter().find(|&&unit| battle[unit].formation == brigade) {
                    Some(&unit) if battle[brigade].rank == Rank::Brigade => battle[unit].arm,
                    _ => continue,
                };
                let name = force.name.get_ref();
                if let Some((other, first)) = self.with.insert(brigade, (name.clone(), written.clone())) {
                    faults
                        .add(
                            written.clone(),
                            format!("`{}` is with {name} and with {other}", battle[brigade].id),
                        )
                        .hint("put it under `without` of one of them")
                        .see(first, "first here");
                }
                horse += u32::from(arm == Arm::Cavalry);
                foot += u32::from(arm == Arm::Infantry);
            }
        }
        // Too many are refused where the Force is placed.
        [guns, horse, foot].map(|count| u8::try_from(count).unwrap_or(u8::MAX))
    }
}

/// Notes what needs an order of battle in a scenario that names none.
pub(super) fn check_without<'a>(
    commanders: impl IntoIterator<Item = &'a CommandersTable>,
    forces: impl IntoIterator<Item = &'a ForceTable>,
    faults: &mut Faults,
) {
    let listed = commanders.into_iter().flat_map(CommandersTable::each);
    let troops = forces.into_iter().flat_map(|force| force.troops.iter().chain(&force.without));
    for text in listed.filter(|text| is_id(text)).chain(troops) {
        faults
            .add(text, format!("`{}` is of no order of battle", text.get_ref()))
            .hint("name one: `order_of_battle` under [army]");
    }
}

/// Ids are written in small letters, names are not.
fn is_id(text: &Text) -> bool {
    let text = text.get_ref();
    text.starts_with(char::is_lowercase) && !text.contains(char::is_uppercase)
}
