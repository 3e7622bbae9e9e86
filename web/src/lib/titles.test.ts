import { expect, it } from 'vitest';
import type { Point } from './geometry';
import { square, titles, type Title } from './titles';

const wanted = (id: string, at: Point) => ({ id, text: id, at });
const of = (all: readonly Title[], id: string) => all.find((title) => title.id === id);

it('writes a name over a piece that stands alone', () => {
  const [hooker] = titles([wanted('Hooker', [100, 100])], [], 20, 10);
  expect(hooker?.anchor).toBe('middle');
  expect(hooker?.foot[0]).toBe(100);
  expect(hooker?.foot[1]).toBeLessThan(90);
});

it('goes to the side of a piece that is free', () => {
  const found = titles([wanted('Lee', [100, 100])], [square([124, 100], 20), square([100, 78], 20)], 20, 10);
  expect(of(found, 'Lee')?.anchor).toBe('end');
});

it('covers no other name', () => {
  const found = titles([wanted('Reynolds', [100, 100]), wanted('Sedgwick', [160, 100])], [], 20, 10);
  expect(found).toHaveLength(2);
  const [a, b] = found.map(({ box }) => box);
  if (!a || !b) throw new Error('two names');
  expect(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top).toBe(true);
});

it('leaves a name out where there is no room at all', () => {
  const ring: Point[] = [];
  for (let x = 0; x <= 200; x += 20) for (let y = 0; y <= 200; y += 20) ring.push([x, y]);
  expect(
    titles(
      [wanted('Stuart', [100, 100])],
      ring.map((at) => square(at, 20)),
      20,
      10,
    ),
  ).toEqual([]);
});
