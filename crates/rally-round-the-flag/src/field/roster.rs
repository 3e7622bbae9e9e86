//! Who is there: headquarters from the army down to the brigade, their Generals, regiments and batteries
//! (RRF-GEN-1, RRF-COC-1 to RRF-COC-4).

use super::decks::Suit;
use super::ratings::Troop;
use crate::model::cards::Formation;
use crate::model::ids::{BrigadeId, GeneralId, StandId};
use crate::model::numbers::{Gravestones, Ratings};
use armies::Rank;
use engine::Side;

engine::id!(
    /// A headquarters: a brigade's, a division's, a corps's, an army's (RRF-COC-1).
    HqId(u8)
);

/// Everybody who takes part, on the map or off it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Roster {
    /// Headquarters, those above before those below; those between are there whether their General is or not.
    pub hqs: Vec<Hq>,
    /// Generals who take part, the Union's first; the numbers of [`GeneralId`].
    pub generals: Vec<General>,
    /// Brigades and battalions, the Union's first; the numbers of [`BrigadeId`].
    pub brigades: Vec<Brigade>,
    /// Regiments and batteries, brigade by brigade; the numbers of [`StandId`].
    pub troops: Vec<Regiment>,
}

/// A headquarters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hq {
    /// Its id in the order of battle: `us-1c-1d`.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// How high.
    pub rank: Rank,
    /// The one above it.
    pub over: Option<HqId>,
    /// Its General, if he takes part: in the battle, and not left out because his brigade is subordinated.
    pub general: Option<GeneralId>,
    /// The brigade it is of.
    pub brigade: Option<BrigadeId>,
}

/// A General (RRF-LEAD-1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct General {
    /// The word he is known by: `Meredith`.
    pub tag: String,
    /// His grade and name.
    pub name: String,
    /// Whose he is.
    pub side: Side,
    /// What he commands.
    pub hq: HqId,
    /// What is printed on his stand.
    pub ratings: Ratings,
    /// Marks from battles before (RRF-KIA-6, R-104).
    pub gravestones: Gravestones,
}

/// Who leads a brigade (RRF-COC-4).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Its own General.
    Independent,
    /// A General above him, directly (RRF-DECK-6, RRF-DECK-7).
    Subordinated(GeneralId),
}

/// A brigade, or a battalion of artillery.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Brigade {
    /// The word it is known by, also on its cards: `meredith`.
    pub tag: String,
    /// What people call it.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its headquarters.
    pub hq: HqId,
    /// Which cards it has.
    pub suit: Suit,
    /// Who leads it.
    pub standing: Standing,
    /// How it is deployed where nothing is placed by the scenario (RRF-FORM-1).
    pub formation: Formation,
    /// Whether its stands may have barricades before them (RRF-BARR-5).
    pub barricades: bool,
}

/// Infantry, cavalry or guns (RRF-STAND-1).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Branch {
    /// A regiment of infantry.
    Infantry,
    /// A regiment of cavalry: mounted, dismounted and horse-holder stands (RRF-CAV-1).
    Cavalry,
    /// A battery.
    Artillery,
}

/// A regiment or battery.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Regiment {
    /// The word it is known by: `24MI`.
    pub tag: String,
    /// Its id in the order of battle; its tag where there is none.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its brigade.
    pub brigade: BrigadeId,
    /// What it is.
    pub branch: Branch,
    /// What is printed on its stands.
    pub troop: Troop,
    /// Circles marked at the start: of the stand on foot or the guns, of the mounted stand, of the holders.
    pub marked: [u8; 3],
}

impl Roster {
    /// The headquarters over one, nearest first.
    pub fn over(&self, hq: HqId) -> impl Iterator<Item = HqId> + '_ {
        std::iter::successors(self.hqs[hq.index()].over, |&over| self.hqs[over.index()].over)
    }

    /// Whether a headquarters is another, or stands over it.
    #[must_use]
    pub fn leads(&self, high: HqId, low: HqId) -> bool {
        high == low || self.over(low).any(|over| over == high)
    }

    /// The chain of a regiment or battery: its brigade, division, corps, army (RRF-COC-1).
    pub fn chain(&self, stand: StandId) -> impl Iterator<Item = HqId> + '_ {
        let hq = self.brigades[self.troops[stand.index()].brigade.index()].hq;
        std::iter::once(hq).chain(self.over(hq))
    }

    /// Whether a General is in the chain of a stand: his own formation's, all the way down (RRF-RAD-1). Over a
    /// subordinated brigade nobody below its General commands (RRF-DECK-7a).
    #[must_use]
    pub fn commands(&self, general: GeneralId, stand: StandId) -> bool {
        let brigade = &self.brigades[self.troops[stand.index()].brigade.index()];
        self.commands_brigade(general, brigade)
    }

    fn commands_brigade(&self, general: GeneralId, brigade: &Brigade) -> bool {
        let hq = self.generals[general.index()].hq;
        self.leads(hq, brigade.hq)
            && match brigade.standing {
                Standing::Independent => true,
                Standing::Subordinated(over) => self.leads(hq, self.generals[over.index()].hq),
            }
    }

    /// The General who leads a brigade directly: its own, or the one it is subordinated to; none if its own is absent.
    #[must_use]
    pub fn leader(&self, brigade: BrigadeId) -> Option<GeneralId> {
        let about = &self.brigades[brigade.index()];
        match about.standing {
            Standing::Independent => self.hqs[about.hq.index()].general,
            Standing::Subordinated(general) => Some(general),
        }
    }

    /// Every brigade of a side.
    pub fn brigades_of(&self, side: Side) -> impl Iterator<Item = BrigadeId> + '_ {
        let ids = (0..self.brigades.len()).map(BrigadeId::at);
        ids.filter(move |id| self.brigades[id.index()].side == side)
    }

    /// Every General of a side.
    pub fn generals_of(&self, side: Side) -> impl Iterator<Item = GeneralId> + '_ {
        let ids = (0..self.generals.len()).map(GeneralId::at);
        ids.filter(move |id| self.generals[id.index()].side == side)
    }

    /// The regiments and batteries of a brigade.
    pub fn troops_of(&self, brigade: BrigadeId) -> impl Iterator<Item = StandId> + '_ {
        let ids = (0..self.troops.len()).map(StandId::at);
        ids.filter(move |id| self.troops[id.index()].brigade == brigade)
    }

    /// The division that a headquarters is or belongs to.
    #[must_use]
    pub fn division(&self, hq: HqId) -> Option<HqId> {
        let mut chain = std::iter::once(hq).chain(self.over(hq));
        chain.find(|id| self.hqs[id.index()].rank == Rank::Division)
    }

    /// The Generals of the highest rank a side has there: one of them commands all (RRF-HAND-1).
    #[must_use]
    pub fn highest(&self, side: Side) -> Vec<GeneralId> {
        let rank = |id: &GeneralId| self.hqs[self.generals[id.index()].hq.index()].rank;
        // Ranks are ordered from the highest.
        let Some(highest) = self.generals_of(side).map(|id| rank(&id)).min() else { return Vec::new() };
        self.generals_of(side).filter(|id| rank(id) == highest).collect()
    }
}
