import { expect, it } from 'vitest';
import { ago, duration, percent } from './words';

it('likelihoods never look certain when they are not', () => {
  expect([0, 0.001, 1 / 6, 0.999, 1].map(percent)).toEqual(['0 %', '<1 %', '17 %', '>99 %', '100 %']);
});

it('times are told as people tell them', () => {
  const now = Date.UTC(2026, 0, 10, 12);
  expect(ago(now - 5_000, now)).toBe('just now');
  expect(ago(now - 3 * 60_000, now)).toBe('3 minutes ago');
  expect(ago(now - 26 * 3_600_000, now)).toBe('yesterday');
  expect(ago(now + 60_000, now)).toBe('just now');
});

it('lengths of games are told in minutes or half hours', () => {
  expect([45, 90, 200].map(duration)).toEqual(['45 minutes', '1.5 hours', '3.5 hours']);
});
