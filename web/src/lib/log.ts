// The log as the table keeps it.

import type { Heard, Line, Seat } from '../wire';

/** A log with its news: what comes again replaces what was there, and an undo shortens it. */
export function merge(log: readonly Heard[], news: readonly Heard[], length: number): Heard[] {
  const from = Math.min(news[0]?.number ?? length, length);
  return [...log.filter((entry) => entry.number < from), ...news].slice(0, length);
}

/** The entry before which a side's replay of "since my last turn" begins: the one after its last action. */
export function sinceLastTurn(log: readonly Heard[], mine: readonly Seat[]): number {
  const isMine = (entry: Heard) => entry.side !== null && mine.includes(entry.side);
  let end = log.length;
  // While it is my turn again, my own last actions are this turn's.
  while (end > 0 && isMine(log[end - 1] as Heard)) end--;
  const last = log.slice(0, end).findLastIndex(isMine);
  return last + 1;
}

export interface Row {
  readonly entry: Heard;
  readonly line: Line;
  /** Whether this is the first line of its entry. */
  readonly first: boolean;
  readonly key: string;
}

/** The log line by line. */
export function rows(log: readonly Heard[]): Row[] {
  return log.flatMap((entry) =>
    entry.lines.map((line, index) => ({ entry, line, first: index === 0, key: `${entry.number}.${index}` })),
  );
}

/** News in one breath, for those who listen. */
export function spoken(news: readonly Heard[]): string {
  const lines = news.flatMap((entry) => [
    ...entry.lines.filter((line) => line.depth < 2).map((line) => line.text),
    ...entry.rolls.map((roll) => `Die for ${roll.purpose}: ${roll.face}.`),
  ]);
  return lines.slice(-6).join(' ');
}
