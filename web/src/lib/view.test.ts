import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameInfo, Heard, ToServer } from '../wire';
import { Refused } from './api';
import { heard, sight } from './sitting';
import type { Listener } from './socket';
import { View } from './view.svelte';

/** A line to a table that the test speaks for. */
class TableEnd {
  readonly said: ToServer[] = [];
  open = true;
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
    (_game, _side, listener) => {
      this.listener = listener;
      return { send: (message) => this.open && this.said.push(message) > 0, close: () => {} };
    },
  );

  /** What the table says when it is greeted, and when something happened. */
  tell(moment: string, from: number, ...log: Heard[]): this {
    const seen = sight(moment, { log: from + log.length });
    this.listener?.message({ type: 'news', sight: seen, from, log });
    return this;
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
    expect(table.listener?.have()).toBe(2);
  });

  it('see what they are shown with a refusal', async () => {
    const table = new TableEnd().tell('m1', 0);
    const acting = table.view.act('march');
    const refusal = { error: 'stale', text: 'Too late.', sight: sight('m2') } as const;
    table.listener?.message({ type: 'refused', id: table.id, refusal });
    await expect(acting).rejects.toEqual(new Refused(409, refusal));
    expect(table.view.sight?.moment).toBe('m2');
    expect(requests).toEqual([]);
  });

  it('are told why they may not look', () => {
    const table = new TableEnd();
    const refusal = { error: 'forbidden', text: 'Not your seat.' } as const;
    table.listener?.message({ type: 'refused', id: null, refusal });
    expect(table.view.fault).toEqual(refusal);
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
