//! Looking back: the positions of a game once more, without playing all of it again.

use super::{Game, Played, SPACING, Snapshot};
use crate::Rules;
use crate::chance::Seeded;
use crate::story::Silent;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// Positions of a game that were passed while looking back, kept by whoever looks: from the nearest, the next look sets
/// out.
///
/// They are true as long as nothing is taken back; whoever does that [forgets](Marks::forget) them.
#[derive(Debug, Default)]
pub struct Marks(Mutex<BTreeMap<usize, Arc<Snapshot>>>);

impl Marks {
    /// Forgets all of them: the past is another one now.
    pub fn forget(&mut self) {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// The last one at or before the position after so many actions.
    fn before(&self, actions: usize) -> Option<Arc<Snapshot>> {
        let marks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        marks.range(..=actions).next_back().map(|(_, mark)| mark.clone())
    }

    fn has(&self, actions: usize) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&actions)
    }

    fn keep(&self, mark: Snapshot) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(mark.actions, Arc::new(mark));
    }
}

impl<R: Rules> Game<R> {
    /// Shows every position from the one after `first` actions on, each with how many actions led to it, until `visit`
    /// has seen enough or the present is reached.
    pub(crate) fn revisit(
        &self,
        first: usize,
        marks: &Marks,
        mut visit: impl FnMut(usize, &R::State) -> ControlFlow<()>,
    ) {
        let own = self.snapshots.iter().rfind(|snapshot| snapshot.actions <= first);
        let mark = marks.before(first);
        let nearest = [own, mark.as_deref()].into_iter().flatten().max_by_key(|snapshot| snapshot.actions);
        let found = nearest.and_then(|near| Some((near.actions, near.state(&*self.rules)?, near.place)));
        let (mut actions, mut state, mut place) = found.unwrap_or_else(|| {
            let mut stream = Seeded::new(self.dice);
            let state = self.rules.start(&mut stream, &mut Silent);
            (0, state, stream.place())
        });
        let mut memo = R::Memo::default();
        loop {
            if actions >= first && visit(actions, &state).is_break() {
                return;
            }
            let Some(entry) = self.entries.get(actions) else { return };
            let action = self.rules.read(&entry.action);
            let played =
                action.and_then(|action| self.carry_out(&state, place, entry.seat, &action, &mut memo));
            // What was legal when it was done is legal when it is done again.
            let Ok(Played { state: next, place: further, .. }) = played else { return };
            (state, place) = (next, further);
            actions += 1;
            if actions.is_multiple_of(SPACING) && !marks.has(actions) {
                marks.keep(Snapshot::of(&state, actions, place));
            }
        }
    }
}
