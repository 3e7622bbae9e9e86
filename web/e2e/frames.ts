// What the frames of one socket say, and what is seen after each of them.

import { inflateRawSync } from 'node:zlib';
import { changed } from '../src/lib/change';
import type { Side, Sight, ToClient } from '../src/wire';

export class Frames {
  /** What the page has been shown last by this socket. */
  sight: Sight | null = null;
  /** By seat, where the socket is of two that keep secrets from each other. */
  readonly #sights = new Map<Side | null, Sight | null>();

  /** A frame as text, unpacked, and as the message it is. */
  hear(payload: string | Buffer): { text: string; message: ToClient } {
    const text = typeof payload === 'string' ? payload : inflateRawSync(payload).toString('utf8');
    const message = JSON.parse(text) as ToClient;
    if (message.type === 'news') {
      const { side = null, sight, change } = message;
      const before = this.#sights.get(side) ?? null;
      if (sight !== undefined) this.sight = sight;
      else this.sight = before && change ? changed(before, change) : before;
      this.#sights.set(side, this.sight);
    }
    return { text, message };
  }
}
