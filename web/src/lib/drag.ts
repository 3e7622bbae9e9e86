// What a player has in hand: a piece taken up from an open table, by the pointer or by keys. A small machine without a
// screen, a clock or a network, like `intent.ts`: an event gives the next state, and what has to be done as data.
//
//         take                     drop
//   none ──────► held ◄─► asking ───────► resting (weighed by `intent.ts`) ──► none
//                  ▲                         │
//                  └──────── take it on ─────┘
//
// One question is under way at a time. What is wished meanwhile replaces what was wished before, but for steps by keys:
// those are taken one after another, as they were pressed.

import type { Gesture, Sketch, Stand, Trace, Violation } from '../wire';
import { distance, turned, type Point } from './geometry';

/** A step by keys, in the game's own measures. */
export interface Step {
  readonly ahead: number;
  readonly aside: number;
  readonly turn: number;
}

/** An answer that is looked at, and where it leads. */
export interface Looked {
  readonly action: string;
  readonly turns: readonly Point[];
  readonly end: Point;
}

/** Something in hand. */
export interface Held {
  readonly piece: string;
  readonly by: 'hand' | 'keys';
  /** Where it stood when it was taken up, and where the hand took hold of it. */
  readonly home: Point;
  readonly grip: Point;
  /** By hand: its turning points, where it is, and which way it was turned. */
  readonly turns: readonly Point[];
  readonly at: Point | null;
  readonly facing: number | null;
  /** By keys: the answers at the turning points before, and whether it turns where it is now. */
  readonly corners: readonly string[];
  readonly corner: boolean;
  /** By keys: steps that have yet to be asked about. */
  readonly steps: readonly Step[];
  /** What it came to last. */
  readonly trace: Trace | null;
  /** The last that can be given. */
  readonly good: Trace | null;
  /** Whether it was put down, to be looked at. */
  readonly resting: boolean;
}

export interface State {
  readonly held: Held | null;
  /** What shall be taken up as soon as the question is about it. */
  readonly wanted: { readonly piece: string; readonly by: Held['by']; readonly grip: Point } | null;
  /** The ticket of the question that is under way, and whether a turning point goes with it. */
  readonly asked: number | null;
  readonly cornering: boolean;
  /** Whether the next question has to wait a moment. */
  readonly waits: boolean;
  /** Whether something was wished since. */
  readonly wishes: boolean;
  /** Whether it is to be put down as soon as the table has answered, and whether its owner is sure of it then. */
  readonly dropping: { readonly sure: boolean } | null;
  readonly snap: boolean;
  /** For those who listen. */
  readonly spoken: string;
  readonly next: number;
}

export const START: State = {
  held: null,
  wanted: null,
  asked: null,
  cornering: false,
  waits: false,
  wishes: false,
  dropping: null,
  snap: true,
  spoken: '',
  next: 1,
};

/** What the machine has to know of the table. */
export interface Table {
  /** The piece that the question moves. */
  readonly moves: string | null;
  /** Where a piece stands on the open table. */
  readonly placeOf: (piece: string) => Point | null;
  /** The answer that takes a piece up, if there is one. */
  readonly picks: (piece: string) => string | null;
  readonly name: (piece: string) => string;
  /** How many ticks a turn of fifteen degrees has. */
  readonly ticks: number;
}

export type Event =
  | { readonly on: 'take'; readonly piece: string; readonly by: Held['by']; readonly grip: Point }
  /** Goes on from where it was put down, or from an answer that is looked at and ends here. */
  | { readonly on: 'take-on'; readonly by: Held['by']; readonly grip: Point; readonly from: Looked | null }
  | { readonly on: 'move'; readonly to: Point }
  /** Its flag is pulled, or it is turned by so many tenths of a degree. */
  | { readonly on: 'face'; readonly bearing: number }
  | { readonly on: 'turn'; readonly by: number }
  | { readonly on: 'step'; readonly step: Step }
  | { readonly on: 'corner' }
  | { readonly on: 'back' }
  | { readonly on: 'snap' }
  /** Put down: to be looked at, or to be given at once if no die has to be weighed. */
  | { readonly on: 'drop'; readonly sure: boolean }
  | { readonly on: 'put-back' }
  /** Another question is asked, or none. */
  | { readonly on: 'moment' }
  | { readonly on: 'traced'; readonly ticket: number; readonly trace: Trace }
  | { readonly on: 'failed'; readonly ticket: number }
  /** The next question may be asked. */
  | { readonly on: 'ready' };

export type Effect =
  | { readonly do: 'trace'; readonly ticket: number; readonly gesture: Gesture }
  /** Gives the answer that takes a piece up. */
  | { readonly do: 'pick'; readonly action: string }
  /** Looks at what it came to, before it is given. */
  | { readonly do: 'look'; readonly trace: Trace; readonly held: Held; readonly sure: boolean }
  /** It cannot be put down there. */
  | { readonly do: 'refuse'; readonly violation: Violation };

export interface Next {
  readonly state: State;
  readonly effects: readonly Effect[];
}

const NOTHING: Trace = { action: null, cost: '', sketch: { shapes: [], text: '' }, refusal: null };

function only(state: State): Next {
  return { state, effects: [] };
}

export function reduce(state: State, event: Event, table: Table): Next {
  const { held } = state;
  switch (event.on) {
    case 'take':
      return take(state, event.piece, event.by, event.grip, table);
    case 'take-on':
      return takeOn(state, event.by, event.grip, event.from, table);
    case 'move': {
      if (!held || held.by !== 'hand' || held.resting) return only(state);
      const at: Point = [
        Math.round(held.home[0] + event.to[0] - held.grip[0]),
        Math.round(held.home[1] + event.to[1] - held.grip[1]),
      ];
      if (held.at && distance(held.at, at) === 0) return only(state);
      return wish({ ...state, held: { ...held, at } });
    }
    case 'face':
      if (!held) return only(state);
      return wish({
        ...state,
        held: byHand({ ...held, facing: ticked(event.bearing, state, table), resting: false }),
      });
    case 'turn':
      if (!held) return only(state);
      return held.by === 'keys'
        ? step(state, { ahead: 0, aside: 0, turn: Math.round((event.by / 150) * table.ticks) }, table)
        : wish({ ...state, held: { ...held, facing: turned(facingOf(held) ?? 0, event.by) } });
    case 'step':
      return step(state, event.step, table);
    case 'corner':
      return corner(state);
    case 'back':
      return back(state);
    case 'snap': {
      const snap = !state.snap;
      const spoken = snap ? 'It snaps to what is near.' : 'It stays where it is put.';
      return held && !held.resting ? wish({ ...state, snap, spoken }) : only({ ...state, snap, spoken });
    }
    case 'drop':
      return drop(state, event.sure);
    case 'put-back': {
      if (!held && !state.wanted) return only(state);
      const spoken = held ? `${table.name(held.piece)} is put back.` : '';
      return only({ ...emptied(state), spoken });
    }
    case 'moment':
      return moment(state, table);
    case 'traced':
      return traced(state, event.ticket, event.trace);
    case 'failed':
      return only(state.asked === event.ticket ? { ...state, asked: null, wishes: true } : state);
    case 'ready':
      return next({ ...state, waits: false });
  }
}

/** Nothing is in hand. What is under way is no longer waited for. */
function emptied(state: State): State {
  return { ...state, held: null, wanted: null, asked: null, wishes: false, dropping: null };
}

/** Which way it faces in the hand. */
export function facingOf({ facing, trace }: Held): number | null {
  return facing ?? ghostOf(trace?.sketch)[0]?.facing ?? null;
}

/** A bearing by hand, drawn to the ticks of the game. */
function ticked(bearing: number, { snap }: State, { ticks }: Table): number {
  const tick = 150 / ticks;
  return snap ? turned(Math.round(bearing / tick) * tick, 0) : bearing;
}

/** The stands of a ghost. */
export function ghostOf(sketch: Sketch | null | undefined): readonly Stand[] {
  return (sketch?.shapes ?? []).flatMap(({ shape, role }) =>
    role === 'ghost' && 'stand' in shape ? [shape.stand] : [],
  );
}

function take(state: State, piece: string, by: Held['by'], grip: Point, table: Table): Next {
  const home = table.placeOf(piece);
  if (!home) return only(state);
  if (table.moves !== piece) {
    const action = table.picks(piece);
    if (action === null) return only(state);
    return { state: { ...emptied(state), wanted: { piece, by, grip } }, effects: [{ do: 'pick', action }] };
  }
  const held: Held = {
    piece,
    by,
    home,
    grip,
    turns: [],
    at: by === 'hand' ? home : null,
    facing: null,
    corners: [],
    corner: false,
    steps: by === 'keys' ? [{ ahead: 0, aside: 0, turn: 0 }] : [],
    trace: null,
    good: null,
    resting: false,
  };
  const spoken =
    by === 'keys'
      ? `${table.name(piece)} is in your hand. Arrow keys move it as it faces, brackets turn it, W turns its way, Enter puts it down, Escape puts it back.`
      : '';
  return next({ ...emptied(state), held, spoken, wishes: true });
}

/** What was put down is taken up again where it is. */
function takeOn(state: State, by: Held['by'], grip: Point, from: Looked | null, table: Table): Next {
  const { held } = state;
  if (held && by === 'keys') return only({ ...state, held: { ...held, by, resting: false } });
  if (held) {
    const again = byHand(held);
    return only({ ...state, held: { ...again, resting: false, home: endOf(again), grip } });
  }
  if (!from || !table.moves) return only(state);
  const taken = take(state, table.moves, by, grip, table).state;
  if (!taken.held) return only(state);
  const good: Trace = { ...NOTHING, action: from.action };
  const at = by === 'hand' ? from.end : null;
  const now: Held = { ...taken.held, good, home: from.end, at, turns: from.turns, steps: [] };
  return only({ ...emptied(state), held: now });
}

/** A new question: what was in hand is past, and what was wanted may be taken up now. */
function moment(state: State, table: Table): Next {
  const { wanted } = state;
  const clear = emptied(state);
  if (!wanted) return only(clear);
  if (table.moves !== wanted.piece) return only(clear);
  return take(clear, wanted.piece, wanted.by, wanted.grip, table);
}

/** What was moved by keys goes on by hand from where it is; its way so far is kept by its points. */
function byHand(held: Held): Held {
  if (held.by === 'hand') return held;
  const path = held.good ? pathOf(held.good) : [];
  return { ...held, by: 'hand', at: endOf(held), turns: path.slice(1, -1), steps: [] };
}

/** Where it is: drawn to something near, perhaps, and not quite where the hand is. */
function endOf({ good, at, home }: Held): Point {
  return (good && pathOf(good).at(-1)) ?? at ?? home;
}

/** The way of a trace, from where the piece stood. */
function pathOf({ sketch }: Trace): Point[] {
  const line = sketch.shapes.find(({ shape, role }) => role === 'path' && 'line' in shape);
  return line && 'line' in line.shape ? line.shape.line : [];
}

/** A step by keys goes on from the last answer that can be given. */
function step(state: State, by: Step, table: Table): Next {
  const { held } = state;
  if (!held) return only(state);
  // What is in the hand is turned and goes on with the hand.
  if (held.by === 'hand' && !held.resting) {
    const facing = turned(facingOf(held) ?? 0, (by.turn * 150) / table.ticks);
    return by.turn === 0 ? only(state) : wish({ ...state, held: { ...held, facing } });
  }
  const last = held.steps.at(-1);
  // What is pressed twice before it was asked about is asked about at once.
  const waiting = state.asked !== null || state.waits;
  const merged = last && waiting && held.steps.length > 1 && sameWay(last, by) ? sum(last, by) : null;
  const steps = merged ? [...held.steps.slice(0, -1), merged] : [...held.steps, by];
  return wish({ ...state, held: { ...held, by: 'keys', resting: false, steps } });
}

const sameWay = (one: Step, other: Step) =>
  (one.ahead !== 0) === (other.ahead !== 0) &&
  (one.aside !== 0) === (other.aside !== 0) &&
  (one.turn !== 0) === (other.turn !== 0);

function sum(one: Step, other: Step): Step {
  const within = (number: number) => Math.max(-100, Math.min(100, number));
  return {
    ahead: within(one.ahead + other.ahead),
    aside: within(one.aside + other.aside),
    turn: within(one.turn + other.turn),
  };
}

/** Where it is now, its way turns. */
function corner(state: State): Next {
  const { held } = state;
  if (!held) return only(state);
  if (held.by === 'keys') {
    const action = held.good?.action;
    if (!action || held.corner) return only(state);
    const spoken = `Turning point ${held.corners.length + 1}.`;
    return only({
      ...state,
      spoken,
      held: { ...held, corner: true, corners: [...held.corners, action], resting: false },
    });
  }
  // Where its ghost is; if that has yet to follow, where the hand is.
  const end = state.asked === null && !state.wishes ? endOf(held) : (held.at ?? endOf(held));
  const last = held.turns.at(-1) ?? (held.good && pathOf(held.good)[0]) ?? held.home;
  if (distance(last, end) < 1) return only(state);
  const spoken = `Turning point ${held.turns.length + 1}.`;
  return wish({ ...state, spoken, held: { ...held, turns: [...held.turns, end] } });
}

/** The last turning point is taken back. */
function back(state: State): Next {
  const { held } = state;
  if (!held) return only(state);
  if (held.by === 'keys') {
    const action = held.corners.at(-1);
    if (action === undefined) return only(state);
    const again: Trace = { ...NOTHING, action };
    const corners = held.corners.slice(0, -1);
    const steps = [{ ahead: 0, aside: 0, turn: 0 }];
    return wish({ ...state, held: { ...held, good: again, corners, corner: false, steps, resting: false } });
  }
  if (held.turns.length === 0) return only(state);
  return wish({ ...state, held: { ...held, turns: held.turns.slice(0, -1), resting: false } });
}

/** Put down: looked at once the table has said what the last of it means. */
function drop(state: State, sure: boolean): Next {
  const { held } = state;
  if (!held) return only(state.wanted ? emptied(state) : state);
  if (state.asked !== null || state.wishes) return only({ ...state, dropping: { sure } });
  return putDown(state, held, sure);
}

function putDown(state: State, held: Held, sure: boolean): Next {
  const rest: State = { ...state, dropping: null, held: { ...held, resting: true } };
  const { trace } = held;
  // A hand that only touched it has put it nowhere.
  if (held.by === 'hand' && held.turns.length === 0 && held.facing === null && samePlace(held)) {
    return only(emptied(state));
  }
  if (trace?.refusal) {
    const effects: Effect[] = [{ do: 'refuse', violation: trace.refusal }];
    return held.by === 'keys' ? { state: rest, effects } : { state: emptied(state), effects };
  }
  if (!trace?.action) return only(emptied(state));
  return { state: rest, effects: [{ do: 'look', trace, held, sure }] };
}

const samePlace = ({ at, home, resting }: Held) => !resting && at !== null && distance(at, home) < 1;

/** Asks as soon as nothing else is under way. */
function wish(state: State): Next {
  return next({ ...state, wishes: true });
}

function next(state: State): Next {
  const { held } = state;
  if (!held || !state.wishes || state.asked !== null || state.waits) return only(state);
  const gesture = gestureOf(held, state.snap);
  const ticket = state.next;
  const steps = held.by === 'keys' ? held.steps.slice(1) : held.steps;
  if (!gesture) return only({ ...state, wishes: false });
  return {
    state: {
      ...state,
      asked: ticket,
      cornering: gesture.how === 'nudge' && gesture.corner,
      waits: true,
      wishes: steps.length > 0,
      next: ticket + 1,
      held: { ...held, steps },
    },
    effects: [{ do: 'trace', ticket, gesture }],
  };
}

function gestureOf(held: Held, snap: boolean): Gesture | null {
  if (held.by === 'hand') {
    if (!held.at) return null;
    return { how: 'drag', points: [...held.turns, held.at], facing: held.facing, snap };
  }
  const [first] = held.steps;
  if (!first) return null;
  const corner = held.corner && (first.ahead !== 0 || first.aside !== 0);
  return { how: 'nudge', from: held.good?.action ?? '', ...first, corner };
}

/** The table has said what it means. */
function traced(state: State, ticket: number, trace: Trace): Next {
  const { held } = state;
  if (!held || state.asked !== ticket) return only(state);
  const good = trace.refusal ? held.good : trace;
  // By keys, what cannot be is said, and it stays where it was.
  const stays = held.by === 'keys' && trace.refusal !== null && held.good !== null;
  const now: Held = {
    ...held,
    good,
    trace: stays ? held.good : trace,
    corner: held.corner && (!state.cornering || trace.refusal !== null),
  };
  const spoken = held.by === 'keys' ? words(trace) : state.spoken;
  const answered: State = { ...state, asked: null, held: now, spoken };
  if (state.dropping && !state.wishes) return putDown(answered, now, state.dropping.sure);
  return next(answered);
}

/** A trace in words. */
export function words({ cost, sketch, refusal }: Trace): string {
  if (refusal) return refusal.text;
  return sketch.text || cost;
}
