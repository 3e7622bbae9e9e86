// Names beside pieces that are too small to carry them: where each stands so that it covers neither pieces nor other names.

import type { Point } from './geometry';

/** A piece that wants its name told. */
export interface Wanted {
  readonly id: string;
  readonly text: string;
  readonly at: Point;
}

/** A name where it is written. */
export interface Title extends Wanted {
  /** The point the text is anchored at, on its middle line. */
  readonly foot: Point;
  readonly anchor: 'start' | 'middle' | 'end';
  /** The room it takes. */
  readonly box: Box;
}

/** An upright part of the board. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** About how wide a letter of the titles is, as a part of the size of the print. */
const LETTER = 0.58;

/** A name of which more than this part would be covered is left out. */
const COVERED = 0.3;

/**
 * Places names round pieces whose side is `piece`, in print of the size `print`: over a piece, beside or under it, wherever
 * least is covered. `others` is where something else stands.
 */
export function titles(
  wanted: readonly Wanted[],
  others: readonly Box[],
  piece: number,
  print: number,
): Title[] {
  const taken = [...wanted.map(({ at }) => square(at, piece)), ...others];
  const placed: Title[] = [];
  for (const one of wanted) {
    const width = one.text.length * print * LETTER;
    const height = print;
    const gap = piece / 2 + print * 0.25;
    const beside = gap + width / 2;
    const over = piece / 2 + print * 0.6;
    const [x, y] = one.at;
    const choices: { middle: Point; anchor: Title['anchor']; foot: Point }[] = [
      // Maps write the names of towns beside and under them.
      { middle: [x, y - over], anchor: 'middle', foot: [x, y - over] },
      { middle: [x + beside, y], anchor: 'start', foot: [x + gap, y] },
      { middle: [x - beside, y], anchor: 'end', foot: [x - gap, y] },
      { middle: [x, y + over], anchor: 'middle', foot: [x, y + over] },
      // Half beside it, where the hexes to the right and left hold others.
      { middle: [x + beside, y - piece / 2], anchor: 'start', foot: [x + gap, y - piece / 2] },
      { middle: [x + beside, y + piece / 2], anchor: 'start', foot: [x + gap, y + piece / 2] },
      { middle: [x - beside, y - piece / 2], anchor: 'end', foot: [x - gap, y - piece / 2] },
      { middle: [x - beside, y + piece / 2], anchor: 'end', foot: [x - gap, y + piece / 2] },
    ];
    let best: { covered: number; title: Title } | null = null;
    for (const { middle, anchor, foot } of choices) {
      const box = {
        left: middle[0] - width / 2,
        right: middle[0] + width / 2,
        top: middle[1] - height / 2,
        bottom: middle[1] + height / 2,
      };
      const covered = taken.reduce((sum, other) => sum + overlap(box, other), 0) / (width * height);
      if (!best || covered < best.covered) best = { covered, title: { ...one, anchor, foot, box } };
      if (covered === 0) break;
    }
    if (!best || best.covered > COVERED) continue;
    taken.push(best.title.box);
    placed.push(best.title);
  }
  return placed;
}

/** A square about a point. */
export function square([x, y]: Point, size: number): Box {
  const half = size / 2;
  return { left: x - half, right: x + half, top: y - half, bottom: y + half };
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}
