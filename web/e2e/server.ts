// The program itself, on a free port, with a database of its own.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAM = process.env['LONGROLL'] ?? join(import.meta.dirname, '../../target/debug/longroll');

export class Server {
  readonly #folder: string;
  readonly #words: readonly string[];
  #process: ChildProcess;
  #address: URL;

  private constructor(folder: string, words: readonly string[], process: ChildProcess, address: URL) {
    this.#folder = folder;
    this.#words = words;
    this.#process = process;
    this.#address = address;
  }

  /** Starts the program, with further words for its command line. */
  static async start(...words: string[]): Promise<Server> {
    const folder = await mkdtemp(join(tmpdir(), 'longroll-e2e-'));
    const [process, address] = await launch(folder, '0', words);
    return new Server(folder, words, process, address);
  }

  url(hash = '#/'): string {
    return new URL(`/${hash}`, this.#address).href;
  }

  /** The same server by another name, for a browser that knows where that leads. */
  named(host: string, hash = '#/'): string {
    const url = new URL(this.url(hash));
    url.hostname = host;
    return url.href;
  }

  /** Kills the program without warning and starts it again at the same address. */
  async killAndRestart(): Promise<void> {
    await end(this.#process, 'SIGKILL');
    [this.#process, this.#address] = await launch(this.#folder, this.#address.port, this.#words);
  }

  async stop(): Promise<void> {
    await end(this.#process, 'SIGTERM');
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function launch(folder: string, port: string, more: readonly string[]): Promise<[ChildProcess, URL]> {
  // The players here are quicker than any person, and are not to be held up for it.
  const limits = ['--acts', '500/1000', '--looks', '500/1000', '--traces', '500/1000'];
  const words = [
    'serve',
    '--port',
    port,
    '--database',
    join(folder, 'games.db'),
    '--no-open',
    ...limits,
    ...more,
  ];
  const program = spawn(PROGRAM, words, {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const failed = once(program, 'exit').then(([code]) => {
    throw new Error(`${PROGRAM} ${words.join(' ')} ended with ${code} before it said where it listens`);
  });
  return [program, await Promise.race([addressOf(program), failed])];
}

/** Where it says that it listens. */
async function addressOf(program: ChildProcess): Promise<URL> {
  if (!program.stdout) throw new Error('the program has no output');
  for await (const line of createInterface({ input: program.stdout })) {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (!address) continue;
    program.stdout.resume();
    return new URL(address);
  }
  throw new Error('the program never said where it listens');
}

async function end(program: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const gone = once(program, 'exit');
  program.kill(signal);
  await gone;
}
