//! Commanders above the brigade: who they are, and with whom they come (LFM-26.1b).

use super::coming::Entry;
use super::{Derivation, March};
use crate::load::file::OfficerTable;
use crate::load::parts::{CommanderPart, Ref, Stand};
use crate::load::read::hex;
use crate::scenario::Rank as Level;
use armies::arrivals::{CommanderArrival, Officer};
use armies::{Commander, FormationId, Rank, Troops, UnitId};
use ground::Hex;
use toml::Spanned;

/// Where a commander is.
enum Post {
    At(Hex),
    /// With a stack on its way, by number.
    With(usize),
    Alone(Entry),
    /// He does not come in time.
    Away,
}

impl Derivation<'_> {
    pub(super) fn officers(&mut self) {
        for formation in self.battle.formations() {
            let rank = match self.battle[formation].rank {
                Rank::Army => Level::Army,
                Rank::Corps => Level::Corps,
                Rank::Division => Level::Division,
                Rank::Brigade => continue,
            };
            let table = self.officers.get(&formation).copied();
            let absent = table.is_some_and(|table| table.get_ref().absent);
            if self.is_artillery(formation) || !self.takes_part(formation) || absent {
                continue;
            }
            let post = match table.and_then(|table| self.post_by_table(formation, table)) {
                Some(post) => post,
                None => self.post_by_history(formation),
            };
            self.commission(formation, rank, table.map(Spanned::get_ref), post);
        }
    }

    /// Whether any of its regiments does.
    fn takes_part(&self, formation: FormationId) -> bool {
        let first = self.standing.iter().map(|(unit, _)| *unit);
        let later = self.marching.iter().filter_map(|march| march.first);
        first
            .chain(later)
            .any(|unit| self.battle.belongs_to(unit, formation) && !self.battle[unit].arm.is_artillery())
    }

    fn commission(&mut self, formation: FormationId, rank: Level, table: Option<&OfficerTable>, post: Post) {
        let it = &self.battle[formation];
        let tag = self.leaders[&formation].tag.clone();
        let stand = match post {
            Post::Away => return,
            Post::At(hex) => Stand::At(hex),
            Post::With(stack) => {
                self.marching[stack].part.pieces.push(Ref::new(tag.clone(), self.written.clone()));
                Stand::ByList
            }
            Post::Alone(entry) => {
                let pieces = vec![Ref::new(tag.clone(), entry.written.clone())];
                let mp = entry.allowance_of_officer(self.parts.limits);
                self.marching.push(March {
                    first: None,
                    minute: entry.minute,
                    from: entry.from,
                    part: entry.arrival(tag.clone(), mp, pieces),
                });
                Stand::ByList
            }
        };
        let sent = self.sent(formation);
        let chief = sent.unwrap_or(&it.command.commander);
        let cv = table.and_then(|table| table.cv).unwrap_or_else(|| self.scale.command_value(chief.ability));
        let second = it.command.successors.first().filter(|_| sent.is_none());
        // Whom history does not name is a step worse (ledger 6.4).
        let second = match second {
            Some(second) => (second.name.clone(), self.scale.command_value(second.ability)),
            None => (format!("{tag}'s successor"), cv.saturating_sub(1).max(1)),
        };
        let own = table.and_then(|table| table.replacement.as_ref());
        let (corps, division) = self.levels(formation);
        self.parts.commanders.push(CommanderPart {
            written: self.written.clone(),
            name: Some(self.leaders[&formation].name.clone()),
            stars: table.and_then(|table| table.stars),
            cv: Some(cv),
            replacement: Some(own.map_or(second, |own| (own.name.clone(), own.cv))),
            replaced: table.is_some_and(|table| table.replaced),
            corps,
            division,
            corps_rank: table.and_then(|table| table.corps_rank),
            stand,
            ..CommanderPart::new(tag, it.side, rank)
        });
    }

    /// An officer who was sent to command the formation.
    fn sent(&self, formation: FormationId) -> Option<&Commander> {
        let arrivals = self.arrivals?;
        arrivals.commanders.iter().find_map(|arrival| match &arrival.officer {
            Officer::Sent(officer) if arrival.formation == formation => Some(officer),
            _ => None,
        })
    }

    fn post_by_table(&mut self, formation: FormationId, written: &Spanned<OfficerTable>) -> Option<Post> {
        let table = written.get_ref();
        let ways = [table.hex.is_some(), table.with.is_some(), table.arrives.is_some()];
        if ways.into_iter().filter(|&given| given).count() > 1 {
            self.faults
                .add(&table.of, format!("the commander of `{}` is in two places", table.of.get_ref()))
                .hint("keep `hex`, `with` or `arrives`");
        }
        if let Some(text) = &table.hex {
            return Some(hex(&self.parts.map, text, self.faults).map_or(Post::Away, Post::At));
        }
        if let Some(id) = &table.with {
            let Some(troops) = self.troops_named(id) else { return Some(Post::Away) };
            let post = self.with(troops);
            if post.is_none() {
                self.faults
                    .add(id, format!("`{}` takes no part", id.get_ref()))
                    .hint("name troops that stand on the map or arrive");
            }
            return Some(post.unwrap_or(Post::Away));
        }
        let arrives = table.arrives.as_ref()?;
        let entry = self.entry_of(arrives);
        debug_assert!(self.takes_part(formation));
        Some(entry.map_or(Post::Away, Post::Alone))
    }

    /// By the arrivals file; a commander of whom it does not speak comes with the first of his troops.
    fn post_by_history(&mut self, formation: FormationId) -> Post {
        let arrivals = self.arrivals;
        let record = arrivals.into_iter().flat_map(|arrivals| &arrivals.commanders).find(|arrival| {
            arrival.formation == formation && matches!(arrival.officer, Officer::Listed(0) | Officer::Sent(_))
        });
        let by_record = record.and_then(|record| self.post_by_record(formation, record));
        by_record.or_else(|| self.with(Troops::Formation(formation))).unwrap_or(Post::Away)
    }

    fn post_by_record(&mut self, formation: FormationId, record: &CommanderArrival) -> Option<Post> {
        let terrain = self.terrain?;
        let begins = self.calendar.begins()?;
        let time = record.time.minutes();
        if time <= begins {
            return terrain.hex(record.at).map(Post::At);
        }
        let Some((turn, _)) = self.calendar.at(time) else { return Some(Post::Away) };
        let battle = self.battle;
        let his = |unit: Option<UnitId>| unit.is_some_and(|unit| battle.belongs_to(unit, formation));
        let far = |march: &March| march.from.map_or(i64::MAX, |from| terrain.far(from, record.at));
        let stack = self
            .marching
            .iter()
            .enumerate()
            .filter(|(_, march)| march.part.turn == turn && his(march.first))
            .min_by_key(|(_, march)| (far(march), march.minute));
        if let Some((stack, _)) = stack {
            return Some(Post::With(stack));
        }
        // None of his troops comes with him: he rides ahead by the road of theirs that is nearest to his place.
        let arrivals = self.arrivals?;
        let from =
            self.marching.iter().filter(|march| his(march.first)).min_by_key(|march| far(march))?.from?;
        let entry = arrivals.entry_points.iter().find(|entry| entry.at == from)?;
        let entry = arrivals.entry_point(&entry.id)?;
        self.entry_at(entry, time, begins)?.map(Post::Alone)
    }

    /// With the first of some troops that are there or come.
    fn with(&self, troops: Troops) -> Option<Post> {
        let among = |unit: UnitId| match troops {
            Troops::Unit(other) => unit == other,
            Troops::Formation(formation) => self.battle.belongs_to(unit, formation),
        };
        if let Some((_, hex)) = self.standing.iter().find(|(unit, _)| among(*unit)) {
            return Some(Post::At(*hex));
        }
        let first = self
            .marching
            .iter()
            .enumerate()
            .filter(|(_, march)| march.first.is_some_and(among))
            .min_by_key(|(_, march)| (march.part.turn, march.minute))?;
        Some(Post::With(first.0))
    }
}
