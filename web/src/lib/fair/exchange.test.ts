import { describe, expect, it } from 'vitest';
import type { GameInfo, NewGame, Seat } from '../../wire';
import { goOn, setUp, sitDown, tend, type Dealer } from './exchange';
import { kept } from './kept';
import { sealOfText } from './stream';

/** A browser's storage. */
class Drawer {
  readonly #values = new Map<string, string>();
  getItem(key: string): string | null {
    return this.#values.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#values.set(key, value);
  }
}

const COMMITMENT = 'c0'.repeat(32);

/** A table that takes what it is brought. */
class Dealing implements Dealer {
  readonly info: GameInfo = {
    id: 'g',
    commitment: COMMITMENT,
    state: 'waiting',
    patience: 15_000,
    mine: [],
    seats: [
      { side: 'union', taken: false, seal: null, nonce: null },
      { side: 'confederate', taken: false, seal: null, nonce: null },
    ],
  } as unknown as GameInfo;
  /** What it was asked to open, in that order. */
  readonly opened: string[] = [];
  refuses = false;

  #seat(side: Seat) {
    return this.info.seats[side === 'union' ? 0 : 1];
  }

  async create({ seats, seals }: NewGame) {
    for (const side of ['union', 'confederate'] as const) {
      if (seats[side] === 'me') Object.assign(this.#seat(side), { taken: true, seal: seals?.[side] });
    }
    return { id: 'g', commitment: COMMITMENT, invitations: { union: null, confederate: null } };
  }

  async join(_game: string, _secret: string, seal: string) {
    Object.assign(this.#seat('confederate'), { taken: true, seal });
    return this.info;
  }

  async open(_game: string, side: Seat, nonce?: string) {
    this.opened.push(`${side} ${nonce ?? 'nothing'}`);
    if (this.refuses) throw new Error('refused');
    if (nonce !== undefined) expect(sealOfText(nonce)).toBe(this.#seat(side).seal);
    this.#seat(side).nonce = nonce ?? null;
    return this.info;
  }

  seenBy(...mine: Seat[]): GameInfo {
    return structuredClone({ ...this.info, mine });
  }
}

const friends = { scenario: 's', name: '', seats: { union: 'me', confederate: 'friend' } } as const;

describe('nonces', () => {
  it('are sealed, kept, and opened when both are bound', async () => {
    const table = new Dealing();
    const [one, two] = [new Drawer(), new Drawer()];
    await setUp(friends, table, one);
    await tend(table.seenBy('union'), table, one);
    expect(table.opened).toEqual([]);
    await sitDown('g', 'secret', table, two);
    await tend(table.seenBy('confederate'), table, two);
    await tend(table.seenBy('union'), table, one);
    const [union, confederate] = [kept.of('g', 'union', one), kept.of('g', 'confederate', two)];
    expect(table.opened).toEqual([`confederate ${confederate?.nonce}`, `union ${union?.nonce}`]);
    expect(union?.nonce).toMatch(/^[0-9a-f]{32}$/);
    expect(union?.nonce).not.toBe(confederate?.nonce);
    // What the other had shown before is kept: the seal of the first, and by then the nonce of the second, too.
    expect(confederate).toMatchObject({ commitment: COMMITMENT, opened: true });
    expect(confederate?.other).toEqual({ seal: sealOfText(union?.nonce as string), nonce: null });
    expect(union?.other?.seal).toBe(sealOfText(confederate?.nonce as string));
    // Each browser knows its own.
    expect(kept.of('g', 'confederate', one)).toBeNull();
  });

  it('of one screen are opened both, one after the other', async () => {
    const [table, drawer] = [new Dealing(), new Drawer()];
    await setUp({ ...friends, seats: { union: 'me', confederate: 'me' } }, table, drawer);
    await tend(table.seenBy('union', 'confederate'), table, drawer);
    expect(table.opened.map((opened) => opened.split(' ')[0])).toEqual(['union', 'confederate']);
    expect(new Set(table.opened.map((opened) => opened.split(' ')[1])).size).toBe(2);
  });

  it('that were sealed elsewhere are left alone', async () => {
    const table = new Dealing();
    await setUp(friends, table, new Drawer());
    await sitDown('g', 'secret', table, new Drawer());
    await tend(table.seenBy('union'), table, new Drawer());
    expect(table.opened).toEqual([]);
  });

  it('are kept as they were when an opening is repeated', async () => {
    const table = new Dealing();
    const one = new Drawer();
    await setUp(friends, table, one);
    await sitDown('g', 'secret', table, new Drawer());
    table.refuses = true;
    await tend(table.seenBy('union'), table, one);
    const first = kept.of('g', 'union', one);
    expect(first?.opened).toBeUndefined();
    // The table would like to have shown something else.
    const later = table.seenBy('union');
    later.seats[1].seal = '00'.repeat(32);
    table.refuses = false;
    await tend(later, table, one);
    expect(kept.of('g', 'union', one)?.other).toEqual(first?.other);
    expect(kept.of('g', 'union', one)?.opened).toBe(true);
  });

  it('are the same when a seat is asked for again', async () => {
    const table = new Dealing();
    const drawer = new Drawer();
    await setUp(friends, table, new Drawer());
    // The seat is given, and the answer is lost on its way.
    const seals: string[] = [];
    const lossy: Dealer = {
      create: (wish) => table.create(wish),
      open: (game, side, nonce) => table.open(game, side, nonce),
      join: async (game, secret, seal) => {
        seals.push(seal);
        if (seals.length > 1) return table.seenBy('confederate');
        await table.join(game, secret, seal);
        throw new Error('lost');
      },
    };
    await expect(sitDown('g', 'lossy', lossy, drawer)).rejects.toThrow('lost');
    await sitDown('g', 'lossy', lossy, drawer);
    expect(seals[1]).toBe(seals[0]);
    expect(sealOfText(kept.of('g', 'confederate', drawer)?.nonce as string)).toBe(seals[0]);
    // Another seat has another nonce.
    await sitDown('g', 'another', lossy, drawer);
    expect(seals[2]).not.toBe(seals[0]);
  });

  it('that are not opened are done without, by those who play', async () => {
    const table = new Dealing();
    await setUp(friends, table, new Drawer());
    await sitDown('g', 'secret', table, new Drawer());
    await goOn(table.seenBy(), table);
    expect(table.opened).toEqual([]);
    table.refuses = true;
    await goOn(table.seenBy('confederate'), table);
    expect(table.opened).toEqual(['union nothing', 'confederate nothing']);
  });

  it('that somebody wrote into the storage by hand are none', () => {
    const drawer = new Drawer();
    for (const text of ['', 'nonsense', '7', '{}', '{"commitment":7,"nonce":"0f"}', 'null']) {
      drawer.setItem('longroll.dice.g.union', text);
      expect(kept.of('g', 'union', drawer)).toBeNull();
    }
  });
});
