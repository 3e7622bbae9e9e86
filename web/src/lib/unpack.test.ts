import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { canUnpack, unpacked } from './unpack';

const packed = (text: string): ArrayBuffer => new Uint8Array(deflateRawSync(text)).buffer;

it('frames are texts, or texts made shorter', async () => {
  expect(canUnpack).toBe(true);
  expect(await unpacked('{"type":"chat"}')).toBe('{"type":"chat"}');
  const long = '{"text":"Buford’s men hold McPherson’s Ridge."}'.repeat(200);
  expect(packed(long).byteLength).toBeLessThan(long.length / 10);
  expect(await unpacked(packed(long))).toBe(long);
});

it('whatever else comes is no text', async () => {
  expect(await unpacked(new Uint8Array([1, 2, 3, 4]).buffer)).toBeNull();
  expect(await unpacked(packed('cut short'.repeat(90)).slice(0, 9))).toBeNull();
  expect(await unpacked(7)).toBeNull();
});
