import { describe, expect, it } from 'vitest';
import type { Point } from '../lib/geometry';
import { answer, around, at, edge, marchD, on, place } from '../lib/sitting';
import { allInside, beginning, centre, elsewhere, interest, scales, whole } from './framing';

const LAPTOP = { width: 1000, height: 700 };
const PHONE = { width: 390, height: 400 };
const SIZE: Point = [2000, 1000];

describe('a board', () => {
  it('is shown whole with a little table round it, however the screen is cut', () => {
    expect(whole(SIZE, LAPTOP)).toEqual({ middle: [1000, 500], scale: 1000 / 2080 });
    expect(whole([1000, 2000], LAPTOP).scale).toBe(700 / 2080);
  });

  it('begins whole where its counters can be read, or nearly', () => {
    expect(beginning([100, 100], SIZE, 75, LAPTOP)).toEqual(whole(SIZE, LAPTOP));
    // A third smaller than legible is still better than a part of the map.
    expect(beginning([100, 100], SIZE, 56, LAPTOP)).toEqual(whole(SIZE, LAPTOP));
    // Troops made of stands need less: their names stand beside them.
    expect(beginning([100, 100], SIZE, 30, LAPTOP)).not.toEqual(whole(SIZE, LAPTOP));
    expect(beginning([100, 100], SIZE, 30, LAPTOP, true)).toEqual(whole(SIZE, LAPTOP));
  });

  it('begins about what can be chosen where its counters would be too small, and shows no bare table', () => {
    const { middle, scale } = beginning([800, 500], SIZE, 60, PHONE);
    expect(scale * 60).toBe(36);
    expect(middle).toEqual([800, 500]);
    expect(beginning([0, 0], SIZE, 60, PHONE).middle).toEqual([325, 400 / 0.6 / 2]);
    expect(beginning([2000, 1000], SIZE, 60, PHONE).middle).toEqual([1675, 1000 - 400 / 0.6 / 2]);
  });

  it('is in the middle where it is smaller than the screen', () => {
    expect(beginning([0, 0], [4000, 200], 40, PHONE).middle[1]).toBe(100);
  });

  it('can be brought near enough to read a counter, and no farther than whole', () => {
    const [least, most] = scales(SIZE, 30, PHONE);
    expect(least).toBeLessThan(whole(SIZE, PHONE).scale);
    expect(most * 30).toBe(180);
    expect(scales(SIZE, 400, LAPTOP)[1]).toBeCloseTo(whole(SIZE, LAPTOP).scale * 3);
  });
});

it('what lies at the very edge of the screen is not in sight', () => {
  expect(allInside([[500, 350]], LAPTOP)).toBe(true);
  expect(allInside([[97, 350]], LAPTOP)).toBe(false);
  expect(allInside([[903, 350]], LAPTOP)).toBe(false);
  expect(
    allInside(
      [
        [500, 350],
        [500, 690],
      ],
      LAPTOP,
    ),
  ).toBe(false);
});

it('several points have a centre, and none has none', () => {
  expect(
    centre([
      [0, 0],
      [10, 20],
    ]),
  ).toEqual([5, 10]);
  expect(centre([])).toBeNull();
});

describe('a board begins', () => {
  it('with what can be chosen: places, edges, pieces and points', () => {
    expect(interest(SIZE, around([marchD]))).toEqual([350, 50]);
    expect(interest(SIZE, around([edge]))).toEqual([300, 50]);
    expect(interest(SIZE, around([answer('pick', on('stand'))]))).toEqual([250, 300]);
    expect(interest(SIZE, around([answer('put', at(7, 9))]))).toEqual([7, 9]);
  });

  it('with what stands on it where nothing can be chosen, or with its middle', () => {
    const table = around([]);
    // One stack at b, one piece at c, a stand on the open table.
    expect(interest(SIZE, table)).toEqual([(150 + 250 + 250) / 3, (50 + 50 + 300) / 3]);
    expect(interest(SIZE, { ...table, stacks: new Map() })).toEqual([1000, 500]);
  });
});

describe('a new question', () => {
  const table = around([]);
  const room = { from: [0, 0] as Point, to: [200, 100] as Point };

  it('moves the board only if nothing that can be chosen is in sight, and then to the nearest', () => {
    expect(elsewhere([place('d'), place('b')], room, table)).toBeNull();
    expect(elsewhere([place('d'), place('c')], room, table)).toEqual([250, 50]);
    expect(elsewhere([at(900, 900), at(300, 300)], room, table)).toEqual([300, 300]);
  });

  it('that is answered beside the board leaves it where it is', () => {
    expect(elsewhere([{ what: 'card', card: 'scout' }], room, table)).toBeNull();
  });
});
