import { expect, it } from 'vitest';
import type { Blurb, Reactions } from '../wire';
import { inWords, left, pauseOf, seconds } from './reactions';
import { piece } from './sitting';

const blurb = {
  reactions: [{ rule: 'PL-4.1', name: 'Fire at a picket that moved', armed: true }],
} as unknown as Blurb;

const reactions: Reactions = {
  pause: 6,
  pauses: [{ side: 'confederate', left: 6_000, waits: false, sealed: false }],
  standing: [],
};

it('counts down what was left when it was told, and not below nothing', () => {
  const told = { reactions, at: 1_000 };
  const pause = pauseOf(told, 'confederate');
  if (!pause) throw new Error('no pause');
  expect(left(told, pause, 1_000)).toBe(6_000);
  expect(left(told, pause, 3_500)).toBe(3_500);
  expect(left(told, pause, 60_000)).toBe(0);
  expect(left(told, { ...pause, left: null }, 2_000)).toBeNull();
  expect(pauseOf(told, 'union')).toBeNull();
  expect(pauseOf(null, 'union')).toBeNull();
  expect([3_500, 1, 0].map(seconds)).toEqual([4, 1, 0]);
});

it('puts what was said beforehand into words', () => {
  const pieces = new Map([['guns', piece('guns')]]);
  const said = { side: 'union', kind: 'PL-4.1', unit: null, turn: false, says: 'pass' } as const;
  expect(inWords(said, blurb, pieces)).toBe('Let pass: Fire at a picket that moved');
  expect(inWords({ ...said, unit: 'guns', turn: true }, blurb, pieces)).toBe(
    'Let pass: Fire at a picket that moved, about the guns, this turn',
  );
  expect(inWords({ ...said, says: 'ask', unit: 'X' }, blurb, pieces)).toBe(
    'Ask me: Fire at a picket that moved, about X',
  );
});
