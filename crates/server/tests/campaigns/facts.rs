//! What eyes may know of a campaign, taken from the ledger's information matrix line by line.
//!
//! The rules hide by taking out of a state what a side may not know. Here it is the other way round: only what the
//! matrix opens is put in. Something that the rules forget to hide is therefore missing here, and shows as a difference
//! in what is sent.

use engine::{Eyes, Pending, Seat, Seating, Side};
use full_measure_of_devotion::campaign::Campaign;
use full_measure_of_devotion::event::What;
use full_measure_of_devotion::forces::TakeHit;
use full_measure_of_devotion::ids::ForceId;
use full_measure_of_devotion::state::{Battle, Role, State, Step};
use full_measure_of_devotion::strength::{Arm, Kind, Strength};
use full_measure_of_devotion::task::Task;

/// Facts in words that only need to be compared.
pub type Facts = Vec<String>;

/// Whether these eyes look over the shoulder of this army's general (FMD-15.1-1).
fn owns(eyes: Eyes<Seat>, army: Side, seating: Seating) -> bool {
    match eyes {
        Eyes::All => true,
        Eyes::Watcher => false,
        Eyes::Of(seat) => seating.army(seat) == army,
    }
}

/// All that these eyes may know of a state.
pub fn facts(campaign: &Campaign, state: &State, pending: Pending, eyes: Eyes<Seat>) -> Facts {
    let mut facts = open(campaign, state, pending);
    for army in Side::BOTH {
        if owns(eyes, army, state.seating()) {
            own(&mut facts, campaign, state, army);
        }
    }
    facts
}

/// What everybody may know.
fn open(campaign: &Campaign, state: &State, pending: Pending) -> Facts {
    let mut facts = vec![
        format!("{pending:?}, turn {}, {:?}, {:?} to go", state.turn(), state.phase(), state.go()),
        format!("{:?} out, weather {:?}, bonus {:?}", state.out(), state.weather(), state.bonus()),
        format!("re-rolls {:?}, lost {:?}, Meade {}", state.rerolls(), state.lost(), state.meade()),
        format!("trains {} of {}, Lee {:?}", state.trains_home(), state.trains_needed(), state.lee()),
        format!("{:?}, army orders {:?}", state.seating(), state.army_order()),
        format!(
            "depots {:?}, placed {}, depleted {:?}",
            state.depots(),
            state.depots_placed(),
            state.depleted()
        ),
        format!("wagons {:?}, offered {:?}, bereft {:?}", state.trains(), state.offered(), state.bereft()),
        format!("outcome {:?}", state.outcome()),
    ];
    for force in ForceId::all() {
        let sleigh = state.force(force);
        if let Some(at) = sleigh.at() {
            facts.push(format!(
                "{} at {at:?} under {}, {:?}, {} trains, fed {}, moved {}",
                force.name(),
                campaign.commander(sleigh.leader()).name,
                sleigh.markers(),
                sleigh.trains(),
                sleigh.fed(),
                sleigh.moved()
            ));
        }
    }
    // How many hits FORAGE costs follows from the hexes walked, and so does when they are placed.
    if let Some(Task::TakeHit(TakeHit { force })) = state.agenda().next() {
        facts.push(format!("a hit on {} is being placed", force.name()));
    }
    for away in state.away().iter().filter(|away| away.led()) {
        facts.push(format!("{:?} away from {:?} since {}", away.commander(), away.from(), away.since()));
    }
    if let Some(march) = state.march() {
        facts.push(format!(
            "march of {}, initial {}, {} spent on {} hexes, foraging {}, tested {}, {} due, fought {}",
            march.force().name(),
            march.initial(),
            march.spent(),
            march.hexes(),
            march.foraging(),
            march.tested(),
            march.due(),
            march.fought()
        ));
    }
    if let Some(battle) = state.battle() {
        facts.push(format!(
            "{} from {:?} against {} at {:?}, {:?}, {:?}, all cavalry {}, margin {}, won by {:?}, advanced {:?}",
            battle.attacker().name(),
            battle.from(),
            battle.defender().name(),
            battle.at(),
            battle.cause(),
            battle.step(),
            battle.declared_cavalry(),
            battle.margin(),
            battle.winner(),
            battle.advanced()
        ));
        for role in Role::BOTH {
            facts.push(share(battle, role));
        }
    }
    facts
}

/// A share in a combat as the enemy sees it.
fn share(battle: &Battle, role: Role) -> String {
    let share = battle.share(role);
    let mut text = format!(
        "{role:?}: {:?}, {} declared, value {}, die {}, {} hits, {:?} named",
        share.dice(),
        share.declared(),
        share.adjusted(),
        share.last(),
        share.hits(),
        share.named()
    );
    if battle.step() > Step::Select {
        text += &format!(", {:?} take part", share.part());
    }
    if battle.step() > Step::Place {
        text += &format!(", {:?} are left", share.after());
    }
    text
}

/// What only the general of an army knows besides.
fn own(facts: &mut Facts, campaign: &Campaign, state: &State, army: Side) {
    for force in ForceId::of(army) {
        let sleigh = state.force(force);
        facts.push(format!(
            "{}: {:?}, {:?}, marching {} by {:?}, {} due",
            force.name(),
            sleigh.strength(),
            sleigh.officers(),
            sleigh.marching(),
            sleigh.route(),
            sleigh.due()
        ));
    }
    let officers = campaign.officers_of(army);
    let away: Vec<_> = state.away().iter().filter(|away| officers.contains(away.commander())).collect();
    facts.push(format!("away {away:?}, rode {:?}", state.rode().and(officers)));
    facts.push(format!("riding {:?}", state.riding().filter(|riding| officers.contains(riding.who()))));
    facts.push(format!("answered {:?}", state.answers()[army]));
    let writing = state.writing().as_ref().filter(|_| writer(state) == army);
    facts.push(format!("writing {writing:?}"));
    facts.push(format!("sorting {:?}", state.sorting().filter(|sorting| sorting.force().side() == army)));
    if let Some(march) = state.march().filter(|march| march.force().side() == army) {
        facts.push(format!("{march:?}"));
    }
    if let Some(battle) = state.battle() {
        facts.push(format!("{:?}", battle.share(battle.role_of(army))));
    }
}

/// Whose initial orders are written.
fn writer(state: &State) -> Side {
    use full_measure_of_devotion::state::Phase;
    if state.phase() == Phase::UnionOrders { Side::Union } else { Side::Confederate }
}

/// What these eyes may hear of what led to a state.
pub fn heard(events: &[What], state: &State, eyes: Eyes<Seat>) -> Facts {
    events.iter().filter_map(|event| hear(event, state.seating(), eyes)).collect()
}

fn hear(event: &What, seating: Seating, eyes: Eyes<Seat>) -> Option<String> {
    let mine = |army: Side| owns(eyes, army, seating);
    match *event {
        // Seats change with the bids, so that of all secrets only these are older than what the seats lead.
        What::Bid { seat, .. } if eyes != Eyes::Of(seat) && eyes != Eyes::All => Some(format!("{seat} bids")),
        What::OrderWritten { force, .. }
        | What::AttritionDue { force, .. }
        | What::Hit { force, .. }
        | What::Picked { force, .. }
        | What::HitPlaced { force, .. }
        | What::Returned { to: force, .. }
            if !mine(force.side()) =>
        {
            None
        }
        What::Split { from, new, at, leaders, .. } if !mine(from.side()) => {
            Some(format!("{from:?} and {new:?} at {at:?} under {leaders:?}"))
        }
        What::Rode { side, .. } if !mine(side) => Some(format!("somebody of the {side} side rides")),
        what => Some(format!("{what:?}")),
    }
}

/// In what two states differ that looked the same: a name for each kind of secret.
pub fn secrets(one: &State, other: &State) -> Vec<&'static str> {
    let mut found = Vec::new();
    let mut note = |name, differs: bool| {
        if differs {
            found.push(name);
        }
    };
    let any = |differs: &dyn Fn(ForceId) -> bool| ForceId::all().any(differs);
    let strength = |differs: &dyn Fn(Strength, Strength) -> bool| {
        any(&|force| differs(one.force(force).strength(), other.force(force).strength()))
    };
    note("sizes", strength(&|one, other| one.size() != other.size()));
    note("arms", strength(&|one, other| Arm::ALL.iter().any(|&arm| one.arm(arm) != other.arm(arm))));
    let worn = |strength: Strength| Arm::ALL.map(|arm| strength.of(Kind { arm, weak: true }));
    note("worn brigades", strength(&|one, other| worn(one) != worn(other)));
    note("commanders", any(&|force| one.force(force).officers() != other.force(force).officers()));
    note("initial orders", any(&|force| one.force(force).route() != other.force(force).route()));
    note("attrition due", any(&|force| one.force(force).due() != other.force(force).due()));
    note("orders being written", one.writing() != other.writing());
    note("divisions", one.sorting() != other.sorting());
    note("rides", one.rode() != other.rode() || one.riding() != other.riding());
    note("returns", one.away() != other.away());
    note("bids", Side::BOTH.into_iter().any(|side| one.answers()[side].bid() != other.answers()[side].bid()));
    note(
        "losses unannounced",
        Side::BOTH.into_iter().any(|side| one.answers()[side].lost() != other.answers()[side].lost()),
    );
    note("allowances", one.march() != other.march());
    let shares = |state: &State| state.battle().as_ref().map(|battle| battle.shares().clone());
    note("choices in combat", shares(one) != shares(other));
    found
}

/// Every name that [`secrets`] gives.
pub const SECRETS: [&str; 14] = [
    "sizes",
    "arms",
    "worn brigades",
    "commanders",
    "initial orders",
    "attrition due",
    "orders being written",
    "divisions",
    "rides",
    "returns",
    "bids",
    "losses unannounced",
    "allowances",
    "choices in combat",
];
