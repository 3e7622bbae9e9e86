// Eyes on a game: what they see, what they have heard, and a socket that keeps both current. Whoever has both seats
// looks through those of the one that is asked.

import type {
  Back,
  GameInfo,
  Gesture,
  Heard,
  News,
  Preview,
  Refusal,
  Side,
  Sight,
  ToClient,
  Trace,
} from '../wire';
import { freshName } from './anywhere';
import { api, Refused } from './api';
import { changed, isAskedTheSame, settled } from './change';
import type { Probe } from './intent';
import { merge } from './log';
import type { Told } from './reactions';
import { dial, type Connection, type Dial, type Line } from './socket';

export interface Hearer {
  /** Something happened that these eyes had not heard of. */
  news(view: View, heard: readonly Heard[]): void;
  told(info: GameInfo): void;
  chat(line: GameInfo['chat'][number]): void;
  seated(sides: Side[]): void;
}

/** What is answered to something that was asked by name. */
type Reply = Extract<ToClient, { type: 'answered' | 'probed' | 'traced' }>;

interface Waiting {
  done(reply: Reply): void;
  refused(refusal: Refusal): void;
}

/** What a seat saw last, and all that it has heard. */
interface Shown {
  readonly sight: Sight | null;
  readonly log: readonly Heard[];
}

/** How long an answer over the socket may take before the act is sent another way. */
const PATIENCE = 5_000;
/** How long the news of an act may take after its answer, and the position for which an answer came too late. */
const SOON = 2_000;
/** How often an answer is given again when others were quicker and the question is still the same. */
const TRIES = 5;

export class View {
  side = $state<Side | null>(null);
  sight = $state.raw<Sight | null>(null);
  log = $state.raw<readonly Heard[]>([]);
  connection = $state<Connection>('connecting');
  /** The moment that my last answer has led to. */
  reached = $state<string | null>(null);
  /** How reactions stand, in a game that has some. */
  reactions = $state.raw<Told | null>(null);
  /** Why the greeting was refused, if it was. */
  fault = $state.raw<Refusal | null>(null);
  readonly #game: string;
  readonly #hearer: Hearer;
  readonly #line: Line;
  readonly #waiting = new Map<string, Waiting>();
  /** By seat, where one has two that keep secrets from each other; otherwise all in one. */
  readonly #shown = new Map<Side | null, Shown>();
  /** The number of the last news of this line. */
  #number = 0;
  /** The moment for which an answer of mine was taken last: a second click there is no answer to what comes next. */
  #taken: string | null = null;
  /** Who waits for another moment to be seen. */
  #later: (() => void)[] = [];
  /** While something is missing, and everything was asked for again. */
  #missing: ReturnType<typeof setTimeout> | undefined;

  constructor(game: string, side: Side | null, hearer: Hearer, call: Dial = dial, both = false) {
    this.#game = game;
    this.side = side;
    this.#hearer = hearer;
    const listener = {
      message: (message: ToClient) => this.#message(message),
      connection: (state: Connection) => this.#connection(state),
      have: () => ({ side: this.side, log: this.log.length, moment: this.sight?.moment }),
    };
    this.#line = call(game, listener, both);
  }

  #connection(state: Connection): void {
    this.connection = state;
    if (state !== 'lost') return;
    // A new line counts its news anew, and begins with everything.
    this.#number = 0;
    this.#found();
    // Whether they were carried out is not known; asking again with the same id does them once.
    for (const [id, waiting] of this.#waiting) {
      this.#waiting.delete(id);
      waiting.refused({ error: 'unavailable', text: 'The connection was lost.' });
    }
  }

  #message(message: ToClient): void {
    switch (message.type) {
      case 'news':
        this.#news(message);
        return;
      case 'answered':
        this.reached = message.moment;
        this.#awaits(message.moment);
        this.#take(message.id)?.done(message);
        return;
      case 'probed':
      case 'traced':
        this.#take(message.id)?.done(message);
        return;
      case 'refused':
        // What is seen here is not what there is.
        if (message.refusal.error === 'stale') this.#again();
        if (message.id !== null) this.#take(message.id)?.refused(message.refusal);
        else if (message.refusal.error !== 'too-many') this.fault = message.refusal;
        return;
      case 'chat':
        this.#hearer.chat(message);
        return;
      case 'present':
        this.#hearer.seated(message.sides);
        return;
      case 'beat':
        // More news was sent than came.
        if (message.number > this.#number) this.#again();
        return;
    }
  }

  #news(news: News): void {
    // Heard before, or overtaken by what tells everything.
    if (news.number <= this.#number) return;
    const seat = news.side ?? null;
    const before = this.#shown.get(seat);
    const known = before?.log ?? [];
    const sight = this.#seen(news, before);
    if (sight === undefined) return this.#again();
    // What was missed may have been the other seat's: that has to be told everything, too.
    if (news.number !== this.#number + 1) this.#shown.clear();
    this.#number = news.number;
    const { from, info } = news;
    const log =
      news.log.length > 0 || from !== known.length ? merge(known, news.log, from + news.log.length) : known;
    this.#shown.set(seat, { sight, log });
    this.side = seat ?? sight?.ask?.side ?? this.side;
    this.sight = sight;
    this.log = log;
    for (const seen of this.#later.splice(0)) seen();
    if (news.reactions) this.reactions = { reactions: news.reactions, at: performance.now() };
    if (info) this.#hearer.told(info);
    // What was there before one came is no news.
    if (!before) return;
    this.#hearer.news(
      this,
      news.log.filter((entry) => entry.number >= known.length),
    );
  }

  /** What is seen after some news; `undefined` if something is missing that came before it. */
  #seen({ number, sight, change }: News, before: Shown | undefined): Sight | null | undefined {
    if (sight !== undefined) {
      this.#found();
      return sight && settled(before?.sight ?? null, sight);
    }
    if (!before || number !== this.#number + 1) return undefined;
    if (!change) return before.sight;
    return (before.sight && changed(before.sight, change)) ?? undefined;
  }

  /** News of what was answered is on its way; if none comes it was lost, and nothing after it may show that. */
  #awaits(moment: string): void {
    const number = this.#number;
    if (this.sight?.moment === moment) return;
    setTimeout(() => {
      if (this.#number === number) this.#again();
    }, SOON);
  }

  /** Asks for everything, once; if that brings nothing, the line is no good. */
  #again(): void {
    if (this.#missing !== undefined) return;
    this.#missing = setTimeout(() => this.#line.restart(), PATIENCE);
    this.#line.send({ type: 'again' });
  }

  #found(): void {
    clearTimeout(this.#missing);
    this.#missing = undefined;
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
    const id = freshName();
    const reply = await this.#bySocket(id, () => this.#line.send({ type: 'probe', id, side, ...probe }));
    if ('type' in reply) {
      if (reply.type === 'probed') return { action: reply.action, preview: reply.preview };
    } else if (reply.error !== 'unavailable') throw new Refused(409, reply);
    // There is another way, in two steps.
    const action =
      'action' in probe ? probe.action : (await api.click(this.#game, side, probe.target)).action;
    return { action, preview: await api.preview(this.#game, side, action) };
  }

  /** What would become of something that is being moved by hand. */
  async trace(gesture: Gesture): Promise<Trace> {
    const { side } = this;
    if (!side) throw new Error('Whoever only watches moves nothing.');
    const id = freshName();
    const reply = await this.#bySocket(id, () => this.#line.send({ type: 'trace', id, side, gesture }));
    if ('type' in reply && reply.type === 'traced') return reply.trace;
    throw new Error('The table did not say what becomes of it.');
  }

  /** Looks from my other seat, as long as that is asked something, too, or neither is. */
  turn(): void {
    this.#line.send({ type: 'turn' });
  }

  /**
   * Gives an answer to the question of the present sight. Where two decide at once, the other one's answer makes it a
   * new moment: who is asked the same in the same position need not notice, and his answer is given for that one.
   */
  async act(action: string): Promise<void> {
    const { side, sight } = this;
    if (!side || !sight) return;
    for (let moment = sight.moment, tries = 1; ; tries++) {
      const act = { id: freshName(), side, moment, action };
      try {
        await this.#deliver(
          act.id,
          () => this.#line.send({ type: 'act', ...act }),
          () => api.act(this.#game, act),
        );
        this.#taken = moment;
        return;
      } catch (error) {
        const late = error instanceof Refused && error.refusal.error === 'stale';
        if (!late || tries === TRIES || !sight.ask || this.#taken === moment) throw error;
        await this.#after(moment);
        const now = this.sight;
        if (!now || now.moment === moment || !isAskedTheSame(sight, now)) throw error;
        moment = now.moment;
      }
    }
  }

  /** Waits until another moment than this one is seen, but not for long. */
  async #after(moment: string): Promise<void> {
    const end = Date.now() + SOON;
    while (this.sight?.moment === moment && Date.now() < end) {
      await new Promise<void>((resolve) => {
        this.#later.push(resolve);
        setTimeout(resolve, end - Date.now());
      });
    }
  }

  async undo(back: Back): Promise<void> {
    const { side, sight } = this;
    if (!side || !sight) return;
    const wish = { id: freshName(), side, moment: sight.moment, back };
    await this.#deliver(
      wish.id,
      () => this.#line.send({ type: 'undo', ...wish }),
      () => api.undo(this.#game, wish),
    );
  }

  /** Sends by the socket, and by a request of its own if that brings no answer. */
  async #deliver(id: string, send: () => boolean, again: () => Promise<unknown>): Promise<void> {
    const reply = await this.#bySocket(id, send);
    if ('type' in reply) return;
    if (reply.error === 'unavailable') await again();
    else throw new Refused(409, reply);
  }

  #bySocket(id: string, send: () => boolean): Promise<Reply | Refusal> {
    return new Promise((resolve) => {
      const silent: Refusal = { error: 'unavailable', text: 'The table did not answer.' };
      const timer = setTimeout(() => this.#take(id)?.refused(silent), PATIENCE);
      const end = (reply: Reply | Refusal) => {
        clearTimeout(timer);
        resolve(reply);
      };
      this.#waiting.set(id, { done: end, refused: end });
      if (!send()) this.#take(id)?.refused(silent);
    });
  }

  close(): void {
    this.#found();
    this.#line.close();
  }
}
