//! stub
use crate::action::Action;
use crate::ids::*;
use crate::position::*;
use engine::Violation;
impl Position<'_> {
    pub(crate) fn construct_actions(&self, _: &mut Vec<Action>) {}
    pub(crate) fn check_construct(&self, _: &Action) -> Result<(), Violation> {
        Ok(())
    }
    pub(crate) fn limber_actions(&self, _: &mut Vec<Action>) {}
    pub(crate) fn check_limber(&self, _: &Action) -> Result<(), Violation> {
        Ok(())
    }
    pub(crate) fn works_actions(&self, _: &mut Vec<Action>) {}
    pub(crate) fn check_works(&self, _: &Action) -> Result<(), Violation> {
        Ok(())
    }
    pub(crate) fn recover_actions(&self, _: &mut Vec<Action>) {}
    pub(crate) fn check_recover(&self, _: &Action) -> Result<(), Violation> {
        Ok(())
    }
    pub(crate) fn rejoin_actions(&self, _: UnitId, _: CommanderId, _: &mut Vec<Action>) {}
    pub(crate) fn check_rejoin(&self, _: UnitId, _: CommanderId, _: &Action) -> Result<(), Violation> {
        Ok(())
    }
}
impl Play<'_> {
    pub(crate) fn ready_construct(&mut self) -> bool {
        self.pop();
        false
    }
    pub(crate) fn do_construct(&mut self, _: &Action) {}
    pub(crate) fn ready_limber(&mut self) -> bool {
        self.pop();
        false
    }
    pub(crate) fn do_limber(&mut self, _: &Action) {}
    pub(crate) fn ready_works(&mut self) -> bool {
        self.pop();
        false
    }
    pub(crate) fn do_works(&mut self, _: &Action) {}
    pub(crate) fn ready_recover(&mut self) -> bool {
        self.pop();
        false
    }
    pub(crate) fn do_recover(&mut self, _: &Action) {}
    pub(crate) fn ready_rejoin(&mut self, _: UnitId, _: CommanderId) -> bool {
        self.pop();
        false
    }
    pub(crate) fn do_rejoin(&mut self, _: UnitId, _: CommanderId, _: &Action) {}
    pub fn begin_construction(&mut self) {}
    pub fn begin_reorganization(&mut self) {}
    pub fn end_reorganization(&mut self) {}
    pub fn night_cleanup(&mut self) {}
    pub fn dawn_losses(&mut self) {}
    pub fn victory_check(&mut self) {}
    pub fn final_outcome(&mut self) {
        self.state.outcome = Some(engine::Outcome { winner: None, points: [0; 2] });
    }
    pub fn note_objectives(&mut self) {}
}
