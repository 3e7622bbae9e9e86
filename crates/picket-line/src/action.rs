//! Answers to questions, and how they are written.

use crate::field::Point;
use crate::movement;
use crate::orders::Order;
use crate::scenario::PicketLine;
use crate::state::{PicketId, Stage, State};
use engine::Violation;

/// One answer to one question.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Gives the side's order for the round: `order hold`.
    Order(Order),
    /// Plays a *scout* card: `scout`.
    Scout,
    /// Picks the picket to move: `pick A`.
    Pick(PicketId),
    /// Moves no picket: `stand fast`.
    StandFast,
    /// Moves the picket picked: `move 200,260 facing 0,1`.
    Move {
        /// Where to.
        to: Point,
        /// Facing which way.
        facing: Point,
    },
    /// Fires at the picket that moved: `fire X`, or `fire X aim` with an *aim* card.
    Fire {
        /// With which picket.
        with: PicketId,
        /// Whether an *aim* card is played.
        aim: bool,
    },
    /// Lets it pass: `hold fire`.
    HoldFire,
}

/// What [`read`] understands.
const FORMS: &str = "`order advance|withdraw|hold`, `scout`, `pick A`, `stand fast`, `move 200,260 facing 0,1`, \
                     `fire X`, `fire X aim`, `hold fire`";

/// Writes an action.
pub(crate) fn write(rules: &PicketLine, action: &Action) -> String {
    let name = |picket: PicketId| rules.posts.get(picket.index()).map_or("?", |post| &post.name);
    match *action {
        Action::Order(order) => format!("order {order}"),
        Action::Scout => "scout".to_owned(),
        Action::Pick(picket) => format!("pick {}", name(picket)),
        Action::StandFast => "stand fast".to_owned(),
        Action::Move { to, facing } => format!("move {to} facing {facing}"),
        Action::Fire { with, aim: false } => format!("fire {}", name(with)),
        Action::Fire { with, aim: true } => format!("fire {} aim", name(with)),
        Action::HoldFire => "hold fire".to_owned(),
    }
}

/// An action as a player reads it in a list of answers.
pub(crate) fn describe(rules: &PicketLine, state: &State, action: &Action) -> String {
    let name = |picket: PicketId| rules.posts.get(picket.index()).map_or("?", |post| &post.name);
    let prey = match state.stage {
        Stage::Reaction(_, prey) => format!(" at {}", name(prey)),
        _ => String::new(),
    };
    match *action {
        Action::Order(order) => {
            let paces = movement::reach(order);
            match order {
                Order::Advance => format!("Advance: first to act, up to {paces} paces"),
                Order::Withdraw => format!("Withdraw: up to {paces} paces, and no nearer to the enemy"),
                Order::Hold => format!("Hold: last to act, up to {paces} paces, and steadier fire"),
            }
        }
        Action::Scout => "Play Scout: the enemy lays its cards open".to_owned(),
        Action::Pick(picket) => format!("Move {}", name(picket)),
        Action::StandFast => "Stand fast: nobody moves".to_owned(),
        Action::Move { to, facing } => format!("Go to {to}, facing {}", facing.compass()),
        Action::Fire { with, aim: false } => format!("{} fires{prey}", name(with)),
        Action::Fire { with, aim: true } => format!("{} fires{prey} and plays Aim", name(with)),
        Action::HoldFire => "Hold fire".to_owned(),
    }
}

/// Reads an action.
pub(crate) fn read(rules: &PicketLine, text: &str) -> Result<Action, Violation> {
    let picket = |name: &str| {
        rules.find(name).ok_or_else(|| {
            let names: Vec<&str> = rules.posts.iter().map(|post| post.name.as_str()).collect();
            Violation::form(format!("no picket is called `{name}`; there are {}", names.join(", ")))
        })
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        ["order", order] => Ok(Action::Order(order.parse().map_err(Violation::form)?)),
        ["scout"] => Ok(Action::Scout),
        ["pick", name] => Ok(Action::Pick(picket(name)?)),
        ["stand", "fast"] => Ok(Action::StandFast),
        ["move", to, "facing", facing] => Ok(Action::Move { to: point(to)?, facing: point(facing)? }),
        ["fire", name] => Ok(Action::Fire { with: picket(name)?, aim: false }),
        ["fire", name, "aim"] => Ok(Action::Fire { with: picket(name)?, aim: true }),
        ["hold", "fire"] => Ok(Action::HoldFire),
        _ => Err(Violation::form(format!("`{text}` is no action; write {FORMS}"))),
    }
}

fn point(text: &str) -> Result<Point, Violation> {
    text.split_once(',')
        .and_then(|(x, y)| Some(Point::new(x.parse().ok()?, y.parse().ok()?)))
        .ok_or_else(|| Violation::form(format!("`{text}` is no point such as `200,260`")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Side;

    #[test]
    fn notation_reads_back() {
        let rules = PicketLine::standard();
        let texts = [
            "order hold",
            "scout",
            "pick A",
            "stand fast",
            "move -3,260 facing 0,1",
            "fire X",
            "fire Y aim",
            "hold fire",
        ];
        for text in texts {
            let action = read(&rules, text).unwrap();
            assert_eq!(write(&rules, &action), text);
        }
    }

    #[test]
    fn answers_are_read_in_words() {
        let rules = PicketLine::standard();
        let mut state = rules.undealt();
        let word = |state: &State, text: &str| describe(&rules, state, &read(&rules, text).unwrap());
        assert_eq!(word(&state, "pick A"), "Move A");
        assert_eq!(word(&state, "move 200,260 facing 0,1"), "Go to 200,260, facing north");
        state.stage = Stage::Reaction(Side::Confederate, rules.find("A").unwrap());
        assert_eq!(word(&state, "fire X aim"), "X fires at A and plays Aim");
    }

    #[test]
    fn what_cannot_be_read_says_what_could() {
        let rules = PicketLine::standard();
        for (text, hint) in [
            ("", "is no action; write"),
            ("order charge", "advance"),
            ("pick Z", "there are A, B, X, Y"),
            ("move 1 facing 0,1", "no point such as"),
            ("move 99999999999,1 facing 0,1", "no point such as"),
        ] {
            let violation = read(&rules, text).unwrap_err();
            assert!(violation.text.contains(hint), "{violation}");
            assert_eq!(violation.rule, "", "faults of form break no rule");
        }
    }
}
