// Frames of the socket: short messages are texts, longer ones are compressed.

/** Whether this browser can read compressed frames. */
export const canUnpack: boolean = (() => {
  try {
    return Boolean(new DecompressionStream('deflate-raw'));
  } catch {
    return false;
  }
})();

/** The text of a frame; nothing, if it is none. */
export async function unpacked(frame: unknown): Promise<string | null> {
  if (typeof frame === 'string') return frame;
  if (!(frame instanceof ArrayBuffer)) return null;
  try {
    const text = new Blob([frame]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    return await new Response(text).text();
  } catch {
    return null;
  }
}
