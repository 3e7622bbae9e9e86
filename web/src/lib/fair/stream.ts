// The dice of a game: ChaCha with eight rounds, keyed by the table's seed, the nonces of the seats and the name of the
// game. `docs/fair-dice.md` describes every step.

import { hex, unhex } from './bytes';
import { sha256 } from './sha256';

export type Nonces = readonly [Uint8Array | null, Uint8Array | null];

/** What the table shows of its seed before the game, and a seat of its nonce before it opens it: the hash. */
export const sealOf = sha256;

/** The seal of a nonce that is written as digits; nothing if that is none. */
export function sealOfText(nonce: string): string | null {
  const bytes = unhex(nonce, 16);
  return bytes && hex(sealOf(bytes));
}

/** The key of the stream. */
export function keyOf(seed: Uint8Array, nonces: Nonces, game: string): Uint8Array {
  const text = new TextEncoder();
  const parts = [seed, nonces[0] ?? new Uint8Array(), nonces[1] ?? new Uint8Array(), text.encode(game)];
  const bytes = [...text.encode('long roll dice 1')];
  for (const part of parts) {
    const { length } = part;
    bytes.push(length & 255, (length >>> 8) & 255, (length >>> 16) & 255, length >>> 24, ...part);
  }
  return sha256(Uint8Array.from(bytes));
}

const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
const COLUMNS_AND_DIAGONALS: readonly (readonly [number, number, number, number])[] = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
];

/** The words of a stream, one after another. */
export class Stream {
  readonly #key: DataView;
  #block = 0;
  #words: Uint32Array = new Uint32Array();
  #next = 0;

  constructor(key: Uint8Array) {
    this.#key = new DataView(key.slice().buffer);
  }

  word(): number {
    if (this.#next === this.#words.length) {
      this.#words = this.#mixed(this.#block++);
      this.#next = 0;
    }
    return this.#words[this.#next++] as number;
  }

  /** One of so many equal outcomes, from 0 on. Words that would give some of them once too often are passed over. */
  draw(outcomes: number): number {
    const surplus = 2 ** 32 % outcomes;
    for (;;) {
      const product = BigInt(this.word()) * BigInt(outcomes);
      if (Number(product & 0xffff_ffffn) >= surplus) return Number(product >> 32n);
    }
  }

  #mixed(block: number): Uint32Array {
    const start = new Uint32Array(16);
    start.set(CONSTANTS);
    for (let at = 0; at < 8; at++) start[4 + at] = this.#key.getUint32(at * 4, true);
    start[12] = block;
    start[13] = Math.floor(block / 2 ** 32);
    const state = Uint32Array.from(start);
    for (let round = 0; round < 4; round++) {
      for (const [a, b, c, d] of COLUMNS_AND_DIAGONALS) {
        step(state, a, b, d, 16);
        step(state, c, d, b, 12);
        step(state, a, b, d, 8);
        step(state, c, d, b, 7);
      }
    }
    return state.map((word, at) => word + (start[at] as number));
  }
}

function step(state: Uint32Array, one: number, other: number, third: number, turn: number): void {
  const sum = ((state[one] as number) + (state[other] as number)) | 0;
  const mixed = (state[third] as number) ^ sum;
  state[one] = sum;
  state[third] = (mixed << turn) | (mixed >>> (32 - turn));
}
