import { afterEach, expect, it, vi } from 'vitest';
import { freshName } from './anywhere';

afterEach(() => vi.unstubAllGlobals());

it('gives a new name each time, on pages without what safe connections have', () => {
  const { crypto } = globalThis;
  vi.stubGlobal('crypto', {
    getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
  });
  const names = Array.from({ length: 1000 }, freshName);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{32}$/);
});
