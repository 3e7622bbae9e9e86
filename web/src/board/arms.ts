/** The kinds of piece that have a sign of their own (Arms.svelte). */
const SIGNS = new Set([
  'infantry',
  'cavalry',
  'artillery',
  'horse-artillery',
  'commander',
  'picket',
  'supply',
  'hidden',
  'force',
]);

export function signOf(kind: string): string | null {
  return SIGNS.has(kind) ? `#arm-${kind}` : null;
}

/** Markers that go from one place to another. */
export const ARROWS: ReadonlySet<string> = new Set(['aim', 'charge']);
