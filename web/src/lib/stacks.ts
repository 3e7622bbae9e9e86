// Pieces that share a place, and how they lie on the table.

import type { Grid, Point } from './geometry';
import type { Piece } from '../wire';

export interface Stack {
  readonly key: string;
  readonly at: Point;
  /** The lowest first. */
  readonly pieces: readonly Piece[];
}

/** A counter where it is drawn. */
export interface Laid {
  readonly piece: Piece;
  readonly at: Point;
  /** How many counters of its stack are not drawn; told on the topmost. */
  readonly more: number;
  readonly top: boolean;
}

/** How many counters of a stack show. */
export const SHOWN = 3;

export function stacksOf(pieces: readonly Piece[], grid: Grid): Map<string, Stack> {
  const stacks = new Map<string, { key: string; at: Point; pieces: Piece[] }>();
  for (const piece of pieces) {
    const spot = whereabouts(piece, grid);
    if (!spot) continue;
    const stack = stacks.get(spot.key);
    if (stack) stack.pieces.push(piece);
    else stacks.set(spot.key, { ...spot, pieces: [piece] });
  }
  return stacks;
}

function whereabouts(piece: Piece, grid: Grid): { key: string; at: Point } | null {
  switch (piece.at.in) {
    case 'place': {
      const place = grid.byId.get(piece.at.place);
      return place ? { key: place.id, at: place.at } : null;
    }
    case 'point':
      return { key: `piece ${piece.id}`, at: piece.at.at };
    case 'panel':
      return null;
  }
}

/**
 * The counters that are drawn, each a little above and to the right of the one below. Of those that lay there before, one
 * that lies as it lay is the same object, so that nobody draws it anew.
 */
export function lay(stacks: Iterable<Stack>, counter: number, before: readonly Laid[] = []): Laid[] {
  const old = new Map(before.map((one) => [one.piece, one]));
  const laid: Laid[] = [];
  for (const { at, pieces } of stacks) {
    const shown = pieces.slice(-SHOWN);
    const step = counter * 0.09;
    const shift = ((shown.length - 1) * step) / 2;
    shown.forEach((piece, level) => {
      const top = level === shown.length - 1;
      const now: Laid = {
        piece,
        at: [at[0] - shift + level * step, at[1] + shift - level * step],
        more: top ? pieces.length - 1 : 0,
        top,
      };
      const then = old.get(piece);
      laid.push(then && isSame(then, now) ? then : now);
    });
  }
  return laid;
}

function isSame(one: Laid, other: Laid): boolean {
  return (
    one.at[0] === other.at[0] && one.at[1] === other.at[1] && one.more === other.more && one.top === other.top
  );
}

/** A part of the board, by two of its corners. */
export interface Room {
  readonly from: Point;
  readonly to: Point;
}

/** Where the counters of a stack lie when it is spread out: rows round its place, kept where there is room. */
export function fan(stack: Stack, counter: number, { from, to }: Room): { piece: Piece; at: Point }[] {
  const count = stack.pieces.length;
  // A little wider than high.
  const rows = count <= 3 ? 1 : Math.round(Math.sqrt(count / 1.6));
  const columns = Math.ceil(count / rows);
  const pitch = counter * 1.1;
  const width = columns * pitch;
  const height = rows * pitch;
  const left = clamp(stack.at[0] - width / 2, from[0], to[0] - width);
  const top = clamp(stack.at[1] - height / 2, from[1], to[1] - height);
  // The topmost counter comes first, as one reads.
  return stack.pieces.toReversed().map((piece, index) => ({
    piece,
    at: [
      left + pitch * ((index % columns) + 0.5),
      top + pitch * (Math.floor(index / columns) + 0.5),
    ] satisfies Point,
  }));
}

export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, Math.max(low, high)));
}

/** A stack in words: how many, whose, and each of them. */
export function stackText(pieces: readonly Piece[]): string {
  if (pieces.length === 0) return '';
  if (pieces.length === 1) return pieces[0]?.text || pieces[0]?.name || '';
  return `${pieces.length} pieces: ${pieces.map((piece) => piece.name).join(', ')}`;
}
