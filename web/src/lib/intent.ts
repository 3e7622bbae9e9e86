// What a player has in mind: a small machine without a screen, a clock or a network. An event and the table as it is
// give the next state, and what has to be done about it as data; `intent.svelte.ts` does it and tells what came of it.
//
//           click on several            click on one, or on nothing lit
//   idle ───────────────────► choosing ────────────────────────────────► asking ──► weighing ──► giving ──► idle
//
// Whatever is asked for carries a ticket. An answer whose ticket is no longer held is about something past, and is
// dropped: the next moment, the next click, the next player at this screen never see it.

import type { Answer, Back, Overlay, OverlayKind, Preview, Target, Violation } from '../wire';
import { keyOf } from './answers';
import { arrive, atRest, NOWHERE, past, placesUnder, pointsOf, step, tab } from './cursor';
import type { Around, Cursor, Moved } from './cursor';
import type { Direction, Point } from './geometry';

/** An answer that is looked at before it is given. */
export interface Considered {
  readonly answer: Answer;
  /** What is known of it, once the table has said so. */
  readonly preview: Preview | null;
}

/** Several answers on one thing. */
export interface Choice {
  readonly title: string;
  readonly at: Point;
  readonly answers: readonly Answer[];
}

/** What is to be laid over the board, about which place or piece. */
export interface Wish {
  readonly kind: OverlayKind;
  readonly about: string;
}

/** What lies over the board. */
export interface Overlaid extends Wish {
  readonly overlay: Overlay;
}

/** A stack that is spread out. */
export interface Spread {
  readonly stack: string;
  /** Whether it was spread on purpose: then the pointer does not close it. */
  readonly held: boolean;
}

/** An answer that is only glanced at. */
export interface Peek extends Considered {
  readonly ticket: number;
}

/** What the rules are asked about: an answer by its name, or by what was clicked. */
export type Probe = { readonly action: string } | { readonly target: Target };

export type Doing =
  | { readonly is: 'idle' }
  | { readonly is: 'choosing'; readonly choice: Choice }
  | {
      readonly is: 'asking';
      readonly ticket: number;
      /** What the rules were asked about. */
      readonly probe: Probe;
      /** What is shown of it meanwhile. */
      readonly shown: Considered | null;
      /** Whether it may be given without being looked at, and whether its giver is sure of it. */
      readonly mayGo: boolean;
      readonly sure: boolean;
    }
  | { readonly is: 'weighing'; readonly considered: Considered }
  | { readonly is: 'giving'; readonly ticket: number; readonly considered: Considered | null };

export interface State {
  readonly doing: Doing;
  /** Something not lit was clicked, or the table refused. */
  readonly refusal: Violation | null;
  readonly spread: Spread | null;
  readonly cursor: Cursor;
  /** Whether the cursor is being moved by keys and should be shown. */
  readonly byKeys: boolean;
  /** Places to be pointed out: a line of the log, a refused move. */
  readonly marked: readonly string[];
  readonly overlaid: Overlaid | null;
  /** An overlay that waits for a place or a piece to be about. */
  readonly wanted: OverlayKind | null;
  /** An overlay that is on its way. */
  readonly laying: (Wish & { readonly ticket: number }) | null;
  /** An answer that the pointer or the focus rests on: what is seen of it on the board, once the table has said so. */
  readonly peek: Peek | null;
  /** For those who listen: where the cursor is. */
  readonly spoken: string;
  /** The ticket of whatever is asked for next. */
  readonly next: number;
}

export type Event =
  // What the player does.
  | { readonly on: 'place'; readonly place: string }
  | { readonly on: 'piece'; readonly piece: string; readonly at: Point }
  | { readonly on: 'target'; readonly target: Target; readonly at: Point; readonly title: string }
  /** `seen`: what would be seen of it was seen before. */
  | { readonly on: 'choose'; readonly answer: Answer; readonly seen?: boolean }
  /** The pointer or the focus rests on an answer, or on none. */
  | { readonly on: 'peek'; readonly answer: Answer | null }
  /** Something was moved by hand and put down; `sure` gives it at once if no die has to be weighed. */
  | { readonly on: 'drop'; readonly answer: Answer; readonly sure: boolean }
  | { readonly on: 'commit' }
  | { readonly on: 'undo'; readonly back: Back }
  /** One step back out of whatever is open. */
  | { readonly on: 'cancel' }
  | { readonly on: 'dismiss'; readonly what: 'answer' | 'refusal' | 'overlay' }
  | { readonly on: 'spread'; readonly stack: string | null }
  | { readonly on: 'mark'; readonly places: readonly string[]; readonly look: boolean }
  | { readonly on: 'overlay'; readonly kind: OverlayKind }
  | { readonly on: 'arrow'; readonly direction: Direction }
  | { readonly on: 'tab'; readonly back: boolean }
  | { readonly on: 'enter' }
  /** The pointer is at work, and no longer the keys. */
  | { readonly on: 'pointer' }
  // What the world does.
  | { readonly on: 'moment'; readonly replay: boolean }
  /** Somebody else comes to the screen: nothing is left behind. */
  | { readonly on: 'leave' }
  | { readonly on: 'probed'; readonly ticket: number; readonly action: string; readonly preview: Preview }
  | { readonly on: 'given'; readonly ticket: number }
  | { readonly on: 'laid'; readonly ticket: number; readonly overlay: Overlay }
  /** Without a ticket: something that was asked for elsewhere. */
  | { readonly on: 'refused'; readonly ticket: number | null; readonly violation: Violation };

export type Effect =
  | { readonly do: 'probe'; readonly ticket: number; readonly probe: Probe }
  | { readonly do: 'act'; readonly ticket: number; readonly action: string }
  | { readonly do: 'undo'; readonly ticket: number; readonly back: Back }
  | { readonly do: 'lay'; readonly ticket: number; readonly wish: Wish }
  | { readonly do: 'show'; readonly points: readonly Point[] };

/** The next state, and what has to be done about it. */
export interface Next {
  readonly state: State;
  readonly effects: readonly Effect[];
}

const IDLE: Doing = { is: 'idle' };

export const START: State = {
  doing: IDLE,
  refusal: null,
  spread: null,
  cursor: NOWHERE,
  byKeys: false,
  marked: [],
  overlaid: null,
  wanted: null,
  laying: null,
  peek: null,
  spoken: '',
  next: 1,
};

/** The answer that is being looked at. */
export function considered({ doing }: State): Considered | null {
  switch (doing.is) {
    case 'asking':
      return doing.shown;
    case 'weighing':
    case 'giving':
      return doing.considered;
    default:
      return null;
  }
}

/** The next state. Where nothing is to be done, it is the same object. */
export function reduce(state: State, event: Event, around: Around): Next {
  switch (event.on) {
    case 'place':
      return clickPlace(state, event.place, around);
    case 'piece':
      return clickPiece(state, event.piece, event.at, around);
    case 'target':
      return offer(state, around.answers.on(event.target), event.at, event.title, event.target, around);
    case 'choose':
      return event.seen && isSeen(state, event.answer)
        ? giveAnswer(state, state.peek)
        : choose({ ...state, peek: null }, event.answer, around);
    case 'peek':
      return peek(state, event.answer, around);
    case 'drop':
      return drop(state, event.answer, event.sure, around);
    case 'commit':
      return commit(state);
    case 'undo':
      return give(state, (ticket) => ({ do: 'undo', ticket, back: event.back }), considered(state));
    case 'cancel':
      return only(cancel(state));
    case 'dismiss':
      return only(dismiss(state, event.what));
    case 'spread':
      return only(spread(state, event.stack));
    case 'mark':
      return mark(state, event.places, event.look, around);
    case 'overlay':
      return toggleOverlay(state, event.kind, around);
    case 'arrow':
      return moved(state, step(state.cursor, event.direction, around));
    case 'tab': {
      const next = tab(state.cursor, event.back, around);
      // After the last lit thing the key leads out of the map, as everywhere.
      return next ? moved(state, next) : only({ ...state, byKeys: false, cursor: atRest(state.cursor) });
    }
    case 'enter':
      return enter({ ...state, byKeys: true }, around);
    case 'pointer':
      return only(state.byKeys ? { ...state, byKeys: false } : state);
    case 'moment':
      return nextMoment(state, event.replay);
    case 'leave':
      // The cursor stays, for it is a place like any other; whatever was said of it does not.
      return only({ ...START, cursor: past(state.cursor), byKeys: state.byKeys, next: state.next });
    case 'probed':
      return probed(state, event.ticket, event.action, event.preview, around);
    case 'given':
      return only(isGiving(state, event.ticket) ? { ...state, doing: IDLE, spread: null } : state);
    case 'laid':
      return only(laid(state, event.ticket, event.overlay));
    case 'refused':
      return refused(state, event.ticket, event.violation, around);
  }
}

function only(state: State): Next {
  return { state, effects: [] };
}

// ── What is clicked ─────────────────────────────────────────────────────────────────────────────────────────────────

/** A click on a place, with whatever stands there. */
function clickPlace(before: State, id: string, around: Around): Next {
  const place = around.grid?.byId.get(id);
  if (!place) return only(before);
  const state: State = { ...before, cursor: arrive(id), marked: [] };
  const pieces = around.stacks.get(id)?.pieces ?? [];
  if (state.wanted?.about === 'place') return lay(state, { kind: state.wanted, about: id });
  if (state.wanted?.about === 'piece' && pieces.length === 1 && pieces[0]) {
    return lay(state, { kind: state.wanted, about: pieces[0].id });
  }
  const here = around.answers.at(id, pieces);
  const open = here.length === 0 && pieces.length > 1 ? spread(state, id, true) : state;
  return offer(open, here, place.at, `At ${id}`, { what: 'place', place: id }, around);
}

/** A click on one piece of a spread or single stack. */
function clickPiece(state: State, id: string, at: Point, around: Around): Next {
  const piece = around.pieces.get(id);
  const place = piece?.at.in === 'place' ? piece.at.place : null;
  if (state.wanted?.about === 'piece') return lay(state, { kind: state.wanted, about: id });
  if (state.wanted?.about === 'place' && place) return lay(state, { kind: state.wanted, about: place });
  const target: Target = { what: 'piece', piece: id };
  const here = around.answers.on(target);
  const there = place ? around.answers.on({ what: 'place', place }) : [];
  return offer(state, here.length > 0 ? here : there, at, piece?.name ?? id, target, around);
}

function offer(
  state: State,
  answers: readonly Answer[],
  at: Point,
  title: string,
  target: Target,
  around: Around,
): Next {
  if (state.doing.is === 'giving') return only(state);
  const [first] = answers;
  if (first && answers.length === 1) return choose(state, first, around);
  if (first) {
    const choice: Choice = { title, at, answers };
    return only({ ...state, refusal: null, peek: null, doing: { is: 'choosing', choice } });
  }
  // Why can't I? A click on something not lit is put to the rules.
  return ask({ ...state, refusal: null, peek: null, doing: IDLE }, { target }, around, { mayGo: true });
}

// ── What is answered ────────────────────────────────────────────────────────────────────────────────────────────────

/** Glances at an answer, where there may be something to see of it on the board. */
function peek(state: State, answer: Answer | null, around: Around): Next {
  if (!answer) return only(state.peek ? { ...state, peek: null } : state);
  const open = around.board?.ruler !== undefined && around.side !== null && around.asked;
  if (!open || state.doing.is === 'giving' || state.peek?.answer.action === answer.action) return only(state);
  const ticket = state.next;
  return {
    state: { ...state, next: ticket + 1, peek: { ticket, answer, preview: null } },
    effects: [{ do: 'probe', ticket, probe: { action: answer.action } }],
  };
}

/** Whether what an answer would look like has been seen, and no die has to be weighed. */
function isSeen({ peek }: State, { action }: Answer): boolean {
  const preview = peek?.answer.action === action ? peek.preview : null;
  return Boolean(preview?.sketch?.shapes.length) && !preview?.odds && !preview?.outlook;
}

/** Looks at an answer; chosen again, it is given. */
function choose(state: State, answer: Answer, around: Around): Next {
  if (!around.side || state.doing.is === 'giving') return only(state);
  if (considered(state)?.answer.action === answer.action) return commit({ ...state, refusal: null });
  const closed = state.byKeys ? state : spread(state, null);
  const shown: Considered = { answer, preview: null };
  return ask({ ...closed, refusal: null }, { action: answer.action }, around, { shown, mayGo: true });
}

interface Asking {
  readonly shown?: Considered | null;
  readonly mayGo: boolean;
  readonly sure?: boolean;
}

function ask(state: State, probe: Probe, around: Around, asking: Asking): Next {
  if (!around.side || !around.asked) return only(state);
  const { shown = null, mayGo, sure = false } = asking;
  const ticket = state.next;
  return {
    state: {
      ...state,
      next: ticket + 1,
      doing: { is: 'asking', ticket, probe, shown, mayGo, sure },
    },
    effects: [{ do: 'probe', ticket, probe }],
  };
}

/** Looks at what was put down. What was looked at before is past. */
function drop(state: State, answer: Answer, sure: boolean, around: Around): Next {
  if (state.doing.is === 'giving') return only(state);
  const shown: Considered = { answer, preview: null };
  return ask({ ...state, refusal: null }, { action: answer.action }, around, { shown, mayGo: true, sure });
}

/** The table has said what it means, and what would come of it. */
function probed(state: State, ticket: number, action: string, preview: Preview, around: Around): Next {
  const { doing } = state;
  if (state.peek?.ticket === ticket) return only({ ...state, peek: { ...state.peek, preview } });
  if (doing.is !== 'asking' || doing.ticket !== ticket) return only(state);
  const answer = meant(doing.probe, doing.shown, action, preview, around);
  const known: Considered = { answer, preview };
  if (doing.mayGo && goesAtOnce(answer, preview, around.oneClick || doing.sure))
    return giveAnswer(state, known);
  return only({ ...state, doing: { is: 'weighing', considered: known } });
}

function meant(
  probe: Probe,
  shown: Considered | null,
  action: string,
  preview: Preview,
  around: Around,
): Answer {
  if ('action' in probe && shown) return shown.answer;
  const listed = around.answers.find(action);
  const on: Target = 'target' in probe ? probe.target : { what: 'button' };
  // What is put down stands where it was put, whatever else the same answer could be given by.
  return listed && on.what !== 'point' ? listed : { action, label: preview.label, on };
}

/** Whether an answer is given without being looked at first: there is nothing to see, or the player wants it so. */
export function goesAtOnce(answer: Answer, preview: Preview, oneClick: boolean): boolean {
  if (preview.odds || preview.outlook) return false;
  const plain = preview.path.length < 2 && preview.cost === '' && preview.arithmetic.length === 0;
  return plain || oneClick || answer.on.what === 'button';
}

/** Gives the answer that is looked at. */
function commit(state: State): Next {
  const mine = considered(state);
  return mine?.answer.action ? giveAnswer(state, mine) : only(state);
}

function giveAnswer(state: State, mine: Considered | null): Next {
  if (!mine) return only(state);
  return give(state, (ticket) => ({ do: 'act', ticket, action: mine.answer.action }), mine);
}

function give(state: State, effect: (ticket: number) => Effect, mine: Considered | null): Next {
  if (state.doing.is === 'giving') return only(state);
  const ticket = state.next;
  return {
    state: { ...state, next: ticket + 1, peek: null, doing: { is: 'giving', ticket, considered: mine } },
    effects: [effect(ticket)],
  };
}

function isGiving({ doing }: State, ticket: number): boolean {
  return doing.is === 'giving' && doing.ticket === ticket;
}

function refused(state: State, ticket: number | null, violation: Violation, around: Around): Next {
  // What was only glanced at is not talked about.
  if (ticket !== null && state.peek?.ticket === ticket) return only(state);
  const told: State = {
    ...state,
    refusal: violation,
    marked: violation.pieces.flatMap((name) =>
      around.grid?.byId.has(name) ? [name] : placesUnder({ what: 'piece', piece: name }, around),
    ),
  };
  const { doing } = state;
  if (ticket === null) return only(told);
  if (state.laying?.ticket === ticket) return only({ ...told, laying: null, overlaid: null });
  if (isGiving(state, ticket)) return only({ ...told, doing: IDLE });
  if (doing.is !== 'asking' || doing.ticket !== ticket) return only(state);
  // What cannot be is said, and nothing is looked at any more.
  return only({ ...told, doing: IDLE });
}

// ── What is put away ────────────────────────────────────────────────────────────────────────────────────────────────

function cancel(state: State): State {
  if (state.wanted) return { ...state, wanted: null };
  if (state.doing.is === 'choosing' || state.doing.is === 'weighing' || state.doing.is === 'asking') {
    return { ...state, doing: IDLE, peek: null };
  }
  if (state.spread) return { ...state, spread: null };
  if (state.refusal) return { ...state, refusal: null };
  if (state.marked.length > 0) return { ...state, marked: [] };
  if (state.overlaid || state.laying) return { ...state, overlaid: null, laying: null };
  return state;
}

function dismiss(state: State, what: 'answer' | 'refusal' | 'overlay'): State {
  switch (what) {
    case 'answer':
      return state.doing.is === 'giving' ? state : { ...state, doing: IDLE };
    case 'refusal':
      return { ...state, refusal: null };
    case 'overlay':
      return { ...state, overlaid: null, laying: null };
  }
}

/** A new moment: what was considered is past. An answer that is on its way still is. */
function nextMoment(state: State, replay: boolean): Next {
  const { doing, laying, overlaid } = state;
  const forgotten: State = {
    ...state,
    doing: doing.is === 'giving' ? { ...doing, considered: null } : IDLE,
    refusal: null,
    spread: null,
    peek: null,
    cursor: past(state.cursor),
  };
  // What lies over the board was true of the moment before; what was asked for is asked for again.
  const wish = laying ?? overlaid;
  return wish && !replay ? lay(forgotten, wish, state.wanted) : only(forgotten);
}

function spread(state: State, stack: string | null, held = false): State {
  if (stack === null) return state.spread ? { ...state, spread: null } : state;
  return { ...state, spread: { stack, held } };
}

// ── What lies over the board ────────────────────────────────────────────────────────────────────────────────────────

function toggleOverlay(state: State, kind: OverlayKind, around: Around): Next {
  const { cursor } = state;
  if (state.overlaid?.kind.id === kind.id) return only(dismiss(state, 'overlay'));
  if (kind.about === 'board') return lay(state, { kind, about: '' });
  const here = cursor.at === 'place' && around.grid?.byId.has(cursor.place);
  if (kind.about === 'place' && here) return lay(state, { kind, about: cursor.place });
  return only({ ...state, wanted: kind });
}

function lay(state: State, { kind, about }: Wish, wanted: OverlayKind | null = null): Next {
  const ticket = state.next;
  return {
    state: { ...state, next: ticket + 1, wanted, laying: { ticket, kind, about } },
    effects: [{ do: 'lay', ticket, wish: { kind, about } }],
  };
}

function laid(state: State, ticket: number, overlay: Overlay): State {
  const { laying } = state;
  if (laying?.ticket !== ticket) return state;
  const overlaid: Overlaid = { kind: laying.kind, about: laying.about, overlay };
  return { ...state, laying: null, overlaid, spoken: overlay.text };
}

/** Points out places, and looks there. */
function mark(state: State, places: readonly string[], look: boolean, around: Around): Next {
  const points = pointsOf(places, around.grid);
  return {
    state: { ...state, marked: places },
    effects: look && points.length > 0 ? [{ do: 'show', points }] : [],
  };
}

// ── The keys ────────────────────────────────────────────────────────────────────────────────────────────────────────

function moved(state: State, to: Moved | null): Next {
  const shown: State = state.byKeys ? state : { ...state, byKeys: true };
  if (!to) return only(shown);
  return {
    state: { ...spread(shown, to.stack), cursor: to.cursor, spoken: to.spoken },
    effects: [{ do: 'show', points: [to.look] }],
  };
}

/** Chooses what the cursor is at, or gives the answer that is looked at there. */
function enter(state: State, around: Around): Next {
  const mine = considered(state);
  const { cursor } = state;
  if (mine && !isElsewhere(cursor, mine.answer.on, around)) return commit(state);
  switch (cursor.at) {
    case 'lit': {
      const { target, point } = cursor;
      if (target.what === 'piece') return clickPiece(state, target.piece, point, around);
      return offer(state, around.answers.on(target), point, 'Here', target, around);
    }
    case 'nowhere':
      return moved(state, step(cursor, 'down', around));
    case 'place': {
      const { place } = cursor;
      const here = around.answers.at(place, around.stacks.get(place)?.pieces ?? []);
      const edge = around.answers.lit.find((lit) => lit.what === 'edge' && lit.places.includes(place));
      const at = around.grid?.byId.get(place)?.at;
      if (edge && at && here.length === 0) {
        return offer(state, around.answers.on(edge), at, 'Here', edge, around);
      }
      return clickPlace(state, place, around);
    }
  }
}

/** Whether what is considered has nothing to do with where the cursor is. */
function isElsewhere(cursor: Cursor, target: Target, around: Around): boolean {
  if (cursor.at === 'lit') return keyOf(cursor.target) !== keyOf(target);
  const places = placesUnder(target, around);
  return places.length > 0 && cursor.at === 'place' && !places.includes(cursor.place);
}
