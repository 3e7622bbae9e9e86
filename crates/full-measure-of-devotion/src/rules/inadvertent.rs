//! Inadvertent moves: away from the roads a Force may lose its way (chapter 12.1).

use crate::model::campaign::Traveller;
use crate::model::event::What;
use crate::model::numbers::{MovementPoints, Trains};
use crate::model::position::{Play, Position};
use crate::model::route::Compass;
use crate::model::state::Cause;
use ground::Hex;
use ground::theatre::Country;

impl Position<'_> {
    /// Up to which die a move into a hex away from all roads is inadvertent: the Force loses its way (FMD-12.1-3).
    fn inadvertent_up_to(&self, hex: Hex) -> u8 {
        if self.campaign.theatre.country(hex) == Country::Forest { 2 } else { 1 }
    }
}

/// What a way through hexes away from all roads risks (FMD-12.1-1, FMD-12.1-3).
pub(crate) fn risk(at: Position<'_>, way: &[Hex]) -> String {
    let first = way.iter().copied().find(|&hex| !at.campaign.landmarks.on_road.contains(hex));
    let tested = at.state.march.is_none_or(|march| march.tested);
    match first.filter(|_| !tested) {
        Some(hex) => format!(", {} in 6 to lose the way", at.inadvertent_up_to(hex)),
        None => String::new(),
    }
}

impl Play<'_> {
    /// Away from the roads a move may be inadvertent (FMD-12.1-1): the die is thrown once a move (FMD-12.1-2).
    pub(crate) fn test_for_inadvertent_move(&mut self, at: Hex) {
        let Some(march) = &mut self.state.march else { return };
        if march.tested || self.campaign.landmarks.on_road.contains(at) {
            return;
        }
        march.tested = true;
        let force = march.force;
        let limit = self.position().inadvertent_up_to(at);
        let die = self.chance.d6("is the way lost");
        self.tell(What::InadvertentMove { force, at, die, limit });
        // FMD-12.1-3
        if die <= limit {
            self.end_march();
            self.drift();
        }
    }

    /// The Force on the move drifts a hex by the compass (FMD-12.1-4, RUL-32), be it beside the enemy or guns alone
    /// (FMD-12-V-F13).
    pub(crate) fn drift(&mut self) {
        let Some(march) = self.state.march else { return };
        let force = march.force;
        let Some(from) = self.state.force(force).at else { return };
        let die = self.chance.d6("where it goes astray");
        let position = self.position();
        let detail = position.force(force);
        // FMD-12.1-5: it stays where no way leads.
        let to = self.campaign.by_compass(from, Compass::of_die(die)).filter(|&to| {
            let open = position.step_cost(Traveller::force(detail.trains > Trains::ZERO), from, to).is_some();
            let friend = position.state.force_at(force.side(), to).is_some();
            let south = position.is_forbidden_south(force.side(), detail.strength.has_foot_or_guns(), to);
            open && !(friend && march.foraging) && !south
        });
        self.tell(What::Drift { force, from, die, to });
        let Some(to) = to else { return };
        match self.state.force_at(force.side().other(), to) {
            // FMD-12.1-6
            Some(enemy) => self.open_battle(force, enemy, from, to, Cause::Drift),
            // FMD-12.1-7: a friend there is joined when the move ends, at once.
            None => self.enter(to, MovementPoints::ZERO),
        }
    }
}
