// Where the keyboard is on the board: at a place, or at something lit on the open table, where no place is.

import type { Board, Piece, Place, Side, Target } from '../wire';
import { endOf, keyOf, type Answers } from './answers';
import type { Direction, Grid, Point } from './geometry';
import { stackText, type Stack } from './stacks';

/** The table as it is: all that a player's intentions depend on. */
export interface Around {
  /** Whose answers are given here; nobody's, if one only watches. */
  readonly side: Side | null;
  readonly asked: boolean;
  readonly answers: Answers;
  readonly board: Pick<Board, 'size' | 'places' | 'ruler'> | null;
  readonly grid: Grid | null;
  readonly pieces: ReadonlyMap<string, Piece>;
  readonly stacks: ReadonlyMap<string, Stack>;
  /** Whether the player wants answers to be given without being looked at. */
  readonly oneClick: boolean;
  /** The piece that the question moves. */
  readonly moves: string | null;
}

/** The line that arrow keys stay on, across their direction. */
interface Line {
  readonly across: number;
  readonly vertical: boolean;
}

export type Cursor =
  | { readonly at: 'nowhere' }
  | {
      readonly at: 'place';
      readonly place: string;
      readonly line: Line | null;
      /** Whether it is on its way from one lit thing to the next. */
      readonly tabbing: boolean;
    }
  | { readonly at: 'lit'; readonly target: Target; readonly point: Point; readonly tabbing: true };

export const NOWHERE: Cursor = { at: 'nowhere' };

/** What comes of a key: where the cursor is now, what is looked at and said. */
export interface Moved {
  readonly cursor: Cursor;
  readonly look: Point;
  readonly spoken: string;
  /** The stack that is spread out to be read. */
  readonly stack: string | null;
}

/** A cursor that was put somewhere: the next lit thing is the first. */
export function arrive(place: string): Cursor {
  return { at: 'place', place, line: null, tabbing: false };
}

/** The cursor in another moment: what was lit is no longer. */
export function past(cursor: Cursor): Cursor {
  return cursor.at === 'place' ? atRest(cursor) : NOWHERE;
}

/** The cursor on its way to nothing. */
export function atRest(cursor: Cursor): Cursor {
  return cursor.at === 'place' && cursor.tabbing ? { ...cursor, tabbing: false } : cursor;
}

/** The places that something one can click is in. */
export function placesUnder(target: Target, { pieces }: Pick<Around, 'pieces'>): string[] {
  switch (target.what) {
    case 'place':
      return [target.place];
    case 'piece': {
      const at = pieces.get(target.piece)?.at;
      return at?.in === 'place' ? [at.place] : [];
    }
    case 'edge':
      return target.places;
    default:
      return [];
  }
}

/** Where on the board something one can click is: its places, or its point on the open table. */
export function pointsUnder(target: Target, around: Pick<Around, 'pieces' | 'grid'>): Point[] {
  const open = onOpenTable(target, around);
  if (open) return [open];
  return pointsOf(placesUnder(target, around), around.grid);
}

export function pointsOf(places: readonly string[], grid: Grid | null): Point[] {
  return places.map((place) => grid?.byId.get(place)?.at).filter((at) => at !== undefined);
}

/** Where on the open table something is; nowhere, if it is in a place. */
function onOpenTable(target: Target, { pieces }: Pick<Around, 'pieces'>): Point | null {
  const at = target.what === 'piece' ? pieces.get(target.piece)?.at : undefined;
  return at?.in === 'point' ? at.at : endOf(target);
}

/** One step with an arrow key; nothing at the edge of the board. */
export function step(cursor: Cursor, direction: Direction, around: Around): Moved | null {
  const tabbing = cursor.at !== 'nowhere' && cursor.tabbing;
  const from = cursor.at === 'place' ? around.grid?.byId.get(cursor.place) : undefined;
  if (!from || cursor.at !== 'place') {
    const place = firstPlace(around);
    return place ? atPlace(place, null, tabbing, around) : null;
  }
  const vertical = direction === 'up' || direction === 'down';
  const line =
    cursor.line?.vertical === vertical ? cursor.line : { across: from.at[vertical ? 0 : 1], vertical };
  const next = around.grid?.towards(from.at, direction, line.across);
  return next ? atPlace(next, line, tabbing, around) : null;
}

/** The first lit place, or else the middle of the board. */
function firstPlace({ grid, answers, board, pieces }: Around): Place | undefined {
  const [lit] = answers.lit.flatMap((target) => placesUnder(target, { pieces }));
  if (lit) return grid?.byId.get(lit);
  return board ? (grid?.at([board.size[0] / 2, board.size[1] / 2]) ?? board.places[0]) : undefined;
}

type Stop = { readonly place: Place } | { readonly target: Target; readonly point: Point };

/** The next lit thing, or the one before; nothing after the last. */
export function tab(cursor: Cursor, back: boolean, around: Around): Moved | null {
  const all = stops(around);
  // A new question, or a cursor that the mouse put somewhere, begins with the first.
  const from = cursor.at !== 'nowhere' && cursor.tabbing ? all.findIndex((stop) => isAt(stop, cursor)) : -1;
  const next = all[back ? (from < 0 ? all.length - 1 : from - 1) : from + 1];
  if (!next) return null;
  return 'place' in next ? atPlace(next.place, null, true, around) : atLit(next.target, next.point, around);
}

/** Everything lit, in turn: places once each, and whatever is lit on the open table. */
function stops(around: Around): Stop[] {
  const seen = new Set<string>();
  const moved: Target[] = around.moves === null ? [] : [{ what: 'piece', piece: around.moves }];
  return [...moved, ...around.answers.lit].flatMap((target): Stop[] => {
    const point = onOpenTable(target, around);
    if (point) return [{ target, point }];
    return placesUnder(target, around).flatMap((id) => {
      const place = around.grid?.byId.get(id);
      if (!place || seen.has(id)) return [];
      seen.add(id);
      return [{ place }];
    });
  });
}

function isAt(stop: Stop, cursor: Cursor): boolean {
  if ('place' in stop) return cursor.at === 'place' && cursor.place === stop.place.id;
  return cursor.at === 'lit' && keyOf(cursor.target) === keyOf(stop.target);
}

function atPlace(place: Place, line: Line | null, tabbing: boolean, around: Around): Moved {
  const pieces = around.stacks.get(place.id)?.pieces ?? [];
  const lit = around.answers.at(place.id, pieces);
  const standing = stackText(pieces);
  const can = lit.length > 0 ? ` Can be chosen: ${lit.map((answer) => answer.label).join('; ')}.` : '';
  return {
    cursor: { at: 'place', place: place.id, line, tabbing },
    look: place.at,
    spoken: `${place.id}, ${place.text}. ${standing ? `${standing}.` : 'Empty.'}${can}`,
    stack: pieces.length > 1 ? place.id : null,
  };
}

function atLit(target: Target, point: Point, around: Around): Moved {
  const piece = target.what === 'piece' ? around.pieces.get(target.piece) : undefined;
  const labels = around.answers.on(target).map((answer) => answer.label);
  const standing = piece ? `${piece.text || piece.name}. ` : '';
  return {
    cursor: { at: 'lit', target, point, tabbing: true },
    look: point,
    spoken: `${standing}${labels.length > 0 ? `Can be chosen: ${labels.join('; ')}.` : 'Enter takes it up.'}`,
    stack: null,
  };
}
