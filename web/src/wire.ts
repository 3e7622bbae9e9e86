// The types of the wire, made from the Rust types. Do not edit:
// LONGROLL_UPDATE=1 cargo test -p server --test wire

/**
 * What an overlay is about.
 */
export type About = "board" | "place" | "piece";

/**
 * An answer to the question of a sight.
 */
export type Act = { 
/**
 * A name for this act, unique among those of the side: repeated with the same one, it is done once.
 */
id: string, 
/**
 * Who acts.
 */
side: Seat, 
/**
 * [`Sight::moment`] of the sight it answers.
 */
moment: string, 
/**
 * The answer in the game's notation.
 */
action: string, };

/**
 * One answer.
 */
export type Answer = { 
/**
 * In the game's notation.
 */
action: string, 
/**
 * In words.
 */
label: string, 
/**
 * What one clicks.
 */
on: Target, };

/**
 * An act or an undo that was carried out. Asked again with the same id, the answer is the same.
 */
export type Answered = { 
/**
 * The id of the act.
 */
id: string, 
/**
 * [`Sight::moment`] of the sight it led to.
 */
moment: string, };

/**
 * The question that waits, and how it can be answered.
 */
export type Ask = { 
/**
 * Who is asked.
 */
side: Seat, 
/**
 * What.
 */
question: Question, 
/**
 * The answers; for a continuous decision, sensible candidates.
 */
answers: Array<Answer>, 
/**
 * Whether these are all.
 */
complete: boolean, 
/**
 * Where a point can be given as an answer.
 */
regions: Array<Region>, 
/**
 * Whether there is an outlook to be asked for: what comes of it all if both sides go on as assumed.
 */
outlook: boolean, 
/**
 * The answers that take up the piece they are given on, so that it can be dragged: a hand gives them.
 */
takes?: Array<string>, 
/**
 * The answer that does as was done before, legal or not: one key looks at it.
 */
again?: string, 
/**
 * The piece that the question moves over an open table: it can be dragged.
 */
moves?: string, 
/**
 * What is special about it if it is a reaction.
 */
reaction?: Reacting, };

/**
 * A new question, told by what is new of its answers.
 */
export type AskChange = { 
/**
 * [`Ask::seat`].
 */
side: Seat, 
/**
 * [`Ask::question`].
 */
question: Question, 
/**
 * [`Ask::answers`]; those that were there before are those of the question before, if there was one.
 */
answers: Array<Part<Answer>>, 
/**
 * [`Ask::complete`].
 */
complete: boolean, 
/**
 * [`Ask::regions`].
 */
regions: Array<Region>, 
/**
 * [`Ask::outlook`].
 */
outlook: boolean, 
/**
 * [`Ask::takes`].
 */
takes?: Array<string>, 
/**
 * [`Ask::again`].
 */
again?: string, 
/**
 * [`Ask::moves`].
 */
moves?: string, 
/**
 * [`Ask::reaction`].
 */
reaction?: Reacting, };

/**
 * How far to go back.
 */
export type Back = "last" | "all" | { "line": number };

/**
 * A condition of a piece.
 */
export type Badge = { 
/**
 * One to three letters: `D`.
 */
text: string, 
/**
 * What it is: "disorganized".
 */
what: string, 
/**
 * How it bears on the piece.
 */
tone: Tone, };

/**
 * Which way something faces: tenths of a degree clockwise from north, which is up on the board. On the wire it is a
 * whole number, 0 to 3599.
 *
 * ```
 * use engine::scene::Bearing;
 *
 * let east = Bearing::degrees(90);
 * assert_eq!(east.turned(-925), Bearing::tenths(-25));
 * assert_eq!(Bearing::tenths(-25).to_string(), "357.5");
 * assert_eq!(serde_json::to_string(&east).unwrap(), "900");
 * assert!(serde_json::from_str::<Bearing>("3600").is_err());
 * ```
 */
export type Bearing = number;

/**
 * How much has been said over a socket: whoever has heard less has lost something, and says `again`.
 */
export type Beat = { 
/**
 * [`News::number`] of the last news.
 */
number: number, };

/**
 * A scenario in a few words.
 */
export type Blurb = { 
/**
 * The scenario's id.
 */
id: string, 
/**
 * The rule set's id.
 */
game: string, 
/**
 * The rule set's name.
 */
rules: string, 
/**
 * The scenario's name.
 */
title: string, 
/**
 * What happens, in a few sentences.
 */
description: string, 
/**
 * The two sides and what they bring, Union first.
 */
sides: [string, string], 
/**
 * How many turns it has.
 */
turns: number, 
/**
 * From when to when.
 */
span: string, 
/**
 * About how long it takes two people, in minutes.
 */
minutes: number, 
/**
 * Whether the sides keep secrets from one another: on one screen, the table is covered while it changes hands.
 */
secrets: boolean, 
/**
 * The kinds of reactions that the rules know ([`Rules::reactions`]); the table fills them in.
 */
reactions?: Array<ReactionKind>, };

/**
 * What never changes while a scenario is played.
 */
export type Board = { 
/**
 * Width and height in board units.
 */
size: [number, number], 
/**
 * The ground, lowest layer first.
 */
layers: Array<Layer>, 
/**
 * Hexes, boxes, fords: whatever has a name and can be clicked.
 */
places: Array<Place>, 
/**
 * The outline of a place around its position; empty where places have no common shape.
 */
cell: Array<[number, number]>, 
/**
 * The side of a counter in board units.
 */
counter: number, 
/**
 * What a tape laid on the board says: the same length in each of these, the one the rules speak of first. Empty
 * where nothing is measured but places.
 */
ruler?: Array<Measure>, 
/**
 * The smallest turn of what faces some way, in tenths of a degree; none where nothing is turned.
 */
tick?: number, 
/**
 * The kinds of pieces that are few and known by name, so that their names are told however small they are drawn.
 */
titled: Array<string>, 
/**
 * Names told where the board is drawn too small for those on its ground to be read, the most important first.
 */
names: Array<BoardName>, 
/**
 * What can be laid over the board on request.
 */
overlays: Array<OverlayKind>, 
/**
 * What the kinds, numbers and badges of pieces mean.
 */
legend: Array<Legend>, };

/**
 * A name on the board.
 */
export type BoardName = { 
/**
 * What is called so.
 */
at: [number, number], 
/**
 * The name.
 */
text: string, };

/**
 * Something for each seat.
 */
export type BySeat<T> = { 
/**
 * For the Union.
 */
union: T, 
/**
 * For the Confederates.
 */
confederate: T, };

/**
 * A card, its face up. Backs are counted, not drawn.
 */
export type Card = { 
/**
 * Its name in the game's notation, by which it is clicked.
 */
id: string, 
/**
 * What stands on its band: a brigade, a General, a suit.
 */
band: string, 
/**
 * Whose it is.
 */
side: Side | null, 
/**
 * Numbers in its corners; of two the first is drawn as the attacker's, the second as the defender's.
 */
corners: Array<Figure>, 
/**
 * What it can be used for, from its top down.
 */
uses: Array<CardUse>, };

/**
 * One thing that a card can be used for.
 */
export type CardUse = { 
/**
 * As it is printed: `Fire 3`.
 */
name: string, 
/**
 * What it does.
 */
text: string, 
/**
 * Why it cannot be used now; empty where it can, or where nobody is asked.
 */
idle: string, };

/**
 * One thing that may happen.
 */
export type ChanceRow = { 
/**
 * What, as the rules name it.
 */
what: string, 
/**
 * What that means, where the name is a code; mostly empty.
 */
sense: string, 
/**
 * How likely, from 0 to 1.
 */
likelihood: number, 
/**
 * The same as a fraction, if it is exact.
 */
exact: string | null, 
/**
 * The standard error, if it is not.
 */
error: number, };

/**
 * What may come of an answer, and how likely it is.
 */
export type Chances = { 
/**
 * What may happen, the likeliest first.
 */
rows: Array<ChanceRow>, 
/**
 * How the numbers were found.
 */
basis: string, };

/**
 * What leads from one sight to the next one of the same eyes. Whatever is missing is as it was.
 */
export type Change = { 
/**
 * [`Sight::moment`] of the sight that is changed.
 */
since: string, 
/**
 * [`Sight::moment`] of the sight it becomes.
 */
moment: string, 
/**
 * [`Sight::armies`].
 */
armies?: [Side, Side], 
/**
 * [`Sight::ask`]; `null` if nothing is asked any more.
 */
ask?: AskChange | null, 
/**
 * [`Sight::waiting`].
 */
waiting?: Array<Seat>, 
/**
 * [`Sight::context`].
 */
context?: string, 
/**
 * [`Sight::outcome`]; `null` if the end was taken back.
 */
outcome?: Outcome<Seat> | null, 
/**
 * [`Sight::log`].
 */
log?: number, 
/**
 * [`Sight::undo`].
 */
undo?: Undo, 
/**
 * [`Scene::pieces`].
 */
pieces?: Array<Part<Piece>>, 
/**
 * [`Scene::markers`].
 */
markers?: Array<Part<Marker>>, 
/**
 * [`Scene::tracks`].
 */
tracks?: Array<Part<Track>>, 
/**
 * [`Scene::panels`].
 */
panels?: Array<Part<Panel>>, };

/**
 * Something said at the table.
 */
export type ChatLine = { 
/**
 * By whom.
 */
from: Seat, 
/**
 * What.
 */
text: string, 
/**
 * When.
 */
at: number, };

/**
 * A click of which the meaning is asked: "why can't I?"
 */
export type ClickWish = { 
/**
 * Whose.
 */
side: Seat, 
/**
 * On what.
 */
target: Target, };

/**
 * What a click means.
 */
export type Clicked = { 
/**
 * The answer in the game's notation.
 */
action: string, };

/**
 * A game that was set up.
 */
export type Created = { 
/**
 * Its id.
 */
id: string, 
/**
 * What the table shows of its seed.
 */
commitment: string, 
/**
 * The secrets that open the free seats. They are shown once; [`Invite`] makes new ones.
 */
invitations: BySeat<string | null>, };

/**
 * A side offers a draw, or takes its offer back or declines the other's.
 */
export type DrawWish = { 
/**
 * Which.
 */
side: Seat, 
/**
 * `true` offers a draw, or accepts the other side's offer; `false` ends any offer.
 */
offer: boolean, };

/**
 * One thing of a sketch.
 */
export type Drawn = { 
/**
 * Its form.
 */
shape: Shape, 
/**
 * What it shows.
 */
role: Role, 
/**
 * How it is meant.
 */
tone: Tone, 
/**
 * A few words beside it; mostly empty.
 */
label: string, };

/**
 * By what a game ended.
 */
export type EndedBy = "play" | "resignation" | "agreement";

/**
 * How a game ended.
 */
export type Ending = { 
/**
 * By what.
 */
by: EndedBy, 
/**
 * Who won; nobody in a draw.
 */
winner: Seat | null, 
/**
 * The points of a game played to its end, Union first.
 */
points: [number, number] | null, };

/**
 * What kind of refusal it is.
 */
export type Fault = "stale" | "forbidden" | "illegal" | "not-found" | "too-large" | "too-many" | "bad-request" | "over" | "unavailable";

/**
 * A number on a piece.
 */
export type Figure = { 
/**
 * What is printed.
 */
text: string, 
/**
 * What it is: "strength points".
 */
what: string, };

/**
 * A game of mine in a list.
 */
export type GameCard = { 
/**
 * Its id.
 */
id: string, 
/**
 * What the players call it.
 */
name: string, 
/**
 * The scenario's id.
 */
scenario: string, 
/**
 * The scenario's title; its id if this program does not have it.
 */
title: string, 
/**
 * My seats.
 */
mine: Array<Seat>, 
/**
 * Seats nobody has taken yet.
 */
free: Array<Seat>, 
/**
 * How far it is.
 */
state: GameState, 
/**
 * Who is waited for.
 */
waiting: Array<Seat>, 
/**
 * Whether that is me.
 */
my_turn: boolean, 
/**
 * Since when.
 */
since: number, 
/**
 * How it ended.
 */
ending: Ending | null, };

/**
 * Everything about a game but the position.
 */
export type GameInfo = { 
/**
 * Its id.
 */
id: string, 
/**
 * What the players call it.
 */
name: string, 
/**
 * What is played.
 */
scenario: Blurb, 
/**
 * The two seats, Union first.
 */
seats: [SeatInfo, SeatInfo], 
/**
 * My seats.
 */
mine: Array<Seat>, 
/**
 * Whether I set it up, and may make new invitations.
 */
host: boolean, 
/**
 * What the table shows of its seed.
 */
commitment: string, 
/**
 * The seed, once the game is over.
 */
seed: string | null, 
/**
 * While both seats are taken and a nonce is still sealed: for how many more milliseconds the table waits for it.
 */
patience: number | null, 
/**
 * How many seconds a reaction has before it is let pass; 0 at a table that waits for every answer.
 */
pause: number, 
/**
 * How far it is.
 */
state: GameState, 
/**
 * Why it can only be looked at, in a few sentences, if that is so.
 */
notice: string | null, 
/**
 * Since when the present players are waited for.
 */
since: number, 
/**
 * How it ended.
 */
ending: Ending | null, 
/**
 * Who has offered a draw.
 */
draw: Seat | null, 
/**
 * The latest lines of the talk, the oldest first.
 */
chat: Array<ChatLine>, 
/**
 * What I wrote down for myself.
 */
notes: string, 
/**
 * Where I am told that it is my turn.
 */
webhook: string | null, };

/**
 * How far a game is.
 */
export type GameState = "waiting" | "playing" | "over";

/**
 * What a hand or a key does to the piece that the pending question moves.
 */
export type Gesture = { "how": "drag", 
/**
 * Its turning points, and where the hand is now.
 */
points: Array<[number, number]>, 
/**
 * Which way to face at the end; as the game finds best, if it is missing.
 */
facing: Bearing | null, 
/**
 * Whether it may be drawn to something near: beside a friend, to the end of its reach.
 */
snap: boolean, } | { "how": "nudge", 
/**
 * The answer so far, in the game's notation; empty where the piece stands.
 */
from: string, 
/**
 * Steps ahead, as it faces.
 */
ahead: number, 
/**
 * Steps to its right.
 */
aside: number, 
/**
 * Ticks clockwise ([`Board::tick`](super::Board::tick)).
 */
turn: number, 
/**
 * Whether it turns here, to go on in another direction: what was gone so far stays.
 */
corner: boolean, };

/**
 * A wish to hand on a seat of mine: whoever opens the link has it then. A link made before is worth nothing then.
 */
export type HandOn = { 
/**
 * The seat.
 */
side: Seat, };

/**
 * What somebody hears of one action, or of the set-up.
 */
export type Heard = { 
/**
 * Its place in this log. Somebody else's log may have other numbers: actions of which nothing is heard are not
 * counted, so that not even their number is known.
 */
number: number, 
/**
 * Whose action it was; nobody's for the set-up.
 */
side: Seat | null, 
/**
 * The action in the game's notation, for those who may know it.
 */
action: string | null, 
/**
 * What happened, in words.
 */
lines: Array<Line>, 
/**
 * The dice, for those who may know them: dice of a game with secrets may have decided one.
 */
rolls: Array<Roll>, };

/**
 * Who is there, and as whom.
 */
export type Hello = { 
/**
 * The player's key; none for a stranger who watches.
 */
key: string | null, 
/**
 * The seat; none to watch.
 */
side: Seat | null, 
/**
 * How many entries of the log the client has.
 */
log: number, 
/**
 * The moment it saw last: if that is still the present one, its log is still true and not sent again.
 */
moment?: string, 
/**
 * Whether it can put sights together from what changes of them; otherwise it is sent whole ones.
 */
changes?: boolean, 
/**
 * Whether it can read binary frames: a message compressed by DEFLATE, without a head.
 */
packed?: boolean, 
/**
 * Whether it looks for the other seat, too, for whoever has both: through the eyes of the one that is asked.
 */
both?: boolean, };

/**
 * A game that was imported.
 */
export type Imported = { 
/**
 * Its id.
 */
id: string, };

/**
 * The secret that opens a free seat.
 */
export type Invitation = { 
/**
 * The seat.
 */
side: Seat, 
/**
 * The secret.
 */
secret: string, };

/**
 * A wish for a new invitation; the old one is worth nothing then.
 */
export type Invite = { 
/**
 * The free seat.
 */
side: Seat, };

/**
 * Somebody takes a free seat.
 */
export type Join = { 
/**
 * The secret of the invitation.
 */
secret: string, 
/**
 * What the seat adds to the dice: 32 hexadecimal digits. The table draws it if it is missing.
 */
nonce?: string, 
/**
 * Instead of the nonce its seal: 64 hexadecimal digits.
 */
seal?: string, };

/**
 * A key of mine: one on each device.
 */
export type KeyInfo = { 
/**
 * What it is called; it does not tell the key.
 */
id: string, 
/**
 * When it was made.
 */
made: number, 
/**
 * Whether it is the one that asks.
 */
this: boolean, };

/**
 * A layer of the ground.
 */
export type Layer = { 
/**
 * `relief`, `woods`, `roads` …
 */
id: string, 
/**
 * What a player calls it.
 */
name: string, 
/**
 * SVG in board units, made by the rule set from its own data.
 */
svg: string, 
/**
 * Whether it can be switched off.
 */
optional: boolean, };

/**
 * What a sign on a piece means.
 */
export type Legend = { 
/**
 * The sign: a kind, a badge, a figure.
 */
sign: string, 
/**
 * Its meaning.
 */
meaning: string, };

/**
 * How the cards of a panel lie.
 */
export type Lie = "pile" | "hand" | "duel";

/**
 * One line of the log in words.
 */
export type Line = { 
/**
 * What happened, one sentence.
 */
text: string, 
/**
 * How much it matters: 0 a heading, 1 an ordinary line, 2 a detail under the line above.
 */
depth: number, 
/**
 * The arithmetic behind it, a row each: what it is, the number, the rule.
 */
sums: Array<Sum>, 
/**
 * The places it concerns, by the game's notation, so that a reader can be led there.
 */
places: Array<string>, };

/**
 * A sign on the board.
 */
export type Marker = { 
/**
 * What is drawn: `works`, `objective`, `burned-bridge` …
 */
kind: string, 
/**
 * The place, or the two places between which it stands; of a `route`, every place on the way, in order.
 */
places: Array<string>, 
/**
 * The same by points, where there are no places: where it stands, or the two ends of a line.
 */
at?: Array<[number, number]>, 
/**
 * A few letters on it.
 */
label: string, 
/**
 * Whose it is.
 */
side: Side | null, 
/**
 * What it is, in words.
 */
text: string, };

/**
 * A measure of length.
 */
export type Measure = { 
/**
 * How many board units are one of it.
 */
units: number, 
/**
 * What several are called: `inches`, `yards`, `paces`.
 */
name: string, };

/**
 * A part of a game as some eyes saw it, moment by moment.
 */
export type Moments = { 
/**
 * The first of them, whole; `null` if there are none.
 */
first: Sight | null, 
/**
 * Each of the others by what changes from the one before it.
 */
then: Array<Change>, };

/**
 * A code that carries a player to another device: one use, ten minutes.
 */
export type MoveCode = { 
/**
 * The code.
 */
code: string, };

/**
 * A game to be set up.
 */
export type NewGame = { 
/**
 * The scenario's id.
 */
scenario: string, 
/**
 * What the players call it; the scenario's title if it is empty.
 */
name: string, 
/**
 * Who sits where.
 */
seats: BySeat<Sitter>, 
/**
 * The game of a [`Pledge`] made before: without it the table draws a seed now.
 */
pledge?: string, 
/**
 * How many seconds a reaction has before it is let pass: 0, 3, 6 or 10. Where it is missing or 0, the table waits
 * for every answer, as by mail.
 */
pause?: number, 
/**
 * What my seats add to the dice, 32 hexadecimal digits each; the table draws what is missing.
 */
nonces?: BySeat<string | null>, 
/**
 * Instead of nonces their seals, 64 hexadecimal digits each: the SHA-256 of the nonce's 16 bytes. They are
 * [opened](Opening) when both seats are taken.
 */
seals?: BySeat<string | null>, };

/**
 * What is new at a table, as some eyes see it.
 */
export type News = { 
/**
 * The number of this news on its socket: 1, 2, 3 … Whoever misses one says [`ToServer::Again`].
 */
number: number, 
/**
 * Whose eyes these are, for whoever looks for two seats that keep secrets from each other: sight and log are this
 * seat's own, and what has changed is told of what it saw last.
 */
side?: Seat, 
/**
 * All that is seen, or nothing while a seat is free. Missing if the sight is as it was, or told by `change`.
 */
sight?: Sight | null, 
/**
 * What has changed of the sight since the news before this one.
 */
change?: Change, 
/**
 * The number of the first entry in `log`. Entries that the client has from this number on are no longer true.
 */
from: number, 
/**
 * The entries of the log from that number on.
 */
log: Array<Heard>, 
/**
 * How reactions stand, whenever that has changed, in a game that has some.
 */
reactions?: Reactions, 
/**
 * Everything but the position, whenever it has changed.
 */
info?: GameInfo, };

/**
 * A nonce that was sealed is opened, or the table goes on without it.
 */
export type Opening = { 
/**
 * The seat that has sealed it.
 */
side: Seat, 
/**
 * The nonce. Without it the table goes on: at once with one's own seat, with the other's after
 * [`GameInfo::patience`].
 */
nonce?: string, };

/**
 * How a game ended: for the rules, for the armies; at the table, for the seats (`Outcome<Seat>`).
 */
export type Outcome<Who = Side> = { 
/**
 * Who won; `None` is a draw.
 */
winner: Who | null, 
/**
 * The score of each, in the game's own points, the Union first.
 */
points: [number, number], };

/**
 * Something laid over the board.
 */
export type Overlay = { 
/**
 * Places, with how they are meant.
 */
places: Array<OverlayPlace>, 
/**
 * Lines between positions.
 */
lines: Array<[[number, number], [number, number]]>, 
/**
 * Whatever else is drawn.
 */
sketch?: Sketch, 
/**
 * All of it in words.
 */
text: string, };

/**
 * One kind of overlay.
 */
export type OverlayKind = { 
/**
 * `zoc-union`, `sight` …
 */
id: string, 
/**
 * What a player calls it.
 */
name: string, 
/**
 * What it must be asked for: nothing, a place or a piece.
 */
about: About, };

/**
 * A place of an overlay.
 */
export type OverlayPlace = { 
/**
 * The place.
 */
place: string, 
/**
 * How it is meant.
 */
tone: Tone, 
/**
 * A few letters on it, such as what it costs to go there; mostly empty.
 */
label: string, };

/**
 * A list beside the board.
 */
export type Panel = { 
/**
 * `arrivals`, `losses`, `hand` …
 */
id: string, 
/**
 * What a player calls it.
 */
name: string, 
/**
 * Its lines.
 */
rows: Array<PanelRow>, 
/**
 * Whether it is about what is being asked, such as a combat: then it belongs beside the question.
 */
pressing: boolean, 
/**
 * Whether it is what its reader looks at most, such as his own army: then it stands before the tracks.
 */
first: boolean, 
/**
 * Cards that lie there, drawn as cards.
 */
cards?: Array<Card>, 
/**
 * How they lie.
 */
lie: Lie, };

/**
 * A line of a panel, or a card of a hand.
 */
export type PanelRow = { 
/**
 * The card's or line's name in the game's notation, if it can be clicked.
 */
id: string, 
/**
 * What is said.
 */
text: string, 
/**
 * A number or a time at the end of the line.
 */
value: string, 
/**
 * The rule behind it, if it is a row of an arithmetic.
 */
rule: string, 
/**
 * Whose it is.
 */
side: Side | null, 
/**
 * Pieces it speaks of.
 */
pieces: Array<string>, 
/**
 * A place it leads to.
 */
place: string | null, };

/**
 * A part of a list that was there before. All of them, in order, are the list as it is now.
 */
export type Part<T> = [number, number] | { 
/**
 * Which one.
 */
like: number, 
/**
 * The fields that are different.
 */
with: Partial<T>, } | T;

/**
 * A reaction that is asked.
 */
export type Pause = { 
/**
 * Who is asked.
 */
side: Seat, 
/**
 * In how many milliseconds from now it is let pass; nothing if it waits for an answer.
 */
left: number | null, 
/**
 * Whether the side has said to wait.
 */
waits: boolean, 
/**
 * Whether I have let it pass: that takes effect when the pause is over. Of others nobody is told.
 */
sealed: boolean, };

/**
 * One piece.
 */
export type Piece = { 
/**
 * Its name in the game's notation.
 */
id: string, 
/**
 * Whose it is.
 */
side: Side | null, 
/**
 * What is drawn on it: `infantry`, `cavalry`, `artillery`, `horse-artillery`, `commander`, `hidden` …
 */
kind: string, 
/**
 * What a player calls it.
 */
name: string, 
/**
 * Where it stands.
 */
at: Spot, 
/**
 * Which way it faces, where a game has facing.
 */
facing: Bearing | null, 
/**
 * The stands it is made of, where they are drawn to scale; empty for a counter.
 */
body?: Array<Stand>, 
/**
 * What it belongs to, for the coloured band: pieces of one formation share it.
 */
formation: string | null, 
/**
 * Numbers on it, the most important first.
 */
figures: Array<Figure>, 
/**
 * Its condition.
 */
badges: Array<Badge>, 
/**
 * Whether it has done all it can for now: drawn paler.
 */
spent: boolean, 
/**
 * All of it in words.
 */
text: string, };

/**
 * A place on the board.
 */
export type Place = { 
/**
 * Its name in the game's notation: `0304`.
 */
id: string, 
/**
 * Its middle.
 */
at: [number, number], 
/**
 * What the ground is like there: "woods, level 3, Chambersburg Pike".
 */
text: string, };

/**
 * A player's key: whoever has it is that player.
 */
export type PlayerKey = { 
/**
 * 32 random bytes in base64url.
 */
key: string, };

/**
 * What the table is bound to before it knows any nonce.
 */
export type Pledge = { 
/**
 * The id the game will have: [`NewGame::pledge`].
 */
game: string, 
/**
 * The SHA-256 of the seed it will be played with, as 64 hexadecimal digits.
 */
commitment: string, };

/**
 * Who is at the table.
 */
export type Present = { 
/**
 * The sides whose players are connected.
 */
sides: Array<Seat>, };

/**
 * What is known of an answer before it is given.
 */
export type Preview = { 
/**
 * The answer in the game's notation.
 */
action: string, 
/**
 * In words.
 */
label: string, 
/**
 * The way it takes.
 */
path: Array<[number, number]>, 
/**
 * What it costs: "2 1/3 movement points".
 */
cost: string, 
/**
 * What would be seen of it on the board.
 */
sketch?: Sketch, 
/**
 * The arithmetic that is known before the dice fall.
 */
arithmetic: Array<Sum>, 
/**
 * What may come of it up to the next decision; `None` if no die falls.
 */
odds: Chances | null, 
/**
 * What may come of it beyond, if both sides then go on as assumed; `None` where nothing is assumed.
 */
outlook: Chances | null, };

/**
 * An answer about which something shall be known before it is given.
 */
export type PreviewWish = { 
/**
 * Whose.
 */
side: Seat, 
/**
 * The answer in the game's notation.
 */
action: string, };

/**
 * Something of which the meaning and the prospects are asked in one breath: a click, or an answer.
 */
export type ProbeWish = { 
/**
 * A name for this question, to know its answer by.
 */
id: string, 
/**
 * Whose.
 */
side: Seat, 
/**
 * A click on this …
 */
target?: Target, 
/**
 * … or this answer in the game's notation.
 */
action?: string, };

/**
 * What a probe brings.
 */
export type Probed = { 
/**
 * The id of the probe.
 */
id: string, 
/**
 * The answer in the game's notation.
 */
action: string, 
/**
 * What is known of it before it is given.
 */
preview: Preview, };

/**
 * A pending question in words.
 */
export type Question = { 
/**
 * The question: "Where does 5NY retreat?"
 */
text: string, 
/**
 * Where in the sequence of play it is asked: "Turn 3, 11 am · Confederate · Combat, round 2".
 */
context: string, 
/**
 * The rule it comes from.
 */
rule: string, };

/**
 * What is special about a question that is a reaction: it is asked by public facts alone, can always be let pass, and
 * its kind is its rule.
 */
export type Reacting = { 
/**
 * The answer that lets it pass, in the game's notation.
 */
pass: string, 
/**
 * The pieces it is about.
 */
units: Array<string>, };

/**
 * A kind of reaction that a game knows.
 */
export type ReactionKind = { 
/**
 * The rule that such questions come from.
 */
rule: string, 
/**
 * What it is called: "Fire at a picket that moved".
 */
name: string, 
/**
 * Whether it is asked from the beginning; otherwise it is let pass until somebody arms it.
 */
armed: boolean, };

/**
 * How reactions stand at a table, as some eyes may know it.
 */
export type Reactions = { 
/**
 * How many seconds a reaction has; 0 at a table that waits for every answer.
 */
pause: number, 
/**
 * The reactions that are asked.
 */
pauses: Array<Pause>, 
/**
 * What I have said beforehand.
 */
standing: Array<StandingAnswer>, };

/**
 * Why something was not done.
 */
export type Refusal = { 
/**
 * A stable word.
 */
error: Fault, 
/**
 * A sentence for people.
 */
text: string, 
/**
 * The rule that forbids it.
 */
violation?: Violation, 
/**
 * How things stand now, after `stale`.
 */
sight?: Sight, 
/**
 * After how many seconds it may be tried again, after `too-many` and `unavailable`.
 */
wait?: number, };

/**
 * A refusal over the socket.
 */
export type Refused = { 
/**
 * The id of the act or probe; none if the message could not be understood, or it was the greeting.
 */
id: string | null, 
/**
 * Why.
 */
refusal: Refusal, };

/**
 * Where a point can be given as an answer.
 */
export type Region = { 
/**
 * Its outline: rings of points, holes among them.
 */
outline: Array<Array<[number, number]>>, 
/**
 * Whether a facing must be given, too.
 */
facing: boolean, 
/**
 * What a point there means.
 */
label: string, };

/**
 * A side gives up.
 */
export type Resign = { 
/**
 * Which.
 */
side: Seat, };

/**
 * A wish to revoke a key of mine, or all but the one that asks.
 */
export type Revoke = { 
/**
 * [`KeyInfo::id`]; all others if it is missing.
 */
id?: string, };

/**
 * Keys that are worth nothing any more.
 */
export type Revoked = { 
/**
 * How many.
 */
revoked: number, };

/**
 * What something drawn shows.
 */
export type Role = "ghost" | "swept" | "path" | "reach" | "arc" | "range" | "sight" | "stick" | "arrow" | "contact" | "danger" | "smoke";

/**
 * One draw: what for, out of how many, and what was shown.
 */
export type Roll = { 
/**
 * What it decided.
 */
purpose: string, 
/**
 * How many outcomes were equally likely.
 */
outcomes: number, 
/**
 * What a player reads: the face of a die; of other equal chances which it was, counted from 1.
 */
face: number, };

/**
 * What some eyes see of a position.
 */
export type Scene = { 
/**
 * Everything that stands on the board or beside it, the lowest of a stack first.
 */
pieces: Array<Piece>, 
/**
 * Works, bridges prepared, objectives: signs on places and between them.
 */
markers: Array<Marker>, 
/**
 * Turns, points, weather.
 */
tracks: Array<Track>, 
/**
 * Arrivals, losses, hands of cards.
 */
panels: Array<Panel>, };

/**
 * A seat at the table, called by the army laid out before it.
 */
export type Seat = Side;

/**
 * A seat as everybody may see it.
 */
export type SeatInfo = { 
/**
 * Which.
 */
side: Seat, 
/**
 * Whether somebody has taken it.
 */
taken: boolean, 
/**
 * What it showed of its nonce before it opened it, if it did: the SHA-256 of the nonce, 64 hexadecimal digits.
 */
seal: string | null, 
/**
 * What it added to the dice: 32 hexadecimal digits. Nothing while it is sealed, or if it was not opened in time.
 */
nonce: string | null, };

/**
 * The form of something drawn.
 */
export type Shape = { "area": Array<Array<[number, number]>> } | { "line": Array<[number, number]> } | { "circle": { 
/**
 * Its middle.
 */
at: [number, number], 
/**
 * In board units.
 */
radius: number, } } | { "stand": Stand };

/**
 * One of the two armies.
 */
export type Side = "union" | "confederate";

/**
 * Everything some eyes see of a game at one moment.
 */
export type Sight = { 
/**
 * A name for this moment as these eyes see it: an answer says which moment it was given for.
 */
moment: string, 
/**
 * What stands where. Sights of one position share it where nothing is secret.
 */
scene: Scene, 
/**
 * The army that each seat leads, the Union seat first. Everything on the scene is an army's.
 */
armies: [Side, Side], 
/**
 * The question these eyes must answer.
 */
ask: Ask | null, 
/**
 * Who is waited for, as far as these eyes may know.
 */
waiting: Array<Seat>, 
/**
 * Where in the sequence of play this is: "Turn 3, 11 am · Confederate · Combat".
 */
context: string, 
/**
 * How the game ended.
 */
outcome: Outcome<Seat> | null, 
/**
 * How many lines the log of these eyes has.
 */
log: number, 
/**
 * Whether these eyes may take something back, and if not, why.
 */
undo: Undo, };

/**
 * Who gets a seat.
 */
export type Sitter = "me" | "friend";

/**
 * Something drawn over the board: what would come of an answer, what a piece covers, what is in the way.
 */
export type Sketch = { 
/**
 * What is drawn, the lowest first.
 */
shapes: Array<Drawn>, 
/**
 * All of it in words.
 */
text: string, };

/**
 * Where a piece stands.
 */
export type Spot = { "in": "place", 
/**
 * The place.
 */
place: string, } | { "in": "point", 
/**
 * Its middle.
 */
at: [number, number], } | { "in": "panel", 
/**
 * The panel.
 */
panel: string, };

/**
 * A base with figures on it, one of those a piece is made of.
 */
export type Stand = { 
/**
 * Its middle.
 */
at: [number, number], 
/**
 * Which way it faces.
 */
facing: Bearing, 
/**
 * From left to right, and from front to rear.
 */
size: [number, number], 
/**
 * What is drawn on it, as [`Piece::kind`](super::Piece::kind): `flag` for the one with the colours, `gun` …; empty
 * for one like the piece.
 */
sign: string, 
/**
 * Whether it is lost, and only shown where it was.
 */
lost: boolean, };

/**
 * Something said beforehand of reactions of a kind. What was said before of the same kind and unit is forgotten.
 */
export type StandWish = { 
/**
 * By whom.
 */
side: Seat, 
/**
 * The rule such questions come from: one of [`Blurb::reactions`].
 */
kind: string, 
/**
 * The piece they are about; all if it is missing.
 */
unit?: string, 
/**
 * Whether it holds for this turn only; otherwise until it is revoked.
 */
turn?: boolean, 
/**
 * What; `nothing` revokes what was said.
 */
says: StandingSays, };

/**
 * What I have said beforehand of reactions of a kind.
 */
export type StandingAnswer = { 
/**
 * By which of my seats.
 */
side: Seat, 
/**
 * The rule such questions come from: one of [`Blurb::reactions`].
 */
kind: string, 
/**
 * The piece they are about; all if it is missing.
 */
unit: string | null, 
/**
 * Whether it holds for this turn only.
 */
turn: boolean, 
/**
 * What was said.
 */
says: StandingSays, };

/**
 * What is said beforehand of a kind of reactions.
 */
export type StandingSays = "pass" | "ask" | "nothing";

/**
 * A row of arithmetic: `flanking attack −1 (LFM-8.7)`.
 */
export type Sum = { 
/**
 * What is counted.
 */
what: string, 
/**
 * The number as a player reads it: `-1`, `12 SP`, `3-2`.
 */
value: string, 
/**
 * The rule behind it.
 */
rule: string, };

/**
 * What one clicks.
 */
export type Target = { "what": "button" } | { "what": "piece", 
/**
 * Its id.
 */
piece: string, } | { "what": "place", 
/**
 * Its id.
 */
place: string, } | { "what": "edge", 
/**
 * Their ids.
 */
places: [string, string], } | { "what": "card", 
/**
 * Its id.
 */
card: string, } | { "what": "point", 
/**
 * Where.
 */
at: [number, number], 
/**
 * Which way.
 */
facing: Bearing | null, } | { "what": "way", 
/**
 * Its turning points, and where it ends.
 */
points: Array<[number, number]>, 
/**
 * Which way to face at the end; as the way comes out, if it is missing.
 */
facing: Bearing | null, };

/**
 * What the server says over the socket.
 */
export type ToClient = { "type": "news" } & News | { "type": "answered" } & Answered | { "type": "probed" } & Probed | { "type": "traced" } & Traced | { "type": "refused" } & Refused | { "type": "chat" } & ChatLine | { "type": "beat" } & Beat | { "type": "present" } & Present;

/**
 * What a client says over the socket.
 */
export type ToServer = { "type": "hello" } & Hello | { "type": "act" } & Act | { "type": "undo" } & UndoWish | { "type": "probe" } & ProbeWish | { "type": "trace" } & TraceWish | { "type": "again" } | { "type": "turn" };

/**
 * How a sign is meant.
 */
export type Tone = "good" | "bad" | "plain" | "union" | "confederate";

/**
 * What would become of a gesture if it ended now.
 */
export type Trace = { 
/**
 * The answer it means, legal or not, in the game's notation; none if it means nothing.
 */
action: string | null, 
/**
 * What it costs so far, out of what there is: "31 of 40 paces".
 */
cost: string, 
/**
 * What is drawn meanwhile: the ghost, its way, how far it could go.
 */
sketch: Sketch, 
/**
 * Why it cannot be given.
 */
refusal: Violation | null, };

/**
 * What is being dragged or pushed, of which the meaning is asked while it is.
 */
export type TraceWish = { 
/**
 * A name for this question, to know its answer by.
 */
id: string, 
/**
 * Whose.
 */
side: Seat, 
/**
 * How it is moved.
 */
gesture: Gesture, };

/**
 * What would become of a gesture.
 */
export type Traced = { 
/**
 * The id of the wish.
 */
id: string, 
/**
 * What would become of it.
 */
trace: Trace, };

/**
 * A row of boxes with a pawn.
 */
export type Track = { 
/**
 * `turn`, `points` …
 */
id: string, 
/**
 * What a player calls it.
 */
name: string, 
/**
 * The boxes.
 */
boxes: Array<TrackBox>, 
/**
 * Where the pawn stands.
 */
at: number, };

/**
 * A box of a track.
 */
export type TrackBox = { 
/**
 * What is printed: `9 am`.
 */
label: string, 
/**
 * What happens there: "night".
 */
note: string, };

/**
 * Whether something can be taken back.
 */
export type Undo = { 
/**
 * The first line of the log back to which one can go; `None` if nothing can be taken back.
 */
to_line: number | null, 
/**
 * What stands in the way of going further.
 */
barrier: string, };

/**
 * A wish to take something back.
 */
export type UndoWish = { 
/**
 * A name for this wish, as for an [`Act`].
 */
id: string, 
/**
 * Who wishes it.
 */
side: Seat, 
/**
 * [`Sight::moment`] of the sight from which to go back.
 */
moment: string, 
/**
 * How far.
 */
back: Back, };

/**
 * Why an action is not legal.
 */
export type Violation = { 
/**
 * The ledger row or ruling that forbids it, for example `LFM-5.6`. Empty when the fault is one of form: an
 * action out of its time, or naming something that does not exist.
 */
rule: string, 
/**
 * One sentence with the pieces and numbers concerned.
 */
text: string, 
/**
 * The pieces and places concerned, by the names of the game's notation.
 */
pieces: Array<string>, };

/**
 * Whoever is asked a reaction wants to be waited for.
 */
export type WaitWish = { 
/**
 * Who.
 */
side: Seat, 
/**
 * [`Sight::moment`] of the sight that asks it.
 */
moment: string, };

/**
 * Where I want to be told that it is my turn.
 */
export type Webhook = { 
/**
 * An `http` or `https` address; nowhere if it is missing.
 */
url?: string, };

/**
 * Something to be said, or to be noted. Notes need neither a seat nor a name.
 */
export type Words = { 
/**
 * What.
 */
text: string, 
/**
 * By which of my seats; the only one I have if it is missing.
 */
side?: Seat, 
/**
 * The client's name for it, of up to 64 bytes: asked for again by the same name, it is said once.
 */
id?: string, };

/**
 * What is posted to a webhook.
 */
export type YourTurn = { 
/**
 * The game's id.
 */
game: string, 
/**
 * What the players call it.
 */
name: string, 
/**
 * The side that must decide.
 */
side: Seat, 
/**
 * A sentence for people.
 */
text: string, 
/**
 * Where to go, if the server knows its own address.
 */
link: string | null, };
