import { expect, it } from 'vitest';
import type { Point } from './geometry';
import { titles, type Title } from './titles';

const wanted = (id: string, at: Point) => ({ id, text: id, at });
const of = (all: readonly Title[], id: string) => all.find((title) => title.id === id);

it('writes a name to the right of a piece that stands alone', () => {
  const [hooker] = titles([wanted('Hooker', [100, 100])], [], 20, 10);
  expect(hooker?.anchor).toBe('start');
  expect(hooker?.foot[0]).toBeGreaterThan(110);
  expect(hooker?.foot[1]).toBe(100);
});

it('goes to the other side of a piece whose right is taken', () => {
  const found = titles([wanted('Lee', [100, 100])], [[124, 100]], 20, 10);
  expect(of(found, 'Lee')?.anchor).toBe('end');
});

it('covers no other name', () => {
  const found = titles([wanted('Reynolds', [100, 100]), wanted('Sedgwick', [160, 100])], [], 20, 10);
  expect(found).toHaveLength(2);
  const [a, b] = found.map(({ foot, anchor, text }) => {
    const width = text.length * 5.8;
    const left = anchor === 'start' ? foot[0] : anchor === 'end' ? foot[0] - width : foot[0] - width / 2;
    return { left, right: left + width, y: foot[1] };
  });
  expect(a!.right <= b!.left || b!.right <= a!.left || Math.abs(a!.y - b!.y) >= 10).toBe(true);
});

it('leaves a name out where there is no room at all', () => {
  const ring: Point[] = [];
  for (let x = 0; x <= 200; x += 20) for (let y = 0; y <= 200; y += 20) ring.push([x, y]);
  expect(titles([wanted('Stuart', [100, 100])], ring, 20, 10)).toEqual([]);
});
