// A tape laid on an open table.

import type { Measure } from '../wire';
import { distance, type Point } from './geometry';

/** A length in every measure of the board: "6.5 inches, 260 yards". */
export function measured(from: Point, to: Point, ruler: readonly Measure[]): string {
  const length = distance(from, to);
  return ruler.map(({ units, name }) => `${rounded(length / units, units)} ${name}`).join(', ');
}

/** As many decimals as a board unit can tell, and two at most. */
function rounded(length: number, units: number): string {
  const decimals = units >= 100 ? 2 : units >= 10 ? 1 : 0;
  return String(Number(length.toFixed(decimals)));
}
