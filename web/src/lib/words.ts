// Small pieces of language.

import type { Side } from '../wire';

export const SIDES: readonly Side[] = ['union', 'confederate'];

export function sideName(side: Side | null | undefined): string {
  if (side === 'union') return 'Union';
  if (side === 'confederate') return 'Confederate';
  return 'Neither side';
}

export function otherSide(side: Side): Side {
  return side === 'union' ? 'confederate' : 'union';
}

export function percent(likelihood: number): string {
  const value = likelihood * 100;
  if (value > 0 && value < 1) return '<1 %';
  if (value > 99 && value < 100) return '>99 %';
  return `${Math.round(value)} %`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export function duration(minutes: number): string {
  if (minutes < 90) return `${minutes} minutes`;
  const halves = Math.round(minutes / 30) / 2;
  return `${halves} hours`;
}

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** How long ago a moment was; both in milliseconds. */
export function ago(then: number, now: number): string {
  const seconds = Math.max(0, (now - then) / 1000);
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  for (const [unit, size] of UNITS) {
    if (seconds >= size) return format.format(-Math.floor(seconds / size), unit);
  }
  return 'just now';
}
