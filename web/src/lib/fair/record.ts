// What of a record the dice depend on. It comes from a table that may not be honest, so nothing of it is believed.

import { unhex } from './bytes';
import type { Nonces } from './stream';

/** One draw: at which action (0 is the set-up), what for, with which faces, and what it showed. */
export interface Die {
  readonly action: number;
  readonly purpose: string;
  /** So many outcomes, counted from 1; or the faces of a die that has others. */
  readonly die: number | readonly number[];
  readonly face: number;
}

export interface Told {
  readonly game: string;
  readonly commitment: Uint8Array;
  readonly seed: Uint8Array;
  readonly nonces: Nonces;
  readonly dice: readonly Die[];
}

/** Why a record proves nothing, either way. */
export class Unreadable extends Error {}

/** The dice that have faces of their own: ten-sided from zero, and average dice. */
export const FACED: readonly (readonly number[])[] = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [2, 3, 3, 4, 4, 5],
];

/** Reads a record as the table sends it. */
export function readRecord(value: unknown): Told {
  const record = value as Record<string, unknown> | null;
  if (typeof record !== 'object' || record === null || record['format'] !== 1) {
    throw new Unreadable('the table sent no record of format 1');
  }
  const { id, seed, nonces, actions, dice } = record;
  if (typeof id !== 'string') throw new Unreadable('the record does not name its game');
  if (seed === null) throw new Unreadable('the record does not show its seed yet');
  if (!Array.isArray(nonces) || nonces.length !== 2) throw new Unreadable('the record has no nonces');
  if (!Array.isArray(actions)) throw new Unreadable('the record has no actions');
  if (!Array.isArray(dice)) throw new Unreadable('the record does not tell its dice');
  const [union, confederate] = nonces.map((nonce: unknown) =>
    nonce === null ? null : bytes(nonce, 16, 'a nonce'),
  );
  const read = dice.map(readDie);
  let earlier = 0;
  for (const { action } of read) {
    if (action < earlier || action > actions.length) {
      throw new Unreadable('the dice of the record do not stand in the order of its actions');
    }
    earlier = action;
  }
  return {
    game: id,
    commitment: bytes(record['commitment'], 32, 'the commitment'),
    seed: bytes(seed, 32, 'the seed'),
    nonces: [union ?? null, confederate ?? null],
    dice: read,
  };
}

function bytes(text: unknown, size: number, what: string): Uint8Array {
  const read = unhex(text, size);
  if (!read) throw new Unreadable(`${what} of the record is not ${2 * size} hexadecimal digits`);
  return read;
}

function readDie(value: unknown): Die {
  const list: unknown[] = Array.isArray(value) ? value : [];
  const [action, purpose, die, face] = list;
  const faced = FACED.find((faces) => JSON.stringify(faces) === JSON.stringify(die));
  const known = faced ?? (isCount(die) && die > 0 ? die : undefined);
  if (
    list.length !== 4 ||
    !isCount(action) ||
    typeof purpose !== 'string' ||
    !isCount(face) ||
    known === undefined
  ) {
    throw new Unreadable('the record has a die that does not exist');
  }
  return { action, purpose, die: known, face };
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 32;
}
