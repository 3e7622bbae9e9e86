import { describe, expect, it } from 'vitest';
import type { Change, Part, Piece, Sight } from '../wire';
import { changed, settled, sightsOf } from './change';
import { ask, chargeD, marchA, marchD, piece, sight } from './sitting';

const pieces = [piece('one'), piece('two'), piece('three')];
const before = sight('m1', {
  scene: { pieces, markers: [], tracks: [], panels: [] },
  ask: ask([marchD, marchA]),
  context: 'Turn 1',
});
const after = (change: Partial<Change>): Sight | null =>
  changed(before, { since: 'm1', moment: 'm2', ...change });

describe('a sight and what changes of it', () => {
  it('make the next sight; what is not told of is as it was, and the same object', () => {
    const next = after({ context: 'Turn 2', log: 3 });
    expect(next).toEqual({ ...before, moment: 'm2', context: 'Turn 2', log: 3 });
    expect(next?.scene).toBe(before.scene);
    expect(next?.ask).toBe(before.ask);
  });

  it('pieces come, go, change places and change', () => {
    const parts: Part<Piece>[] = [[2, 1], { like: 0, with: { spent: true } }, piece('four')];
    const next = after({ pieces: parts })?.scene.pieces;
    expect(next).toEqual([pieces[2], { ...pieces[0], spent: true }, piece('four')]);
    expect(next?.[0]).toBe(pieces[2]);
    expect(pieces[0]?.spent).toBe(false);
  });

  it('a new question takes over answers of the old one', () => {
    const question = { text: 'And now?', context: '', rule: '' };
    const next = after({ ask: { ...ask([]), question, answers: [chargeD, [1, 1]] } });
    expect(next?.ask).toEqual({ ...ask([chargeD, marchA]), question });
    expect(after({ ask: null })?.ask).toBeNull();
    // After a sight in which nothing is asked, every answer is new.
    const silent = { ...before, ask: null };
    const first = { since: 'm1', moment: 'm2', ask: { ...ask([]), answers: [marchD] } };
    expect(changed(silent, first)?.ask?.answers).toEqual([marchD]);
  });

  it('an end can come, and be taken back', () => {
    const outcome = { winner: 'union', points: [1, 0] } as NonNullable<Sight['outcome']>;
    const over = after({ outcome });
    expect(over?.outcome).toEqual(outcome);
    expect(over && changed(over, { since: 'm2', moment: 'm3', outcome: null })?.outcome).toBeNull();
  });

  it('that do not belong together make none', () => {
    expect(after({ since: 'm0' })).toBeNull();
    expect(after({ pieces: [[0, 4]] })).toBeNull();
    expect(after({ pieces: [[-1, 1]] })).toBeNull();
    expect(after({ pieces: [{ like: 3, with: {} }] })).toBeNull();
    expect(after({ ask: { ...ask([]), answers: [[0, 3]] } })).toBeNull();
  });
});

it('a whole sight keeps every piece that is as it was', () => {
  const whole = structuredClone({ ...before, moment: 'm9' });
  whole.scene.pieces[1] = { ...piece('two'), spent: true };
  const next = settled(before, whole);
  expect(next).toEqual(whole);
  expect(next.scene.pieces.map((one, at) => one === pieces[at])).toEqual([true, false, true]);
  expect(settled(null, whole)).toBe(whole);
});

it('moments are sights one after another', () => {
  const then = [
    { since: 'm1', moment: 'm2', log: 1 },
    { since: 'm2', moment: 'm3', log: 2 },
  ];
  expect(sightsOf({ first: before, then }, null).map(({ moment, log }) => `${moment} ${log}`)).toEqual([
    'm1 0',
    'm2 1',
    'm3 2',
  ]);
  expect(sightsOf({ first: null, then: [] }, null)).toEqual([]);
  expect(() => sightsOf({ first: before, then: then.slice(1) }, null)).toThrow(/do not fit/);
});
