// What the player at this screen has in mind (`intent.ts`), with what has to be done about it done.

import type { Violation } from '../wire';
import { api, Refused } from './api';
import type { Around } from './cursor';
import type { Point } from './geometry';
import { considered, reduce, START, type Effect, type Event, type State } from './intent';
import { settings } from './settings.svelte';
import type { Table } from './table.svelte';

export class Intent {
  readonly #table: Table;
  #state = $state.raw<State>(START);
  // Each part by itself: whoever shows one is not disturbed by another.
  considered = $derived(considered(this.#state));
  /** What is glanced at, and is not weighed. */
  peeked = $derived(this.#state.peek?.preview ?? null);
  choice = $derived(this.#state.doing.is === 'choosing' ? this.#state.doing.choice : null);
  busy = $derived(this.#state.doing.is === 'giving');
  refusal = $derived(this.#state.refusal);
  spread = $derived(this.#state.spread);
  cursor = $derived(this.#state.cursor);
  /** The place the keyboard or the last click is at. */
  place = $derived(this.#state.cursor.at === 'place' ? this.#state.cursor.place : null);
  byKeys = $derived(this.#state.byKeys);
  marked = $derived(this.#state.marked);
  overlaid = $derived(this.#state.overlaid);
  wanted = $derived(this.#state.wanted);
  spoken = $derived(this.#state.spoken);
  /** Makes points of the board visible; the board says how. */
  show: (points: readonly Point[]) => void = () => {};

  constructor(table: Table) {
    this.#table = table;
  }

  /** Something happened; whether it meant anything. */
  on(event: Event): boolean {
    const before = this.#state;
    const { state, effects } = reduce(before, event, this.#around());
    this.#state = state;
    for (const effect of effects) void this.#do(effect);
    return state !== before;
  }

  #around(): Around {
    const { view, ask, answers, board, grid, pieces, stacks } = this.#table;
    const { oneClick } = settings.values;
    const [side, moves] = [view?.side ?? null, ask?.moves ?? null];
    return { side, asked: ask !== null, answers, board, grid, pieces, stacks, oneClick, moves };
  }

  async #do(effect: Effect): Promise<void> {
    if (effect.do === 'show') return this.show(effect.points);
    try {
      this.on(await this.#asked(effect));
    } catch (error) {
      this.on({ on: 'refused', ticket: effect.ticket, violation: violationOf(error) });
    }
  }

  /** Asks the table, and says what it answered. */
  async #asked(effect: Exclude<Effect, { do: 'show' }>): Promise<Event> {
    const { ticket } = effect;
    const { id, view } = this.#table;
    switch (effect.do) {
      case 'probe': {
        if (!view) throw new Error('There is no table here.');
        return { on: 'probed', ticket, ...(await view.probe(effect.probe)) };
      }
      case 'act':
        await view?.act(effect.action);
        return { on: 'given', ticket };
      case 'undo':
        await view?.undo(effect.back);
        return { on: 'given', ticket };
      case 'lay': {
        const { kind, about } = effect.wish;
        return {
          on: 'laid',
          ticket,
          overlay: await api.overlay(id, view?.side ?? null, kind.id, about),
        };
      }
    }
  }

  /** Tells of something that was asked for elsewhere and refused. */
  refuse(error: unknown): void {
    this.on({ on: 'refused', ticket: null, violation: violationOf(error) });
  }
}

function violationOf(error: unknown): Violation {
  const violation = error instanceof Refused ? error.refusal.violation : undefined;
  if (violation) return violation;
  return { text: error instanceof Error ? error.message : String(error), rule: '', pieces: [] };
}
