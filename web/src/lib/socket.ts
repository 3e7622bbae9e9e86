// A socket to one game, with one pair of eyes, that comes back by itself.

import type { Side, ToClient, ToServer } from '../wire';
import { playerKey } from './api';
import { understood } from './understood';
import { canUnpack, unpacked } from './unpack';

export type Connection = 'connecting' | 'open' | 'lost';

export interface Listener {
  message(message: ToClient): void;
  connection(state: Connection): void;
  /** How many entries of the log are here already, and the moment they belong to. */
  have(): { log: number; moment: string | undefined };
}

/** What is left of a socket for whoever talks over it. */
export type Line = Pick<GameSocket, 'send' | 'restart' | 'close'>;
/** A quiet line tells nothing while another seat of mine is asked: that one's line tells it. */
export type Dial = (game: string, side: Side | null, listener: Listener, quiet: boolean) => Line;

export const dial: Dial = (game, side, listener, quiet) => new GameSocket(game, side, listener, quiet);

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;

export class GameSocket {
  readonly #game: string;
  readonly #side: Side | null;
  readonly #listener: Listener;
  readonly #quiet: boolean;
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  /** Whether the last thing heard made no sense. */
  #puzzled = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  /** Unpacking takes its time; what comes after waits for what came before. */
  #heard: Promise<void> = Promise.resolve();

  constructor(game: string, side: Side | null, listener: Listener, quiet: boolean) {
    this.#game = game;
    this.#side = side;
    this.#listener = listener;
    this.#quiet = quiet;
    this.#open();
    addEventListener('online', this.#hurry);
    document.addEventListener('visibilitychange', this.#hurry);
  }

  #open(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const path = `/api/v1/games/${encodeURIComponent(this.#game)}/socket`;
    const socket = new WebSocket(`${scheme}://${location.host}${path}`);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    socket.onopen = () => {
      const { log, moment } = this.#listener.have();
      this.send({
        type: 'hello',
        key: playerKey(),
        side: this.#side,
        log,
        changes: true,
        packed: canUnpack,
        quiet: this.#quiet,
        ...(moment !== undefined && { moment }),
      });
    };
    socket.onmessage = (event: MessageEvent<unknown>) => {
      this.#heard = this.#heard
        .then(() => unpacked(event.data))
        .then((text) => this.#hear(socket, text))
        // Whatever fails at one message must not silence the next.
        .catch((error: unknown) => reportError(error));
    };
    socket.onclose = () => this.#lost(socket);
  }

  #hear(socket: WebSocket, text: string | null): void {
    // What was given up may go on talking for a while.
    if (this.#socket !== socket) return;
    const message = understood(text);
    if (!message) return this.restart();
    if (message.type === 'news') {
      // Whoever talks nonsense after every greeting is greeted more and more rarely.
      if (!this.#puzzled) this.#wait = FIRST_WAIT;
      this.#puzzled = false;
      this.#listener.connection('open');
    }
    this.#listener.message(message);
  }

  /** What came makes no sense, so nothing after it can be trusted: a new greeting brings everything as it is. */
  restart(): void {
    const socket = this.#socket;
    if (!socket) return;
    this.#puzzled = true;
    this.#lost(socket);
    socket.close();
  }

  #lost(socket: WebSocket): void {
    if (this.#closed || this.#socket !== socket) return;
    this.#socket = null;
    this.#listener.connection('lost');
    // A little chance in the waiting keeps a thousand browsers from coming back at the same instant.
    const wait = this.#wait * (0.75 + Math.random() / 2);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    this.#timer = setTimeout(() => this.#open(), wait);
  }

  /** Somebody is looking, or the line is back: no reason to wait any longer. */
  readonly #hurry = (): void => {
    if (this.#closed || document.hidden || this.#socket !== null) return;
    clearTimeout(this.#timer);
    this.#wait = FIRST_WAIT;
    this.#open();
  };

  /** Says something; `false` if nobody would hear it. */
  send(message: ToServer): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener('online', this.#hurry);
    document.removeEventListener('visibilitychange', this.#hurry);
    this.#socket?.close();
  }
}
