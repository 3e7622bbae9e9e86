// The check of a game's dice: each is drawn again.

import { hex } from './bytes';
import type { Told } from './record';
import { keyOf, sealOf, Stream } from './stream';

/** What is not as it should be. */
export class Disagrees extends Error {}

/** How often a kind of die was thrown for something. */
export interface Purpose {
  readonly purpose: string;
  /** In words: "6 outcomes", "0 to 9". */
  readonly kind: string;
  count: number;
}

/** Draws every die of a record again; what they were for. */
export function check({ game, commitment, seed, nonces, dice }: Told): readonly Purpose[] {
  if (hex(sealOf(seed)) !== hex(commitment)) {
    throw new Disagrees('The seed is not the one the table had committed itself to before the game.');
  }
  const stream = new Stream(keyOf(seed, nonces, game));
  const purposes = new Map<string, Purpose>();
  dice.forEach(({ action, purpose, die, face }, index) => {
    const fell = typeof die === 'number' ? stream.draw(die) + 1 : die[stream.draw(die.length)];
    if (fell !== face) {
      const where = action === 0 ? 'in the set-up' : `at action ${action}`;
      throw new Disagrees(
        `Die ${index + 1} (${purpose}, ${where}) is shown as ${face}, but it fell as ${fell}.`,
      );
    }
    const kind = kindOf(die);
    const name = `${kind} ${purpose}`;
    const known = purposes.get(name);
    if (known) known.count += 1;
    else purposes.set(name, { purpose, kind, count: 1 });
  });
  return [...purposes.values()];
}

function kindOf(die: number | readonly number[]): string {
  if (typeof die === 'number') return `1 to ${die}`;
  return die.length === 10 ? '0 to 9' : die.join(', ');
}
