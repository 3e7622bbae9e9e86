//! Losses between a campaign and its battles, both ways (RRF-XFR-1 to RRF-XFR-12, R-63, R-104): pure functions over
//! circles.

use super::roster::Branch;

/// The size of a campaign's stands.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Level {
    /// A stand is a brigade.
    Division,
    /// A stand is a division.
    Corps,
}

impl Level {
    /// How many circles a loss of a campaign's stand is, and a supply (RRF-XFR-1 to RRF-XFR-3).
    #[must_use]
    pub const fn circles(self) -> u16 {
        match self {
            Level::Division => 3,
            Level::Corps => 12,
        }
    }
}

/// Something for each kind of stand that is counted by itself: infantry, guns and dismounted cavalry; mounted cavalry;
/// horse holders (RRF-XFR-6).
pub type ByKind<T> = [T; 3];

/// Infantry, guns, dismounted cavalry.
pub const FOOT: usize = 0;
/// Mounted cavalry.
pub const MOUNTED: usize = 1;
/// Horse holders.
pub const HOLDERS: usize = 2;

/// What the kinds are called in files and faults.
pub const KINDS: ByKind<&str> = ["on foot", "mounted", "holders"];

/// A regiment or battery and its circles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Circles {
    /// Its id.
    pub id: String,
    /// What it is.
    pub branch: Branch,
    /// Circles there are.
    pub printed: ByKind<u8>,
    /// Circles marked.
    pub marked: ByKind<u8>,
    /// Of a battery, whether its circle was marked by the campaign and not by the enemy in battle.
    pub by_campaign: bool,
}

impl Circles {
    /// Whether nothing is left of what fights: all of it for infantry and guns, the men on foot for cavalry
    /// (RRF-CAV-6, RRF-LOSS-7).
    #[must_use]
    pub const fn is_gone(&self) -> bool {
        self.marked[FOOT] >= self.printed[FOOT]
    }
}

/// What a campaign says has happened to one of its stands since the last battle, and what it bore before.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Account {
    /// The id of its brigade, battalion or division.
    pub id: String,
    /// Its strength without marks.
    pub strength: ByKind<u16>,
    /// Marks it bore when the last battle was over, whether suffered on the campaign's map or transferred.
    pub borne: ByKind<u16>,
    /// Losses since, on the campaign's map (RRF-XFR-1).
    pub losses: ByKind<u16>,
    /// Supplies since (RRF-XFR-2).
    pub supply: ByKind<u16>,
}

impl Account {
    /// The marks it bears now: what it bore and lost, less what it was given.
    #[must_use]
    pub fn bears(&self) -> ByKind<u16> {
        [0, 1, 2].map(|kind| (self.borne[kind] + self.losses[kind]).saturating_sub(self.supply[kind]))
    }
}

/// How many circles the owner of a campaign's stand must mark on its regiments and batteries, and how many he must
/// erase, before a battle. Nothing is owed beyond the circles there are.
#[must_use]
pub fn owed(level: Level, account: &Account, regiments: &[Circles]) -> (ByKind<u16>, ByKind<u16>) {
    let sum = |kind: usize, of: &dyn Fn(&Circles) -> u8| -> u16 {
        regiments.iter().map(|about| u16::from(of(about).min(about.printed[kind]))).sum()
    };
    let mark = [0, 1, 2].map(|kind| {
        let free = sum(kind, &|about| about.printed[kind] - about.marked[kind].min(about.printed[kind]));
        (account.losses[kind] * level.circles()).min(free)
    });
    let erase = [0, 1, 2].map(|kind| {
        let marked = sum(kind, &|about| about.marked[kind]) + mark[kind];
        (account.supply[kind] * level.circles()).min(marked)
    });
    (mark, erase)
}

/// Circles marked or erased on one regiment or battery.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The regiment or battery, by its place in the list.
    pub regiment: usize,
    /// Which of its stands.
    pub kind: usize,
    /// How many circles.
    pub circles: u8,
}

/// What is wrong with circles that an owner placed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wrong {
    /// The row that says so.
    pub rule: &'static str,
    /// What is wrong, with the numbers.
    pub what: String,
    /// What would be right.
    pub hint: String,
}

/// Marks circles on the regiments of a campaign's stand as its owner chose, then erases what was supplied
/// (RRF-XFR-1 to RRF-XFR-3): exactly as many as are owed, none on a stand that has no such circle left.
///
/// # Errors
///
/// Everything that is wrong; then no circle is changed.
pub fn place(
    level: Level,
    account: &Account,
    regiments: &mut [Circles],
    marks: &[Placed],
    erased: &[Placed],
) -> Result<(), Vec<Wrong>> {
    let (owed_marks, owed_gains) = owed(level, account, regiments);
    let mut wrong = Vec::new();
    let mut after: Vec<Circles> = regiments.to_vec();
    for (placed, adds) in marks.iter().map(|p| (p, true)).chain(erased.iter().map(|p| (p, false))) {
        let Some(about) = after.get_mut(placed.regiment) else { continue };
        let (kind, circles) = (placed.kind, placed.circles);
        let (printed, marked) = (about.printed[kind], about.marked[kind]);
        let room = if adds { printed.saturating_sub(marked) } else { marked };
        if circles > room {
            let doing = if adds { "marked on" } else { "erased from" };
            let what =
                format!("{circles} circles are {doing} `{}` {}, which has {room}", about.id, KINDS[kind]);
            let rule = if about.branch == Branch::Cavalry { "RRF-XFR-6" } else { "RRF-XFR-1" };
            wrong.push(Wrong { rule, what, hint: format!("write at most {room}") });
        } else if adds {
            about.marked[kind] += circles;
            about.by_campaign |= about.branch == Branch::Artillery && circles > 0;
        } else {
            about.marked[kind] -= circles;
            about.by_campaign &= about.marked[kind] > 0;
        }
    }
    let sum = |placed: &[Placed], kind: usize| -> u16 {
        placed.iter().filter(|placed| placed.kind == kind).map(|placed| u16::from(placed.circles)).sum()
    };
    for kind in [FOOT, MOUNTED, HOLDERS] {
        let both =
            [("marked", marks, &owed_marks, "RRF-XFR-1"), ("erased", erased, &owed_gains, "RRF-XFR-2")];
        for (doing, placed, owed, rule) in both {
            let (given, due) = (sum(placed, kind), owed[kind]);
            if given != due {
                let rule = if kind == FOOT { rule } else { "RRF-XFR-6" };
                let what = format!("{given} circles {} of `{}` are {doing}", KINDS[kind], account.id);
                wrong.push(Wrong { rule, what, hint: format!("place exactly {due}") });
            }
        }
    }
    if wrong.is_empty() {
        regiments.clone_from_slice(&after);
        Ok(())
    } else {
        Err(wrong)
    }
}

/// Spreads what is owed as evenly as it goes: circle by circle on whoever has most left, in the order of the list. For
/// owners who leave it to the table.
pub fn spread(level: Level, account: &Account, regiments: &mut [Circles]) {
    let (marks, gains) = owed(level, account, regiments);
    for kind in [FOOT, MOUNTED, HOLDERS] {
        for _ in 0..marks[kind] {
            let left = |about: &Circles| about.printed[kind].saturating_sub(about.marked[kind]);
            // Batteries last: a circle is all they have.
            let best = (0..regiments.len()).filter(|&at| left(&regiments[at]) > 0).max_by_key(|&at| {
                let about = &regiments[at];
                (about.branch != Branch::Artillery, left(about), std::cmp::Reverse(at))
            });
            if let Some(about) = best.map(|at| &mut regiments[at]) {
                about.marked[kind] += 1;
                about.by_campaign |= about.branch == Branch::Artillery;
            }
        }
        for _ in 0..gains[kind] {
            let most = (0..regiments.len())
                .filter(|&at| regiments[at].marked[kind] > 0)
                .max_by_key(|&at| (regiments[at].marked[kind], std::cmp::Reverse(at)));
            if let Some(about) = most.map(|at| &mut regiments[at]) {
                about.marked[kind] -= 1;
                about.by_campaign &= about.marked[kind] > 0;
            }
        }
    }
}

/// What became of a regiment or battery in a battle.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fate {
    /// It is there, or it routed off the map, retired, or was removed as all-routed: it keeps its circles.
    Left,
    /// It was destroyed: its circles are lost, of a cavalry regiment those of the men on foot (RRF-CAV-7).
    Destroyed,
    /// It was captured: all its circles are lost, of a cavalry regiment those of its three stands.
    Captured,
}

/// The circles marked on a regiment or battery when a battle is over (RRF-XFR-12).
#[must_use]
pub const fn marked_after(printed: ByKind<u8>, marked: ByKind<u8>, fate: Fate) -> ByKind<u8> {
    match fate {
        Fate::Left => marked,
        Fate::Destroyed => [printed[FOOT], marked[MOUNTED], marked[HOLDERS]],
        Fate::Captured => printed,
    }
}

/// The new marks on a campaign's stand for so many circles marked on its regiments: one for every 3 (or 12), less the
/// marks it bears already; what is left over stays on the regiments and counts next time (RRF-XFR-4, RRF-XFR-5, R-63).
#[must_use]
pub const fn new_marks(level: Level, circles: u16, bears: u16) -> u16 {
    (circles / level.circles()).saturating_sub(bears)
}

/// Whether a command has lost its battalion of guns: three quarters of its batteries are destroyed (RRF-XFR-8).
#[must_use]
pub const fn battalion_is_lost(batteries: u16, destroyed: u16) -> bool {
    batteries > 0 && 4 * destroyed >= 3 * batteries
}

/// What a battle means to a campaign's stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settled {
    /// Its id.
    pub id: String,
    /// Marks that are new.
    pub new: ByKind<u16>,
    /// Marks it bears from now on.
    pub bears: ByKind<u16>,
    /// Whether it is removed: no strength is left (RRF-XFR-9), or too few guns (RRF-XFR-8). Its regiments leave with
    /// it, their circles as they are (RRF-XFR-10).
    pub removed: bool,
}

/// Settles a battle for a campaign's stand, with its regiments and batteries as they ended.
#[must_use]
pub fn settle(level: Level, account: &Account, regiments: &[Circles]) -> Settled {
    let bears = account.bears();
    let counts = |about: &Circles| about.branch != Branch::Artillery || about.by_campaign;
    let circles = [0, 1, 2].map(|kind: usize| -> u16 {
        regiments.iter().filter(|about| counts(about)).map(|about| u16::from(about.marked[kind])).sum()
    });
    let new = [0, 1, 2].map(|kind| new_marks(level, circles[kind], bears[kind]));
    let total = [0, 1, 2].map(|kind| bears[kind] + new[kind]);
    let batteries = regiments.iter().filter(|about| about.branch == Branch::Artillery);
    let destroyed = batteries.clone().filter(|about| about.is_gone()).count() as u16;
    let guns_alone = regiments.iter().all(|about| about.branch == Branch::Artillery);
    let lost = guns_alone && battalion_is_lost(batteries.count() as u16, destroyed);
    let spent = account.strength[FOOT] > 0 && total[FOOT] >= account.strength[FOOT];
    Settled { id: account.id.clone(), new, bears: total, removed: lost || spent && !guns_alone }
}

#[cfg(test)]
mod tests;
