// Names of what stands on an open table: where each is written so that it lies neither on troops nor on other names.

import { behind, type Point } from './geometry';
import type { Piece, Stand } from '../wire';
import type { Box } from './titles';

/** A name where it is written: its middle, and as much of it as has room. */
export interface Label {
  readonly at: Point;
  readonly text: string;
}

/** A letter of bold print is so much wide, of its height, and a line so much high. */
const WIDE = 0.62;
const HIGH = 1.15;

/** What is covered by more than this is written shorter, and left out if that does not help. */
const COVERED = 0.1;

/** Behind its stands, then beside them, then before them. */
const SIDES = [0, 900, 2700, 1800];

/** What stands behind the name of a piece: its figures and letters. */
export function tail({ figures, badges }: Pick<Piece, 'figures' | 'badges'>): string {
  const numbers = figures.map(({ text }) => text).join(' · ');
  return [numbers, ...badges.map(({ text }) => text)].filter((text) => text !== '').join(' ');
}

/** Where the names of pieces are written, in letters of this height. What is told first goes where it wants. */
export function labels(
  pieces: readonly Piece[],
  letters: number,
  signs: readonly Box[] = [],
): Map<string, Label> {
  const taken = [...signs, ...pieces.flatMap(({ body }) => (body ?? []).map(around))];
  const placed = new Map<string, Label>();
  for (const piece of pieces) {
    const { body } = piece;
    if (!body || body.length === 0) continue;
    const names = piece.id.length < piece.name.length ? [piece.name, piece.id] : [piece.name];
    const found = first(
      names,
      (text) => {
        const size = room(text, piece, letters);
        return SIDES.map((turn) => {
          const at = behind(body, (piece.facing ?? 0) + turn, size);
          return { label: { at, text }, box: box(at, size) };
        });
      },
      taken,
    );
    if (!found) continue;
    taken.push(found.box);
    placed.set(piece.id, found.label);
  }
  return placed;
}

/** The names of places, under or over their signs, where there is room. */
export function placeNames(
  names: readonly { readonly at: Point; readonly text: string }[],
  taken: readonly Box[],
  sign: number,
  letters: number,
): Label[] {
  const all = [...taken];
  return names.flatMap(({ at: [x, y], text }) => {
    const size: Point = [text.length * letters * WIDE, letters * HIGH];
    const spots: Point[] = [
      [x, y + sign + letters],
      [x, y - sign - letters * 0.6],
    ];
    const boxes = spots.map((at) => ({ label: { at, text }, box: box(at, size) }));
    const free = boxes.find((one) => share(one.box, all) <= COVERED);
    if (free) all.push(free.box);
    return free ? [free.label] : [];
  });
}

/** The room that names and stands take. */
export function rooms(pieces: readonly Piece[], placed: ReadonlyMap<string, Label>, letters: number): Box[] {
  const stands = pieces.flatMap(({ body }) => (body ?? []).map(around));
  const words = pieces.flatMap((piece) => {
    const label = placed.get(piece.id);
    return label ? [box(label.at, room(label.text, piece, letters))] : [];
  });
  return [...stands, ...words];
}

/** How much room a name takes with what follows it, and a little more. */
function room(text: string, piece: Piece, letters: number): Point {
  return [(`${text} ${tail(piece)}`.length * WIDE + 0.5) * letters, letters * HIGH];
}

interface Choice {
  readonly label: Label;
  readonly box: Box;
}

/** The first text that has a place with room. */
function first(
  texts: readonly string[],
  choices: (text: string) => Choice[],
  taken: readonly Box[],
): Choice | null {
  for (const text of texts) {
    const shares = choices(text).map((choice) => ({ choice, share: share(choice.box, taken) }));
    const best = shares.reduce((one, other) => (other.share < one.share - 0.02 ? other : one));
    if (best.share <= COVERED) return best.choice;
  }
  return null;
}

function share(one: Box, taken: readonly Box[]): number {
  const area = (one.right - one.left) * (one.bottom - one.top);
  return taken.reduce((sum, other) => sum + overlap(one, other), 0) / area;
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}

function box([x, y]: Point, [width, height]: Point): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

/** The upright room that a stand takes. */
function around({ at, size: [width, depth], facing }: Stand): Box {
  const turn = (facing * Math.PI) / 1800;
  const [sin, cos] = [Math.abs(Math.sin(turn)), Math.abs(Math.cos(turn))];
  return box(at, [width * cos + depth * sin, width * sin + depth * cos]);
}
