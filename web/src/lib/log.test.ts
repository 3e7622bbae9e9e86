import { describe, expect, it } from 'vitest';
import type { Heard, Side } from '../wire';
import { merge, rows, sinceLastTurn, spoken } from './log';
import { heard } from './sitting';

const entry = (number: number, side: Side | null = null, text = `line ${number}`): Heard =>
  heard(number, { side, lines: [{ text, depth: 1, sums: [], places: [] }] });
const numbers = (log: readonly Heard[]) => log.map(({ number }) => number);

describe('news', () => {
  const log = [entry(0), entry(1), entry(2)];

  it('are added at the end', () => {
    expect(numbers(merge(log, [entry(3), entry(4)], 5))).toEqual([0, 1, 2, 3, 4]);
  });

  it('after an undo replace what is no longer true', () => {
    const merged = merge(log, [entry(1, 'union', 'another')], 2);
    expect(merged.map((one) => one.lines[0]?.text)).toEqual(['line 0', 'another']);
  });

  it('of an undo alone shorten the log', () => {
    expect(numbers(merge(log, [], 1))).toEqual([0]);
  });

  it('heard twice are there once', () => {
    expect(numbers(merge(log, [entry(1), entry(2)], 3))).toEqual([0, 1, 2]);
  });

  it('are spoken with their dice', () => {
    const fought: Heard = { ...entry(1), rolls: [{ purpose: 'combat', outcomes: 6, face: 5 }] };
    expect(spoken([fought])).toBe('line 1 Die for combat: 5.');
  });
});

describe('since my last turn', () => {
  const log = [
    entry(0),
    entry(1, 'union'),
    entry(2, 'union'),
    entry(3, 'confederate'),
    entry(4, 'confederate'),
  ];

  it('begins after my last action', () => {
    expect(sinceLastTurn(log, ['union'])).toBe(3);
  });

  it('does not forget the other side as soon as I act', () => {
    expect(sinceLastTurn([...log, entry(5, 'union'), entry(6, 'union')], ['union'])).toBe(3);
  });

  it('is everything before I ever acted', () => {
    expect(sinceLastTurn(log.slice(3), ['union'])).toBe(0);
  });
});

it('rows keep the first line of an entry apart', () => {
  const two: Heard = {
    ...entry(0),
    lines: [...entry(0).lines, { text: 'more', depth: 2, sums: [], places: [] }],
  };
  expect(rows([two]).map(({ first, key }) => [first, key])).toEqual([
    [true, '0.0'],
    [false, '0.1'],
  ]);
});
