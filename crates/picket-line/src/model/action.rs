//! Answers to questions, and how they are written.

use crate::model::field::{EDGE, MOST_TURNS, Point, Turns};
use crate::model::scenario::PicketLine;
use crate::model::state::PicketId;
use crate::rules::orders::Order;
use engine::notation::{Noun, any_number};
use engine::scene::Target;
use engine::{Chance, Violation};

engine::actions! {
    /// One answer to one question.
    #[derive(Copy, Clone, PartialEq, Eq, Debug)]
    pub enum Action for PicketLine {
        Order(order: Order) = ["order" order] "the side's order for the round",
        Scout = ["scout"] "plays a *scout* card",
        Pick(picket: PicketId) = ["pick" picket] "this picket moves",
        StandFast = ["stand" "fast"] "no picket moves",
        Move { to: Point, facing: Point } = ["move" to "facing" facing] "where the picket goes, and how it faces",
        MoveBy { to: Point, by: Turns, facing: Point } = ["move" to "by" by "facing" facing] "the same, by turning points",
        Fire(with: PicketId) = ["fire" with] "this picket fires at the one that moved",
        FireAimed(with: PicketId) = ["fire" with "aim"] "it fires, and an *aim* card is played",
        HoldFire = ["hold" "fire"] "nobody fires",
    }
}

impl Noun<PicketLine> for Order {
    const FORM: &'static str = "advance|withdraw|hold";

    fn write(self, _: &PicketLine) -> String {
        self.to_string()
    }

    fn read(_: &PicketLine, said: &str) -> Result<Order, Violation> {
        said.parse().map_err(Violation::form)
    }

    fn exists(self, _: &PicketLine) -> bool {
        true
    }

    fn any(_: &PicketLine, chance: &mut dyn Chance) -> Order {
        Order::ALL[chance.draw(3, "any order") as usize]
    }
}

impl Noun<PicketLine> for PicketId {
    const FORM: &'static str = "PICKET";

    fn write(self, rules: &PicketLine) -> String {
        let post = rules.posts.get(self.index());
        post.map_or_else(|| format!("picket?{}", self.0), |post| post.name.clone())
    }

    fn read(rules: &PicketLine, said: &str) -> Result<PicketId, Violation> {
        rules.find(said).ok_or_else(|| {
            let names: Vec<&str> = rules.posts.iter().map(|post| post.name.as_str()).collect();
            Violation::form(format!("no picket is called `{said}`; there are {}", names.join(", ")))
        })
    }

    fn exists(self, rules: &PicketLine) -> bool {
        self.index() < rules.posts.len()
    }

    fn any(rules: &PicketLine, chance: &mut dyn Chance) -> PicketId {
        PicketId(any_number(chance, rules.posts.len(), 256) as u8)
    }

    fn target(self, rules: &PicketLine) -> Option<Target> {
        Some(Target::Piece { piece: self.write(rules) })
    }
}

impl Noun<PicketLine> for Point {
    const FORM: &'static str = "X,Y";

    fn write(self, _: &PicketLine) -> String {
        self.to_string()
    }

    fn read(_: &PicketLine, said: &str) -> Result<Point, Violation> {
        said.split_once(',')
            .and_then(|(x, y)| Some(Point::new(x.parse().ok()?, y.parse().ok()?)))
            .ok_or_else(|| Violation::form(format!("`{said}` is no point such as `200,260`")))
    }

    /// Whether it is on the field is for the rules to say (PL-3.3).
    fn exists(self, _: &PicketLine) -> bool {
        true
    }

    fn any(_: &PicketLine, chance: &mut dyn Chance) -> Point {
        if chance.draw(4, "any point at all") == 0 {
            return Point::new(
                chance.draw(u32::MAX, "x").cast_signed(),
                chance.draw(u32::MAX, "y").cast_signed(),
            );
        }
        let mut pace = || chance.draw(EDGE.cast_unsigned() + 1, "any pace").cast_signed();
        Point::new(pace(), pace())
    }
}

impl Noun<PicketLine> for Turns {
    const FORM: &'static str = "X,Y;X,Y";

    fn write(self, rules: &PicketLine) -> String {
        let points: Vec<String> = self.iter().map(|point| point.write(rules)).collect();
        points.join(";")
    }

    fn read(rules: &PicketLine, said: &str) -> Result<Turns, Violation> {
        let mut turns = Turns::default();
        for point in said.split(';') {
            if turns.lacks_room(1) {
                return Err(Violation::form(format!("a way turns at most {MOST_TURNS} times")));
            }
            turns.push(Point::read(rules, point)?);
        }
        Ok(turns)
    }

    fn exists(self, _: &PicketLine) -> bool {
        true
    }

    fn any(rules: &PicketLine, chance: &mut dyn Chance) -> Turns {
        let mut turns = Turns::default();
        for _ in 0..=chance.draw(MOST_TURNS as u32 + 1, "any number of turning points") {
            turns.push(Point::any(rules, chance));
        }
        turns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notation_reads_back() {
        let rules = PicketLine::standard();
        for text in [
            "order hold",
            "scout",
            "pick A",
            "stand fast",
            "move -3,260 facing 0,1",
            "move -3,260 by 1,2;3,4 facing 0,1",
            "fire X",
            "fire X aim",
            "hold fire",
        ] {
            let action = Action::read(&rules, text).unwrap();
            assert_eq!(action.write(&rules), text);
        }
        assert_eq!(Action::read(&rules, "  PICK  a "), Action::read(&rules, "pick A"));
        let lines: Vec<String> = Action::FORMS.iter().map(engine::notation::Form::line).collect();
        assert_eq!(lines[..3], ["order advance|withdraw|hold", "scout", "pick PICKET"]);
    }

    #[test]
    fn what_cannot_be_read_says_what_could() {
        let rules = PicketLine::standard();
        for (text, hint) in [
            ("", "nothing was said; an answer is a line such as `hold fire`"),
            ("picc A", "`picc` is no action; did you mean `pick`?"),
            ("pick", "`pick` is not complete: write `pick PICKET`"),
            ("fire X twice", "write `fire PICKET` or `fire PICKET aim`"),
            ("order charge", "advance"),
            ("pick Z", "there are A, B, X, Y"),
            ("move 1 facing 0,1", "no point such as"),
            ("move 99999999999,1 facing 0,1", "no point such as"),
            ("move 6,6 by 1,1;2,2;3,3;4,4;5,5 facing 0,1", "at most 3 times"),
        ] {
            let violation = Action::read(&rules, text).unwrap_err();
            assert!(violation.text.contains(hint), "{violation}");
            assert_eq!(violation.rule, "", "faults of form break no rule");
        }
    }
}
