import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Heard, Seat } from '../../wire';
import { hex, unhex } from './bytes';
import { check } from './check';
import type { Kept } from './kept';
import { readRecord, Unreadable } from './record';
import { sha256 } from './sha256';
import { keyOf, sealOf, sealOfText, Stream, type Nonces } from './stream';
import { judge, type Evidence } from './verdict';

const FOLDER = join(import.meta.dirname, '../../../../docs/fair-dice');
const file = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

interface Vectors {
  seals: { nonce: string; seal: string }[];
  keys: { id: string; seed: string; nonces: (string | null)[]; commitment: string; key: string }[];
  streams: { key: string; skip: number; words: string[] }[];
  draws: { key: string; outcomes: number[]; drawn: number[] }[];
}

const vectors = JSON.parse(file('vectors.json')) as Vectors;
const bytes = (text: string) => unhex(text, text.length / 2) as Uint8Array;

describe('what is computed', () => {
  it('is the hash that others compute', () => {
    for (let length = 0; length < 200; length++) {
      const text = Uint8Array.from({ length }, (_, at) => (at * 7 + length) & 255);
      expect(hex(sha256(text))).toBe(createHash('sha256').update(text).digest('hex'));
    }
  });

  it('is what the vectors say', () => {
    for (const { nonce, seal } of vectors.seals) expect(sealOfText(nonce)).toBe(seal);
    for (const { id, seed, nonces, commitment, key } of vectors.keys) {
      const read = nonces.map((nonce) => nonce && bytes(nonce)) as unknown as Nonces;
      expect(hex(sealOf(bytes(seed)))).toBe(commitment);
      expect(hex(keyOf(bytes(seed), read, id)), id).toBe(key);
    }
    for (const { key, skip, words } of vectors.streams) {
      const stream = new Stream(bytes(key));
      for (let passed = 0; passed < skip; passed++) stream.word();
      expect(words.map(() => stream.word().toString(16).padStart(8, '0'))).toEqual(words);
    }
    for (const { key, outcomes, drawn } of vectors.draws) {
      const stream = new Stream(bytes(key));
      expect(outcomes.map((outcomes) => stream.draw(outcomes))).toEqual(drawn);
    }
    expect(vectors.draws.length).toBeGreaterThan(3);
  });
});

type Die = [number, string, number | number[], number];
interface Record {
  id: string;
  commitment: string;
  seed: string;
  nonces: [string | null, string | null];
  actions: unknown[];
  dice: Die[];
}
const records = ['two-fords.json', 'the-lane.json'];
const record = (name = 'two-fords.json') => JSON.parse(file(name)) as Record;

/** The log of a record, as the table would tell it. */
function logOf({ dice, actions }: Record): Heard[] {
  return Array.from({ length: actions.length + 1 }, (_, number) => ({
    number,
    side: number === 0 ? null : 'union',
    action: null,
    lines: [],
    rolls: dice
      .filter(([action]) => action === number)
      .map(([, purpose, die, face]) => ({
        purpose,
        outcomes: typeof die === 'number' ? die : die.length,
        face,
      })),
  }));
}

const seal = (nonce: string | null) => nonce && sealOfText(nonce);

/** What an honest browser has kept of a game. */
function keptOf({ commitment, nonces }: Record, seat: Seat): Kept {
  const [own, other] = seat === 'union' ? nonces : ([nonces[1], nonces[0]] as const);
  return {
    commitment,
    nonce: own as string,
    other: { seal: seal(other), nonce: null },
    opened: true,
  };
}

function verdict(told: Record, changed: Partial<Evidence> = {}) {
  return judge({
    record: told,
    log: changed.log ?? logOf(told),
    mine: ['union'],
    kept: (seat) => keptOf(record(), seat),
    name: (seat) => (seat === 'union' ? 'Union' : 'Confederate'),
    ...changed,
  });
}

describe('a finished game', () => {
  it('is checked die by die', () => {
    for (const name of records) {
      const told = record(name);
      const { is, headline, purposes } = verdict(told, { kept: (seat) => keptOf(told, seat) });
      expect(headline).toBe(
        `Checked here: all ${told.dice.length} dice follow from the table’s seed and both players’ nonces.`,
      );
      expect(is).toBe('agrees');
      expect(purposes.reduce((sum, { count }) => sum + count, 0)).toBe(told.dice.length);
    }
    const kinds = check(readRecord(record('the-lane.json'))).map(({ kind }) => kind);
    expect(kinds).toContain('0 to 9');
    expect(kinds).toContain('2, 3, 3, 4, 4, 5');
  });

  it('does not pass with a single lie about a die', () => {
    for (const name of records) {
      const told = record(name);
      told.dice.forEach(([, purpose, die, face], index) => {
        const faces =
          typeof die === 'number' ? Array.from({ length: die }, (_, at) => at + 1) : [...new Set(die)];
        const other = faces.find((other) => other !== face);
        if (other === undefined) return;
        const lie = structuredClone(told);
        (lie.dice[index] as Die)[3] = other;
        const { is, headline } = verdict(lie, { kept: (seat) => keptOf(told, seat) });
        expect(is, `${name}, die ${index + 1}`).toBe('disagrees');
        expect(headline).toContain(`Die ${index + 1} (${purpose}`);
        expect(headline).toContain(`is shown as ${other}, but it fell as ${face}`);
      });
    }
  });

  it('does not pass with dice that were left out, added or shown otherwise in the log', () => {
    const told = record();
    const fewer = structuredClone(told);
    fewer.dice.pop();
    expect(verdict(fewer, { log: logOf(told) }).is).toBe('disagrees');
    expect(verdict(told, { log: logOf(fewer) }).is).toBe('disagrees');
    const another = structuredClone(told);
    (another.dice.at(-1) as Die)[1] = 'a gift';
    expect(verdict(another, { log: logOf(told) }).headline).toBe(
      `Die ${told.dice.length} of the record is not the one that the log of this game shows.`,
    );
    // Where nothing is told of the set-up, there is no entry about it.
    expect(verdict(told, { log: logOf(told).slice(1) }).is).toBe('agrees');
  });

  it('does not pass with other terms than this browser has kept', () => {
    const told = record();
    const kept = keptOf(told, 'union');
    const judged = (changed: Partial<Kept>) => verdict(told, { kept: () => ({ ...kept, ...changed }) });
    expect(judged({}).is).toBe('agrees');
    expect(judged({ commitment: '00'.repeat(32) }).headline).toContain('another commitment');
    expect(judged({ nonce: '00'.repeat(16) }).headline).toContain(
      'The Union nonce in the record is not the one',
    );
    const other = (seal: string | null, nonce: string | null) => judged({ other: { seal, nonce } });
    expect(other('00'.repeat(32), null).headline).toContain(
      'The Confederate nonce is not the one that had been',
    );
    expect(other(null, '00'.repeat(16)).is).toBe('disagrees');
    expect(other(null, null).is).toBe('disagrees');
    expect(other(null, told.nonces[1]).is).toBe('agrees');
    expect(verdict({ ...told, seed: '00'.repeat(32) }).headline).toContain(
      'not the one the table had committed',
    );
    expect(verdict({ ...told, nonces: [told.nonces[0], null] }).headline).toContain('but it fell as');
    // The table says that nothing was opened, and had said that it was.
    expect(verdict({ ...told, dice: [], nonces: [null, told.nonces[1]] }, { log: [] }).is).toBe('disagrees');
  });

  it('says what is not proven', () => {
    const told = record();
    const bare = (nonces: Record['nonces']) => ({ ...told, dice: [], nonces });
    const points = (nonces: Record['nonces'], changed: Partial<Evidence> = {}) => {
      const { is, headline, points } = verdict(bare(nonces), { log: [], ...changed });
      expect(is).toBe('agrees');
      return [headline, ...points].join('\n');
    };
    const [union, confederate] = told.nonces;
    const away = () => ({ commitment: told.commitment, nonce: union as string });
    expect(points([union, confederate])).toContain('nor could the two together');
    expect(points([union, confederate], { mine: [] })).toContain('You only watched');
    expect(points([union, confederate], { kept: () => null })).toContain('No nonce of this browser');
    expect(points([union, null])).toContain('The Confederate nonce was not opened in time');
    expect(points([null, confederate], { kept: away })).toContain('could have chosen the dice');
    expect(points([null, null], { kept: away })).toContain(
      'whoever chose the seed could have chosen the dice',
    );
    expect(points([union, confederate], { mine: ['union', 'confederate'] })).toContain(
      'Both nonces were drawn in this',
    );
    expect(points([union, null])).toContain('the table’s seed and the Union nonce');
    expect(points([null, null], { kept: away })).toContain('the table’s seed alone');
  });
});

describe('whatever the table sends', () => {
  it('is read or refused with a reason', () => {
    const told = record();
    const first = told.dice[0] as Die;
    const wrong: [string, unknown][] = [
      ['format', 2],
      ['id', 7],
      ['commitment', 'zz'.repeat(32)],
      ['seed', null],
      ['seed', '00'],
      ['nonces', ['00', null]],
      ['nonces', null],
      ['actions', 3],
      ['actions', []],
      ['dice', undefined],
      ['dice', [7]],
      ['dice', [[0, 7, 6, 1]]],
      ['dice', [[0, 'x', 0, 1]]],
      ['dice', [[0, 'x', 1.5, 1]]],
      ['dice', [[0, 'x', 2 ** 32, 1]]],
      ['dice', [[0, 'x', [6, 6, 6, 6, 6, 6], 6]]],
      ['dice', [[0, 'x', 6, 1, 1]]],
      ['dice', [[1, ...first.slice(1)], first]],
    ];
    for (const [key, value] of wrong) {
      const { is, headline } = verdict({ ...told, [key]: value } as Record, { log: [] });
      expect([is, headline], `${key}: ${JSON.stringify(value)}`).toEqual([
        'unknown',
        expect.stringContaining('could not be checked here'),
      ]);
    }
    for (const value of [null, 7, 'record', [], {}, undefined]) {
      expect(() => readRecord(value)).toThrow(Unreadable);
    }
  });

  it('never brings the check down', () => {
    const whole = file('two-fords.json');
    let seed = 1863;
    const below = (limit: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * limit);
    };
    let read = 0;
    for (let number = 0; number < 3_000; number++) {
      const at = below(whole.length);
      const text =
        whole.slice(0, at) + '0123456789abcdef"[]{},:-n '[below(26)] + whole.slice(at + 1 + below(3));
      let told: unknown;
      try {
        told = JSON.parse(text);
      } catch {
        continue;
      }
      read += 1;
      expect(['agrees', 'disagrees', 'unknown']).toContain(verdict(told as Record, { log: [] }).is);
    }
    expect(read).toBeGreaterThan(300);
  });
});
