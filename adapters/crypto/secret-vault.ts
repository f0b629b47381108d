import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretPlace, SecretVault } from '#core/ports';

export interface RingKey {
  readonly id: string;
  readonly key: Uint8Array;
}

const idForm = /^[A-Za-z0-9_-]{1,32}$/;
const keyBytes = 32;
const expected = `<id>:<base64 of ${keyBytes} bytes>`;

/** Reads `<id>:<base64 of 32 bytes>[,…]`. Messages give an entry's position, because an id may be a key by mistake. */
export function parseKeyRing(text: string): readonly RingKey[] {
  const entries = text.split(',').map((entry) => entry.trim());
  const placeOf = (index: number) => `entry ${index + 1} of ${entries.length}`;
  return checkedRing(entries.map((entry, index) => parseEntry(entry, placeOf(index))));
}

function checkedRing(ring: readonly RingKey[]): readonly RingKey[] {
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
  // Buffer ignores characters that are not base64.
  if (key.toString('base64') !== encoded) throw new Error(`${place}: the key is not base64; expected ${expected}`);
  return { id: entry.slice(0, separator), key };
}

const algorithm = 'aes-256-gcm';
// NIST SP 800-38D allows 2^32 random nonces under one key (docs/retention-and-secrets.md).
const nonceBytes = 12;
const tagBytes = 16;
const version = 'v1';
const sealedForm = /^v1\.([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]+)$/;

/**
 * The first key seals; every key opens. A plain Error says that a value is damaged or that its key is missing, and
 * shows nothing of the value.
 */
export function createSecretVault({ keys }: { keys: readonly RingKey[] }): SecretVault {
  const ring = new Map(checkedRing(keys).map(({ id, key }) => [id, key]));
  const [sealing, ...others] = keys;
  if (!sealing) throw new Error('a key ring needs at least one key');
  return {
    keyIds: [sealing.id, ...others.map(({ id }) => id)],
    seal: async (plain, place) => seal(sealing, plain, place),
    open: async (sealed, place) => {
      const [, keyId = '', packed = ''] = sealedForm.exec(sealed) ?? [];
      const key = ring.get(keyId);
      if (!key) throw unopenable(keyId === '' ? 'it is not a sealed value' : `key ${keyId} is not in the ring`);
      return open(key, Buffer.from(packed, 'base64url'), associatedData(keyId, place));
    },
  };
}

function seal({ id, key }: RingKey, plain: string, place: SecretPlace): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(associatedData(id, place));
  const packed = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${version}.${id}.${packed.toString('base64url')}`;
}

function open(key: Uint8Array, packed: Buffer, aad: Buffer): string {
  if (packed.length < nonceBytes + tagBytes) throw unopenable('it is too short');
  const decipher = createDecipheriv(algorithm, key, packed.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(aad);
  decipher.setAuthTag(packed.subarray(-tagBytes));
  const opened = decipher.update(packed.subarray(nonceBytes, -tagBytes));
  try {
    return Buffer.concat([opened, decipher.final()]).toString('utf8');
  } catch {
    throw unopenable('it was altered, moved, or sealed under another key');
  }
}

/** As JSON of a fixed list, two places never have the same bytes. */
function associatedData(keyId: string, place: SecretPlace): Buffer {
  const { organizationId, environment, table, row, column } = place;
  return Buffer.from(JSON.stringify([version, keyId, organizationId, environment, table, row, column]));
}

function unopenable(why: string): Error {
  return new Error(`a sealed value cannot be opened: ${why}`);
}
