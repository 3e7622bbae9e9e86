//! What a player types.

/// A line as it is meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// Nothing at all.
    Nothing,
    /// What can be typed; with a word, only the forms that contain it.
    Help,
    /// How actions are written.
    Forms,
    /// The board, or the part of it round a place.
    Board(Option<String>),
    /// Everything at a place, or about a piece.
    Look(String),
    /// The answers in full; with a word, those that contain it.
    List(Option<String>),
    /// Why an answer is refused; without one, the last that was.
    Why(Option<String>),
    /// A rule by its id.
    Rule(String),
    /// What may come of an answer.
    Odds(String),
    /// Take the last answer back.
    Undo(Back),
    /// The last so many lines of the log.
    Log(usize),
    /// Write the record to a file.
    Save(String),
    /// Draw the board to a file.
    Picture(String),
    /// What the dice come from.
    Dice,
    /// Leave.
    Quit,
    /// An answer: a number, or a line in the game's notation.
    Answer(String),
    /// A command that lacks something: what it needs.
    Incomplete(&'static str),
}

/// How far back.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Back {
    /// One answer.
    One,
    /// To before this line of the log.
    Before(usize),
}

/// How many lines of the log are shown when nobody says how many.
const LOG: usize = 10;

/// What can be typed besides answers.
pub const COMMANDS: [(&str, &str); 17] = [
    ("7", "the answer with this number"),
    ("move 0307", "an answer in the game's notation; a place alone will do if one answer names it"),
    ("list [WORD]", "the answers in full, or those that contain a word"),
    ("board [PLACE]", "the board, or the part round a place"),
    ("look NAME", "everything at a place, about a piece, or of a side"),
    ("picture FILE", "the board as a picture: FILE.svg or FILE.png"),
    ("why [ANSWER]", "why an answer is refused, with its rule"),
    ("rule ID", "a rule of the ledger, such as the one in brackets after a question"),
    ("odds ANSWER", "what may come of an answer, exactly"),
    ("undo [N]", "take back the last answer, or everything from line N of the log on"),
    ("log [N]", "the last N actions and what came of them"),
    ("save FILE", "write the game to a file; `longroll play --load FILE` goes on with it"),
    ("save FILE!", "the same, even if the file is there already and holds something else"),
    ("dice", "what binds the dice, to be checked after the game"),
    ("forms", "how actions are written"),
    ("help", "this list"),
    ("quit", "leave the game"),
];

/// Understands a line.
pub fn parse(line: &str) -> Typed {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let some = || (!rest.is_empty()).then(|| rest.to_owned());
    let needed = |make: fn(String) -> Typed, what| some().map_or(Typed::Incomplete(what), make);
    match word.to_ascii_lowercase().as_str() {
        "" => Typed::Nothing,
        "help" | "?" => Typed::Help,
        "forms" => Typed::Forms,
        "board" => Typed::Board(some()),
        "look" => needed(Typed::Look, "`look` needs a place, a piece or a side, as in `look union`"),
        "list" => Typed::List(some()),
        "why" => Typed::Why(some()),
        "rule" => needed(Typed::Rule, "`rule` needs the id of a rule"),
        "odds" => needed(Typed::Odds, "`odds` needs an answer: its number, or in the game's notation"),
        "undo" if rest.is_empty() => Typed::Undo(Back::One),
        "undo" => number(
            rest,
            |line| Typed::Undo(Back::Before(line)),
            "`undo` takes the number of a line of the log",
        ),
        "log" if rest.is_empty() => Typed::Log(LOG),
        "log" => number(rest, Typed::Log, "`log` takes a number of actions"),
        "save" => needed(Typed::Save, "`save` needs the name of a file, as in `save evening.json`"),
        "picture" => needed(Typed::Picture, "`picture` needs the name of a file, as in `picture map.png`"),
        // With more behind it, it is an answer of a game.
        "dice" if rest.is_empty() => Typed::Dice,
        "quit" | "exit" | "q" => Typed::Quit,
        _ => Typed::Answer(line.to_owned()),
    }
}

fn number(text: &str, make: impl Fn(usize) -> Typed, otherwise: &'static str) -> Typed {
    text.parse().map_or(Typed::Incomplete(otherwise), make)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_from_answers() {
        assert_eq!(parse("  "), Typed::Nothing);
        assert_eq!(parse(" move  0307 "), Typed::Answer("move  0307".to_owned()));
        assert_eq!(parse("12"), Typed::Answer("12".to_owned()));
        assert_eq!(parse("Board"), Typed::Board(None));
        assert_eq!(parse("board 0307"), Typed::Board(Some("0307".to_owned())));
        assert_eq!(parse("why move 0307"), Typed::Why(Some("move 0307".to_owned())));
        assert_eq!(parse("undo 12"), Typed::Undo(Back::Before(12)));
        assert_eq!(parse("log"), Typed::Log(LOG));
        assert_eq!(parse("dice"), Typed::Dice);
        assert_eq!(parse("dice 3"), Typed::Answer("dice 3".to_owned()));
        assert_eq!(parse("save my game.json"), Typed::Save("my game.json".to_owned()));
    }

    #[test]
    fn what_is_missing_is_said() {
        for line in ["look", "odds", "save", "picture", "rule", "undo x", "log -1"] {
            assert!(matches!(parse(line), Typed::Incomplete(_)), "{line}");
        }
    }

    #[test]
    fn every_command_in_the_list_is_understood() {
        for (line, _) in &COMMANDS[2..] {
            let example = line.replace(['[', ']'], "").replace(" N", " 3");
            assert!(!matches!(parse(&example), Typed::Answer(_) | Typed::Incomplete(_)), "{line}");
        }
    }
}
