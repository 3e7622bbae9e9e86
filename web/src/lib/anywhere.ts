// What works on every page. Browsers keep some functions from pages that come over plain HTTP by a name other than
// localhost, and so from a table in a house network: `crypto.randomUUID`, `crypto.subtle`, `navigator.clipboard` and
// others. The linter forbids them everywhere but here.

/** A name that nobody gives twice: 128 random bits in hexadecimal digits. */
export function freshName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Copies what stands in a field, which stays selected; whether that worked. */
export async function copyFrom(field: HTMLInputElement): Promise<boolean> {
  field.select();
  try {
    // eslint-disable-next-line no-restricted-properties -- what follows is for pages that do not have it
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // The way of old, which needs no safe connection, only that somebody has just clicked.
    return document.execCommand('copy');
  }
}
