import { expect, it } from 'vitest';
import type { Piece } from '../wire';
import { bandsOf } from './formations';

const piece = (formation: string | null) => ({ formation }) as Piece;

it('formations keep their band whatever the order of the pieces', () => {
  const one = bandsOf([piece('b'), piece('a'), piece(null), piece('b')]);
  const other = bandsOf([piece('a'), piece('b')]);
  expect(one).toEqual(other);
  expect(one.size).toBe(2);
});

it('two formations never look the same, up to two dozen', () => {
  const bands = bandsOf(Array.from({ length: 24 }, (_, index) => piece(`f${index}`)));
  const looks = [...bands.values()].map(({ colour, dash }) => `${colour} ${dash}`);
  expect(new Set(looks).size).toBe(24);
});
