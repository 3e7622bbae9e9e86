//! Battles of a campaign as written: the Area, the columns with their Formation cards, what the campaign's
//! stands have lost and were given, and where they have barricades.

use super::history::{branch, find_brigade, find_hq};
use super::losses::{self, Left, Losses, WrittenLevel, by_kind};
use super::scenario::{Campaign, Column};
use crate::field::ratings::{campaign_strength, troop};
use crate::field::roster::{Branch, HqId, Roster};
use crate::field::transfer::{Account, Circles, Level};
use crate::model::cards::Formation;
use crate::model::ids::{BrigadeId, StandId};
use crate::model::numbers::Gravestones;
use armies::{OrderOfBattle, Rank};
use engine::Side;
use engine::load::Reader;
use faults::{Faults, Shelf, Span, Text, Texts, Words, list};
use serde::Deserialize;
use toml::Spanned;

/// A battle of a campaign as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CampaignFile {
    /// What a stand of the campaign is.
    level: WrittenLevel,
    /// What the last battle has left.
    after: Option<Spanned<String>>,
    /// `assault: cs-archer cs-davis`: a column's Formation card, and its brigades.
    columns: Texts,
    /// `cs-archer: losses 1 supply 0 bears 1 strength 4 barricades`.
    #[serde(default)]
    units: Texts,
}

/// The campaign's stands with their regiments and batteries, and who is missing of them, by the place of the stand.
type Accounts = (Vec<(Account, Vec<StandId>)>, Vec<(usize, Circles)>);

/// Files of losses. None is built in.
const LOSSES: Shelf =
    Shelf { what: "file of losses", folder: "rally-round-the-flag/losses", ending: "toml", builtin: &[] };

impl CampaignFile {
    /// What the last battle has left, if the file names it.
    pub fn before(&self, reader: &mut Reader<'_>) -> Option<Losses> {
        reader.named(&LOSSES, self.after.as_ref()?, losses::read)
    }

    /// The battle; what the brigades' formations and the circles of regiments are goes into the roster.
    pub fn read(
        &self,
        place: &Span,
        attacker: Side,
        battle: &OrderOfBattle,
        roster: &mut Roster,
        before: Option<&Losses>,
        faults: &mut Faults,
    ) -> Campaign {
        let level = Level::from(self.level);
        if let (Some(before), Some(name)) = (before, &self.after)
            && before.level != level
        {
            faults
                .add(name, format!("the losses of `{}` are of another campaign", before.battle))
                .hint("name losses of the same `level`");
        }
        // An Area may be fought for if the Attacker has a General there and the enemy anybody (RRF-MAP-2). Campaigns
        // are led by Generals above the brigade.
        let leads = |side: Side| {
            let mut generals = roster.generals_of(side);
            generals.any(|id| roster.hqs[roster.generals[id.index()].hq.index()].rank != Rank::Brigade)
        };
        if !leads(attacker) {
            faults
                .add(
                    place.clone(),
                    format!("the {attacker} side attacks, and has no General in the Area (RRF-MAP-2)"),
                )
                .hint("add a division, corps or army to `generals` of `[army]`");
        }
        let columns = self.columns(roster, place, faults);
        for column in &columns {
            for brigade in &column.brigades {
                roster.brigades[brigade.index()].formation = column.card.unwrap_or(Formation::Unformed);
            }
        }
        if let Some(before) = before {
            carry_on(before, roster);
        }
        let (accounts, absent) = self.accounts(level, battle, roster, before, faults);
        self.check_left(roster, &accounts, faults);
        Campaign { level, columns, accounts, absent }
    }

    /// Whom the last battle has destroyed is not there, unless he is supplied.
    fn check_left(&self, roster: &Roster, accounts: &[(Account, Vec<StandId>)], faults: &mut Faults) {
        let Some(after) = &self.after else { return };
        for (_, stands) in accounts.iter().filter(|(account, _)| account.supply == [0; 3]) {
            for stand in stands {
                let about = &roster.troops[stand.index()];
                if about.marked[0] >= about.troop.strength.0 {
                    faults
                        .add(after, format!("`{}` has no circle left after the last battle", about.tag))
                        .hint(format!("`leave` out `{}`, or give its stand a supply", about.id));
                }
            }
        }
    }

    fn columns(&self, roster: &Roster, place: &Span, faults: &mut Faults) -> Vec<Column> {
        let mut columns = Vec::new();
        let mut seen: Vec<(BrigadeId, &Text)> = Vec::new();
        for line in &self.columns {
            let Some((name, mut words)) = Words::named(line, faults, "assault: cs-archer cs-davis") else {
                continue;
            };
            let card = Formation::ALL
                .into_iter()
                .find(|card| super::lines::key(card).eq_ignore_ascii_case(name.text));
            if card.is_none() {
                let known: Vec<String> = Formation::ALL.iter().map(super::lines::key).collect();
                faults.add(name.place, format!("`{}` is no Formation card", name.text)).hint(format!(
                    "write {}; `unformed` for a column without one",
                    list(known.iter().map(String::as_str))
                ));
            }
            let card = card.unwrap_or(Formation::Unformed);
            let mut brigades = Vec::new();
            while let Some(word) = words.take() {
                let Some(brigade) = find_brigade(roster, word.text) else {
                    let known = roster.brigades.iter().map(|brigade| brigade.tag.as_str());
                    faults
                        .add(word.place, format!("no brigade here is called `{}`", word.text))
                        .hint(format!("known are {}", list(known)));
                    continue;
                };
                if let Some((_, first)) = seen.iter().find(|(other, _)| *other == brigade) {
                    faults
                        .add(word.place, format!("`{}` is in two columns", word.text))
                        .hint("name it once")
                        .see(*first, "the first");
                }
                seen.push((brigade, line));
                brigades.push(brigade);
            }
            let sides: Vec<Side> =
                brigades.iter().map(|id: &BrigadeId| roster.brigades[id.index()].side).collect();
            let Some(&side) = sides.first() else {
                faults.add(line, "the column has no brigade").hint("name those that march in it");
                continue;
            };
            if sides.iter().any(|other| *other != side) {
                faults.add(line, "the column has brigades of both sides").hint("write a line for each side");
            }
            columns.push(Column { side, card: (card != Formation::Unformed).then_some(card), brigades });
        }
        for (number, brigade) in roster.brigades.iter().enumerate() {
            if !seen.iter().any(|(id, _)| id.index() == number) {
                faults
                    .add(place.clone(), format!("`{}` is in no column", brigade.tag))
                    .hint("add it to one, or write `unformed:` and its name for a column without a card");
            }
        }
        columns
    }

    /// The campaign's stands: brigades and battalions, or divisions, all that take part.
    fn accounts(
        &self,
        level: Level,
        battle: &OrderOfBattle,
        roster: &mut Roster,
        before: Option<&Losses>,
        faults: &mut Faults,
    ) -> Accounts {
        let mut accounts: Vec<(HqId, Account, Vec<StandId>)> = Vec::new();
        for number in 0..roster.hqs.len() {
            let hq = HqId::at(number);
            let is_stand = match level {
                Level::Division => roster.hqs[number].brigade.is_some(),
                Level::Corps => roster.hqs[number].rank == Rank::Division,
            };
            if !is_stand {
                continue;
            }
            let stands: Vec<StandId> = (0..roster.troops.len())
                .map(StandId::at)
                .filter(|&stand| roster.chain(stand).any(|over| over == hq))
                .collect();
            let about = &roster.hqs[number];
            let bears = before.and_then(|before| before.unit(&about.id)).flatten().unwrap_or_default();
            let account = Account { id: about.id.clone(), borne: bears, ..Account::default() };
            accounts.push((hq, account, stands));
        }
        let ids: Vec<String> = accounts.iter().map(|(_, account, _)| account.id.clone()).collect();
        let absent = before.map(|before| absent(battle, before, roster, &ids)).unwrap_or_default();
        for (number, (_, account, stands)) in accounts.iter_mut().enumerate() {
            let gone = absent.iter().filter(|(of, _)| *of == number).map(|(_, circles)| circles);
            account.strength = strength(level, roster, stands, gone);
        }
        for line in &self.units {
            let example = "cs-archer: losses 1 supply 0 barricades";
            let Some((name, mut words)) = Words::named(line, faults, example) else { continue };
            let id = Text::new(line.span(), name.text.to_owned());
            let Some(hq) = find_hq(roster, &id, faults) else { continue };
            let Some((_, account, stands)) = accounts.iter_mut().find(|(other, ..)| *other == hq) else {
                let size = if level == Level::Division { "brigade or battalion" } else { "division" };
                faults
                    .add(name.place, format!("`{}` is no stand of this campaign", name.text))
                    .hint(format!("its stands are each a {size}"));
                continue;
            };
            while !words.is_over() {
                let number = if words.takes("losses") {
                    &mut account.losses
                } else if words.takes("supply") {
                    &mut account.supply
                } else if words.takes("bears") {
                    &mut account.borne
                } else if words.takes("strength") {
                    &mut account.strength
                } else if words.takes("barricades") {
                    for &stand in stands.iter() {
                        let brigade = roster.troops[stand.index()].brigade;
                        roster.brigades[brigade.index()].barricades = true;
                    }
                    continue;
                } else {
                    words.over(faults, &["losses", "supply", "bears", "strength", "barricades"]);
                    break;
                };
                if let Some(found) = by_kind(&mut words, faults, 60) {
                    *number = found;
                }
            }
            let bears = account.bears();
            let spent = (0..3).find(|&kind| bears[kind] > account.strength[kind]);
            if let Some(kind) = spent {
                faults
                    .add(
                        line,
                        format!(
                            "`{}` bears {} marks, of a strength of {}",
                            account.id, bears[kind], account.strength[kind]
                        ),
                    )
                    .hint(
                        "a stand without strength left is gone from the campaign (RRF-XFR-9): `leave` it out",
                    );
            }
        }
        (accounts.into_iter().map(|(_, account, stands)| (account, stands)).collect(), absent)
    }
}

/// Whom an earlier battle has marked and who is not in this one, with the place of his account.
fn absent(
    battle: &OrderOfBattle,
    before: &Losses,
    roster: &Roster,
    accounts: &[String],
) -> Vec<(usize, Circles)> {
    let missing =
        before.regiments.iter().filter(|(id, _)| !roster.troops.iter().any(|troop| troop.id == *id));
    let find = |(id, left): &(String, Left)| {
        let unit = battle.unit(id)?;
        let mut over = battle.superiors(unit);
        let account = over.find_map(|over| accounts.iter().position(|id| *id == battle[over].id))?;
        let troop = troop(&battle[unit]);
        Some((
            account,
            Circles {
                id: id.clone(),
                branch: branch(battle[unit].arm),
                printed: [troop.strength.0, troop.mounted.0, troop.holders.0],
                marked: left.marked,
                by_campaign: left.by_campaign,
            },
        ))
    };
    missing.filter_map(find).collect()
}

/// Regiments begin as the last battle has left them (RRF-XFR-11).
fn carry_on(before: &Losses, roster: &mut Roster) {
    for regiment in &mut roster.troops {
        if let Some(left) = before.regiment(&regiment.id) {
            let troop = regiment.troop;
            let printed = [troop.strength.0, troop.mounted.0, troop.holders.0];
            regiment.marked = [0, 1, 2].map(|kind| left.marked[kind].min(printed[kind]));
        }
    }
    for (id, stones) in &before.generals {
        let hq = roster.hqs.iter().find(|hq| hq.id == *id).and_then(|hq| hq.general);
        if let Some(general) = hq {
            roster.generals[general.index()].gravestones = Gravestones(*stones);
        }
    }
}

/// The strength of a campaign's stand: a third of the circles of its regiments, a twelfth at corps level (section 6.2);
/// a battalion has one for each battery. What there is has at least one.
fn strength<'a>(
    level: Level,
    roster: &Roster,
    stands: &[StandId],
    gone: impl Iterator<Item = &'a Circles>,
) -> [u16; 3] {
    let here = stands.iter().map(|stand| {
        let regiment = &roster.troops[stand.index()];
        let troop = regiment.troop;
        (regiment.branch, [troop.strength.0, troop.mounted.0, troop.holders.0])
    });
    let gone = gone.map(|circles| (circles.branch, circles.printed));
    let (mut circles, mut batteries) = ([0; 3], 0);
    for (branch, printed) in here.chain(gone) {
        if branch == Branch::Artillery {
            batteries += 1;
        } else {
            (0..3).for_each(|kind| circles[kind] += u16::from(printed[kind]));
        }
    }
    if circles[0] == 0 {
        return [batteries, 0, 0];
    }
    circles.map(|number| match level {
        _ if number == 0 => 0,
        Level::Division => campaign_strength(number).max(1),
        Level::Corps => (number / level.circles()).max(1),
    })
}
