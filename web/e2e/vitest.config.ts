import { defineConfig } from 'vitest/config';

// Real games in a real browser against the real program: slow, one after the other, no mercy for a stray error.
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    root: new URL('..', import.meta.url).pathname,
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 60_000,
    // What is waited for comes when a machine with much else to do comes to it.
    expect: { poll: { timeout: 15_000 } },
    // Screens are full of timers; a failure is found faster with the whole story.
    reporters: ['verbose'],
  },
});
