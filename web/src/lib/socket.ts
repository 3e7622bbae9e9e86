// A socket to one game, with one pair of eyes, that comes back by itself.

import type { Side, ToClient, ToServer } from '../wire';
import { playerKey } from './api';
import { understood } from './understood';
import { canUnpack, unpacked } from './unpack';

export type Connection = 'connecting' | 'open' | 'lost';

export interface Listener {
  message(message: ToClient): void;
  connection(state: Connection): void;
  /** Whose eyes look, how many entries of their log are here already, and the moment those belong to. */
  have(): { side: Side | null; log: number; moment: string | undefined };
}

/** What is left of a socket for whoever talks over it. */
export type Line = Pick<GameSocket, 'send' | 'restart' | 'close'>;
/** Whoever has both seats has one line: it tells what the one sees that is asked. */
export type Dial = (game: string, listener: Listener, both: boolean) => Line;

export const dial: Dial = (game, listener, both) => new GameSocket(game, listener, both);

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;

export class GameSocket {
  readonly #game: string;
  readonly #listener: Listener;
  readonly #both: boolean;
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  /** Whether the last thing heard made no sense. */
  #puzzled = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  /** Unpacking takes its time; what comes after waits for what came before. */
  #heard: Promise<void> = Promise.resolve();

  constructor(game: string, listener: Listener, both: boolean) {
    this.#game = game;
    this.#listener = listener;
    this.#both = both;
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
      const { side, log, moment } = this.#listener.have();
      this.send({
        type: 'hello',
        key: playerKey(),
        side,
        log,
        changes: true,
        packed: canUnpack,
        both: this.#both,
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
