// Bytes as hexadecimal digits, the way seeds and nonces are written.

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes of so many times two hexadecimal digits; nothing if it is something else. */
export function unhex(text: unknown, size: number): Uint8Array | null {
  if (typeof text !== 'string' || text.length !== 2 * size || !/^[0-9a-fA-F]*$/.test(text)) return null;
  return Uint8Array.from({ length: size }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));
}
