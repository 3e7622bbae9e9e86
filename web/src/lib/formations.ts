// The colours of formations: far apart for all kinds of eyes, and told apart by their bars, too.

import type { Piece } from '../wire';

export interface Band {
  readonly colour: string;
  /** How the band is broken, as an SVG dash pattern in tenths of a counter. */
  readonly dash: string;
}

const COLOURS = ['#e8b23a', '#57a3d8', '#c8553d', '#3f9a78', '#b779b0', '#d9d3c3', '#8d6b3f', '#7f8fd9'];
const DASHES = ['', '2.4 0.6', '1 0.6'];

/** All there are, made once: a counter that keeps its band need not be drawn anew. */
const BANDS: readonly Band[] = DASHES.flatMap((dash) => COLOURS.map((colour) => ({ colour, dash })));
const PLAIN: Band = { colour: '#999', dash: '' };

/** A band for each formation, in the order of their names, so that they keep it through the game. */
export function bandsOf(pieces: readonly Piece[]): Map<string, Band> {
  const names = [...new Set(pieces.flatMap((piece) => piece.formation ?? []))].sort();
  return new Map(names.map((name, index) => [name, BANDS[index % BANDS.length] ?? PLAIN]));
}
