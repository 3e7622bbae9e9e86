import { describe, expect, it } from 'vitest';
import { behind, bearing, contains, Grid, smooth, type Point } from './geometry';

/** Pointy-top hexes, odd rows shifted right, as `crossroads-farm` has them. */
function hexes(rows: number, columns: number): Grid {
  const cell: Point[] = [
    [0, -58],
    [50, -29],
    [50, 29],
    [0, 58],
    [-50, 29],
    [-50, -29],
  ];
  const places = Array.from({ length: rows * columns }, (_, index) => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    const at: Point = [column * 100 + (row % 2) * 50, row * 87];
    return { id: `${row}${column}`, at, text: '' };
  });
  return new Grid({ places, cell, counter: 60 });
}

describe('words behind troops', () => {
  const stand = (x: number, y: number, facing: number) => ({
    at: [x, y] as Point,
    facing,
    size: [20, 10] as Point,
    sign: '',
    lost: false,
  });

  it('stand clear of the last rank, whichever way they face', () => {
    // Two ranks that face up: half of the words' height below the rear edge, which is 10 below the middle.
    const below = behind([stand(0, -5, 0), stand(0, 5, 0)], 0, [80, 12]);
    expect(below[0]).toBeCloseTo(0);
    expect(below[1]).toBeCloseTo(16);
    // Facing left, with the rear 10 to the right: half of the words' width more.
    const right = behind([stand(-5, 0, 2700), stand(5, 0, 2700)], 2700, [80, 12]);
    expect(right[0]).toBeCloseTo(50);
    expect(right[1]).toBeCloseTo(0);
  });

  it('reckon with a stand that is turned aside', () => {
    // A flank that has faced right is 20 deep from the front.
    const [, y] = behind([stand(0, 0, 900)], 0, [80, 12]);
    expect(y).toBeCloseTo(16);
  });
});

describe('the place under a point', () => {
  const grid = hexes(4, 4);

  it('is the one whose outline holds it', () => {
    expect(grid.at([0, 0])?.id).toBe('00');
    expect(grid.at([49, 0])?.id).toBe('00');
    expect(grid.at([51, 0])?.id).toBe('01');
    expect(grid.at([50, 60])?.id).toBe('10');
  });

  it('is none beyond the edge', () => {
    expect(grid.at([-60, 0])).toBeNull();
    expect(grid.at([40, -50])).toBeNull();
  });

  it('is near the middle where places have no outline', () => {
    const boxes = new Grid({ places: [{ id: 'ford', at: [0, 0], text: '' }], cell: [], counter: 20 });
    expect(boxes.at([10, 0])?.id).toBe('ford');
    expect(boxes.at([25, 0])).toBeNull();
  });
});

describe('arrow keys', () => {
  const grid = hexes(5, 5);
  const walk = (from: string, keys: ('up' | 'down' | 'left' | 'right')[]) => {
    let place = grid.byId.get(from);
    const goal = place?.at[keys[0] === 'up' || keys[0] === 'down' ? 0 : 1] ?? 0;
    for (const key of keys) place = (place && grid.towards(place.at, key, goal)) ?? place;
    return place?.id;
  };

  it('go from neighbour to neighbour along a row', () => {
    expect(walk('22', ['right', 'right'])).toBe('24');
    expect(walk('22', ['left'])).toBe('21');
  });

  it('stay in their column going up and down, though rows are shifted', () => {
    expect(walk('42', ['up', 'up'])).toBe('22');
    expect(walk('42', ['up', 'up', 'up', 'up'])).toBe('02');
    expect(walk('02', ['down', 'down', 'down', 'down'])).toBe('42');
  });

  it('stop at the edge', () => {
    expect(walk('20', ['left'])).toBe('20');
    expect(walk('02', ['up'])).toBe('02');
  });

  it('reach every place from every other', () => {
    const seen = new Set<string>(['00']);
    const open = ['00'];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      const place = grid.byId.get(id);
      for (const key of ['up', 'down', 'left', 'right'] as const) {
        const next = place && grid.towards(place.at, key, place.at[key === 'up' || key === 'down' ? 0 : 1]);
        if (next && !seen.has(next.id)) {
          seen.add(next.id);
          open.push(next.id);
        }
      }
    }
    expect(seen.size).toBe(25);
  });
});

describe('what lies between', () => {
  it('two neighbours is the side they share', () => {
    const grid = hexes(2, 2);
    const [a, b] = ['00', '01'].map((id) => grid.byId.get(id));
    if (!a || !b) throw new Error('no such hexes');
    const ends = grid.edge(a, b).map(([x, y]) => `${x},${y}`);
    expect(new Set(ends)).toEqual(new Set(['50,-29', '50,29']));
  });
});

describe('outlines', () => {
  it('hold what is inside and nothing else', () => {
    const square: Point[] = [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ];
    expect(contains(square, [5, 5])).toBe(true);
    expect(contains(square, [15, 5])).toBe(false);
  });

  it('of ways have a direction, clockwise from north', () => {
    const from: Point = [10, 10];
    const ends: Point[] = [
      [10, 0],
      [20, 10],
      [10, 20],
      [0, 10],
    ];
    expect(ends.map((to) => bearing([[0, 0], from, to]))).toEqual([0, 900, 1800, 2700]);
    expect(bearing([from])).toBe(0);
  });

  it('of ways end where the way ends', () => {
    expect(smooth([])).toBe('');
    expect(
      smooth([
        [1, 2],
        [3, 4],
        [5, 6],
      ]),
    ).toBe('M1 2Q3 4 4 5L5 6');
  });
});
