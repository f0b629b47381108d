/** One AES-256 key of the ring; `id` is written beside what it sealed. */
export interface RingKey {
  readonly id: string;
  readonly key: Uint8Array;
}

const idForm = /^[A-Za-z0-9_-]{1,32}$/;
const keyBytes = 32;
const expected = `<id>:<base64 of ${keyBytes} bytes>`;

/**
 * Reads `<id>:<base64 of 32 bytes>[,…]` (ENCRYPTION_KEYS). The first key encrypts, all decrypt. Messages name the
 * entry by its place only: an entry written the wrong way round would have its key where the id should be.
 */
export function parseKeyRing(text: string): readonly RingKey[] {
  const entries = text.split(',').map((entry) => entry.trim());
  const ring = entries.map((entry, index) => parseEntry(entry, `entry ${index + 1} of ${entries.length}`));
  return checkedRing(ring);
}

/** Refuses a ring that cannot encrypt or that names two keys alike. */
export function checkedRing(ring: readonly RingKey[]): readonly RingKey[] {
  if (ring.length === 0) throw new Error('a key ring needs at least one key');
  ring.forEach(({ id, key }, index) => {
    const place = `entry ${index + 1} of ${ring.length}`;
    if (!idForm.test(id)) throw new Error(`${place}: the key id must be 1-32 letters, digits, "-" or "_"`);
    if (key.length !== keyBytes) throw new Error(`${place}: the key has ${key.length} bytes, not ${keyBytes}`);
    if (ring.findIndex((other) => other.id === id) !== index) throw new Error(`${place}: its key id is already in use`);
  });
  return ring;
}

function parseEntry(entry: string, place: string): RingKey {
  const separator = entry.indexOf(':');
  if (separator < 1) throw new Error(`${place}: expected ${expected}`);
  const encoded = entry.slice(separator + 1);
  const key = Buffer.from(encoded, 'base64');
  // Buffer skips what is not base64, so only a value that encodes back to itself was meant.
  if (key.toString('base64') !== encoded) throw new Error(`${place}: the key is not base64; expected ${expected}`);
  return { id: entry.slice(0, separator), key };
}
