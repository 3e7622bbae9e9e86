import { describe, expect, it } from 'vitest';
import type { Region } from '../wire';
import type { Point } from '../lib/geometry';
import { around, at, place } from '../lib/sitting';
import { clicked, gripped, hovered, keyed, regionAt, type Hit } from './gesture';

const table = around([]);
const NOTHING: Hit = { lit: null, piece: null, spread: false };
const square = (left: number, top: number, side: number): Point[] => [
  [left, top],
  [left + side, top],
  [left + side, top + side],
  [left, top + side],
];
/** A field on the open table, with a pond in it. */
const field: Region = {
  outline: [square(0, 200, 100), square(40, 240, 20)],
  facing: true,
  label: 'the field',
};

describe('a click', () => {
  it('on something lit means that, whatever lies under it', () => {
    const hit: Hit = { lit: place('d'), piece: 'horse', spread: false };
    expect(clicked([250, 50], hit, null, [], table)).toEqual([
      { on: 'target', target: place('d'), at: [250, 50], title: 'Here' },
    ]);
  });

  it('on a piece means the piece, if it stands alone or in a stack that is spread', () => {
    const horse: Hit = { ...NOTHING, piece: 'horse' };
    const piece = { on: 'piece', piece: 'horse', at: [250, 50] };
    expect(clicked([250, 50], horse, null, [], table)).toEqual([piece]);
    const guns: Hit = { ...NOTHING, piece: 'guns' };
    expect(clicked([150, 50], guns, null, [], table)).toEqual([{ on: 'place', place: 'b' }]);
    const open = { stack: 'b', held: true };
    expect(clicked([150, 50], { ...guns, spread: true }, open, [], table)).toEqual([
      { on: 'piece', piece: 'guns', at: [150, 50] },
    ]);
    const stand: Hit = { ...NOTHING, piece: 'stand' };
    expect(clicked([250, 300], stand, null, [], table)[0]?.on).toBe('piece');
  });

  it('on another place closes a stack that is spread, and on its own does not', () => {
    const open = { stack: 'b', held: true };
    expect(clicked([250, 50], NOTHING, open, [], table)).toEqual([
      { on: 'spread', stack: null },
      { on: 'place', place: 'c' },
    ]);
    expect(clicked([150, 50], NOTHING, open, [], table)).toEqual([{ on: 'place', place: 'b' }]);
  });

  it('on the open table means a point where one can be chosen, and otherwise takes a step back', () => {
    const target = at(10, 211);
    expect(clicked([10.4, 210.6], NOTHING, null, [field], table)).toEqual([
      { on: 'target', target, at: [10, 211], title: 'Here' },
    ]);
    expect(clicked([300, 350], NOTHING, null, [field], table)).toEqual([{ on: 'cancel' }]);
  });
});

it('what lies within a region and not in its holes belongs to it', () => {
  expect(regionAt([10, 210], [field])).toBe(field);
  expect(regionAt([50, 250], [field])).toBeUndefined();
  expect(regionAt([150, 250], [field])).toBeUndefined();
});

describe('a press', () => {
  const open = { piece: null, ghost: false, flag: false };
  const can = (piece: string) => piece === 'stand';

  it('takes hold of a flag, a ghost, or a piece that can be moved', () => {
    expect(gripped({ ...open, ghost: true, flag: true }, can)).toEqual({ on: 'flag' });
    expect(gripped({ ...open, ghost: true, piece: 'stand' }, can)).toEqual({ on: 'ghost' });
    expect(gripped({ ...open, piece: 'stand' }, can)).toEqual({ on: 'piece', piece: 'stand' });
  });

  it('on anything else moves the board, inside a region too', () => {
    expect(gripped({ ...open, piece: 'guns' }, can)).toBeNull();
    expect(gripped(open, can)).toBeNull();
  });
});

describe('a pointer that stays', () => {
  it('spreads a stack, but no single piece and no empty place', () => {
    expect(hovered('b', null, false, table)).toEqual({ close: false, open: 'b' });
    expect(hovered('c', null, false, table).open).toBeNull();
    expect(hovered('a', null, false, table).open).toBeNull();
    expect(hovered(null, null, false, table).open).toBeNull();
  });

  it('closes what it had spread when it goes on, but nothing that was spread on purpose', () => {
    expect(hovered('c', { stack: 'b', held: false }, false, table)).toEqual({ close: true, open: null });
    expect(hovered('b', { stack: 'b', held: false }, false, table).close).toBe(false);
    expect(hovered('c', { stack: 'b', held: true }, false, table)).toEqual({ close: false, open: null });
  });

  it('covers no ground while an answer is weighed', () => {
    expect(hovered('b', null, true, table)).toEqual({ close: false, open: null });
  });
});

describe('a key', () => {
  it('moves the cursor, or pushes and turns what is in hand', () => {
    expect(keyed('ArrowLeft', false, false)).toEqual({ on: 'arrow', direction: 'left' });
    const pushed = (key: string) => keyed(key, false, true);
    expect(pushed('ArrowUp')).toEqual({ drag: { on: 'step', step: { ahead: 1, aside: 0, turn: 0 } } });
    expect(pushed('ArrowLeft')).toEqual({ drag: { on: 'step', step: { ahead: 0, aside: -1, turn: 0 } } });
    expect(pushed(']')).toEqual({ drag: { on: 'step', step: { ahead: 0, aside: 0, turn: 1 } } });
    expect(pushed('{')).toEqual({ drag: { on: 'turn', by: -150 } });
    expect(['w', 'Backspace', 's'].map(pushed)).toEqual([
      { drag: { on: 'corner' } },
      { drag: { on: 'back' } },
      { drag: { on: 'snap' } },
    ]);
    for (const key of ['w', 's', '[', '{', 'Backspace']) expect(keyed(key, false, false)).toBeNull();
    expect(keyed('ArrowDown', true, true)).toEqual({ look: { aside: 'down' } });
  });

  it('goes round what is lit, chooses, and moves the camera', () => {
    expect(keyed('Tab', true, false)).toEqual({ on: 'tab', back: true });
    expect(keyed('Enter', false, false)).toEqual({ on: 'enter' });
    expect(keyed(' ', false, false)).toEqual({ on: 'enter' });
    expect(keyed('0', false, false)).toEqual({ look: 'whole' });
    expect(keyed('+', false, false)).toEqual({ look: { by: 1.25 } });
    expect(keyed('-', false, false)).toEqual({ look: { by: 0.8 } });
  });

  it('that means nothing here is left to the page', () => {
    for (const key of ['Escape', 'u', 'r', '?', 'a']) expect(keyed(key, false, true)).toBeNull();
  });
});
