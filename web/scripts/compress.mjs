// Puts compressed twins beside what is built, so that the server need not compress anything.

import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const COMPRESSIBLE = /\.(html|js|css|svg|json)$/;

/** A Vite plugin that runs when everything is written. */
export function compress() {
  let folder = '';
  return {
    name: 'compress',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir;
    },
    async closeBundle() {
      for (const path of await readdir(folder, { recursive: true })) {
        const file = join(folder, path);
        if (!COMPRESSIBLE.test(path) || !(await stat(file)).isFile()) continue;
        const bytes = await readFile(file);
        const params = {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        };
        for (const [ending, twin] of [
          ['br', brotliCompressSync(bytes, { params })],
          ['gz', gzipSync(bytes, { level: 9 })],
        ]) {
          if (twin.length < bytes.length) await writeFile(`${file}.${ending}`, twin);
        }
      }
    },
  };
}
