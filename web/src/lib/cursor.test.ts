import { describe, expect, it } from 'vitest';
import type { Event } from './intent';
import {
  answer,
  at,
  chargeD,
  clickPiece,
  clickPlace,
  edge,
  marchA,
  marchD,
  on,
  sit,
  type Sitting,
} from './sitting';

describe('the keyboard', () => {
  const arrow = (direction: 'up' | 'down' | 'left' | 'right'): Event => ({ on: 'arrow', direction });
  const forward: Event = { on: 'tab', back: false };
  const backward: Event = { on: 'tab', back: true };
  const where = (one: Sitting) =>
    one.state.cursor.at === 'place' ? one.state.cursor.place : one.state.cursor.at;

  it('begins at the first lit place, and goes from place to place to the edge of the board', () => {
    const one = sit([marchD]).on(arrow('left'));
    expect(where(one)).toBe('d');
    expect(one.state.byKeys).toBe(true);
    expect(one.effects()).toEqual([{ do: 'show', points: [[350, 50]] }]);
    one.on(arrow('left'), arrow('left'));
    expect(where(one)).toBe('b');
    one.on(arrow('up'));
    expect(where(one)).toBe('b');
  });

  it('tells what is there and what can be done', () => {
    const one = sit([marchD, answer('pick guns', on('guns'))]).on(arrow('left'));
    expect(one.state.spoken).toBe('d, clear. Empty. Can be chosen: To march d.');
    one.on(arrow('left'), arrow('left'));
    expect(one.state.spoken).toBe('b, clear. 2 pieces: the infantry, the guns. Can be chosen: To pick guns.');
    expect(one.state.spread).toEqual({ stack: 'b', held: false });
  });

  it('goes round everything lit, each place once, and out of the map after the last', () => {
    const lit = [marchD, chargeD, marchA, answer('pick stand', on('stand')), answer('put', at(9, 9, 0))];
    const one = sit(lit).on(forward);
    expect(where(one)).toBe('d');
    expect(where(one.on(forward))).toBe('a');
    one.on(forward);
    expect(one.state.cursor).toMatchObject({ at: 'lit', point: [250, 300] });
    expect(one.state.spoken).toBe('the stand. Can be chosen: To pick stand.');
    one.on(forward);
    expect(one.state.cursor).toMatchObject({ at: 'lit', point: [9, 9] });
    one.on(backward, backward);
    expect(where(one)).toBe('a');
    one.on(forward, forward, forward);
    expect(one.state.byKeys).toBe(false);
    expect(where(sit(lit).on(backward))).toBe('lit');
  });

  it('begins with what the question moves, which Enter takes up', () => {
    const one = sit([marchD]);
    one.around = { ...one.around, moves: 'stand' };
    one.on(forward);
    expect(one.state.cursor).toMatchObject({ at: 'lit', target: on('stand'), point: [250, 300] });
    expect(one.state.spoken).toBe('the stand. Enter takes it up.');
    expect(where(one.on(forward))).toBe('d');
  });

  it('begins with the first again after a click, and at a new question', () => {
    const one = sit([marchD, marchA]).on(forward, forward, clickPlace('a'), forward);
    expect(where(one)).toBe('d');
    one.on(forward, { on: 'moment', replay: false });
    expect(where(one)).toBe('a');
    expect(where(one.on(forward))).toBe('d');
  });

  it('chooses where it is, and gives the answer when it is asked twice', () => {
    const one = sit([marchD]).on(forward, { on: 'enter' });
    expect(one.considered).toBe('march d');
    one.probed('march d').on({ on: 'enter' });
    expect(one.doing).toBe('giving');
  });

  it('does not give what is considered elsewhere', () => {
    const one = sit([marchD, marchA]).on(forward, { on: 'enter' }).probed('march d');
    one.on(arrow('left'), arrow('left'), arrow('left'), { on: 'enter' });
    expect(one.doing).toBe('asking');
    expect(one.considered).toBe('march a');
  });

  it('chooses an edge from either of its places, and pieces of the open table', () => {
    const one = sit([edge]).on(forward, forward, { on: 'enter' });
    expect(where(one)).toBe('d');
    expect(one.considered).toBe('attack');
    const pick = answer('pick stand', on('stand'));
    expect(sit([pick]).on(forward, { on: 'enter' }).considered).toBe('pick stand');
  });

  it('leaves a stack open that it has come to, while the pointer closes it by choosing', () => {
    const pick = answer('pick guns', on('guns'));
    expect(sit([pick]).on(forward, { on: 'enter' }).state.spread?.stack).toBe('b');
    const byMouse = sit([pick]).on({ on: 'spread', stack: 'b' }, { on: 'pointer' }, clickPiece('guns'));
    expect(byMouse.state.spread).toBeNull();
  });
});
