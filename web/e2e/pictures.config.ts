import { defineConfig } from 'vitest/config';

// `npm run pictures` takes the pictures of the README anew.
export default defineConfig({
  test: {
    include: ['e2e/pictures.ts'],
    root: new URL('..', import.meta.url).pathname,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
