import { describe, expect, it } from 'vitest';
import type { Trace, Violation } from '../wire';
import { reduce, START, type Effect, type Event, type State, type Table } from './drag';
import type { Point } from './geometry';

const NO: Violation = { rule: 'PL-3.2', text: 'That is too far.', pieces: [] };
const HOME: Point = [200, 400];

/** What the table says of a way that ends here. */
function trace(action: string, path: Point[], refusal: Violation | null = null): Trace {
  const at = path.at(-1) ?? HOME;
  const stand = { at, facing: 0, size: [8, 6] as [number, number], sign: '', lost: false };
  return {
    action,
    cost: '31 of 40 paces',
    sketch: {
      shapes: [
        { shape: { line: path }, role: 'path', tone: 'plain', label: '' },
        { shape: { stand }, role: 'ghost', tone: 'union', label: '' },
      ],
      text: `A ${action}`,
    },
    refusal,
  };
}

class Hand {
  state: State = START;
  table: Table = {
    moves: 'A',
    placeOf: (piece) => (piece === 'A' || piece === 'B' ? HOME : null),
    picks: (piece) => (piece === 'B' ? 'pick B' : null),
    name: (piece) => piece,
    ticks: 3,
  };
  #done: Effect[] = [];

  on(...events: Event[]): this {
    for (const event of events) {
      const { state, effects } = reduce(this.state, event, this.table);
      this.state = state;
      this.#done.push(...effects);
    }
    return this;
  }

  /** What was done since this was asked last. */
  effects(): Effect[] {
    return this.#done.splice(0);
  }

  /** The gestures among it. */
  asked() {
    return this.effects().flatMap((effect) => (effect.do === 'trace' ? [effect.gesture] : []));
  }

  take(): this {
    return this.on({ on: 'take', piece: 'A', by: 'hand', grip: [202, 401] });
  }

  keys(): this {
    return this.on({ on: 'take', piece: 'A', by: 'keys', grip: HOME });
  }

  /** The table answers, and may be asked again. */
  told(answer: Trace): this {
    const { asked } = this.state;
    if (asked === null) throw new Error('nothing was asked');
    return this.on({ on: 'traced', ticket: asked, trace: answer }, { on: 'ready' });
  }
}

const move = (x: number, y: number): Event => ({ on: 'move', to: [x, y] });
const step = (ahead: number, aside = 0, turn = 0): Event => ({ on: 'step', step: { ahead, aside, turn } });
const drag = (points: Point[], facing: number | null = null, snap = true) => ({
  how: 'drag',
  points,
  facing,
  snap,
});

describe('a piece in the hand', () => {
  it('goes where the hand goes, held where it was gripped', () => {
    const hand = new Hand().take().told(trace('stay', [HOME, HOME]));
    hand.effects();
    expect(hand.on(move(232, 371)).asked()).toEqual([drag([[230, 370]])]);
  });

  it('is asked about once at a time, and the last wish wins', () => {
    const hand = new Hand().take();
    hand.effects();
    hand.on(move(212, 401), move(222, 401), move(232, 401));
    expect(hand.asked()).toEqual([]);
    expect(hand.told(trace('stay', [HOME, HOME])).asked()).toEqual([drag([[230, 400]])]);
    expect(hand.told(trace('go', [HOME, [230, 400]])).asked()).toEqual([]);
  });

  it('waits for the pause between two questions', () => {
    const hand = new Hand().take();
    hand.effects();
    hand.on({ on: 'traced', ticket: 1, trace: trace('stay', [HOME, HOME]) }, move(232, 401));
    expect(hand.asked()).toEqual([]);
    expect(hand.on({ on: 'ready' }).asked()).toHaveLength(1);
  });

  it('turns on its way, and takes turning points back', () => {
    const hand = new Hand()
      .take()
      .told(trace('stay', [HOME, HOME]))
      .on(move(202, 341));
    hand.told(trace('ahead', [HOME, [200, 340]])).on({ on: 'corner' }, { on: 'corner' });
    hand.told(trace('ahead', [HOME, [200, 340], [200, 340]])).on(move(252, 341));
    const points: Point[] = [
      [200, 340],
      [250, 340],
    ];
    expect(hand.asked().at(-1)).toEqual(drag(points));
    hand.told(trace('aside', [HOME, ...points])).on({ on: 'back' });
    expect(hand.asked()).toEqual([drag([[250, 340]])]);
    hand.told(trace('straight', [HOME, [250, 340]])).on({ on: 'back' });
    expect(hand.asked()).toEqual([]);
  });

  it('is turned by its flag and by keys while it is dragged', () => {
    const hand = new Hand().take().told(trace('stay', [HOME, HOME]));
    hand.effects();
    hand.on(step(0, 0, -1)).told(trace('turned', [HOME, HOME]));
    expect(hand.asked()).toEqual([drag([HOME], 3550)]);
    hand.on({ on: 'face', bearing: 913 });
    expect(hand.asked()).toEqual([drag([HOME], 900)]);
    expect(
      hand
        .on({ on: 'snap' })
        .told(trace('turned', [HOME, HOME]))
        .asked(),
    ).toEqual([drag([HOME], 900, false)]);
  });

  it('is looked at where it is put down, as soon as the table has said what that means', () => {
    const hand = new Hand()
      .take()
      .told(trace('stay', [HOME, HOME]))
      .on(move(232, 371), { on: 'drop', sure: false });
    expect(hand.effects().map((effect) => effect.do)).toEqual(['trace', 'trace']);
    const there = trace('go', [HOME, [230, 370]]);
    hand.told(there);
    expect(hand.effects()).toMatchObject([{ do: 'look', trace: there }]);
    expect(hand.state.held?.resting).toBe(true);
  });

  it('goes on from where it was put down, drawn to something near or not', () => {
    const hand = new Hand()
      .take()
      .told(trace('stay', [HOME, HOME]))
      .on(move(232, 371), { on: 'drop', sure: false });
    hand.told(trace('go', [HOME, [228, 372]]));
    hand.effects();
    hand.on({ on: 'take-on', by: 'hand', grip: [228, 372], from: null }, move(238, 372));
    expect(hand.asked()).toEqual([drag([[238, 372]])]);
  });

  it('is put back where it cannot be, and why is said', () => {
    const hand = new Hand()
      .take()
      .told(trace('stay', [HOME, HOME]))
      .on(move(232, 71), { on: 'drop', sure: false });
    hand.effects();
    hand.told(trace('far', [HOME, [230, 70]], NO));
    expect(hand.effects()).toEqual([{ do: 'refuse', violation: NO }]);
    expect(hand.state.held).toBeNull();
  });

  it('that was only touched is put nowhere, and one that is put back is forgotten', () => {
    const touched = new Hand()
      .take()
      .told(trace('stay', [HOME, HOME]))
      .on({ on: 'drop', sure: false });
    expect(touched.effects().some((effect) => effect.do === 'look')).toBe(false);
    expect(touched.state.held).toBeNull();
    const back = new Hand().take().on({ on: 'put-back' });
    expect(back.state.held).toBeNull();
    back.effects();
    back.on({ on: 'traced', ticket: 1, trace: trace('late', [HOME, HOME]) });
    expect([back.state.held, back.effects()]).toEqual([null, []]);
  });

  it('that the table did not answer for is asked about again', () => {
    const hand = new Hand().take();
    hand.effects();
    hand.on({ on: 'failed', ticket: 1 });
    expect(hand.asked()).toEqual([]);
    expect(hand.on({ on: 'ready' }).asked()).toEqual([drag([HOME])]);
  });
});

describe('a piece that is lit', () => {
  it('is chosen first, and taken up when the question is about it', () => {
    const hand = new Hand();
    hand.table = { ...hand.table, moves: null };
    hand.on({ on: 'take', piece: 'B', by: 'hand', grip: HOME });
    expect(hand.effects()).toEqual([{ do: 'pick', action: 'pick B' }]);
    hand.table = { ...hand.table, moves: 'B' };
    expect(hand.on({ on: 'moment' }).asked()).toEqual([drag([HOME])]);
    expect(hand.state.held?.piece).toBe('B');
  });

  it('is not taken up by a question about something else, nor after it was let go', () => {
    for (const [moves, between] of [
      ['A', []],
      ['B', [{ on: 'drop', sure: false }]],
      ['B', [{ on: 'put-back' }]],
    ] as [string, Event[]][]) {
      const hand = new Hand();
      hand.table = { ...hand.table, moves: null };
      hand.on({ on: 'take', piece: 'B', by: 'hand', grip: HOME }, ...between);
      hand.table = { ...hand.table, moves };
      expect(hand.on({ on: 'moment' }).state.held).toBeNull();
    }
  });

  it('stays where it is if it has no answer, or is not on the open table', () => {
    const hand = new Hand();
    hand.table = { ...hand.table, moves: null };
    hand.on(
      { on: 'take', piece: 'A', by: 'hand', grip: HOME },
      { on: 'take', piece: 'C', by: 'keys', grip: HOME },
    );
    expect([hand.effects(), hand.state.held]).toEqual([[], null]);
  });
});

describe('by keys', () => {
  const nudge = (from: string, [ahead, aside, turn]: number[], corner = false) => ({
    how: 'nudge',
    from,
    ahead,
    aside,
    turn,
    corner,
  });

  it('a piece is pushed from the last answer, in words for those who listen', () => {
    const hand = new Hand().keys();
    expect(hand.state.spoken).toContain('in your hand');
    expect(hand.asked()).toEqual([nudge('', [0, 0, 0])]);
    hand.told(trace('stay', [HOME, HOME])).on(step(1));
    expect(hand.asked()).toEqual([nudge('stay', [1, 0, 0])]);
    hand.told(trace('one', [HOME, [200, 390]]));
    expect(hand.state.spoken).toBe('A one');
  });

  it('every press counts, in the order in which they came', () => {
    const hand = new Hand().keys();
    hand.effects();
    hand.on(step(1), step(1), step(0, 0, 1), step(1));
    hand
      .told(trace('stay', [HOME, HOME]))
      .told(trace('one', [HOME, HOME]))
      .told(trace('two', [HOME, HOME]));
    hand.told(trace('three', [HOME, HOME]));
    expect(hand.asked()).toEqual([
      nudge('stay', [1, 0, 0]),
      nudge('one', [1, 0, 0]),
      nudge('two', [0, 0, 1]),
      nudge('three', [1, 0, 0]),
    ]);
  });

  it('fifteen degrees are as many ticks as the game has in them', () => {
    const hand = new Hand().keys().told(trace('stay', [HOME, HOME]));
    hand.effects();
    expect(hand.on({ on: 'turn', by: -150 }).asked()).toEqual([nudge('stay', [0, 0, -3])]);
  });

  it('where it cannot be is said, and it stays', () => {
    const hand = new Hand()
      .keys()
      .told(trace('stay', [HOME, HOME]))
      .on(step(9));
    hand.told(trace('far', [HOME, [200, 100]], NO));
    expect(hand.state.spoken).toBe(NO.text);
    expect(hand.state.held?.trace?.action).toBe('stay');
    hand.effects();
    expect(hand.on(step(1)).asked()).toEqual([nudge('stay', [1, 0, 0])]);
  });

  it('its way turns with the next push, and not with a turn on the spot; the turn can be taken back', () => {
    const hand = new Hand()
      .keys()
      .told(trace('stay', [HOME, HOME]))
      .on(step(2))
      .told(trace('two', [HOME, HOME]));
    hand.effects();
    hand.on({ on: 'corner' }, { on: 'corner' }, step(0, 0, 6)).told(trace('turned', [HOME, HOME]));
    hand
      .on(step(1))
      .told(trace('bent', [HOME, HOME]))
      .on(step(1))
      .told(trace('on', [HOME, HOME]));
    expect(hand.asked()).toEqual([
      nudge('two', [0, 0, 6]),
      nudge('turned', [1, 0, 0], true),
      nudge('bent', [1, 0, 0]),
    ]);
    expect(hand.on({ on: 'back' }).asked()).toEqual([nudge('two', [0, 0, 0])]);
  });

  it('an answer that is looked at is taken up as it is', () => {
    const hand = new Hand();
    hand.on(
      { on: 'take-on', by: 'keys', grip: HOME, from: { action: 'move', turns: [], end: [210, 390] } },
      step(0, 1),
    );
    expect(hand.asked()).toEqual([nudge('move', [0, 1, 0])]);
  });

  it('Enter puts it down, and a piece that is dragged on goes on from there', () => {
    const hand = new Hand()
      .keys()
      .told(trace('stay', [HOME, HOME]))
      .on(step(2));
    hand.told(trace('two', [HOME, [200, 380]])).on({ on: 'drop', sure: false });
    expect(hand.effects().at(-1)).toMatchObject({
      do: 'look',
      trace: { action: 'two' },
      held: { by: 'keys' },
    });
    hand.on({ on: 'take-on', by: 'hand', grip: [200, 380], from: null }, move(210, 380));
    expect(hand.asked()).toEqual([drag([[210, 380]])]);
  });
});
