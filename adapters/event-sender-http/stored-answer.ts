// What is stored of a receiver's answer.
const longestSeconds = 86_400;

/** Seconds by a Retry-After header in either of its forms, at most a day; null where it says nothing. */
export function retryAfterSeconds(header: string | undefined, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text), longestSeconds);
  const at = /^[A-Za-z]{3,9},/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return null;
  return Math.min(Math.max(Math.ceil((at - nowMs) / 1000), 0), longestSeconds);
}

/** The beginning of a body as text of at most `maxBytes` in UTF-8: no half characters, and no NUL, which databases refuse. */
export function excerptOf(bytes: Uint8Array, maxBytes: number): string {
  const text = decoded(bytes.subarray(0, maxBytes)).replaceAll('\0', '\ufffd');
  const encoded = new TextEncoder().encode(text);
  // What was not UTF-8 has grown into replacement characters.
  return encoded.length <= maxBytes ? text : decoded(encoded.subarray(0, maxBytes));
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes, { stream: true });
}
