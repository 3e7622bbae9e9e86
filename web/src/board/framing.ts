// What of the board is shown: how large it begins, what it is about, and when it has to be moved.

import type { Target } from '../wire';
import { pointsUnder, type Around } from '../lib/cursor';
import { distance, type Point } from '../lib/geometry';
import { clamp, type Room } from '../lib/stacks';

/** A counter should not begin smaller than this many screen pixels. */
const LEGIBLE = 36;

/** Troops made of stands bear their names beside them: they may begin smaller, so that the whole field is seen. */
const LEGIBLE_STANDS = 14;

/** How much of the frame's smaller side must lie between its edge and whatever is to be seen. */
const EDGE = 0.14;

/** The room there is on the screen, in pixels. */
export interface Frame {
  readonly width: number;
  readonly height: number;
}

/** Which point of the board is in the middle of the frame, and how many pixels a board unit has. */
export interface Framing {
  readonly middle: Point;
  readonly scale: number;
}

/** The whole board, with a little bare table round it. */
export function whole(size: Point, frame: Frame): Framing {
  const scale = Math.min(frame.width / (size[0] * 1.04), frame.height / (size[1] * 1.04));
  return { middle: [size[0] / 2, size[1] / 2], scale };
}

/** The whole board, or on a small screen as much of it about a point as leaves the counters legible. */
export function beginning(about: Point, size: Point, counter: number, frame: Frame, stands = false): Framing {
  const all = whole(size, frame);
  const scale = (stands ? LEGIBLE_STANDS : LEGIBLE) / counter;
  // A little too small to read is better than a little cut off.
  if (scale <= all.scale * 1.35) return all;
  // As far as the board reaches, no bare table is shown.
  const within = (value: number, board: number, view: number) => {
    const half = Math.min(view / scale / 2, board / 2);
    return clamp(value, half, board - half);
  };
  return { middle: [within(about[0], size[0], frame.width), within(about[1], size[1], frame.height)], scale };
}

/** The scales that a player may choose from. */
export function scales(size: Point, counter: number, frame: Frame): [number, number] {
  const { scale } = whole(size, frame);
  return [scale * 0.7, Math.max(scale * 3, 180 / counter)];
}

/** Whether points of the screen can all be seen, and none lies at the very edge. */
export function allInside(points: readonly Point[], { width, height }: Frame): boolean {
  const pad = Math.min(width, height) * EDGE;
  return points.every(([x, y]) => x > pad && y > pad && x < width - pad && y < height - pad);
}

export function centre(points: readonly Point[]): Point | null {
  if (points.length === 0) return null;
  const [x, y] = points.reduce<Point>((sum, at) => [sum[0] + at[0], sum[1] + at[1]], [0, 0]);
  return [x / points.length, y / points.length];
}

/** What a board begins with: what can be chosen, or else what stands on it. */
export function interest(size: Point, around: Pick<Around, 'answers' | 'grid' | 'pieces' | 'stacks'>): Point {
  const lit = around.answers.lit.flatMap((target) => pointsUnder(target, around));
  const standing = [...around.stacks.values()].map(({ at }) => at);
  return centre(lit) ?? centre(standing) ?? [size[0] / 2, size[1] / 2];
}

/**
 * Where to look when something new can be chosen: nowhere, if one of it is in sight, for whoever sees one knows where he
 * is; otherwise to the nearest of it.
 */
export function elsewhere(
  lit: readonly Target[],
  { from, to }: Room,
  around: Pick<Around, 'grid' | 'pieces'>,
): Point | null {
  const points = lit.flatMap((target) => pointsUnder(target, around));
  if (points.some(([x, y]) => x > from[0] && x < to[0] && y > from[1] && y < to[1])) return null;
  const middle: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  const far = (point: Point) => distance(point, middle);
  return points.reduce<Point | null>((best, at) => (best && far(best) <= far(at) ? best : at), null);
}
