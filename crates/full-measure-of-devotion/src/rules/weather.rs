//! The start of the turn: bonuses, Hooker's hold on his army, the sky (chapters 10 and 14.1).

use crate::model::event::What;
use crate::model::ids::ForceId;
use crate::model::numbers::{CommandBonus, Turn};
use crate::model::position::Play;
use crate::model::state::Weather;
use engine::BySide;

impl Play<'_> {
    /// Command bonuses go back to where they start (FMD-7-3, FMD-7-4).
    pub(crate) fn reset_bonuses(&mut self) {
        let union = CommandBonus(if self.state.meade { 4 } else { 3 });
        self.state.bonus = BySide { union, confederate: CommandBonus(4) };
    }

    /// Does Meade take over? (FMD-14.1-1)
    pub(crate) fn roll_for_meade(&mut self) {
        let (Some(hooker), Some(meade)) = (self.campaign.army.hooker, self.campaign.army.meade) else {
            return;
        };
        let turn = self.state.turn;
        // FMD-14.1-4: no dice once he has.
        if turn < Turn(2) || self.state.meade {
            return;
        }
        let dice =
            [self.chance.d6("Hooker's command, first die"), self.chance.d6("Hooker's command, second die")];
        self.tell(What::HookerRoll { turn, dice });
        if dice[0] + dice[1] > turn.0 {
            return;
        }
        self.state.meade = true;
        // FMD-14.1-3
        self.state.bonus.union = CommandBonus(4);
        // FMD-14.1-2: Hooker leaves the game, wherever he is.
        for force in ForceId::all() {
            let force = self.state.force_mut(force);
            if force.at.is_some() && force.officers.contains(hooker) {
                force.officers = force.officers.without(hooker).with(meade);
                if force.leader == hooker {
                    force.leader = meade;
                }
            }
        }
        for away in &mut self.state.away {
            if away.commander == hooker {
                away.commander = meade;
            }
        }
        self.state.evidence.replaced(hooker, meade);
        self.tell(What::Meade);
    }

    /// Both sides roll for the weather (FMD-10-1, RUL-12). What it does to the turn ends with the next roll (FMD-10-6).
    pub(crate) fn roll_weather(&mut self) {
        let dice = [self.chance.d6("weather, Union die"), self.chance.d6("weather, Confederate die")];
        self.state.weather = match (dice.contains(&1), self.state.weather) {
            // FMD-10-3
            (false, _) => Weather::Sunny,
            // FMD-10-2: one box, be it one die or both.
            (true, Weather::Sunny) => Weather::Cloudy,
            (true, Weather::Cloudy) => Weather::Heavy,
            (true, Weather::Heavy | Weather::Torrential) => Weather::Torrential,
        };
        self.tell(What::WeatherRoll { dice, weather: self.state.weather });
    }
}
