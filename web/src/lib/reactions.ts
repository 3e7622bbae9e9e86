// Reactions in words, and how long they have.

import type { Blurb, Pause, Piece, Reactions, ReactionKind, Seat, StandingAnswer } from '../wire';

/** What was told of reactions, and when. */
export interface Told {
  readonly reactions: Reactions;
  /** By the clock of this page, in milliseconds. */
  readonly at: number;
}

/** How many milliseconds of a pause are left now; nothing if no clock runs. */
export function left(told: Told, pause: Pause, now: number): number | null {
  return pause.left === null ? null : Math.max(0, pause.left - (now - told.at));
}

/** The pause of what a seat is asked. */
export function pauseOf(told: Told | null, seat: Seat | null): Pause | null {
  return told?.reactions.pauses.find(({ side }) => side === seat) ?? null;
}

/** What a kind of reactions is called. */
export function kindName(kind: string, blurb: Blurb): string {
  return kindOf(kind, blurb)?.name ?? kind;
}

export function kindOf(kind: string, blurb: Blurb): ReactionKind | undefined {
  return blurb.reactions?.find(({ rule }) => rule === kind);
}

/** What a piece is called. */
export function unitName(id: string, pieces: ReadonlyMap<string, Piece>): string {
  return pieces.get(id)?.name || id;
}

/** Something that was said beforehand, in words. */
export function inWords(said: StandingAnswer, blurb: Blurb, pieces: ReadonlyMap<string, Piece>): string {
  const what = said.says === 'ask' ? 'Ask me' : 'Let pass';
  const about = said.unit === null ? '' : `, about ${unitName(said.unit, pieces)}`;
  return `${what}: ${kindName(said.kind, blurb)}${about}${said.turn ? ', this turn' : ''}`;
}

/** Whole seconds, rounded up: what is left is never less than what is said. */
export function seconds(millis: number): number {
  return Math.ceil(millis / 1000);
}

/** How long a pause may be, in words. */
export const PAUSES: readonly [number, string][] = [
  [6, '6 seconds'],
  [3, '3 seconds'],
  [10, '10 seconds'],
  [0, 'none: by mail, everybody has time'],
];
