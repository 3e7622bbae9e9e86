//! From the file to the checked order of battle, with every fault on the way: the tree, its ids and its sums.

use std::collections::BTreeMap;
use std::ops::Range;

use faults::{Faults, Source, read_toml_leniently};
use toml::Spanned;

use crate::checker::{Checker, Field, Owner, is_id};
use crate::orbat_file::{AlternativeTable, FormationTable, OrbatFile, UnitTable};
use crate::{
    AlternativeFigure, Arm, Date, Formation, FormationId, OrderOfBattle, Rank, Side, Troops, Unit, UnitId,
    unit_check,
};

const SCHEMA: &str = "orbat/1";
/// More than any army of the war had, by far.
const MOST_MEN: i64 = 1_000_000;

/// Reads and checks a file.
pub(crate) fn read(source: &Source) -> Result<OrderOfBattle, Faults> {
    let reading = read_toml_leniently::<OrbatFile>(source);
    let Some(file) = reading.value else { return Err(reading.faults) };
    let mut checker = Checker { faults: reading.faults };

    let whole = Owner::called(0..0, "the file");
    checker.schema(&file.schema, SCHEMA);
    let battle = checker.text(&whole, "battle", &file.battle, "\"Gettysburg\"");
    let date = checker.date(&file.date).unwrap_or(Date { year: 1863, month: 7, day: 1 });
    if file.army.is_empty() {
        checker.faults.add(0..0, "the file has no army").hint("add `[[army]]` with an id, a name and a side");
    }

    let mut builder = Builder { checker, formations: vec![], units: vec![], ids: BTreeMap::new() };
    for army in &file.army {
        builder.formation(army, Rank::Army, None);
    }
    let Builder { checker, formations, units, ids } = builder;
    let ids = ids.into_iter().map(|(id, (troops, _))| (id, troops)).collect();
    checker.faults.into_result(OrderOfBattle { battle, date, formations, units, ids })
}

/// The order of battle while it grows.
struct Builder {
    checker: Checker,
    formations: Vec<Formation>,
    units: Vec<Unit>,
    ids: BTreeMap<String, (Troops, Range<usize>)>,
}

/// What a formation hands down to those under it.
#[derive(Clone)]
struct Above {
    id: FormationId,
    rank: Rank,
    side: Side,
    label: String,
    /// The arm that everything under it must have, and the formation that says so.
    arm: Option<(Arm, String)>,
}

/// What stands under a formation. A figure is unknown if a unit's is at fault.
#[derive(Default)]
struct Totals {
    men: Sum,
    engaged: Sum,
    guns: Sum,
}

/// A sum and its summands, to show where it comes from.
struct Sum(Option<Vec<u32>>);

impl Builder {
    fn formation(&mut self, table: &Spanned<FormationTable>, rank: Rank, above: Option<&Above>) -> Totals {
        let FormationTable { id, name, side, arm, commander, note, .. } = table.get_ref();
        let owner = Owner::new(table.span(), id, name, format!("this {rank}"));
        let checker = &mut self.checker;
        if let Some(above) = above.filter(|above| above.rank >= rank) {
            checker
                .faults
                .add(
                    table,
                    format!("the {rank} {} stands under the {} {}", owner.label, above.rank, above.label),
                )
                .hint("the order is army, corps, division, brigade; levels may be left out");
        }
        let side = match above {
            None => checker.required_word(&owner, "side", side).unwrap_or(Side::Union),
            Some(above) => {
                let hint = "give the side to the army only";
                checker.forbidden(&owner, "side", side, "only an army has a side", hint);
                above.side
            }
        };
        let arm = arm.as_ref().and_then(|arm| checker.word::<Arm>(&owner, arm));
        let name = checker.text(&owner, "name", name, "\"…\"");
        let command = unit_check::required_command(checker, &owner, commander);
        let note = checker.optional_text(&owner, "note", note);
        let men_published = published(checker, &owner, &table.get_ref().men_published);
        let men_alternative = alternative(checker, &owner, &table.get_ref().men_alternative);

        let number = FormationId(self.formations.len() as u16);
        let id = self.new_id(&owner, id, Troops::Formation(number));
        if self.formations.len() >= usize::from(u16::MAX) {
            self.checker.faults.add(table, "more than 65,534 formations").hint("use several files");
            return Totals::default();
        }
        self.formations.push(Formation {
            id,
            name,
            rank,
            side,
            arm,
            parent: above.map(|above| above.id),
            command,
            men_published,
            men_alternative,
            note,
            formations: 0..0,
            own_units: 0..0,
            units: 0..0,
        });
        let above_arm = above.and_then(|above| above.arm.clone());
        self.agree(&owner, table.get_ref().arm.as_ref().zip(arm), above_arm.as_ref());
        let here = Above {
            id: number,
            rank,
            side,
            label: owner.label.clone(),
            arm: arm.map(|arm| (arm, owner.label.clone())).or(above_arm),
        };
        self.everything_under(table, &owner, &here)
    }

    fn everything_under(&mut self, table: &Spanned<FormationTable>, owner: &Owner, here: &Above) -> Totals {
        let FormationTable { corps, division, brigade, units, men_sum, men_engaged, guns_sum, .. } =
            table.get_ref();
        let first_unit = self.units.len() as u16;
        let mut totals = Totals::default();
        for unit in units {
            totals.add(self.unit(unit, here));
        }
        let own_units = first_unit..self.units.len() as u16;

        let ranks = [(Rank::Corps, corps), (Rank::Division, division), (Rank::Brigade, brigade)];
        let mut children: Vec<(&Spanned<FormationTable>, Rank)> =
            ranks.iter().flat_map(|(rank, tables)| tables.iter().map(|table| (table, *rank))).collect();
        children.sort_by_key(|(table, _)| table.span().start);
        for &(child, rank) in &children {
            let under = self.formation(child, rank, Some(here));
            totals.add_up(under);
        }

        if units.is_empty() && children.is_empty() {
            self.checker
                .faults
                .add(table, format!("the {} {} is empty", here.rank, owner.label))
                .hint("list its regiments and batteries under `units`, or leave it out");
        }
        self.agree_sum(owner, "men_sum", men_sum, "men", &totals.men);
        self.agree_sum(owner, "men_engaged", men_engaged, "men engaged", &totals.engaged);
        self.agree_sum(owner, "guns_sum", guns_sum, "guns", &totals.guns);

        let last_formation = self.formations.len() as u16;
        let formation = &mut self.formations[here.id.index()];
        formation.formations = here.id.0 + 1..last_formation;
        formation.own_units = own_units;
        formation.units = first_unit..self.units.len() as u16;
        totals
    }

    fn unit(&mut self, table: &Spanned<UnitTable>, here: &Above) -> Totals {
        let UnitTable { id, name, arm, .. } = table.get_ref();
        let owner = Owner::new(table.span(), id, name, "this unit");
        let number = UnitId(self.units.len() as u16);
        let id = self.new_id(&owner, id, Troops::Unit(number));
        let unit = unit_check::unit(&mut self.checker, &owner, table.get_ref());
        self.agree(&owner, arm.as_ref().zip(unit.arm), here.arm.as_ref());
        if self.units.len() >= usize::from(u16::MAX) {
            self.checker.faults.add(table, "more than 65,534 units").hint("use several files");
            return Totals::default();
        }
        let totals = Totals {
            men: Sum::of(unit.men.map(u32::from)),
            engaged: Sum::of(unit.men.map(|men| if unit.engaged { u32::from(men) } else { 0 })),
            guns: Sum::of(unit.gun_count()),
        };
        self.units.push(unit.finish(id, here.id, here.side));
        totals
    }

    /// Takes an id, which must be well formed and new.
    fn new_id(&mut self, owner: &Owner, id: &Field<String>, troops: Troops) -> String {
        let Some(id) = self.checker.required(owner, "id", id, "\"us-2wi\"") else { return String::new() };
        let text = id.get_ref();
        let faults = &mut self.checker.faults;
        if !is_id(text) {
            faults
                .add(id, format!("`{text}` is not an id"))
                .hint("use lower-case letters and digits, with single hyphens between them, as `us-11c-1d`");
        } else if let Some((_, first)) = self.ids.get(text) {
            faults
                .add(id, format!("the id `{text}` is used twice"))
                .see(first.clone(), "first used here")
                .hint("give every formation and unit an id of its own");
        } else {
            self.ids.insert(text.clone(), (troops, id.span()));
        }
        text.clone()
    }

    /// Whether an arm agrees with that of the formation over it.
    fn agree(&mut self, owner: &Owner, arm: Option<(&Spanned<String>, Arm)>, above: Option<&(Arm, String)>) {
        let (Some((place, arm)), Some((wanted, above))) = (arm, above) else { return };
        if !wanted.admits(arm) {
            self.checker
                .faults
                .add(place, format!("{} is {arm}, but {above} is {wanted}", owner.label))
                .hint(format!("correct one of the two, or leave `arm` out of {above} if its arms are mixed"));
        }
    }

    /// Whether a sum that the file gives agrees with the units.
    fn agree_sum(&mut self, owner: &Owner, key: &str, given: &Field<i64>, of_what: &str, sum: &Sum) {
        let (Some(given), Some(parts)) = (given, &sum.0) else { return };
        let actual: i64 = parts.iter().map(|&part| i64::from(part)).sum();
        if *given.get_ref() != actual {
            let what = format!(
                "{}: `{key}` is {}, but its units have {actual} {of_what}",
                owner.label,
                given.get_ref()
            );
            self.checker
                .faults
                .add(given, what)
                .hint(format!("write {actual}{}, or correct the units", shown_sum(parts)));
        }
    }
}

fn published(checker: &mut Checker, owner: &Owner, value: &Field<i64>) -> Option<u32> {
    checker.number(owner, "men_published", value.as_ref()?, 1..=MOST_MEN, "the strength in the literature")
}

fn alternative(
    checker: &mut Checker,
    owner: &Owner,
    value: &Field<AlternativeTable>,
) -> Option<AlternativeFigure> {
    let table = value.as_ref()?;
    let owner = Owner::called(table.span(), format!("`men_alternative` of {}", owner.label));
    let AlternativeTable { men, source } = table.get_ref();
    let men = checker.required(&owner, "men", men, "1048");
    let men = men.and_then(|men| checker.number(&owner, "men", men, 1..=MOST_MEN, "another source's figure"));
    let source = checker.text(&owner, "source", source, "\"Official Records\"");
    Some(AlternativeFigure { men: men.unwrap_or(1), source })
}

/// Summands worth showing behind a sum.
fn shown_sum(parts: &[u32]) -> String {
    let parts: Vec<String> = parts.iter().filter(|&&part| part > 0).map(u32::to_string).collect();
    if (2..=8).contains(&parts.len()) { format!(" ({})", parts.join(" + ")) } else { String::new() }
}

impl Default for Sum {
    fn default() -> Self {
        Sum(Some(Vec::new()))
    }
}

impl Sum {
    fn of(part: Option<u32>) -> Self {
        Sum(part.map(|part| vec![part]))
    }

    fn add(&mut self, other: Sum) {
        match (&mut self.0, other.0) {
            (Some(parts), Some(others)) => parts.extend(others),
            (sum, _) => *sum = None,
        }
    }

    /// The same sum as one summand.
    fn added_up(self) -> Self {
        Sum(self.0.map(|parts| vec![parts.iter().sum()]))
    }
}

impl Totals {
    fn add(&mut self, other: Totals) {
        self.men.add(other.men);
        self.engaged.add(other.engaged);
        self.guns.add(other.guns);
    }

    fn add_up(&mut self, other: Totals) {
        let Totals { men, engaged, guns } = other;
        self.add(Totals { men: men.added_up(), engaged: engaged.added_up(), guns: guns.added_up() });
    }
}
