// Where tests of reactive parts run: in Node, without a page, but as a browser compiles them.

import type { Environment } from 'vitest/runtime';

export default {
  name: 'runes',
  viteEnvironment: 'client',
  setup: () => ({ teardown: () => {} }),
} satisfies Environment;
