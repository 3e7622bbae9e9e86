import { describe, expect, it } from 'vitest';
import type { Spot } from '../wire';
import { Grid } from './geometry';
import { fan, lay, SHOWN, stacksOf, stackText } from './stacks';
import { piece } from './sitting';

const here: Spot = { in: 'place', place: '0101' };
const grid = new Grid({ places: [{ id: '0101', at: [100, 100], text: '' }], cell: [], counter: 50 });

describe('stacks', () => {
  const stacks = stacksOf(
    [
      piece('low', here),
      piece('alone', { in: 'point', at: [7, 8] }),
      piece('away', { in: 'panel', panel: 'losses' }),
      piece('high', here),
    ],
    grid,
  );

  it('hold what shares a place, the lowest first; what is beside the board is in none', () => {
    expect([...stacks.values()].map((stack) => stack.pieces.map(({ id }) => id))).toEqual([
      ['low', 'high'],
      ['alone'],
    ]);
  });

  it('show their topmost counters only, and how many lie beneath', () => {
    const pieces = Array.from({ length: 6 }, (_, index) => piece(`p${index}`, here));
    const laid = lay(stacksOf(pieces, grid).values(), 50);
    expect(laid.map((one) => one.piece.id)).toEqual(['p3', 'p4', 'p5']);
    expect(laid).toHaveLength(SHOWN);
    expect(laid.map(({ more, top }) => [more, top])).toEqual([
      [0, false],
      [0, false],
      [5, true],
    ]);
  });

  it('are told in words', () => {
    expect(stackText([])).toBe('');
    expect(stackText([{ ...piece('a', here), text: 'a in words' }])).toBe('a in words');
    expect(stackText([piece('a', here), piece('b', here)])).toBe('2 pieces: the a, the b');
  });
});

describe('a stack spread out', () => {
  const spread = (count: number, at: [number, number]) =>
    fan(
      { key: '0101', at, pieces: Array.from({ length: count }, (_, index) => piece(`p${index}`, here)) },
      50,
      { from: [0, 0], to: [1000, 1000] },
    );

  it('covers no counter with another', () => {
    const laid = spread(12, [500, 500]);
    for (const a of laid) {
      for (const b of laid) {
        if (a === b) continue;
        const apart = Math.max(Math.abs(a.at[0] - b.at[0]), Math.abs(a.at[1] - b.at[1]));
        expect(apart).toBeGreaterThanOrEqual(50);
      }
    }
  });

  it('stays on the board in its corners', () => {
    for (const corner of [
      [0, 0],
      [1000, 0],
      [0, 1000],
      [1000, 1000],
    ] as [number, number][]) {
      for (const { at } of spread(7, corner)) {
        for (const value of at) {
          expect(value).toBeGreaterThanOrEqual(25);
          expect(value).toBeLessThanOrEqual(975);
        }
      }
    }
  });

  it('stays where there is room when only a part of the board is in sight', () => {
    const pieces = Array.from({ length: 6 }, (_, index) => piece(`p${index}`, here));
    const laid = fan({ key: '0101', at: [300, 300], pieces }, 50, { from: [100, 280], to: [320, 900] });
    for (const { at } of laid) {
      expect(at[0]).toBeGreaterThanOrEqual(125);
      expect(at[0]).toBeLessThanOrEqual(295);
      expect(at[1]).toBeGreaterThanOrEqual(305);
    }
  });

  it('begins with the topmost', () => {
    expect(spread(3, [500, 500])[0]?.piece.id).toBe('p2');
  });
});

describe('counters that lie as they lay before', () => {
  const [one, two] = [piece('one', here), piece('two', { in: 'point', at: [7, 8] })];
  const before = lay(stacksOf([one, two], grid).values(), 50);

  it('are the same objects', () => {
    const after = lay(stacksOf([one, two], grid).values(), 50, before);
    after.forEach((laid, index) => expect(laid).toBe(before[index]));
  });

  it('are others if the piece, its place, or what lies with it has changed', () => {
    const same = (pieces: Parameters<typeof stacksOf>[0]) =>
      lay(stacksOf(pieces, grid).values(), 50, before).map((laid) => before.includes(laid));
    expect(same([{ ...one, spent: true }, two])).toEqual([false, true]);
    expect(same([one, { ...two, at: { in: 'point', at: [7, 9] } }])).toEqual([true, false]);
    expect(same([one, two, piece('three', here)])).toEqual([false, false, true]);
  });
});
