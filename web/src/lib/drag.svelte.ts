// What the player at this screen has in hand (`drag.ts`), with what has to be done about it done.

import type { Answer } from '../wire';
import type { Point } from './geometry';
import { reduce, START, type Effect, type Event, type State, type Table as Around } from './drag';
import type { Intent } from './intent.svelte';
import type { Table } from './table.svelte';

/** The least time between two questions, in milliseconds: no eye follows faster, and the table does not like more. */
const PAUSE = 40;
/** How long to wait after a question that brought nothing. */
const LONG_PAUSE = 400;

export class Drag {
  readonly #table: Table;
  readonly #intent: Intent;
  #state = $state.raw<State>(START);
  held = $derived(this.#state.held);
  trace = $derived(this.#state.held?.trace ?? null);
  snap = $derived(this.#state.snap);
  spoken = $derived(this.#state.spoken);
  /** The piece that the question moves. */
  moves = $derived.by(() => (this.#table.replay ? null : (this.#table.ask?.moves ?? null)));

  constructor(table: Table, intent: Intent) {
    this.#table = table;
    this.#intent = intent;
  }

  /** Something happened; whether it meant anything. */
  on(event: Event): boolean {
    const before = this.#state;
    const { state, effects } = reduce(before, event, this.#around());
    this.#state = state;
    for (const effect of effects) this.#do(effect);
    return state !== before;
  }

  /** Whether a hand can take a piece up: the question moves it, or an answer on it leads to that. */
  canTake(piece: string): boolean {
    const around = this.#around();
    return around.placeOf(piece) !== null && (around.moves === piece || around.picks(piece) !== null);
  }

  /** Whether a key takes it up: of several answers on it a key chooses from a menu. */
  isTaken(piece: string): boolean {
    return this.canTake(piece) && this.#table.answers.on({ what: 'piece', piece }).length < 2;
  }

  /** Looks at the answer that does as was done before; whether there is one. */
  again(): boolean {
    const { ask } = this.#table;
    if (ask?.again === undefined) return false;
    const answer = { action: ask.again, label: 'As before', on: { what: 'way', points: [], facing: null } };
    return this.#intent.on({ on: 'drop', answer: answer as Answer, sure: false });
  }

  #around(): Around {
    const { pieces, answers, board, ask } = this.#table;
    return {
      moves: this.moves,
      placeOf: (piece): Point | null => {
        const at = pieces.get(piece)?.at;
        return at?.in === 'point' ? at.at : null;
      },
      picks: (piece) => {
        const on = answers.on({ what: 'piece', piece });
        return on.find(({ action }) => ask?.takes?.includes(action))?.action ?? null;
      },
      name: (piece) => pieces.get(piece)?.name ?? piece,
      ticks: Math.max(1, Math.round(150 / (board?.tick ?? 150))),
    };
  }

  #do(effect: Effect): void {
    switch (effect.do) {
      case 'trace':
        void this.#ask(effect);
        return;
      case 'pick': {
        const answer = this.#table.answers.find(effect.action);
        if (answer) this.#intent.on({ on: 'choose', answer });
        return;
      }
      case 'look': {
        const { trace, held, sure } = effect;
        const points = held.at ? [...held.turns, held.at] : [held.home];
        this.#intent.on({
          on: 'drop',
          answer: {
            action: trace.action ?? '',
            label: trace.cost,
            on: { what: 'way', points, facing: held.facing },
          },
          sure,
        });
        return;
      }
      case 'refuse':
        this.#intent.on({ on: 'refused', ticket: null, violation: effect.violation });
        return;
    }
  }

  async #ask({ ticket, gesture }: Extract<Effect, { do: 'trace' }>): Promise<void> {
    const begun = performance.now();
    const ready = (pause: number) =>
      setTimeout(() => this.on({ on: 'ready' }), Math.max(0, pause - (performance.now() - begun)));
    try {
      const { view } = this.#table;
      if (!view) throw new Error('There is no table here.');
      const trace = await view.trace(gesture);
      ready(PAUSE);
      this.on({ on: 'traced', ticket, trace });
    } catch {
      // What is wished now is asked again in a while.
      ready(LONG_PAUSE);
      this.on({ on: 'failed', ticket });
    }
  }
}
