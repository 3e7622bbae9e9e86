import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Change, GameInfo, Heard, News, Side, ToServer } from '../wire';
import { Refused } from './api';
import { ask, chargeD, heard, marchD, NO, piece, PLAIN, sight } from './sitting';
import type { Listener } from './socket';
import { View } from './view.svelte';

/** A line to a table that the test speaks for. */
class TableEnd {
  readonly said: ToServer[] = [];
  open = true;
  restarts = 0;
  number = 0;
  listener: Listener | undefined;
  readonly news: Heard[][] = [];
  readonly told: GameInfo[] = [];
  readonly view = new View(
    'g',
    'union',
    {
      news: (_, heard) => void this.news.push([...heard]),
      told: (info) => void this.told.push(info),
      chat: () => {},
      seated: () => {},
    },
    (_game, listener) => {
      this.listener = listener;
      return {
        send: (message) => this.open && this.said.push(message) > 0,
        restart: () => void this.restarts++,
        close: () => {},
      };
    },
  );

  /** What the table says when it is greeted, and when something happened. */
  tell(moment: string, from: number, ...log: Heard[]): this {
    const seen = sight(moment, { log: from + log.length });
    this.listener?.message({ type: 'news', number: ++this.number, sight: seen, from, log });
    return this;
  }

  /** What the table says when something has changed. */
  change(since: string, moment: string, from: number, ...log: Heard[]): News & { change: Change } {
    const change = { since, moment, log: from + log.length };
    return { number: ++this.number, change, from, log };
  }

  hear(...news: News[]): this {
    for (const one of news) this.listener?.message({ type: 'news', ...one });
    return this;
  }

  /** How often everything was asked for again. */
  get again(): number {
    return this.said.filter(({ type }) => type === 'again').length;
  }

  /** The name of what was asked for last. */
  get id(): string {
    const last = this.said.at(-1);
    return last && 'id' in last ? last.id : '';
  }
}

let requests: { path: string; body: unknown }[];

beforeEach(() => {
  requests = [];
  vi.stubGlobal('localStorage', { getItem: () => 'key' });
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    requests.push({ path, body: JSON.parse(String(body)) });
    return new Response('{}');
  });
  vi.useFakeTimers();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('eyes on a game', () => {
  it('hear of what happens since they came, and of nothing twice', () => {
    const table = new TableEnd().tell('m1', 0, heard(0), heard(1));
    expect(table.news).toEqual([]);
    table.tell('m2', 1, heard(1), heard(2));
    expect(table.news).toEqual([[heard(2)]]);
    expect(table.view.log.map(({ number }) => number)).toEqual([0, 1, 2]);
    expect(table.view.sight?.moment).toBe('m2');
  });

  it('say how much they have heard when they greet', () => {
    const table = new TableEnd().tell('m1', 0, heard(0), heard(1));
    expect(table.listener?.have()).toEqual({ side: 'union', log: 2, moment: 'm1' });
  });

  it('look again when they are told that they came too late', async () => {
    const table = new TableEnd().tell('m1', 0);
    const acting = table.view.act('march');
    const refusal = { error: 'stale', text: 'Too late.' } as const;
    table.listener?.message({ type: 'refused', id: table.id, refusal });
    await expect(acting).rejects.toEqual(new Refused(409, refusal));
    expect(table.again).toBe(1);
    table.tell('m2', 0);
    expect(table.view.sight?.moment).toBe('m2');
    expect(requests).toEqual([]);
  });

  describe('whose answer another one overtook', () => {
    const late = { error: 'stale', text: 'Too late.' } as const;
    const turn = async () => vi.advanceTimersByTimeAsync(0);
    const asked = () => {
      const table = new TableEnd();
      table.hear({ number: ++table.number, sight: sight('m1', { ask: ask([marchD]) }), from: 0, log: [] });
      const acting = table.view.act('march d');
      return { table, acting, first: table.id };
    };

    it('give it for the new moment, where they are asked the same', async () => {
      const { table, acting, first } = asked();
      table.listener?.message({ type: 'refused', id: first, refusal: late });
      await turn();
      table.hear({ number: ++table.number, sight: sight('m2', { ask: ask([marchD]) }), from: 0, log: [] });
      await turn();
      const again = table.said.at(-1);
      expect(again).toMatchObject({ type: 'act', side: 'union', moment: 'm2', action: 'march d' });
      expect(table.id).not.toBe(first);
      table.listener?.message({ type: 'answered', id: table.id, moment: 'm2' });
      await expect(acting).resolves.toBeUndefined();
    });

    it('know that the news of it may have come before the refusal', async () => {
      const { table, acting, first } = asked();
      table.hear({ number: ++table.number, sight: sight('m2', { ask: ask([marchD]) }), from: 0, log: [] });
      table.listener?.message({ type: 'refused', id: first, refusal: late });
      await turn();
      expect(table.said.at(-1)).toMatchObject({ type: 'act', moment: 'm2' });
      table.listener?.message({ type: 'answered', id: table.id, moment: 'm2' });
      await expect(acting).resolves.toBeUndefined();
    });

    it('are told of it where the question or the board is another one, or nothing new is seen', async () => {
      const others = [
        sight('m2', { ask: ask([chargeD]) }),
        sight('m2', {
          ask: ask([marchD]),
          scene: { pieces: [piece('new')], markers: [], tracks: [], panels: [] },
        }),
        null,
      ];
      for (const other of others) {
        const { table, acting, first } = asked();
        const refused = expect(acting).rejects.toEqual(new Refused(409, late));
        table.listener?.message({ type: 'refused', id: first, refusal: late });
        await turn();
        if (other) table.hear({ number: ++table.number, sight: other, from: 0, log: [] });
        await vi.advanceTimersByTimeAsync(3_000);
        await refused;
        expect(table.said.filter(({ type }) => type === 'act')).toHaveLength(1);
      }
    });

    it('and who clicks twice has answered once', async () => {
      const { table, acting, first } = asked();
      table.listener?.message({ type: 'answered', id: first, moment: 'm2' });
      await expect(acting).resolves.toBeUndefined();
      // The news has not come yet: the second click is about the question that was answered.
      const second = table.view.act('march d');
      const refused = expect(second).rejects.toEqual(new Refused(409, late));
      table.hear({ number: ++table.number, sight: sight('m2', { ask: ask([marchD]) }), from: 0, log: [] });
      table.listener?.message({ type: 'refused', id: table.id, refusal: late });
      await refused;
      expect(table.said.filter(({ type }) => type === 'act')).toHaveLength(2);
    });

    it('do not try for ever', async () => {
      const { table, acting } = asked();
      const refused = expect(acting).rejects.toEqual(new Refused(409, late));
      for (let number = 2; number < 10; number++) {
        const seen = sight(`m${number}`, { ask: ask([marchD]) });
        table.hear({ number: ++table.number, sight: seen, from: 0, log: [] });
        table.listener?.message({ type: 'refused', id: table.id, refusal: late });
        await turn();
      }
      await refused;
      expect(table.said.filter(({ type }) => type === 'act')).toHaveLength(5);
    });
  });

  it('are told why they may not look', () => {
    const table = new TableEnd();
    const refusal = { error: 'forbidden', text: 'Not your seat.' } as const;
    table.listener?.message({ type: 'refused', id: null, refusal });
    expect(table.view.fault).toEqual(refusal);
  });
});

describe('news that nothing follows', () => {
  it('is missed when a beat says that there was more', () => {
    const table = new TableEnd().tell('m1', 0);
    table.listener?.message({ type: 'beat', number: 1 });
    expect(table.again).toBe(0);
    table.listener?.message({ type: 'beat', number: 2 });
    expect(table.again).toBe(1);
  });
});

describe('two seats that keep secrets from each other', () => {
  const of = (side: Side, news: News): News => ({ ...news, side });
  const whole = (table: TableEnd, moment: string, ...log: Heard[]): News => ({
    number: ++table.number,
    sight: sight(moment, { log: log.length }),
    from: 0,
    log,
  });
  const seen = ({ view }: TableEnd) => [
    view.side,
    view.sight?.moment,
    view.log.map(({ lines }) => lines[0]?.text),
  ];
  const own = (seat: string, number: number) =>
    heard(number, { lines: [{ text: `${seat} ${number}`, depth: 1, sums: [], places: [] }] });

  it('are told each what is its own, and go on from what they saw last', () => {
    const table = new TableEnd();
    table.hear(of('union', whole(table, 'u1', own('U', 0))));
    expect(seen(table)).toEqual(['union', 'u1', ['U 0']]);
    table.hear(of('confederate', whole(table, 'c1', own('C', 0), own('C', 1))));
    expect(seen(table)).toEqual(['confederate', 'c1', ['C 0', 'C 1']]);
    // What was there before a seat was first asked is no news to it.
    expect(table.news).toEqual([]);
    table.hear(of('union', table.change('u1', 'u2', 1, own('U', 1))));
    expect(seen(table)).toEqual(['union', 'u2', ['U 0', 'U 1']]);
    expect(table.news).toEqual([[own('U', 1)]]);
    // Turned round: nothing has changed for the other one.
    table.hear(of('confederate', { number: ++table.number, from: 2, log: [] }));
    expect(seen(table)).toEqual(['confederate', 'c1', ['C 0', 'C 1']]);
    expect(table.listener?.have()).toEqual({ side: 'confederate', log: 2, moment: 'c1' });
    expect(table.again).toBe(0);
  });

  it('notice what one of them missed, even after the other was told everything', () => {
    const table = new TableEnd();
    table.hear(of('union', whole(table, 'u1')));
    table.change('u1', 'u2', 0, own('U', 0));
    table.hear(of('confederate', whole(table, 'c1')));
    expect([seen(table), table.again]).toEqual([['confederate', 'c1', []], 0]);
    // The moment is the one that was seen, as after an undo; and still something is missing.
    table.hear(of('union', table.change('u1', 'u3', 1, own('U', 1))));
    expect([seen(table), table.again]).toEqual([['confederate', 'c1', []], 1]);
    table.hear(of('union', whole(table, 'u3', own('U', 0), own('U', 1))));
    expect(seen(table)).toEqual(['union', 'u3', ['U 0', 'U 1']]);
  });
});

it('two seats without secrets are one pair of eyes, and it is the one that is asked who answers', async () => {
  const table = new TableEnd().tell('m1', 0);
  const asked = table.change('m1', 'm2', 0, heard(0));
  table.hear({ ...asked, change: { ...asked.change, ask: { ...ask([marchD]), side: 'confederate' } } });
  expect([table.view.side, table.view.log.length]).toEqual(['confederate', 1]);
  void table.view.act('march d');
  expect(table.said).toEqual([
    { type: 'act', id: table.id, side: 'confederate', moment: 'm2', action: 'march d' },
  ]);
  // Once nobody is asked, it is still the same who looks.
  const over = table.change('m2', 'm3', 1);
  table.hear({ ...over, change: { ...over.change, ask: null } });
  expect(table.view.side).toBe('confederate');
});

describe('what changes', () => {
  const seen = (table: TableEnd) => [table.view.sight?.moment, table.view.log.map(({ number }) => number)];

  it('is put together, and leaves what has not changed as it was', () => {
    const pieces = [piece('one'), piece('two')];
    const table = new TableEnd();
    const scene = { pieces, markers: [], tracks: [], panels: [] };
    table.hear({ number: ++table.number, sight: sight('m1', { scene }), from: 0, log: [] });
    const change = table.change('m1', 'm2', 0, heard(0));
    change.change = { ...change.change, pieces: [[0, 1], { like: 1, with: { spent: true } }] };
    table.hear(change);
    expect(table.view.sight?.scene.pieces[0]).toBe(pieces[0]);
    expect(table.view.sight?.scene.pieces[1]).toEqual({ ...pieces[1], spent: true });
    // News of something else leaves the sight alone.
    const before = table.view.sight;
    table.hear({ number: ++table.number, from: 1, log: [] });
    expect(table.view.sight).toBe(before);
    expect(seen(table)).toEqual(['m2', [0]]);
  });

  it('that is lost is noticed with the next, and everything is asked for once', () => {
    const table = new TableEnd().tell('m1', 0);
    table.change('m1', 'm2', 0, heard(0));
    const [third, fourth] = [table.change('m2', 'm3', 1, heard(1)), table.change('m3', 'm4', 2, heard(2))];
    table.hear(third, fourth);
    expect(seen(table)).toEqual(['m1', []]);
    expect(table.again).toBe(1);
    table.tell('m4', 0, heard(0), heard(1), heard(2));
    expect(seen(table)).toEqual(['m4', [0, 1, 2]]);
    table.hear(table.change('m4', 'm5', 3, heard(3)));
    expect(seen(table)).toEqual(['m5', [0, 1, 2, 3]]);
    vi.advanceTimersByTime(60_000);
    expect([table.again, table.restarts]).toEqual([1, 0]);
  });

  it('that comes twice or too late changes nothing', () => {
    const table = new TableEnd().tell('m1', 0);
    const [second, third] = [table.change('m1', 'm2', 0, heard(0)), table.change('m2', 'm1', 0)];
    // Taken back again: the moment is the old one, and still what led away from it is not done twice.
    table.hear(second, second, third, second, third);
    expect(seen(table)).toEqual(['m1', []]);
    expect(table.again).toBe(0);
    const [fourth, fifth] = [table.change('m1', 'm4', 0, heard(0)), table.change('m4', 'm5', 1, heard(1))];
    table.hear(fifth, fourth);
    table.tell('m5', 0, heard(0), heard(1)).hear(fourth, fifth);
    expect(seen(table)).toEqual(['m5', [0, 1]]);
    expect(table.again).toBe(1);
  });

  it('and does not fit what is seen is not believed', () => {
    const table = new TableEnd().tell('m1', 0);
    table.hear(table.change('m0', 'm2', 0));
    expect(seen(table)).toEqual(['m1', []]);
    expect(table.again).toBe(1);
    const broken = table.tell('m3', 0).change('m3', 'm4', 0);
    table.hear({ ...broken, change: { ...broken.change, pieces: [[0, 3]] } });
    expect([seen(table), table.again]).toEqual([['m3', []], 2]);
  });

  it('and is lost after an answer is missed soon', async () => {
    const table = new TableEnd().tell('m1', 0);
    const acting = table.view.act('march');
    table.listener?.message({ type: 'answered', id: table.id, moment: 'm2' });
    await acting;
    vi.advanceTimersByTime(2_000);
    expect(table.again).toBe(1);
    // Where the news comes as it should, nothing is asked for.
    table.tell('m2', 0);
    const next = table.view.act('march');
    table.listener?.message({ type: 'answered', id: table.id, moment: 'm3' });
    table.hear(table.change('m2', 'm3', 0));
    await next;
    vi.advanceTimersByTime(60_000);
    expect([table.again, table.restarts]).toEqual([1, 0]);
  });

  it('is asked for by a new greeting when nobody answers', () => {
    const table = new TableEnd().tell('m1', 0);
    table.hear(table.change('m0', 'm2', 0));
    vi.advanceTimersByTime(5_000);
    expect(table.restarts).toBe(1);
    // A new line counts anew.
    table.listener?.connection('lost');
    table.number = 0;
    table.tell('m7', 0, heard(0));
    expect(seen(table)).toEqual(['m7', [0]]);
  });
});

describe('a probe', () => {
  const probing = (table: TableEnd) => table.view.probe({ target: { what: 'place', place: 'b' } });

  it('asks in one message what a click means and what comes of it', async () => {
    const table = new TableEnd().tell('m1', 0);
    const probed = probing(table);
    expect(table.said).toEqual([
      { type: 'probe', id: table.id, side: 'union', target: { what: 'place', place: 'b' } },
    ]);
    table.listener?.message({ type: 'probed', id: table.id, action: 'march b', preview: PLAIN });
    await expect(probed).resolves.toEqual({ action: 'march b', preview: PLAIN });
    expect(requests).toEqual([]);
  });

  it('is refused with the rule that forbids it', async () => {
    const table = new TableEnd().tell('m1', 0);
    const probed = probing(table);
    const refusal = { error: 'illegal', text: NO.text, violation: NO } as const;
    table.listener?.message({ type: 'refused', id: table.id, refusal });
    await expect(probed).rejects.toEqual(new Refused(409, refusal));
  });

  it('takes two requests where there is no line', async () => {
    const table = new TableEnd().tell('m1', 0);
    table.open = false;
    await probing(table);
    expect(requests.map(({ path }) => path)).toEqual(['/api/v1/games/g/click', '/api/v1/games/g/preview']);
  });
});

describe('an answer', () => {
  it('names the moment that it is about, and is done when the table says so', async () => {
    const table = new TableEnd().tell('m1', 0);
    const acting = table.view.act('march');
    expect(table.said).toEqual([{ type: 'act', id: table.id, side: 'union', moment: 'm1', action: 'march' }]);
    table.listener?.message({ type: 'answered', id: table.id, moment: 'm2' });
    await acting;
    expect(requests).toEqual([]);
  });

  it.each([
    ['the line breaks', (table: TableEnd) => table.listener?.connection('lost')],
    ['nobody answers', () => vi.advanceTimersByTime(5_000)],
  ])('is sent another way under the same name when %s', async (_, happens) => {
    const table = new TableEnd().tell('m1', 0);
    const acting = table.view.act('march');
    happens(table);
    await acting;
    expect(requests).toEqual([
      { path: '/api/v1/games/g/act', body: { id: table.id, side: 'union', moment: 'm1', action: 'march' } },
    ]);
  });

  it('is sent another way at once where there is no line, and so is the wish to take it back', async () => {
    const table = new TableEnd().tell('m1', 0);
    table.open = false;
    await table.view.act('march');
    await table.view.undo('last');
    expect(requests.map(({ path }) => path)).toEqual(['/api/v1/games/g/act', '/api/v1/games/g/undo']);
  });

  it('that is answered late is not done twice', async () => {
    const table = new TableEnd().tell('m1', 0);
    const acting = table.view.act('march');
    const { id } = table;
    table.listener?.message({ type: 'answered', id, moment: 'm2' });
    table.listener?.message({ type: 'answered', id, moment: 'm2' });
    vi.advanceTimersByTime(60_000);
    await acting;
    expect(requests).toEqual([]);
  });
});
