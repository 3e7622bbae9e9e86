// A game looked at again, moment by moment.

import type { Heard, Sight } from '../wire';
import { api, type Eyes } from './api';
import { sightsOf } from './change';

/** How many moments are fetched at a time. */
const BATCH = 40;
/** How many fetched moments are kept. */
const KEPT = 400;

export const SPEEDS = [0.5, 1, 2, 4] as const;

export class Replay {
  readonly #game: string;
  eyes = $state<Eyes>(null);
  log = $state.raw<readonly Heard[]>([]);
  /** How many entries the log had at the moment that is shown. */
  at = $state(0);
  sight = $state.raw<Sight | null>(null);
  playing = $state(false);
  speed = $state(1);
  fault = $state('');
  /** The first moment there is. */
  first = $state(0);
  last = $derived(this.log.length);
  #moments = new Map<number, Sight>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wanted = 0;

  constructor(game: string, eyes: Eyes, log: readonly Heard[], from: number, playing: boolean) {
    this.#game = game;
    this.eyes = eyes;
    this.log = log;
    void this.#begin(from, playing);
  }

  async #begin(from: number, playing: boolean): Promise<void> {
    if (this.eyes === 'all') await this.#listen();
    await this.go(from);
    if (playing) this.play();
  }

  async #listen(): Promise<void> {
    try {
      this.log = await api.log(this.#game, this.eyes, 0);
    } catch (error) {
      this.fault = String((error as Error).message);
    }
  }

  /** Looks through other eyes, at about the same moment. */
  async look(eyes: Eyes): Promise<void> {
    this.eyes = eyes;
    this.#moments.clear();
    await this.#listen();
    await this.go(this.at);
  }

  /** Shows a moment; the last one asked for wins. */
  async go(moment: number): Promise<void> {
    const wanted = Math.max(this.first, Math.min(moment, this.last));
    this.#wanted = wanted;
    const sight = await this.#fetch(wanted);
    if (!sight || this.#wanted !== wanted) return;
    this.sight = sight;
    this.at = sight.log;
  }

  async #fetch(moment: number): Promise<Sight | undefined> {
    const kept = this.#moments.get(moment);
    if (kept) return kept;
    // Whoever goes back will want to go on going back.
    const back = moment < this.at;
    const from = back ? Math.max(0, moment - BATCH + 1) : moment;
    try {
      const sights = sightsOf(await api.sights(this.#game, this.eyes, from, BATCH), this.sight);
      this.fault = '';
      if (this.#moments.size > KEPT) this.#moments.clear();
      for (const sight of sights) this.#moments.set(sight.log, sight);
      if (from === 0 && sights[0]) this.first = sights[0].log;
      return this.#moments.get(moment) ?? (back ? sights.at(-1) : sights[0]);
    } catch (error) {
      this.fault = String((error as Error).message);
      return undefined;
    }
  }

  play(): void {
    this.playing = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#tick(), 900 / this.speed);
  }

  async #tick(): Promise<void> {
    await this.go(this.at + 1);
    if (!this.playing) return;
    if (this.at >= this.last || this.fault) this.stop();
    else this.play();
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  toggle(): void {
    if (this.playing) this.stop();
    else if (this.at >= this.last) void this.go(this.first).then(() => this.play());
    else this.play();
  }

  faster(): void {
    const index = SPEEDS.findIndex((speed) => speed === this.speed);
    this.speed = SPEEDS[(index + 1) % SPEEDS.length] ?? 1;
    if (this.playing) this.play();
  }

  step(by: number): void {
    this.stop();
    void this.go(this.at + by);
  }
}
