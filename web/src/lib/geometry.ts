// Where things lie on a board: which place is under a point, which one lies in a direction, what is between two.

import type { Board, Place, Stand } from '../wire';

/** A position in board units: x to the right, y down. */
export type Point = [number, number];

export type Direction = 'up' | 'down' | 'left' | 'right';

/** One step to each side. */
export const STEPS: Record<Direction, Point> = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };

export function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

export function middle(a: Point, b: Point): Point {
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

/** The middle of several points. */
export function middleOf(points: readonly Point[]): Point {
  const sum = points.reduce<Point>(([x, y], [dx, dy]) => [x + dx, y + dy], [0, 0]);
  const count = points.length || 1;
  return [sum[0] / count, sum[1] / count];
}

/**
 * Where words of a given size stand behind troops that face so, clear of every stand: in front is the enemy. Stands are
 * turned with their troops, words never are.
 */
export function behind(body: readonly Stand[], facing: number, [width, height]: Point): Point {
  const middle = middleOf(body.map(({ at }) => at));
  const back: Point = [-Math.sin((facing * Math.PI) / 1800), Math.cos((facing * Math.PI) / 1800)];
  const rear = (stand: Stand) => {
    const turn = ((stand.facing - facing) * Math.PI) / 1800;
    const [wide, deep] = [Math.abs(Math.sin(turn)) * stand.size[0], Math.abs(Math.cos(turn)) * stand.size[1]];
    const along = (stand.at[0] - middle[0]) * back[0] + (stand.at[1] - middle[1]) * back[1];
    return along + (wide + deep) / 2;
  };
  const words = (Math.abs(back[0]) * width + Math.abs(back[1]) * height) / 2;
  const far = Math.max(...body.map(rear)) + words;
  return [middle[0] + back[0] * far, middle[1] + back[1] * far];
}

/** The places of a board, found by arithmetic instead of by nodes of the page. */
export class Grid {
  readonly byId = new Map<string, Place>();
  /** How far apart neighbours are, about. */
  readonly spacing: number;
  readonly #cell: readonly Point[];
  readonly #buckets = new Map<string, Place[]>();

  constructor(board: Pick<Board, 'places' | 'cell' | 'counter'>) {
    this.#cell = board.cell;
    this.spacing = board.cell.length > 0 ? extent(board.cell) : board.counter * 1.5;
    for (const place of board.places) {
      this.byId.set(place.id, place);
      const key = this.#bucket(place.at);
      const bucket = this.#buckets.get(key);
      if (bucket) bucket.push(place);
      else this.#buckets.set(key, [place]);
    }
  }

  #bucket([x, y]: Point, dx = 0, dy = 0): string {
    return `${Math.floor(x / this.spacing) + dx},${Math.floor(y / this.spacing) + dy}`;
  }

  *#near(point: Point, reach: number): Generator<Place> {
    for (let dx = -reach; dx <= reach; dx++) {
      for (let dy = -reach; dy <= reach; dy++) yield* this.#buckets.get(this.#bucket(point, dx, dy)) ?? [];
    }
  }

  /** The place under a point: the nearest one, unless the point lies outside its outline. */
  at(point: Point): Place | null {
    let best: Place | null = null;
    let least = Infinity;
    for (const place of this.#near(point, 1)) {
      const far = distance(place.at, point);
      if (far < least) [best, least] = [place, far];
    }
    if (!best) return null;
    if (this.#cell.length === 0) return least <= this.spacing / 2 ? best : null;
    const inside = contains(this.#cell, [point[0] - best.at[0], point[1] - best.at[1]]);
    return inside ? best : null;
  }

  /**
   * The place an arrow key leads to. `goal` is the line one wants to stay on, across the direction: rows of hexes are
   * shifted, and whoever goes up and up should not drift aside.
   */
  towards(from: Point, direction: Direction, goal: number): Place | null {
    const [dx, dy] = STEPS[direction];
    const vertical = dx === 0;
    let best: Place | null = null;
    let least = Infinity;
    for (const place of this.#near(from, 3)) {
      const along = (place.at[0] - from[0]) * dx + (place.at[1] - from[1]) * dy;
      const aside = Math.abs((vertical ? place.at[0] : place.at[1]) - goal);
      const drift = Math.abs(vertical ? place.at[0] - from[0] : place.at[1] - from[1]);
      if (along < this.spacing * 0.3 || drift > along * 1.2) continue;
      // The next row first, and in it whatever is nearest to the line.
      const cost = 1.5 * along + aside;
      if (cost < least) [best, least] = [place, cost];
    }
    return best;
  }

  /** The side that two neighbouring places share: the two corners of the outline nearest to both. */
  edge(a: Place, b: Place): [Point, Point] {
    const mid = middle(a.at, b.at);
    const corners = this.#cell
      .map(([x, y]): Point => [a.at[0] + x, a.at[1] + y])
      .sort((p, q) => distance(p, mid) - distance(q, mid));
    const [p, q] = corners;
    if (p && q) return [p, q];
    const far = distance(a.at, b.at) || 1;
    const across: Point = [((a.at[1] - b.at[1]) / far) * 0.3, ((b.at[0] - a.at[0]) / far) * 0.3];
    const half: Point = [across[0] * this.spacing, across[1] * this.spacing];
    return [
      [mid[0] - half[0], mid[1] - half[1]],
      [mid[0] + half[0], mid[1] + half[1]],
    ];
  }

  /** The outline of a place as an SVG path. */
  outline(place: Place): string {
    if (this.#cell.length === 0) {
      const r = this.spacing / 2;
      const [x, y] = place.at;
      return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
    }
    return polygon(this.#cell.map(([x, y]) => [place.at[0] + x, place.at[1] + y]));
  }

  /** The outlines of several places as one SVG path. */
  outlines(ids: Iterable<string>): string {
    let path = '';
    for (const id of ids) {
      const place = this.byId.get(id);
      if (place) path += this.outline(place);
    }
    return path;
  }
}

export function polygon(points: readonly Point[]): string {
  return `M${points.map(([x, y]) => `${x} ${y}`).join('L')}Z`;
}

/** A way through points, its corners rounded. */
export function smooth(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  let path = `M${first[0]} ${first[1]}`;
  rest.forEach((point, index) => {
    const next = rest[index + 1];
    if (next) {
      const mid = middle(point, next);
      path += `Q${point[0]} ${point[1]} ${mid[0]} ${mid[1]}`;
    } else path += `L${point[0]} ${point[1]}`;
  });
  return path;
}

/** Which way the last step of a way goes, in tenths of a degree clockwise from north. */
export function bearing(points: readonly Point[]): number {
  const [from, to] = points.slice(-2);
  if (!from || !to) return 0;
  return turned(Math.round((Math.atan2(to[0] - from[0], from[1] - to[1]) * 1800) / Math.PI), 0);
}

/** A bearing turned by so many tenths of a degree. */
export function turned(bearing: number, by: number): number {
  return (((bearing + by) % 3600) + 3600) % 3600;
}

/** Whether a point lies in a polygon, by counting crossings. */
export function contains(ring: readonly Point[], [x, y]: Point): boolean {
  let inside = false;
  ring.forEach((a, index) => {
    const b = ring[(index + 1) % ring.length] ?? a;
    const crosses = a[1] > y !== b[1] > y;
    if (crosses && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside;
  });
  return inside;
}

function extent(cell: readonly Point[]): number {
  const xs = cell.map(([x]) => x);
  const ys = cell.map(([, y]) => y);
  return Math.min(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
}
