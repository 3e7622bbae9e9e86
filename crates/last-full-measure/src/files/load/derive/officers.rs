//! Commanders above the brigade: who they are, and with whom they come (LFM-26.1b).

use super::Derivation;
use super::coming::Entry;
use crate::files::load::file::OfficerTable;
use crate::files::load::parts::{CommanderPart, Ref, Stand};
use crate::files::load::read::hex;
use crate::model::scenario::Rank as Level;
use armies::derive::{chief, find_troops, is_artillery, second};
use armies::{FormationId, Rank, Troops};
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
            if absent
                || is_artillery(self.battle, formation)
                || !self.company.has_regiments_of(self.battle, formation)
            {
                continue;
            }
            let post = match table.and_then(|table| self.post_by_table(table)) {
                Some(post) => post,
                None => self.post_by_history(formation),
            };
            self.commission(formation, rank, table.map(Spanned::get_ref), post);
        }
    }

    fn commission(&mut self, formation: FormationId, rank: Level, table: Option<&OfficerTable>, post: Post) {
        let tag = self.leaders[&formation].tag.clone();
        let stand = match post {
            Post::Away => return,
            Post::At(hex) => Stand::At(hex),
            Post::With(stack) => {
                self.stacks[stack].pieces.push(Ref::new(tag.clone(), self.written.clone()));
                Stand::ByList
            }
            Post::Alone(entry) => {
                let pieces = vec![Ref::new(tag.clone(), entry.written.clone())];
                let mp = self.allowance_of_officer(&entry);
                self.company.columns.push(entry.column(None));
                self.stacks.push(entry.arrival(tag.clone(), mp, pieces));
                Stand::ByList
            }
        };
        let chief = chief(self.battle, self.arrivals, formation);
        let cv = table.and_then(|table| table.cv).unwrap_or_else(|| self.scale.command_value(chief.ability));
        // Whom history does not name is a step worse (ledger 6.4).
        let second = match second(self.battle, self.arrivals, formation) {
            Some(second) => (second.name.clone(), self.scale.command_value(second.ability)),
            None => (format!("{tag}'s successor"), cv.saturating_sub(1).max(1)),
        };
        let own = table.and_then(|table| table.replacement.as_ref());
        let levels = self.names.levels(self.battle, formation);
        self.parts.commanders.push(CommanderPart {
            written: self.written.clone(),
            name: Some(self.leaders[&formation].name.clone()),
            stars: table.and_then(|table| table.stars),
            cv: Some(cv),
            replacement: Some(own.map_or(second, |own| (own.name.clone(), own.cv))),
            replaced: table.is_some_and(|table| table.replaced),
            corps: levels.corps,
            division: levels.division,
            corps_rank: table.and_then(|table| table.corps_rank),
            stand,
            ..CommanderPart::new(tag, self.battle[formation].side, rank)
        });
    }

    fn post_by_table(&mut self, written: &Spanned<OfficerTable>) -> Option<Post> {
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
            let Some(troops) = find_troops(self.battle, id, self.faults) else { return Some(Post::Away) };
            let post = self.with(troops);
            if post.is_none() {
                self.faults
                    .add(id, format!("`{}` takes no part", id.get_ref()))
                    .hint("name troops that stand on the map or arrive");
            }
            return Some(post.unwrap_or(Post::Away));
        }
        let arrives = table.arrives.as_ref()?;
        Some(self.entry_of(arrives).map_or(Post::Away, Post::Alone))
    }

    /// By the arrivals file; a commander of whom it does not speak comes with the first of his troops.
    fn post_by_history(&mut self, formation: FormationId) -> Post {
        let (battle, arrivals, clock) = (self.battle, self.arrivals, &self.calendar.clock);
        match self.company.post_by_history(battle, arrivals, clock, self.terrain.as_ref(), formation) {
            armies::derive::Post::At(hex) => Post::At(hex),
            armies::derive::Post::With(stack) => Post::With(stack),
            armies::derive::Post::Alone { entry, time } => match self.entry_at(entry, time) {
                Some(Some(entry)) => Post::Alone(entry),
                _ => self.with(Troops::Formation(formation)).unwrap_or(Post::Away),
            },
            armies::derive::Post::Away => Post::Away,
        }
    }

    /// With the first of some troops that are there or come.
    fn with(&self, troops: Troops) -> Option<Post> {
        match self.company.with(self.battle, troops)? {
            armies::derive::Post::At(hex) => Some(Post::At(hex)),
            armies::derive::Post::With(stack) => Some(Post::With(stack)),
            _ => None,
        }
    }
}
