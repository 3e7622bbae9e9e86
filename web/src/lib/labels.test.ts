import { expect, it } from 'vitest';
import { labels, placeNames, rooms } from './labels';
import type { Piece } from '../wire';

/** A regiment of stands side by side, an inch each, that faces north. */
function regiment(id: string, name: string, x: number, y: number, stands = 6): Piece {
  const body = Array.from({ length: stands }, (_, index) => ({
    at: [x + (index - (stands - 1) / 2) * 1000, y] as [number, number],
    facing: 0,
    size: [1000, 750] as [number, number],
    sign: '',
    lost: false,
  }));
  const figures = [{ text: `${stands}`, what: 'stands' }];
  const piece = { id, name, body, figures, facing: 0, side: null, kind: 'infantry', badges: [] };
  return { ...piece, at: { in: 'point', at: [x, y] }, formation: null, spent: false, text: name };
}

it('a name stands behind its regiment', () => {
  const [label] = labels([regiment('2wi', '2nd Wisconsin', 0, 0)], 500).values();
  expect(label?.text).toBe('2nd Wisconsin');
  expect(label?.at[0]).toBeCloseTo(0);
  expect(label?.at[1]).toBeGreaterThan(375);
});

it('where a friend stands behind, it goes where there is room', () => {
  const placed = labels(
    [regiment('2wi', '2nd Wisconsin', 0, 0), regiment('7wi', '7th Wisconsin', 0, 900)],
    500,
  );
  const [first, second] = [placed.get('2wi'), placed.get('7wi')];
  expect(first?.text).toBe('2nd Wisconsin');
  expect(first?.at).not.toEqual(second?.at);
  expect(Math.abs((first?.at[1] ?? 0) - 900) > 500 || Math.abs(first?.at[0] ?? 0) > 3000).toBe(true);
});

it('where there is little room it is short, and where there is none it is left out', () => {
  const wall = (x: number, y: number) => ({ left: x - 9000, right: x + 9000, top: y - 700, bottom: y + 700 });
  const one = regiment('24mi', '24th Michigan', 0, 0, 2);
  // Above and below there is nothing free, beside it as much as the short name needs.
  const beside = [
    { left: -20_000, right: -4000, top: -700, bottom: 700 },
    { left: 4000, right: 20_000, top: -700, bottom: 700 },
  ];
  const short = labels([one], 500, [wall(0, -1400), wall(0, 1400), ...beside]);
  expect(short.get('24mi')?.text).toBe('24mi');
  const none = labels([one], 500, [wall(0, -1400), wall(0, 0), wall(0, 1400)]);
  expect(none.size).toBe(0);
});

it('names of places give way to troops and to each other', () => {
  const names = [
    { at: [0, 0] as [number, number], text: 'The wall' },
    { at: [100, 0] as [number, number], text: 'The gate' },
    { at: [150, 0] as [number, number], text: 'The lane' },
  ];
  const below = regiment('2wi', '2nd Wisconsin', 20_000, 0);
  const [first, second, ...none] = placeNames(names, rooms([below], new Map(), 400), 300, 400);
  expect(first?.text).toBe('The wall');
  expect(first?.at[1]).toBeGreaterThan(0);
  expect(second?.at[1]).toBeLessThan(0);
  expect(none).toEqual([]);
});
