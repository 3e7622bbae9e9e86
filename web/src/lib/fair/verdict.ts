// What a finished game's dice prove to whoever sat here, in words.

import type { Heard, Seat } from '../../wire';
import { otherSide, SIDES } from '../words';
import { hex } from './bytes';
import { check, Disagrees, type Purpose } from './check';
import type { Kept } from './kept';
import { readRecord, type Told, Unreadable } from './record';
import { sealOf } from './stream';

export interface Verdict {
  /** Everything agrees; something does not; or nothing can be said. */
  readonly is: 'agrees' | 'disagrees' | 'unknown';
  readonly headline: string;
  /** What follows from it, and what does not. */
  readonly points: readonly string[];
  readonly purposes: readonly Purpose[];
}

/** What is to be judged: the record and the log as the table sends them, and what this browser kept. */
export interface Evidence {
  readonly record: unknown;
  readonly log: readonly Heard[];
  readonly mine: readonly Seat[];
  readonly kept: (seat: Seat) => Kept | null;
  /** What a seat is called. */
  readonly name: (seat: Seat) => string;
}

export function judge(evidence: Evidence): Verdict {
  try {
    const told = readRecord(evidence.record);
    const purposes = check(told);
    shown(told, evidence.log);
    const points = [...added(told, evidence), LIMIT];
    return { is: 'agrees', headline: headline(told, evidence), points, purposes };
  } catch (error) {
    if (error instanceof Disagrees) {
      const points = ['Save the record: it shows to anybody what does not agree.'];
      return { is: 'disagrees', headline: error.message, points, purposes: [] };
    }
    if (error instanceof Unreadable) {
      const headline = `The dice could not be checked here: ${error.message}.`;
      return { is: 'unknown', headline, points: [], purposes: [] };
    }
    throw error;
  }
}

const LIMIT =
  'This says how the dice fell. Whether the rules asked for them is for “longroll verify” to say, with the saved record.';

function headline({ dice, nonces }: Told, { name }: Evidence): string {
  const [union, confederate] = nonces;
  const count = dice.length === 1 ? 'the one die follows' : `all ${dice.length} dice follow`;
  let from = 'the table’s seed alone';
  if (union && confederate) from = 'the table’s seed and both players’ nonces';
  else if (union) from = `the table’s seed and the ${name('union')} nonce`;
  else if (confederate) from = `the table’s seed and the ${name('confederate')} nonce`;
  return `Checked here: ${count} from ${from}.`;
}

/** Whether the log showed the dice that the record has. */
function shown({ dice }: Told, log: readonly Heard[]): void {
  const first = log[0];
  // Where nothing is told of the set-up, its dice stand in the record only.
  const from = first && first.side === null ? 0 : dice.findIndex(({ action }) => action > 0);
  const rolls = log.flatMap((entry) => entry.rolls);
  const told = from < 0 ? [] : dice.slice(from);
  const differs = told.findIndex(({ purpose, die, face }, index) => {
    const roll = rolls[index];
    const outcomes = typeof die === 'number' ? die : die.length;
    return roll?.purpose !== purpose || roll.outcomes !== outcomes || roll.face !== face;
  });
  if (differs >= 0 || rolls.length !== told.length) {
    const at = differs >= 0 ? from + differs : dice.length;
    throw new Disagrees(`Die ${at + 1} of the record is not the one that the log of this game shows.`);
  }
}

/** What is proven to whom, seat by seat. */
function added(told: Told, { mine, kept, name }: Evidence): string[] {
  const nonce = (seat: Seat) => told.nonces[SIDES.indexOf(seat)] ?? null;
  const points: string[] = [];
  for (const seat of mine) {
    const own = kept(seat);
    if (!own) continue;
    if (own.commitment !== hex(told.commitment)) {
      throw new Disagrees('The table had shown this browser another commitment before the game.');
    }
    const added = nonce(seat);
    if (added ? hex(added) !== own.nonce : own.opened) {
      throw new Disagrees(`The ${name(seat)} nonce in the record is not the one that this browser opened.`);
    }
    const other = nonce(otherSide(seat));
    const before = added ? own.other : undefined;
    const bound = other && (before?.seal ? hex(sealOf(other)) === before.seal : hex(other) === before?.nonce);
    if (before && other && !bound) {
      throw new Disagrees(
        `The ${name(otherSide(seat))} nonce is not the one that had been sealed before this browser opened its own.`,
      );
    }
  }
  const opened = mine.filter((seat) => kept(seat) && nonce(seat));
  const silent = SIDES.filter((seat) => nonce(seat) === null);
  const [seat] = opened;
  if (mine.length === 0) {
    points.push(
      'You only watched: that nobody chose seed and nonces together is known to whoever brought a nonce.',
    );
  } else if (opened.length === 0) {
    points.push(
      'No nonce of this browser is in these dice: they were bound to the seed, but that the table did not choose both is its word.',
    );
  }
  if (opened.length === 2) {
    points.push(
      'Both nonces were drawn in this browser after the table had bound itself to its seed: it could not choose the dice.',
    );
  } else if (seat && silent.length === 0) {
    points.push(
      `The ${name(seat)} nonce was drawn in this browser and opened when table and enemy were both bound: neither could ` +
        'choose the dice, nor could the two together.',
      'A player in league with the table could still have closed his browser instead of opening his nonce. Here he did not, ' +
        'so at most he had the choice between two rows of dice.',
    );
  } else if (seat) {
    points.push(
      `The ${name(seat)} nonce was drawn in this browser after the table had bound itself: the table could not choose the ` +
        'dice.',
      `The ${name(otherSide(seat))} nonce was not opened in time. If that player was in league with the table, the two ` +
        'could choose between two rows of dice.',
    );
  }
  if (opened.length === 0 && silent.length === 1 && mine.some((seat) => silent.includes(seat))) {
    points.push(
      'This player’s browser was away when the nonces were opened: table and enemy together could have chosen the dice.',
    );
  }
  if (silent.length === 2)
    points.push('No nonce was opened: whoever chose the seed could have chosen the dice.');
  return points;
}
