// What a pointer or a key on the board means: arithmetic on points, without a page.

import type { Region, Target } from '../wire';
import type { Around } from '../lib/cursor';
import { bearing, contains, distance, type Direction, type Point } from '../lib/geometry';
import type { Event, Spread } from '../lib/intent';

/** What is drawn where the pointer is. */
export interface Hit {
  readonly lit: Target | null;
  readonly piece: string | null;
  /** Whether it belongs to a stack that is spread out. */
  readonly spread: boolean;
}

/** Where something is being put down, and which way it is drawn. */
export interface Aim {
  readonly at: Point;
  readonly facing: number | null;
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

/** Pressed on what is to be put down, or where it could be: the beginning of an aim. Elsewhere the board is moved. */
export function pressed(
  point: Point,
  chosen: Target | null,
  regions: readonly Region[],
  counter: number,
): Aim | null {
  if (chosen?.what === 'point' && distance(chosen.at, point) < counter) {
    return { at: chosen.at, facing: null };
  }
  return regionAt(point, regions)?.facing ? { at: whole(point), facing: null } : null;
}

/** An aim drawn to a point; too near it has no direction. */
export function drawn({ at }: Aim, to: Point, counter: number): Aim {
  return { at, facing: distance(at, to) > counter * 0.6 ? bearing([at, to]) : null };
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

/** What a key asks of the camera: to come nearer or go farther by a factor, or to show the whole board. */
export type Look = { readonly by: number } | 'whole';

/** What a key means; nothing, if the board has no use for it. */
export function keyed(
  key: string,
  shift: boolean,
  chosen: Target | null,
  counter: number,
): Event | { readonly look: Look } | null {
  const direction = ARROWS[key];
  const putsDown = chosen?.what === 'point';
  if (direction) {
    return putsDown ? { on: 'nudge', direction, by: counter / 4 } : { on: 'arrow', direction };
  }
  switch (key) {
    case '[':
      return putsDown ? { on: 'turn', by: -15 } : null;
    case ']':
      return putsDown ? { on: 'turn', by: 15 } : null;
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
