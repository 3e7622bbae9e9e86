// What this browser keeps of the dice of its games, a game and a seat at a time: what the table had shown, what was
// added, and what the other seat had shown before that. Without it nothing would speak against the table's own word.

import type { Seat } from '../../wire';

export interface Kept {
  /** What the table had shown of its seed before it knew the nonce. */
  readonly commitment: string;
  /** What this browser added, or was to add. */
  readonly nonce: string;
  /** What the other seat had shown before the nonce was opened: a seal, or a nonce already open. */
  readonly other?: { readonly seal: string | null; readonly nonce: string | null };
  /** Whether the table has said that it took the opened nonce. */
  readonly opened?: boolean;
}

/** The part of the browser's storage that is used; tests bring their own. */
export type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

const name = (game: string, seat: Seat) => `longroll.dice.${game}.${seat}`;

export const kept = {
  of(game: string, seat: Seat, storage: Storage = localStorage): Kept | null {
    try {
      const value = JSON.parse(storage.getItem(name(game, seat)) ?? 'null') as Kept | null;
      return typeof value?.commitment === 'string' && typeof value.nonce === 'string' ? value : null;
    } catch {
      return null;
    }
  },
  keep(game: string, seat: Seat, value: Kept, storage: Storage = localStorage): void {
    storage.setItem(name(game, seat), JSON.stringify(value));
  },
};
