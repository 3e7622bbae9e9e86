// The answers to a question, found by what one clicks.

import type { Answer, Ask, Piece, Target } from '../wire';

/** A name for something one can click; buttons have none of their own. */
export function keyOf(target: Target): string {
  switch (target.what) {
    case 'button':
      return 'button';
    case 'piece':
      return `piece ${target.piece}`;
    case 'place':
      return `place ${target.place}`;
    case 'edge':
      return `edge ${[...target.places].sort().join(' ')}`;
    case 'card':
      return `card ${target.card}`;
    case 'point':
      return `point ${target.at.join(' ')} ${target.facing ?? ''}`;
    case 'way':
      return `way ${target.points.join(' ')} ${target.facing ?? ''}`;
  }
}

/** Where on an open table something ends that is put down or dragged there. */
export function endOf(target: Target): [number, number] | null {
  if (target.what === 'point') return target.at;
  return target.what === 'way' ? (target.points.at(-1) ?? null) : null;
}

export class Answers {
  readonly all: readonly Answer[];
  /** What is given by a button: cards, too, for they lie beside the map and perhaps out of sight. */
  readonly buttons: readonly Answer[];
  /** What is given on the map. */
  readonly onMap: readonly Answer[];
  readonly #byKey = new Map<string, Answer[]>();
  /** What is lit, in the order of the answers, each once. */
  readonly lit: readonly Target[];

  constructor(ask: Ask | null | undefined) {
    this.all = ask?.answers ?? [];
    const isButton = ({ on }: Answer) => on.what === 'button' || on.what === 'card';
    this.buttons = this.all.filter(isButton);
    this.onMap = this.all.filter((answer) => !isButton(answer));
    const lit: Target[] = [];
    for (const answer of this.all) {
      if (answer.on.what === 'button') continue;
      const key = keyOf(answer.on);
      const same = this.#byKey.get(key);
      if (same) same.push(answer);
      else {
        this.#byKey.set(key, [answer]);
        lit.push(answer.on);
      }
    }
    this.lit = lit;
  }

  on(target: Target): readonly Answer[] {
    return this.#byKey.get(keyOf(target)) ?? [];
  }

  isLit(target: Target): boolean {
    return this.#byKey.has(keyOf(target));
  }

  find(action: string): Answer | undefined {
    return this.all.find((answer) => answer.action === action);
  }

  /** Everything that a click on a place may mean: the place itself, and whatever stands there. */
  at(place: string, pieces: readonly Piece[]): readonly Answer[] {
    const standing = pieces.flatMap((piece) => this.on({ what: 'piece', piece: piece.id }));
    return [...this.on({ what: 'place', place }), ...standing];
  }
}
