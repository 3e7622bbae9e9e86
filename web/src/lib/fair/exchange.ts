// What this browser adds to the dice of its games. A seat shows the seal of its nonce as it sits down, and opens the
// nonce when both seats have shown theirs; so nobody, the table least of all, knows before that what the dice will be.

import type { BySeat, Created, GameInfo, NewGame, Seat, SeatInfo } from '../../wire';
import { api } from '../api';
import { otherSide, SIDES } from '../words';
import { hex } from './bytes';
import { kept, type Storage } from './kept';
import { sealOf, sealOfText } from './stream';

/** The table, as far as the dice are concerned. */
export interface Dealer {
  create(wish: NewGame): Promise<Created>;
  join(game: string, secret: string, seal: string): Promise<GameInfo>;
  open(game: string, side: Seat, nonce?: string): Promise<unknown>;
}

function drawn(): { nonce: string; seal: string } {
  // Unlike much else that browsers keep for pages over TLS, this is there for all.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return { nonce: hex(bytes), seal: hex(sealOf(bytes)) };
}

/** Sets up a game, with a sealed nonce for each seat of mine. */
export async function setUp(
  wish: Omit<NewGame, 'seals'>,
  dealer: Dealer = api,
  storage: Storage = localStorage,
): Promise<Created> {
  const mine = SIDES.filter((side) => wish.seats[side] === 'me').map((side) => ({ side, ...drawn() }));
  const sealOfSeat = (seat: Seat) => mine.find(({ side }) => side === seat)?.seal ?? null;
  const seals: BySeat<string | null> = {
    union: sealOfSeat('union'),
    confederate: sealOfSeat('confederate'),
  };
  const created = await dealer.create({ ...wish, seals });
  const { id, commitment } = created;
  for (const { side, nonce } of mine) kept.keep(id, side, { commitment, nonce }, storage);
  return created;
}

/** What was brought to seats that the table has not yet given, by game and secret. */
const brought = new Map<string, { nonce: string; seal: string }>();

/**
 * Takes a seat, with a sealed nonce. Whoever asks again brings the same: the seat may have been his already when the
 * answer was lost.
 */
export async function sitDown(
  game: string,
  secret: string,
  dealer: Dealer = api,
  storage: Storage = localStorage,
): Promise<GameInfo> {
  const asking = `${game} ${secret}`;
  const own = brought.get(asking) ?? drawn();
  brought.set(asking, own);
  const { nonce, seal } = own;
  const info = await dealer.join(game, secret, seal);
  brought.delete(asking);
  const seat = info.seats.find((seat) => seat.seal === seal)?.side;
  if (seat) kept.keep(info.id, seat, { commitment: info.commitment, nonce }, storage);
  return info;
}

/** Whether the table waits for this seat to open its nonce. */
export function isSealed(info: GameInfo, seat: SeatInfo): boolean {
  const full = info.seats.every(({ taken }) => taken);
  return info.state === 'waiting' && full && seat.seal !== null && seat.nonce === null;
}

const tending = new Set<string>();

/** Opens what of mine is sealed, once both seats have shown their seals. */
export async function tend(
  info: GameInfo,
  dealer: Dealer = api,
  storage: Storage = localStorage,
): Promise<void> {
  for (const seat of info.seats) {
    const { side } = seat;
    const doing = `${info.id} ${side}`;
    if (!info.mine.includes(side) || !isSealed(info, seat) || tending.has(doing)) continue;
    tending.add(doing);
    try {
      await openOne(info, seat, dealer, storage);
    } catch {
      // It was settled meanwhile, or is tried again with the next news of the game.
    } finally {
      tending.delete(doing);
    }
  }
}

async function openOne(info: GameInfo, seat: SeatInfo, dealer: Dealer, storage: Storage): Promise<void> {
  const { side } = seat;
  const own = kept.of(info.id, side, storage);
  // Another device of the same player may have sealed it, and may be here in a moment: the table waits for a while.
  if (!own || sealOfText(own.nonce) !== seat.seal) return;
  const there = info.seats.find((other) => other.side === otherSide(side));
  const other = own.other ?? { seal: there?.seal ?? null, nonce: there?.nonce ?? null };
  const told = { commitment: own.commitment, nonce: own.nonce, other };
  // First written down, then told: what is kept must be older than what the table knows.
  kept.keep(info.id, side, told, storage);
  await dealer.open(info.id, side, own.nonce);
  kept.keep(info.id, side, { ...told, opened: true }, storage);
}

/** Goes on without the nonces that are still sealed although their time is over. */
export async function goOn(info: GameInfo, dealer: Dealer = api): Promise<void> {
  if (info.mine.length === 0) return;
  for (const seat of info.seats) {
    if (isSealed(info, seat)) await dealer.open(info.id, seat.side).catch(() => {});
  }
}
