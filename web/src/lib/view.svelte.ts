// One pair of eyes on a game: what they see, what they have heard, and a socket that keeps both current.

import type { Back, GameInfo, Heard, Preview, Refusal, Side, Sight, ToClient } from '../wire';
import { api, Refused } from './api';
import type { Probe } from './intent';
import { merge } from './log';
import { dial, type Connection, type Dial, type Line } from './socket';

export interface Hearer {
  /** Something happened that these eyes had not heard of. */
  news(view: View, heard: readonly Heard[]): void;
  told(info: GameInfo): void;
  chat(line: GameInfo['chat'][number]): void;
  seated(sides: Side[]): void;
}

interface Waiting {
  done(): void;
  refused(refusal: Refusal): void;
}

/** How long an answer over the socket may take before the act is sent another way. */
const PATIENCE = 5_000;

export class View {
  readonly side: Side | null;
  sight = $state.raw<Sight | null>(null);
  log = $state.raw<readonly Heard[]>([]);
  connection = $state<Connection>('connecting');
  /** Why the greeting was refused, if it was. */
  fault = $state.raw<Refusal | null>(null);
  readonly #game: string;
  readonly #hearer: Hearer;
  readonly #line: Line;
  readonly #waiting = new Map<string, Waiting>();
  #greeted = false;

  constructor(game: string, side: Side | null, hearer: Hearer, call: Dial = dial) {
    this.#game = game;
    this.side = side;
    this.#hearer = hearer;
    this.#line = call(game, side, {
      message: (message) => this.#message(message),
      connection: (state) => this.#connection(state),
      have: () => this.log.length,
    });
  }

  #connection(state: Connection): void {
    this.connection = state;
    if (state !== 'lost') return;
    // Whether they were carried out is not known; asking again with the same id does them once.
    for (const [id, waiting] of this.#waiting) {
      this.#waiting.delete(id);
      waiting.refused({ error: 'unavailable', text: 'The connection was lost.' });
    }
  }

  #message(message: ToClient): void {
    switch (message.type) {
      case 'news': {
        const { sight, from, log, info } = message;
        const before = this.log.length;
        this.sight = sight;
        this.log = merge(this.log, log, from + log.length);
        if (info) this.#hearer.told(info);
        // What was there before one came is no news.
        if (this.#greeted)
          this.#hearer.news(
            this,
            log.filter((entry) => entry.number >= before),
          );
        this.#greeted = true;
        return;
      }
      case 'answered':
        this.#take(message.id)?.done();
        return;
      case 'refused':
        if (message.refusal.sight) this.sight = message.refusal.sight;
        if (message.id === null) this.fault = message.refusal;
        else this.#take(message.id)?.refused(message.refusal);
        return;
      case 'chat':
        this.#hearer.chat(message);
        return;
      case 'present':
        this.#hearer.seated(message.sides);
        return;
    }
  }

  #take(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  /** What a click or an answer would mean, and what would come of it. */
  async probe(probe: Probe): Promise<{ action: string; preview: Preview }> {
    const { side } = this;
    if (!side) throw new Error('Whoever only watches gives no answers.');
    const action =
      'action' in probe ? probe.action : (await api.click(this.#game, side, probe.target)).action;
    return { action, preview: await api.preview(this.#game, side, action) };
  }

  /** Gives an answer to the question of the present sight. */
  async act(action: string): Promise<void> {
    const { side, sight } = this;
    if (!side || !sight) return;
    const act = { id: crypto.randomUUID(), side, moment: sight.moment, action };
    await this.#deliver(
      act.id,
      () => this.#line.send({ type: 'act', ...act }),
      () => api.act(this.#game, act),
    );
  }

  async undo(back: Back): Promise<void> {
    const { side, sight } = this;
    if (!side || !sight) return;
    const wish = { id: crypto.randomUUID(), side, moment: sight.moment, back };
    await this.#deliver(
      wish.id,
      () => this.#line.send({ type: 'undo', ...wish }),
      () => api.undo(this.#game, wish),
    );
  }

  /** Sends by the socket, and by a request of its own if that brings no answer. */
  async #deliver(id: string, send: () => boolean, again: () => Promise<unknown>): Promise<void> {
    const refusal = await this.#bySocket(id, send);
    if (refusal?.error === 'unavailable') await again();
    else if (refusal) throw new Refused(409, refusal);
  }

  #bySocket(id: string, send: () => boolean): Promise<Refusal | null> {
    return new Promise((resolve) => {
      const silent: Refusal = { error: 'unavailable', text: 'The table did not answer.' };
      const timer = setTimeout(() => this.#take(id)?.refused(silent), PATIENCE);
      const end = (refusal: Refusal | null) => {
        clearTimeout(timer);
        resolve(refusal);
      };
      this.#waiting.set(id, { done: () => end(null), refused: end });
      if (!send()) this.#take(id)?.refused(silent);
    });
  }

  close(): void {
    this.#line.close();
  }
}
