// A small table for tests, and somebody who sits at it.

import type { Answer, Ask, Heard, Piece, Preview, Sight, Spot, Target } from '../wire';
import { Answers } from './answers';
import type { Around } from './cursor';
import { Grid } from './geometry';
import { considered, reduce, START, type Effect, type Event, type State } from './intent';
import { stacksOf } from './stacks';

export const piece = (id: string, at: Spot = { in: 'place', place: 'b' }): Piece => ({
  id,
  side: 'union',
  kind: 'infantry',
  name: `the ${id}`,
  at,
  facing: null,
  formation: null,
  figures: [],
  badges: [],
  spent: false,
  text: '',
});

export const answer = (action: string, target: Target): Answer => ({
  action,
  label: `To ${action}`,
  on: target,
});

export const ask = (answers: Answer[]): Ask => ({
  side: 'union',
  question: { text: 'Where to?', context: '', rule: '' },
  answers,
  complete: true,
  regions: [],
  outlook: false,
});

/** What is seen at a moment with this name. */
export const sight = (moment: string, changed: Partial<Sight> = {}): Sight => ({
  moment,
  scene: { pieces: [], markers: [], tracks: [], panels: [] },
  armies: ['union', 'confederate'],
  ask: null,
  waiting: [],
  context: '',
  outcome: null,
  log: 0,
  undo: { to_line: null, barrier: '' },
  ...changed,
});

export const heard = (number: number, changed: Partial<Heard> = {}): Heard => ({
  number,
  side: null,
  action: null,
  lines: [{ text: `line ${number}`, depth: 1, sums: [], places: [] }],
  rolls: [],
  ...changed,
});

// Four places in a row, 100 apart: the infantry and its battery at b, the cavalry at c, a stand on the open table.
//
//     a     b     c     d            (250, 300) stand
//          i,g    h

export const board = {
  size: [400, 400] as [number, number],
  places: ['a', 'b', 'c', 'd'].map((id, index) => ({
    id,
    at: [50 + index * 100, 50] as [number, number],
    text: 'clear',
  })),
  cell: [
    [-50, -50],
    [50, -50],
    [50, 50],
    [-50, 50],
  ] as [number, number][],
  counter: 60,
};
export const grid = new Grid(board);

export const standing = [
  piece('infantry', { in: 'place', place: 'b' }),
  piece('guns', { in: 'place', place: 'b' }),
  piece('horse', { in: 'place', place: 'c' }),
  piece('stand', { in: 'point', at: [250, 300] }),
];

export const place = (id: string): Target => ({ what: 'place', place: id });
export const on = (id: string): Target => ({ what: 'piece', piece: id });
export const at = (x: number, y: number, facing: number | null = null): Target => ({
  what: 'point',
  at: [x, y],
  facing,
});

export const marchD = answer('march d', place('d'));
export const chargeD = answer('charge d', place('d'));
export const marchA = answer('march a', place('a'));
export const edge = answer('attack', { what: 'edge', places: ['c', 'd'] });
export const end = answer('end', { what: 'button' });

export function around(answers: Answer[], changed: Partial<Around> = {}): Around {
  return {
    side: 'union',
    asked: true,
    answers: new Answers(ask(answers)),
    board,
    grid,
    pieces: new Map(standing.map((piece) => [piece.id, piece])),
    stacks: stacksOf(standing, grid),
    oneClick: false,
    moves: null,
    ...changed,
  };
}

export const preview = (changed: Partial<Preview> = {}): Preview => ({
  action: '',
  label: 'What it means',
  path: [
    [0, 0],
    [10, 0],
  ],
  cost: '2 points',
  arithmetic: [],
  odds: null,
  outlook: null,
  ...changed,
});
export const PLAIN = preview({ path: [], cost: '' });
export const NO = { rule: 'LFM-9.1c', text: 'That cannot be.', pieces: ['horse'] };

/** Somebody at a table, event by event. */
export class Sitting {
  state: State = START;
  done: Effect[] = [];
  around: Around;

  constructor(around: Around) {
    this.around = around;
  }

  on(...events: Event[]): this {
    for (const event of events) {
      const { state, effects } = reduce(this.state, event, this.around);
      this.state = state;
      this.done.push(...effects);
    }
    return this;
  }

  /** The last ticket that was handed out. */
  get ticket(): number {
    return this.state.next - 1;
  }

  probed(action: string, shown = preview()): this {
    return this.on({ on: 'probed', ticket: this.ticket, action, preview: shown });
  }

  refused(ticket = this.ticket): this {
    return this.on({ on: 'refused', ticket, violation: NO });
  }

  get doing(): string {
    return this.state.doing.is;
  }

  get considered(): string | undefined {
    return considered(this.state)?.answer.action;
  }

  /** What was done since somebody last looked. */
  effects(): Effect[] {
    return this.done.splice(0);
  }

  /** Is weighing what was chosen, and known. */
  weighing(chosen: Answer): this {
    this.on({ on: 'choose', answer: chosen }).probed(chosen.action);
    this.effects();
    return this;
  }
}

export const sit = (answers: Answer[], changed: Partial<Around> = {}) =>
  new Sitting(around(answers, changed));
export const clickPlace = (id: string): Event => ({ on: 'place', place: id });
export const clickPiece = (id: string): Event => ({ on: 'piece', piece: id, at: [1, 2] });
