// What the frames of one socket say, and what is seen after each of them.

import { inflateRawSync } from 'node:zlib';
import { changed } from '../src/lib/change';
import type { Sight, ToClient } from '../src/wire';

export class Frames {
  /** What the page has been shown by this socket. */
  sight: Sight | null = null;

  /** A frame as text, unpacked, and as the message it is. */
  hear(payload: string | Buffer): { text: string; message: ToClient } {
    const text = typeof payload === 'string' ? payload : inflateRawSync(payload).toString('utf8');
    const message = JSON.parse(text) as ToClient;
    if (message.type === 'news') {
      const { sight, change } = message;
      if (sight !== undefined) this.sight = sight;
      else if (change) this.sight = this.sight && changed(this.sight, change);
    }
    return { text, message };
  }
}
