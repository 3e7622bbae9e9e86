// What a pointer or a key on the board means: arithmetic on points, without a page.

import type { Region, Target } from '../wire';
import type { Around } from '../lib/cursor';
import type { Event as DragEvent, Step } from '../lib/drag';
import { contains, type Direction, type Point } from '../lib/geometry';
import type { Event, Spread } from '../lib/intent';

/** What is drawn where the pointer is. */
export interface Hit {
  readonly lit: Target | null;
  readonly piece: string | null;
  /** Whether it belongs to a stack that is spread out. */
  readonly spread: boolean;
}

/** The part of the open table that a point can be chosen in. */
export function regionAt(point: Point, regions: readonly Region[]): Region | undefined {
  return regions.find(({ outline }) => outline.filter((ring) => contains(ring, point)).length % 2 === 1);
}

function whole([x, y]: Point): Point {
  return [Math.round(x), Math.round(y)];
}

/** What a click means: what is lit, one piece, a place with all that stands there, a point, or nothing more. */
export function clicked(
  point: Point,
  hit: Hit,
  spread: Spread | null,
  regions: readonly Region[],
  around: Pick<Around, 'grid' | 'pieces' | 'stacks'>,
): Event[] {
  if (hit.lit) return [{ on: 'target', target: hit.lit, at: point, title: 'Here' }];
  if (hit.piece !== null && (hit.spread || isAlone(hit.piece, around))) {
    return [{ on: 'piece', piece: hit.piece, at: point }];
  }
  const place = around.grid?.at(point);
  const first: Event[] = spread && spread.stack !== place?.id ? [{ on: 'spread', stack: null }] : [];
  if (place) return [...first, { on: 'place', place: place.id }];
  if (regionAt(point, regions)) {
    const at = whole(point);
    return [...first, { on: 'target', target: { what: 'point', at, facing: null }, at, title: 'Here' }];
  }
  return [...first, { on: 'cancel' }];
}

function isAlone(piece: string, { pieces, stacks }: Pick<Around, 'pieces' | 'stacks'>): boolean {
  const at = pieces.get(piece)?.at;
  return at?.in !== 'place' || (stacks.get(at.place)?.pieces.length ?? 0) < 2;
}

/** How far the pointer goes before a press is a drag, in screen pixels. */
export const SLACK = 5;

/** What was pressed that can be moved by hand: a piece, what was put down before, or its flag. */
export type Grip =
  { readonly on: 'piece'; readonly piece: string } | { readonly on: 'ghost' } | { readonly on: 'flag' };

/** What a press takes hold of; nothing, if the board is to be moved. */
export function gripped(
  hit: { readonly piece: string | null; readonly ghost: boolean; readonly flag: boolean },
  canTake: (piece: string) => boolean,
): Grip | null {
  if (hit.flag) return { on: 'flag' };
  if (hit.ghost) return { on: 'ghost' };
  return hit.piece !== null && canTake(hit.piece) ? { on: 'piece', piece: hit.piece } : null;
}

/** What becomes of the stack that is spread out when the pointer comes to another place. */
export interface Hover {
  readonly close: boolean;
  /** The stack that is spread out if the pointer stays. */
  readonly open: string | null;
}

export function hovered(
  at: string | null,
  spread: Spread | null,
  weighing: boolean,
  { stacks }: Pick<Around, 'stacks'>,
): Hover {
  if (spread?.held) return { close: false, open: null };
  const close = spread !== null && spread.stack !== at;
  // Whoever weighs an answer wants to see the ground it is about.
  const stack = at && !weighing ? stacks.get(at) : undefined;
  return { close, open: stack && stack.pieces.length > 1 ? stack.key : null };
}

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** What an arrow key does to what is in hand: ahead and back as it faces, and aside. */
const PUSHES: Readonly<Record<Direction, Step>> = {
  up: { ahead: 1, aside: 0, turn: 0 },
  down: { ahead: -1, aside: 0, turn: 0 },
  left: { ahead: 0, aside: -1, turn: 0 },
  right: { ahead: 0, aside: 1, turn: 0 },
};

/** What a key asks of the camera: to come nearer or go farther by a factor, to look aside, or to show the whole board. */
export type Look = { readonly by: number } | { readonly aside: Direction } | 'whole';

/** What a key means. */
export type Meant = Event | { readonly look: Look } | { readonly drag: DragEvent };

/** What a key means; nothing, if the board has no use for it. */
export function keyed(key: string, shift: boolean, inHand: boolean): Meant | null {
  const direction = ARROWS[key];
  if (direction) {
    if (shift) return { look: { aside: direction } };
    return inHand ? { drag: { on: 'step', step: PUSHES[direction] } } : { on: 'arrow', direction };
  }
  if (inHand) {
    const drag = handKey(key);
    if (drag) return { drag };
  }
  switch (key) {
    case 'Tab':
      return { on: 'tab', back: shift };
    case 'Enter':
    case ' ':
      return { on: 'enter' };
    case '+':
    case '=':
      return { look: { by: 1.25 } };
    case '-':
      return { look: { by: 0.8 } };
    case '0':
      return { look: 'whole' };
    default:
      return null;
  }
}

/** What a key does to what is in hand. */
function handKey(key: string): DragEvent | null {
  switch (key) {
    case '[':
      return { on: 'step', step: { ahead: 0, aside: 0, turn: -1 } };
    case ']':
      return { on: 'step', step: { ahead: 0, aside: 0, turn: 1 } };
    case '{':
      return { on: 'turn', by: -150 };
    case '}':
      return { on: 'turn', by: 150 };
    case 'w':
    case 'W':
      return { on: 'corner' };
    case 'Backspace':
      return { on: 'back' };
    case 's':
    case 'S':
      return { on: 'snap' };
    default:
      return null;
  }
}
