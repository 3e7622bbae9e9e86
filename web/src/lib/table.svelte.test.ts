import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import type { Board, GameInfo, Piece, Side, Sight } from '../wire';
import { ask, board, heard, marchD, piece, sight } from './sitting';
import type { Listener } from './socket';
import { Table } from './table.svelte';

const seat = (side: Side) => ({ side, taken: true, seal: null, nonce: null });
const info = (mine: Side[], secrets: boolean): GameInfo => ({
  id: 'g',
  name: '',
  scenario: {
    id: 's',
    game: '',
    rules: '',
    title: 'A battle',
    description: '',
    sides: ['Union', 'Confederate'],
    turns: 1,
    span: '',
    minutes: 1,
    secrets,
  },
  seats: [seat('union'), seat('confederate')],
  mine,
  host: true,
  commitment: '',
  seed: null,
  patience: null,
  pause: 0,
  state: 'playing',
  notice: null,
  since: 0,
  ending: null,
  draw: null,
  chat: [],
  notes: '',
  webhook: null,
});

const whole: Board = {
  ...board,
  layers: [],
  titled: [],
  names: [],
  overlays: [],
  legend: [],
};

/** A table at which the test is whoever sits there, and the server. */
class Game {
  /** The lines there were, as they were greeted. */
  readonly lines: { listener: Listener; side: Side | null; both: boolean }[] = [];
  readonly said: string[] = [];
  /** For which news of the game nonces were to be opened, or done without. */
  readonly tended: GameInfo[] = [];
  readonly goneOn: GameInfo[] = [];
  closed = 0;
  #number = 0;
  readonly table: Table;

  constructor(mine: Side[], secrets = false) {
    this.table = new Table('g', {
      info: async () => info(mine, secrets),
      board: async () => whole,
      tend: async (info) => void this.tended.push(info),
      goOn: async (info) => void this.goneOn.push(info),
      dial: (_game, listener, both) => {
        this.#number = 0;
        this.lines.push({ listener, side: listener.have().side, both });
        return {
          send: ({ type }) => this.said.push(type) > 0,
          restart: () => {},
          close: () => void this.closed++,
        };
      },
    });
  }

  static async open(mine: Side[], secrets = false): Promise<Game> {
    const game = new Game(mine, secrets);
    await vi.waitFor(() => expect(game.table.board).not.toBeNull());
    return game;
  }

  /** Tells what these eyes see; on a line of two seats with secrets, by the name of the seat. */
  tell(side: Side | null, seen: Sight, log = [heard(seen.log)], news?: GameInfo): void {
    const from = seen.log;
    const apart = this.table.info?.scenario.secrets && this.table.bothMine;
    this.lines.at(-1)?.listener.message({
      type: 'news',
      number: ++this.#number,
      ...(apart && side && { side }),
      sight: { ...seen, log: from + log.length },
      from,
      log,
      ...(news && { info: news }),
    });
    flushSync();
  }

  /** Says that an answer was taken, and to which moment it led. */
  answered(moment: string): void {
    this.lines.at(-1)?.listener.message({ type: 'answered', id: 'x', moment });
    flushSync();
  }
}

const asked = (side: Side, moment: string) => sight(moment, { ask: { ...ask([marchD]), side } });

describe('a table', () => {
  it('is looked at over one line, for a seat, for both, or for a watcher', async () => {
    const line = async (...mine: Side[]) =>
      (await Game.open(mine)).lines.map(({ side, both }) => [side, both]);
    expect(await line('confederate')).toEqual([['confederate', false]]);
    expect(await line()).toEqual([[null, false]]);
    expect(await line('union', 'confederate')).toEqual([['union', true]]);
  });

  it('can be turned round by whoever has both seats, where they see different things', async () => {
    const turns = async (mine: Side[], secrets: boolean) =>
      (await Game.open(mine, secrets)).table.canTurnRound;
    expect(await turns(['union', 'confederate'], true)).toBe(true);
    expect(await turns(['union', 'confederate'], false)).toBe(false);
    expect(await turns(['union'], true)).toBe(false);
  });

  it('is looked at through other eyes when one takes a seat', async () => {
    const game = await Game.open([]);
    game.tell(null, sight('m1'), [], info(['union'], false));
    expect(game.lines.map(({ side }) => side)).toEqual([null, 'union']);
    expect(game.closed).toBe(1);
  });

  it('says why it cannot be opened', async () => {
    const table = new Table('g', {
      info: () => Promise.reject(new Error('gone')),
      board: async () => whole,
      tend: async () => {},
      goOn: async () => {},
      dial: () => ({ send: () => true, restart: () => {}, close: () => {} }),
    });
    await vi.waitFor(() => expect(table.fault).toContain('gone'));
  });

  it('with two seats of mine shows the one that is asked, and the server says whether I may turn it round', async () => {
    const game = await Game.open(['union', 'confederate']);
    const { table } = game;
    game.tell('union', sight('m1'));
    expect(table.view?.side).toBe('union');
    game.tell('confederate', asked('confederate', 'm2'));
    expect(table.view?.side).toBe('confederate');
    table.turnRound();
    expect(game.said).toEqual(['turn']);
    expect(table.view?.side).toBe('confederate');
  });
});

describe('a screen that two players share', () => {
  it('shows nothing of one until he says that he sits there alone', async () => {
    const game = await Game.open(['union', 'confederate'], true);
    const { table } = game;
    game.tell('union', asked('union', 'u1'));
    expect(table.covered).toBe(true);
    expect([table.sight, table.log]).toEqual([null, []]);
    // It must still be said whose turn it is.
    expect(table.seatName('union')).toBe('Union');
    table.uncover();
    expect(table.covered).toBe(false);
    expect(table.sight?.moment).toBe('u1');
  });

  it('is covered again when the other one is asked, and what fell for the first is forgotten', async () => {
    const game = await Game.open(['union', 'confederate'], true);
    const { table } = game;
    game.tell('confederate', sight('c1'));
    game.tell('union', asked('union', 'u1'));
    table.uncover();
    const rolls = [{ purpose: 'combat', outcomes: 6, face: 5 }];
    game.tell('union', sight('u2', { log: 1 }), [heard(1, { rolls })]);
    expect(table.thrown?.rolls).toEqual(rolls);
    game.tell('confederate', asked('confederate', 'c2'));
    expect(table.covered).toBe(true);
    table.uncover();
    expect(table.thrown).toBeNull();
    expect(table.spoken).toBe('');
    expect(table.sight?.moment).toBe('c2');
  });

  it('without secrets is never covered', async () => {
    const game = await Game.open(['union', 'confederate']);
    game.tell('union', asked('union', 'u1'));
    expect(game.table.covered).toBe(false);
  });
});

describe('news', () => {
  it('are told, and show the dice that fell last; those heard on coming are not', async () => {
    const game = await Game.open(['union']);
    const { table } = game;
    const roll = (face: number) => ({ rolls: [{ purpose: 'combat', outcomes: 6, face }] });
    game.tell('union', sight('m1'), [heard(0, roll(1))]);
    expect([table.thrown, table.spoken]).toEqual([null, '']);
    game.tell('union', sight('m2', { log: 1 }), [heard(1, roll(2)), heard(2, roll(3)), heard(3)]);
    expect(table.thrown?.rolls).toEqual(roll(3).rolls);
    expect(table.spoken).toContain('line 3');
  });

  it('of talk are heard once, and counted if they are not my own', async () => {
    const game = await Game.open(['union']);
    const { table } = game;
    const line = { from: 'confederate', text: 'Good morning.', at: 7 } as const;
    table.chat(line);
    table.chat(line);
    table.chat({ ...line, from: 'union', at: 8 });
    expect(table.info?.chat).toHaveLength(2);
    expect(table.unread).toBe(1);
    expect(table.spoken).toBe('Confederate says: Good morning.');
  });
});

it('a seat is called by the army it leads', async () => {
  const game = await Game.open(['union']);
  game.tell('union', sight('m1', { armies: ['confederate', 'union'] }));
  expect(game.table.seatName('union')).toBe('Confederate');
});

it('a moment at which one is asked the same in the same position changes nothing of what is considered', async () => {
  const game = await Game.open(['union']);
  const { table } = game;
  const moment = () => table.situation?.moment;
  game.tell('union', asked('union', 'u1'));
  expect(moment()).toBe('u1');
  game.tell('union', { ...asked('union', 'u2'), waiting: ['union'] });
  expect([table.sight?.moment, moment()]).toEqual(['u2', 'u1']);
  // What my own answer led to is new, whether the table says so before the news or after it.
  game.answered('u3');
  expect(moment()).toBe('u1');
  game.tell('union', asked('union', 'u3'));
  expect(moment()).toBe('u3');
  game.tell('union', asked('union', 'u3a'));
  expect(moment()).toBe('u3');
  game.answered('u3a');
  expect(moment()).toBe('u3a');
  const pieces = [piece('one')];
  const scene = { pieces, markers: [], tracks: [], panels: [] };
  game.tell('union', { ...asked('union', 'u3b'), scene });
  expect(moment()).toBe('u3b');
  game.tell('union', sight('u4', { scene }));
  expect(moment()).toBe('u4');
  // Whoever is asked nothing considers nothing.
  game.tell('union', sight('u5', { scene }));
  expect(moment()).toBe('u5');
});

it('a table that is closed hangs up', async () => {
  const game = await Game.open(['union', 'confederate']);
  game.table.close();
  expect(game.closed).toBe(1);
});

it('pieces of the sight lie in stacks where the board has them', async () => {
  const game = await Game.open(['union']);
  const pieces = [piece('one'), piece('two'), piece('three', { in: 'place', place: 'a' })];
  game.tell('union', sight('m1', { scene: { pieces, markers: [], tracks: [], panels: [] } }));
  expect(game.table.stacks.get('b')?.pieces).toEqual(pieces.slice(0, 2));
  expect(game.table.laid.map(({ piece }) => piece.id)).toEqual(['one', 'two', 'three']);
});

it('counters that nothing happened to are not looked at again', async () => {
  const game = await Game.open(['union']);
  const { table } = game;
  const pieces = [piece('one'), piece('two'), piece('three', { in: 'place', place: 'a' })];
  const seen = (moment: string, pieces: Piece[]) =>
    sight(moment, { scene: { pieces, markers: [], tracks: [], panels: [] } });
  game.tell('union', seen('m1', pieces));
  const looked: string[] = [];
  // One effect a counter, as the board has one.
  const stop = $effect.root(() => {
    for (const id of ['one', 'two', 'three']) {
      const laid = $derived(table.laid.find(({ piece }) => piece.id === id));
      const band = $derived(table.bands.get(laid?.piece.formation ?? ''));
      $effect(() => {
        looked.push([id, laid?.piece.spent, band?.colour].join(' '));
      });
    }
  });
  flushSync();
  looked.length = 0;
  const spent = pieces.map((one) => (one.id === 'one' ? { ...one, spent: true } : one));
  game.tell('union', seen('m2', spent));
  expect(looked).toEqual(['one true ']);
  looked.length = 0;
  // A counter that comes on top shifts those beneath it, and no others.
  game.tell('union', seen('m3', [...spent, piece('four')]));
  expect(looked).toEqual(['one true ', 'two false ']);
  stop();
});

describe('nonces that are still sealed', () => {
  const waiting = (patience: number | null): GameInfo => ({
    ...info(['union'], false),
    state: patience === null ? 'playing' : 'waiting',
    patience,
  });

  it('are opened with every news, and done without when their time is over', async () => {
    const game = await Game.open(['union']);
    expect(game.tended).toEqual([]);
    vi.useFakeTimers();
    try {
      game.table.told(waiting(2_000));
      expect(game.tended).toHaveLength(1);
      vi.advanceTimersByTime(2_000);
      expect(game.goneOn).toEqual([]);
      vi.advanceTimersByTime(1_000);
      expect(game.goneOn).toHaveLength(1);
      // Nobody heard it: it is said again.
      vi.advanceTimersByTime(5_000);
      expect(game.goneOn).toHaveLength(2);
      game.table.told(waiting(null));
      vi.advanceTimersByTime(60_000);
      expect([game.goneOn.length, game.tended.length]).toEqual([2, 1]);
      game.table.told(waiting(2_000));
      game.table.close();
      vi.advanceTimersByTime(60_000);
      expect(game.goneOn).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });
});
