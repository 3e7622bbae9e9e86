// The player's hand: what is pointed at, what would be answered, and what came of it.

import type { Answer, Overlay, OverlayKind, Place, Preview, Target, Violation } from '../wire';
import { keyOf } from './answers';
import { api, Refused } from './api';
import { bearing, STEPS, type Direction, type Point } from './geometry';
import { settings } from './settings.svelte';
import type { Table } from './table.svelte';
import { stackText } from './stacks';

/** An answer that is looked at before it is given. */
export interface Considered {
  readonly answer: Answer;
  /** What is known of it, once the table has said so. */
  readonly preview: Preview | null;
}

/** Something not lit was clicked, or the table refused. */
export interface Refusal {
  readonly text: string;
  readonly rule: string;
  readonly pieces: readonly string[];
}

export interface Choice {
  readonly title: string;
  readonly at: Point;
  readonly answers: readonly Answer[];
}

/** Something lit that stands at a point and in no place. */
export interface Pointed {
  readonly target: Target;
  readonly at: Point;
}

export interface Laid {
  readonly kind: OverlayKind;
  readonly about: string;
  readonly overlay: Overlay;
}

export class Hand {
  readonly #table: Table;
  considered = $state.raw<Considered | null>(null);
  choice = $state.raw<Choice | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  /** The stack that is spread out. */
  fan = $state<string | null>(null);
  /** Whether the stack was spread on purpose: then the pointer does not close it. */
  fanHeld = $state(false);
  /** The place the keyboard or the last click is at. */
  cursor = $state<string | null>(null);
  /** What is lit on the open table, where no place is, and the keyboard is at. */
  pointed = $state.raw<Pointed | null>(null);
  /** Whether the cursor is being moved by keys and should be shown. */
  byKeys = $state(false);
  /** Places to be pointed out: a line of the log, a refused move. */
  marked = $state.raw<readonly string[]>([]);
  overlay = $state.raw<Laid | null>(null);
  /** An overlay that waits for a place or a piece to be about. */
  wanted = $state.raw<OverlayKind | null>(null);
  busy = $state(false);
  /** For those who listen: where the cursor is. */
  spoken = $state('');
  /** Where the board should look; the board clears it. */
  lookAt = $state.raw<readonly Point[] | null>(null);
  /** Whether the cursor is on its way from one lit thing to the next. */
  #tabbing = false;
  /** What was put down last where it could be. */
  #settled: Considered | null = null;
  #goal: { across: number; vertical: boolean } | null = null;

  constructor(table: Table) {
    this.#table = table;
  }

  /** A new moment: what was considered is past. */
  forget(): void {
    this.considered = null;
    this.choice = null;
    this.refusal = null;
    this.fan = null;
    this.fanHeld = false;
    this.#tabbing = false;
    this.pointed = null;
  }

  /** Somebody else comes to the screen: nothing is left behind. */
  leave(): void {
    this.forget();
    this.overlay = null;
    this.wanted = null;
    this.marked = [];
    this.spoken = '';
  }

  /** One step back out of whatever is open. */
  cancel(): boolean {
    if (this.wanted) this.wanted = null;
    else if (this.choice) this.choice = null;
    else if (this.considered) this.considered = null;
    else if (this.fan) this.spread(null);
    else if (this.refusal) this.refusal = null;
    else if (this.marked.length > 0) this.marked = [];
    else if (this.overlay) this.overlay = null;
    else return false;
    return true;
  }

  spread(key: string | null, held = false): void {
    this.fan = key;
    this.fanHeld = key !== null && held;
  }

  piecesAt(place: string) {
    return this.#table.stacks.get(place)?.pieces ?? [];
  }

  /** A click on a place, with whatever stands there. */
  async place(id: string): Promise<void> {
    const { answers, grid } = this.#table;
    const place = grid?.byId.get(id);
    if (!place) return;
    this.#arrive(place);
    if (this.wanted?.about === 'place') return this.lay(this.wanted, id);
    const pieces = this.piecesAt(id);
    const here = answers.at(id, pieces);
    if (this.wanted?.about === 'piece' && pieces.length === 1 && pieces[0]) {
      return this.lay(this.wanted, pieces[0].id);
    }
    if (here.length === 0 && pieces.length > 1) this.spread(id, true);
    await this.#offer(here, place.at, `At ${id}`, { what: 'place', place: id });
  }

  /** A click on one piece of a spread or single stack. */
  async piece(id: string, at: Point): Promise<void> {
    const { answers } = this.#table;
    if (this.wanted?.about === 'piece') return this.lay(this.wanted, id);
    const piece = this.#table.pieces.get(id);
    const here = answers.on({ what: 'piece', piece: id });
    const place = piece?.at.in === 'place' ? piece.at.place : null;
    if (this.wanted?.about === 'place' && place) return this.lay(this.wanted, place);
    const there = place ? answers.on({ what: 'place', place }) : [];
    const all = here.length > 0 ? here : there;
    await this.#offer(all, at, piece?.name ?? id, { what: 'piece', piece: id });
  }

  /** A click on anything else that has a name. */
  async target(target: Target, at: Point, title: string): Promise<void> {
    await this.#offer(this.#table.answers.on(target), at, title, target);
  }

  async #offer(answers: readonly Answer[], at: Point, title: string, target: Target): Promise<void> {
    this.refusal = null;
    this.choice = null;
    const [only] = answers;
    if (only && answers.length === 1) return this.choose(only);
    if (answers.length > 1) {
      this.considered = null;
      this.choice = { title, at, answers };
      return;
    }
    this.considered = null;
    await this.askWhy(target);
  }

  /** Why can't I? A click on something not lit is put to the rules. */
  async askWhy(target: Target): Promise<void> {
    const { ask, view, id } = this.#table;
    if (!ask || !view?.side) return;
    try {
      const { action } = await api.click(id, view.side, target);
      await this.choose(this.#table.answers.find(action) ?? { action, label: action, on: target });
    } catch (error) {
      this.refuse(error);
    }
  }

  /** Looks at an answer; chosen again, or when there is nothing to look at, it is given. */
  async choose(answer: Answer): Promise<void> {
    const { view, id } = this.#table;
    if (!view?.side || this.busy) return;
    this.choice = null;
    this.refusal = null;
    if (this.considered?.answer.action === answer.action) return this.commit();
    const moment = view.sight?.moment;
    const mine: Considered = { answer, preview: null };
    this.considered = mine;
    if (!this.byKeys) this.spread(null);
    try {
      const preview = await api.preview(id, view.side, answer.action);
      if (this.considered !== mine || view.sight?.moment !== moment) return;
      this.considered = { answer, preview };
      if (goesAtOnce(answer, preview, settings.values.oneClick)) await this.commit();
    } catch (error) {
      if (this.considered === mine) this.considered = null;
      this.refuse(error);
    }
  }

  /** Turns what is to be put down at a point, by so many degrees. */
  async turn(by: number): Promise<void> {
    const { considered } = this;
    if (considered?.answer.on.what !== 'point') return;
    await this.#adjust(considered, considered.answer.on.at, by);
  }

  /** Shifts what is to be put down at a point. */
  async nudge(direction: Direction, step: number): Promise<void> {
    const { considered } = this;
    if (considered?.answer.on.what !== 'point') return;
    const [x, y] = considered.answer.on.at;
    const [dx, dy] = STEPS[direction];
    await this.#adjust(considered, [Math.round(x + dx * step), Math.round(y + dy * step)], 0);
  }

  /** Puts it down elsewhere or otherwise. Keys come faster than answers: the last one counts, and none commits. */
  async #adjust(before: Considered, at: Point, turn: number): Promise<void> {
    const { view, id } = this.#table;
    const { answer, preview } = before;
    if (!view?.side || answer.on.what !== 'point') return;
    const now = answer.on.facing ?? bearing(preview?.path ?? []);
    const on: Target = { what: 'point', at, facing: (now + turn + 360) % 360 };
    const mine: Considered = { answer: { action: '', label: answer.label, on }, preview: null };
    if (preview) this.#settled = before;
    this.refusal = null;
    this.considered = mine;
    try {
      const { action } = await api.click(id, view.side, on);
      const preview = await api.preview(id, view.side, action);
      if (this.considered === mine) {
        this.considered = { answer: { action, label: preview.label, on }, preview };
      }
    } catch (error) {
      // What cannot be is said, and leaves things where they were.
      if (this.considered !== mine) return;
      this.considered = this.#settled;
      this.refuse(error);
    }
  }

  /** Gives the answer that is looked at. */
  async commit(): Promise<void> {
    const { considered } = this;
    if (!considered?.answer.action || this.busy) return;
    await this.#do(() => this.#table.view?.act(considered.answer.action));
  }

  async undo(back: 'last' | 'all' | { line: number }): Promise<void> {
    await this.#do(() => this.#table.view?.undo(back));
  }

  async #do(deed: () => Promise<void> | undefined): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await deed();
      this.considered = null;
      this.fan = null;
    } catch (error) {
      this.considered = null;
      this.refuse(error);
    } finally {
      this.busy = false;
    }
  }

  refuse(error: unknown): void {
    const violation: Violation | undefined = error instanceof Refused ? error.refusal.violation : undefined;
    const text = violation?.text ?? (error instanceof Error ? error.message : String(error));
    this.refusal = { text, rule: violation?.rule ?? '', pieces: violation?.pieces ?? [] };
    this.marked = this.#placesOf(violation?.pieces ?? []);
  }

  #placesOf(names: readonly string[]): string[] {
    const { grid, pieces } = this.#table;
    return names.flatMap((name) => {
      if (grid?.byId.has(name)) return [name];
      const at = pieces.get(name)?.at;
      return at?.in === 'place' ? [at.place] : [];
    });
  }

  /** Points out places, and looks there. */
  mark(places: readonly string[]): void {
    const { grid } = this.#table;
    this.marked = places;
    const points = places.map((place) => grid?.byId.get(place)?.at).filter((at) => at !== undefined);
    if (points.length > 0) this.lookAt = points;
  }

  async lay(kind: OverlayKind, about: string): Promise<void> {
    const { id, view } = this.#table;
    this.wanted = null;
    try {
      const overlay = await api.overlay(id, view?.side ?? null, kind.id, about);
      this.overlay = { kind, about, overlay };
      this.spoken = overlay.text;
    } catch (error) {
      this.overlay = null;
      this.refuse(error);
    }
  }

  /** Moves the cursor with an arrow key. */
  move(direction: Direction): void {
    const { grid, board } = this.#table;
    if (!grid || !board) return;
    this.byKeys = true;
    this.pointed = null;
    const from = this.cursor ? grid.byId.get(this.cursor) : undefined;
    if (!from) {
      const start = this.#start();
      if (start) this.#point(start);
      return;
    }
    const vertical = direction === 'up' || direction === 'down';
    if (this.#goal?.vertical !== vertical) this.#goal = { across: from.at[vertical ? 0 : 1], vertical };
    const next = grid.towards(from.at, direction, this.#goal.across);
    if (next) this.#point(next, true);
  }

  /** Moves the cursor to the next lit thing; `false` after the last one. */
  next(back: boolean): boolean {
    const { answers, grid } = this.#table;
    // A new question, or a cursor that the mouse put somewhere, begins with the first.
    const { pointed } = this;
    const from = this.#tabbing ? (pointed ?? this.cursor) : null;
    this.#tabbing = true;
    this.byKeys = true;
    const stops = this.#stops(answers.lit);
    const index = from ? stops.findIndex((stop) => isAt(stop, from)) : -1;
    const next = stops[back ? (index < 0 ? stops.length - 1 : index - 1) : index + 1];
    const place = typeof next === 'string' ? grid?.byId.get(next) : undefined;
    if (place) this.#point(place);
    else if (next && typeof next !== 'string') this.#pointAt(next);
    else this.#tabbing = false;
    return this.#tabbing;
  }

  /** Everything lit, in turn: places once each, and whatever is lit on the open table. */
  #stops(lit: readonly Target[]): (string | Pointed)[] {
    const stops: (string | Pointed)[] = lit.flatMap((target): (string | Pointed)[] => {
      const at = this.#pointUnder(target);
      return at ? [{ target, at }] : this.placesUnder(target);
    });
    return [...new Set(stops)];
  }

  /** Where on the open table something is; nowhere, if it is in a place. */
  #pointUnder(target: Target): Point | null {
    if (target.what === 'point') return target.at;
    const at = target.what === 'piece' ? this.#table.pieces.get(target.piece)?.at : undefined;
    return at?.in === 'point' ? at.at : null;
  }

  /** Chooses what the keyboard is at on the open table. */
  async choosePointed(): Promise<void> {
    const { pointed } = this;
    if (!pointed) return;
    const { target, at } = pointed;
    if (target.what === 'piece') await this.piece(target.piece, at);
    else await this.target(target, at, 'Here');
  }

  placesUnder(target: Target): string[] {
    switch (target.what) {
      case 'place':
        return [target.place];
      case 'piece': {
        const at = this.#table.pieces.get(target.piece)?.at;
        return at?.in === 'place' ? [at.place] : [];
      }
      case 'edge':
        return target.places;
      default:
        return [];
    }
  }

  #start(): Place | undefined {
    const { grid, answers, board } = this.#table;
    const lit = answers.lit.flatMap((target) => this.placesUnder(target))[0];
    if (lit) return grid?.byId.get(lit);
    return board ? (grid?.at([board.size[0] / 2, board.size[1] / 2]) ?? board.places[0]) : undefined;
  }

  #pointAt(pointed: Pointed): void {
    const { target, at } = pointed;
    this.#goal = null;
    this.cursor = null;
    this.pointed = pointed;
    this.lookAt = [at];
    this.spread(null);
    const piece = target.what === 'piece' ? this.#table.pieces.get(target.piece) : undefined;
    const labels = this.#table.answers.on(target).map((answer) => answer.label);
    const standing = piece ? `${piece.text || piece.name}. ` : '';
    this.spoken = `${standing}Can be chosen: ${labels.join('; ')}.`;
  }

  #point(place: Place, keepGoal = false): void {
    if (!keepGoal) this.#goal = null;
    this.pointed = null;
    this.cursor = place.id;
    this.lookAt = [place.at];
    const pieces = this.piecesAt(place.id);
    this.spread(pieces.length > 1 ? place.id : null);
    const lit = this.#table.answers.at(place.id, pieces);
    const standing = stackText(pieces);
    const can = lit.length > 0 ? ` Can be chosen: ${lit.map((answer) => answer.label).join('; ')}.` : '';
    this.spoken = `${place.id}, ${place.text}. ${standing ? `${standing}.` : 'Empty.'}${can}`;
  }

  #arrive(place: Place): void {
    this.cursor = place.id;
    this.pointed = null;
    this.#tabbing = false;
    this.#goal = null;
    this.marked = [];
  }
}

/** Whether two stops of the keyboard are one. */
function isAt(stop: string | Pointed, other: string | Pointed): boolean {
  if (typeof stop === 'string' || typeof other === 'string') return stop === other;
  return keyOf(stop.target) === keyOf(other.target);
}

/** Whether an answer is given without being looked at first: there is nothing to see, or the player wants it so. */
export function goesAtOnce(answer: Answer, preview: Preview, oneClick: boolean): boolean {
  if (preview.odds || preview.outlook) return false;
  const plain = preview.path.length < 2 && preview.cost === '' && preview.arithmetic.length === 0;
  return plain || oneClick || answer.on.what === 'button';
}
