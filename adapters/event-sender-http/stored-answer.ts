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
