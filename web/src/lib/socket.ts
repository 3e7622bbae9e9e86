// A socket to one game, with one pair of eyes, that comes back by itself.

import type { Side, ToClient, ToServer } from '../wire';
import { playerKey } from './api';
import { understood } from './understood';

export type Connection = 'connecting' | 'open' | 'lost';

export interface Listener {
  message(message: ToClient): void;
  connection(state: Connection): void;
  /** How many entries of the log are here already. */
  have(): number;
}

/** What is left of a socket for whoever talks over it. */
export type Line = Pick<GameSocket, 'send' | 'close'>;
export type Dial = (game: string, side: Side | null, listener: Listener) => Line;

export const dial: Dial = (game, side, listener) => new GameSocket(game, side, listener);

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;

export class GameSocket {
  readonly #game: string;
  readonly #side: Side | null;
  readonly #listener: Listener;
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  /** Whether the last thing heard made no sense. */
  #puzzled = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(game: string, side: Side | null, listener: Listener) {
    this.#game = game;
    this.#side = side;
    this.#listener = listener;
    this.#open();
    addEventListener('online', this.#hurry);
    document.addEventListener('visibilitychange', this.#hurry);
  }

  #open(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const path = `/api/v1/games/${encodeURIComponent(this.#game)}/socket`;
    const socket = new WebSocket(`${scheme}://${location.host}${path}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.send({ type: 'hello', key: playerKey(), side: this.#side, log: this.#listener.have() });
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      // What was given up may go on talking for a while.
      if (this.#socket !== socket) return;
      const message = understood(event.data);
      if (!message) return this.#askAgain(socket);
      if (message.type === 'news') {
        // Whoever talks nonsense after every greeting is greeted more and more rarely.
        if (!this.#puzzled) this.#wait = FIRST_WAIT;
        this.#puzzled = false;
        this.#listener.connection('open');
      }
      this.#listener.message(message);
    };
    socket.onclose = () => this.#lost(socket);
  }

  /** What came makes no sense, so nothing after it can be trusted: a new greeting brings everything as it is. */
  #askAgain(socket: WebSocket): void {
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
