// Every byte that a page receives: frames of its sockets and bodies of its requests, in the order in which they came.

import type { Page, Response } from 'playwright-core';
import type { Sight } from '../src/wire';
import { Frames } from './frames';

interface Part {
  /** Where it came from; nothing for a frame of a socket. */
  readonly url: string | null;
  text: string;
}

export class Received {
  readonly #parts: Part[] = [];
  readonly #bodies: Promise<void>[] = [];
  /** How many parts there were when the game was found to be over, and all lay open. */
  #end: number | undefined;
  /** What the page was shown as long as the game went on. */
  readonly sights: Sight[] = [];

  constructor(page: Page) {
    page.on('websocket', (socket) => {
      const frames = new Frames();
      socket.on('framereceived', ({ payload }) => this.#frame(frames, payload));
    });
    page.on('response', (response) => this.#response(response));
  }

  #frame(frames: Frames, payload: string | Buffer): void {
    const { text, message } = frames.hear(payload);
    const sight = message.type === 'news' ? frames.sight : null;
    if (sight?.outcome) this.#end ??= this.#parts.length;
    this.#parts.push({ url: null, text });
    if (sight && this.#end === undefined) this.sights.push(sight);
  }

  #response(response: Response): void {
    const part: Part = { url: response.url(), text: '' };
    this.#parts.push(part);
    const status = response.status();
    if (status === 204 || (status >= 300 && status < 400)) return;
    const body = response.body().then((body) => void (part.text = body.toString('utf8')));
    this.#bodies.push(body);
    // A body that the end of a test cuts off is nobody's fault; one that is missing when it is looked for is.
    body.catch(() => {});
  }

  /** All that came before the game was over. */
  async before(): Promise<Bytes> {
    await Promise.all(this.#bodies);
    return new Bytes(this.#parts.slice(0, this.#end));
  }
}

export class Bytes {
  readonly #parts: readonly Part[];

  constructor(parts: readonly Part[]) {
    this.#parts = parts;
  }

  /** What the sockets brought. */
  get frames(): Bytes {
    return new Bytes(this.#parts.filter(({ url }) => url === null));
  }

  /** What requests to such addresses brought. */
  of(url: RegExp): Bytes {
    return new Bytes(this.#parts.filter((part) => part.url !== null && url.test(part.url)));
  }

  /** Those of these texts that stand in it, as JSON writes them. */
  found(texts: readonly string[]): string[] {
    const written = (text: string) => JSON.stringify(text).slice(1, -1);
    return texts.filter((text) => this.#parts.some((part) => part.text.includes(written(text))));
  }

  matches(pattern: RegExp): string[] {
    return this.#parts.flatMap(({ text }) => pattern.exec(text)?.[0] ?? []);
  }
}
