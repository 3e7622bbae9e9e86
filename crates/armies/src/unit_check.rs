//! Checks of a single regiment or battery and of its commanders.

use toml::Spanned;

use crate::checker::{Checker, Field, Owner};
use crate::orbat_file::{CommanderTable, GunsTable, UnitTable};
use crate::{Ability, Arm, Command, Commander, FormationId, Grade, Gun, Quality, Side, Unit, Weapon};

/// Larger than any regiment or battery; a greater figure is a slip of the pen.
const MOST_MEN: i64 = 20_000;
const MOST_GUNS: i64 = 48;

/// A unit's values as far as they are without fault.
pub(crate) struct CheckedUnit {
    pub(crate) arm: Option<Arm>,
    pub(crate) men: Option<u16>,
    pub(crate) engaged: bool,
    guns: Option<Vec<(Gun, u16)>>,
    name: String,
    state: Option<String>,
    weapon: Option<Weapon>,
    quality: Option<Quality>,
    command: Option<Command>,
    note: Option<String>,
}

impl CheckedUnit {
    pub(crate) fn gun_count(&self) -> Option<u32> {
        self.guns.as_ref().map(|guns| guns.iter().map(|&(_, number)| u32::from(number)).sum())
    }

    /// The unit. Where a value was at fault another stands in for it, since the faults keep it from getting out.
    pub(crate) fn finish(self, id: String, formation: FormationId, side: Side) -> Unit {
        Unit {
            id,
            name: self.name,
            state: self.state,
            side,
            formation,
            arm: self.arm.unwrap_or(Arm::Infantry),
            men: self.men.unwrap_or(1),
            weapon: self.weapon,
            guns: self.guns.unwrap_or_default(),
            quality: self.quality.unwrap_or(Quality::AVERAGE),
            command: self.command,
            engaged: self.engaged,
            note: self.note,
        }
    }
}

pub(crate) fn unit(checker: &mut Checker, owner: &Owner, table: &UnitTable) -> CheckedUnit {
    let UnitTable { id: _, name, state, arm, men, weapon, guns, quality, commander, engaged, note } = table;
    let arm = checker.required_word::<Arm>(owner, "arm", arm);
    let men = checker.required(owner, "men", men, "350");
    let quality = checker.required(owner, "quality", quality, "3");
    let (weapon, guns) = armament(checker, owner, arm, weapon, guns);
    CheckedUnit {
        arm,
        men: men.and_then(|men| checker.number(owner, "men", men, 1..=MOST_MEN, "officers and men present")),
        engaged: engaged.unwrap_or(true),
        guns,
        name: checker.text(owner, "name", name, "\"2nd Wisconsin\""),
        state: state.as_ref().and_then(|state| checked_state(checker, owner, state)),
        weapon,
        quality: quality.and_then(|quality| {
            let range = i64::from(*Quality::RANGE.start())..=i64::from(*Quality::RANGE.end());
            let meaning = "1 raw or shaken, 3 average veterans, 5 elite";
            checker.number(owner, "quality", quality, range, meaning).and_then(Quality::new)
        }),
        command: commander.as_ref().map(|commander| command(checker, owner, commander)),
        note: checker.optional_text(owner, "note", note),
    }
}

fn checked_state(checker: &mut Checker, owner: &Owner, state: &Spanned<String>) -> Option<String> {
    let text = state.get_ref();
    if text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Some(text.clone());
    }
    checker
        .faults
        .add(state, format!("{}: `{text}` is not a state", owner.label))
        .hint("use two capital letters, as `WI`; `US` for Regulars");
    None
}

/// A regiment has a weapon and no guns, a battery guns and no weapon.
fn armament(
    checker: &mut Checker,
    owner: &Owner,
    arm: Option<Arm>,
    weapon: &Field<String>,
    guns: &Field<Vec<Spanned<GunsTable>>>,
) -> (Option<Weapon>, Option<Vec<(Gun, u16)>>) {
    match arm {
        None => (None, None),
        Some(arm) if arm.is_artillery() => {
            let hint = format!("leave `weapon` out, or correct the arm from `{arm}`");
            checker.forbidden(owner, "weapon", weapon, "a battery fights with its guns", &hint);
            let example = format!("[ {{ type = \"{}\", n = 4 }} ]", Gun::Napoleon);
            let guns = checker.required(owner, "guns", guns, &example);
            (None, guns.and_then(|guns| checked_guns(checker, owner, guns)))
        }
        Some(arm) => {
            let hint = format!("leave `guns` out, or correct the arm from `{arm}`");
            checker.forbidden(owner, "guns", guns, "only artillery has guns", &hint);
            let example = format!("\"{}\"", Weapon::RifleMusket);
            let weapon = checker.required(owner, "weapon", weapon, &example);
            (weapon.and_then(|weapon| checker.word(owner, weapon)), Some(Vec::new()))
        }
    }
}

fn checked_guns(
    checker: &mut Checker,
    owner: &Owner,
    guns: &Spanned<Vec<Spanned<GunsTable>>>,
) -> Option<Vec<(Gun, u16)>> {
    if guns.get_ref().is_empty() {
        let what = format!("the battery {} has no guns", owner.label);
        checker.faults.add(guns, what).hint("list them as { type = \"12lb Napoleon\", n = 4 }");
        return None;
    }
    let mut checked: Vec<(Gun, u16)> = Vec::new();
    let mut complete = true;
    for table in guns.get_ref() {
        let entry = Owner::called(table.span(), format!("an entry in the guns of {}", owner.label));
        let GunsTable { r#type, n } = table.get_ref();
        let gun = checker.required(&entry, "type", r#type, "\"12lb Napoleon\"");
        let gun = gun.and_then(|gun| checker.word::<Gun>(&entry, gun));
        let number = checker.required(&entry, "n", n, "4");
        let number =
            number.and_then(|n| checker.number(&entry, "n", n, 1..=MOST_GUNS, "the guns of this type"));
        match gun.zip(number) {
            Some((gun, _)) if checked.iter().any(|&(other, _)| other == gun) => {
                checker
                    .faults
                    .add(table, format!("the guns of {} list the {gun} twice", owner.label))
                    .hint("give each type one entry with its number");
                complete = false;
            }
            Some(guns) => checked.push(guns),
            None => complete = false,
        }
    }
    complete.then_some(checked)
}

/// The commander and successors of a formation, which must have one.
pub(crate) fn required_command(
    checker: &mut Checker,
    owner: &Owner,
    value: &Field<CommanderTable>,
) -> Command {
    let example = "{ rank = \"Brig. Gen.\", name = \"…\", ability = 3 }";
    match checker.required(owner, "commander", value, example) {
        Some(commander) => command(checker, owner, commander),
        None => Command { commander: somebody(), successors: Vec::new() },
    }
}

fn command(checker: &mut Checker, owner: &Owner, table: &Spanned<CommanderTable>) -> Command {
    let label = format!("the commander of {}", owner.label);
    let commander = commander(checker, &Owner::called(table.span(), label), table.get_ref());
    let mut names = vec![(commander.name.clone(), name_span(table))];
    let mut successors = Vec::new();
    for (index, successor) in table.get_ref().successors.iter().flat_map(Spanned::get_ref).enumerate() {
        let label = format!("successor {} of {}", index + 1, owner.label);
        let successor_owner = Owner::called(successor.span(), label);
        let why = "a successor has none of his own";
        let hint = "list every successor in order in the commander's own list";
        checker.forbidden(&successor_owner, "successors", &successor.get_ref().successors, why, hint);
        let officer = self::commander(checker, &successor_owner, successor.get_ref());
        match names.iter().find(|(name, _)| *name == officer.name && !name.is_empty()) {
            Some((name, first)) => {
                checker
                    .faults
                    .add(name_span(successor), format!("{name} commands {} twice", owner.label))
                    .see(first.clone(), "here already")
                    .hint("name each officer once, in the order of succession");
            }
            None => names.push((officer.name.clone(), name_span(successor))),
        }
        successors.push(officer);
    }
    Command { commander, successors }
}

fn name_span(table: &Spanned<CommanderTable>) -> std::ops::Range<usize> {
    table.get_ref().name.as_ref().map_or_else(|| table.span(), Spanned::span)
}

fn commander(checker: &mut Checker, owner: &Owner, table: &CommanderTable) -> Commander {
    let CommanderTable { rank, name, ability, fate, successors: _ } = table;
    let unknown = somebody();
    Commander {
        grade: checker.required_word::<Grade>(owner, "rank", rank).unwrap_or(unknown.grade),
        name: checker.text(owner, "name", name, "\"John Buford\""),
        ability: checked_ability(checker, owner, ability).unwrap_or(unknown.ability),
        fate: checker.optional_text(owner, "fate", fate),
    }
}

/// An ability that must be there.
pub(crate) fn checked_ability(checker: &mut Checker, owner: &Owner, value: &Field<i64>) -> Option<Ability> {
    let ability = checker.required(owner, "ability", value, "3")?;
    let range = i64::from(*Ability::RANGE.start())..=i64::from(*Ability::RANGE.end());
    let meaning = "1 poor, 3 average, 6 outstanding";
    checker.number(owner, "ability", ability, range, meaning).and_then(Ability::new)
}

/// Stands in for a commander at fault.
fn somebody() -> Commander {
    Commander { grade: Grade::Colonel, name: String::new(), ability: Ability::UNKNOWN_GENERAL, fate: None }
}
