import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { compress } from './scripts/compress.mjs';

export default defineConfig({
  plugins: [svelte(), compress()],
  build: {
    // The first page may not need more than this: `npm run size` checks the compressed sum.
    chunkSizeWarningLimit: 400,
    // The server allows no inline data but what stands in the page itself.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    // `longroll serve --port 1863` answers while the client is being worked on.
    proxy: { '/api': { target: process.env.LONGROLL ?? 'http://127.0.0.1:1863', ws: true } },
  },
  // Tests take the Svelte that browsers take.
  ...(process.env.VITEST ? { resolve: { conditions: ['browser'] } } : {}),
  test: {
    include: ['src/**/*.test.ts'],
    environment: './src/test/runes.ts',
    server: { deps: { inline: ['svelte'] } },
  },
});
