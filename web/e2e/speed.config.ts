import { defineConfig } from 'vitest/config';

// `npm run speed` measures what a debug build on a busy machine could not show.
export default defineConfig({
  test: {
    include: ['e2e/speed.ts'],
    root: new URL('..', import.meta.url).pathname,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
