// A game on this screen: its board, the eyes that look at it, and what is shown of it at the moment.

import type { Board, GameInfo, Heard, Roll, Seat, Side, Sight, StandingSays } from '../wire';
import { Answers } from './answers';
import { api, Refused } from './api';
import { isAskedTheSame } from './change';
import { goOn, tend } from './fair/exchange';
import { bandsOf, type Band } from './formations';
import { Grid } from './geometry';
import { spoken } from './log';
import { pauseOf } from './reactions';
import { Replay } from './replay.svelte';
import { dial, type Dial } from './socket';
import { lay, stacksOf, type Laid, type Stack } from './stacks';
import { View, type Hearer } from './view.svelte';
import { sideName } from './words';

export interface Thrown {
  readonly key: string;
  readonly entry: Heard;
  readonly rolls: readonly Roll[];
}

/** How a game is reached. */
export interface Reach {
  info(game: string): Promise<GameInfo>;
  board(scenario: string): Promise<Board>;
  readonly dial: Dial;
  /** Opens what of mine the dice wait for. */
  tend(info: GameInfo): Promise<void>;
  /** Goes on without what others do not open. */
  goOn(info: GameInfo): Promise<void>;
}

/** How much longer than it must a browser waits for another one to open its nonce, and how long until it asks again. */
const GRACE = 500;
const AGAIN = 5_000;

export class Table implements Hearer {
  readonly id: string;
  info = $state.raw<GameInfo | null>(null);
  board = $state.raw<Board | null>(null);
  /** Why there is no table here. */
  fault = $state<string | null>(null);
  present = $state.raw<readonly Side[]>([]);
  /** For those who listen: what has just happened. */
  spoken = $state('');
  /** The dice that fell last. */
  thrown = $state.raw<Thrown | null>(null);
  unread = $state(0);
  replay = $state.raw<Replay | null>(null);
  /** Whose secrets lie open on a screen that two players share. */
  opened = $state<Side | null>(null);
  /** While something about a reaction is under way, and why it was refused. */
  reacting = $state(false);
  unreacted = $state<string | null>(null);
  /** The eyes through which this screen looks: mine, and of two seats of mine those of the one that is asked. */
  view = $state.raw<View | null>(null);

  grid = $derived(this.board ? new Grid(this.board) : null);
  /** Whether the screen changes hands: nothing is shown until the next player says that nobody else looks. */
  covered = $derived(this.#isCovered());
  sight: Sight | null = $derived(this.#seen());
  /**
   * The first sight of all that ask the same in the same position, unless an answer of mine led to it: with another one,
   * what was considered is past.
   */
  situation: Sight | null = $derived(this.#situated());
  log: readonly Heard[] = $derived(this.#heard());
  ask = $derived(this.replay ? null : (this.sight?.ask ?? null));
  answers = $derived(new Answers(this.ask));
  stacks: ReadonlyMap<string, Stack> = $derived(
    this.grid && this.sight ? stacksOf(this.sight.scene.pieces, this.grid) : new Map<string, Stack>(),
  );
  laid: readonly Laid[] = $derived(this.#lay());
  bands: ReadonlyMap<string, Band> = $derived(bandsOf(this.sight?.scene.pieces ?? []));
  pieces = $derived(new Map((this.sight?.scene.pieces ?? []).map((piece) => [piece.id, piece])));
  bothMine = $derived((this.info?.mine.length ?? 0) > 1);
  /** Whether the other side of the table looks any different. */
  canTurnRound = $derived(this.bothMine && (this.info?.scenario.secrets ?? false));
  ending = $derived(this.info?.ending ?? null);

  #closed = false;
  #patience: ReturnType<typeof setTimeout> | undefined;
  /** The seats that look. */
  #seats = '';
  #laidLast: readonly Laid[] = [];
  #situatedLast: Sight | null = null;

  readonly #reach: Reach;

  constructor(id: string, reach: Reach = { info: api.info, board: api.board, dial, tend, goOn }) {
    this.id = id;
    this.#reach = reach;
    void this.#open();
  }

  async #open(): Promise<void> {
    try {
      const info = await this.#reach.info(this.id);
      if (this.#closed) return;
      this.told(info);
      this.board = await this.#reach.board(info.scenario.id);
    } catch (error) {
      this.fault = error instanceof Refused ? error.message : String(error);
    }
  }

  /** Looks through the eyes of my seats, or of nobody. */
  #sit(): void {
    const mine = this.info?.mine ?? [];
    if (this.view && this.#seats === mine.join()) return;
    this.#seats = mine.join();
    this.view?.close();
    this.view = new View(this.id, mine[0] ?? null, this, this.#reach.dial, mine.length > 1);
  }

  #isCovered(): boolean {
    const secret = this.info?.scenario.secrets && this.info.mine.length > 1 && !this.info.ending;
    return Boolean(secret && this.view?.side && this.view.side !== this.opened);
  }

  #seen(): Sight | null {
    if (this.covered) return null;
    return this.replay ? this.replay.sight : (this.view?.sight ?? null);
  }

  #situated(): Sight | null {
    const { sight, view } = this;
    const last = this.#situatedLast;
    const mine = sight?.moment === view?.reached && sight?.moment !== last?.moment;
    if (mine || !last || !sight?.ask || !isAskedTheSame(last, sight)) this.#situatedLast = sight;
    return this.#situatedLast;
  }

  #heard(): readonly Heard[] {
    if (this.covered) return [];
    return this.replay ? this.replay.log : (this.view?.log ?? []);
  }

  /** How the counters lie; those that have not changed are the same as before. */
  #lay(): readonly Laid[] {
    this.#laidLast = lay(this.stacks.values(), this.board?.counter ?? 1, this.#laidLast);
    return this.#laidLast;
  }

  /** The player whose turn it is sits alone before the screen now. */
  uncover(): void {
    this.endReplay();
    // What fell and was said before belongs to the other player.
    this.thrown = null;
    this.spoken = '';
    this.opened = this.view?.side ?? null;
  }

  /** Looks at the game from the other side of the table, as long as that side is asked something or nobody is. */
  turnRound(): void {
    this.view?.turn();
  }

  news(view: View, heard: readonly Heard[]): void {
    // Matters beside the game are news, too, and nothing to be told of.
    if (heard.length === 0 || this.covered || view !== this.view) return;
    const last = heard.findLast((entry) => entry.rolls.length > 0);
    if (last && !this.replay) {
      this.thrown = { key: `${last.number} ${view.sight?.moment}`, entry: last, rolls: last.rolls };
    }
    this.spoken = spoken(heard);
  }

  told(info: GameInfo): void {
    this.info = info;
    this.#sit();
    clearTimeout(this.#patience);
    if (info.patience === null) return;
    void this.#reach.tend(info);
    this.#wait(info.patience + GRACE);
  }

  /** What is still sealed after this time is done without. */
  #wait(millis: number): void {
    this.#patience = setTimeout(() => {
      if (this.#closed || !this.info || this.info.patience === null) return;
      void this.#reach.goOn(this.info);
      this.#wait(AGAIN);
    }, millis);
  }

  chat(line: GameInfo['chat'][number]): void {
    const { info } = this;
    if (!info || info.chat.some((other) => other.at === line.at && other.text === line.text)) return;
    this.info = { ...info, chat: [...info.chat, line] };
    if (!info.mine.includes(line.from)) {
      this.unread += 1;
      this.spoken = `${this.seatName(line.from)} says: ${line.text}`;
    }
  }

  seated(sides: Side[]): void {
    this.present = sides;
  }

  /** Begins a replay at a moment of the log. */
  replayFrom(from: number, playing = false): void {
    const eyes = this.ending ? 'all' : (this.view?.side ?? null);
    this.replay?.stop();
    this.replay = new Replay(this.id, eyes, this.view?.log ?? [], from, playing);
  }

  endReplay(): void {
    this.replay?.stop();
    this.replay = null;
  }

  /** The army that a seat leads: here and nowhere else one becomes the other. */
  armyOf(seat: Seat): Side {
    // While the screen changes hands nothing is shown, and whose turn it is must still be said.
    const armies = (this.sight ?? this.view?.sight)?.armies;
    return armies?.[seat === 'union' ? 0 : 1] ?? seat;
  }

  /** What a seat is called: by the army it leads. */
  seatName(seat: Seat): string {
    return sideName(this.armyOf(seat));
  }

  /** Lets pass what is asked; nothing, if that is no reaction. */
  letPass(): boolean {
    const { view, ask } = this;
    const pass = ask?.reaction?.pass;
    if (!view || pass === undefined || this.reacting) return false;
    void this.#react(() => view.act(pass));
    return true;
  }

  /** Stops the clock of what is asked; nothing, if no clock runs. */
  wait(): boolean {
    const { ask, sight } = this;
    const pause = pauseOf(this.view?.reactions ?? null, ask?.side ?? null);
    if (!ask?.reaction || !sight || pause?.left == null || pause.sealed || this.reacting) return false;
    void this.#react(() => api.wait(this.id, ask.side, sight.moment));
    return true;
  }

  /** Says something beforehand of a kind of reactions, or revokes it. */
  stand(said: { kind: string; unit: string | null; turn: boolean; says: StandingSays }): void {
    const side = this.view?.side;
    if (!side) return;
    const { unit, ...rest } = said;
    void this.#react(() => api.stand(this.id, { side, ...rest, ...(unit !== null && { unit }) }));
  }

  async #react(doing: () => Promise<unknown>): Promise<void> {
    this.reacting = true;
    this.unreacted = null;
    try {
      await doing();
    } catch (error) {
      // Whoever was too late sees by now what became of it.
      const late = error instanceof Refused && error.refusal.error === 'stale';
      if (!late) this.unreacted = (error as Error).message;
    } finally {
      this.reacting = false;
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#patience);
    this.replay?.stop();
    this.view?.close();
  }
}
