// Builds the client and checks what the first page costs: its JavaScript, compressed, stays under 150 kB.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const MOST = 150_000;

const outDir = await mkdtemp(join(tmpdir(), 'longroll-size-'));
try {
  await build({ build: { outDir, emptyOutDir: true }, logLevel: 'warn' });
  const page = await readFile(join(outDir, 'index.html'), 'utf8');
  const scripts = [...page.matchAll(/(?:src|href)="\/?(assets\/[^"]+\.js)"/g)].map(([, path]) => path);
  if (scripts.length === 0) throw new Error('the first page names no script; has its form changed?');
  const sizes = await Promise.all(
    scripts.map(async (path) => gzipSync(await readFile(join(outDir, path))).length),
  );
  const sum = sizes.reduce((total, size) => total + size, 0);
  console.log(
    `first page: ${(sum / 1000).toFixed(1)} kB of JavaScript, compressed (at most ${MOST / 1000} kB)`,
  );
  if (sum > MOST) process.exitCode = 1;
} finally {
  await rm(outDir, { recursive: true, force: true });
}
