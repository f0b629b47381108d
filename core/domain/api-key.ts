import type { Environment, Plane } from './caller.ts';
import type { ApiKeyId } from './ids.ts';

/** A bearer key; only a keyed digest of the secret is stored. */
export interface ApiKey extends Plane {
  readonly id: ApiKeyId;
  readonly name: string;
  readonly digest: string;
  readonly lastFour: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** The most unrevoked keys of an organization, both environments together. */
export const activeKeysMost = 100;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 32;
const checksumLength = 6;
const form = new RegExp(`^acct_(test|live)_([0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}})$`);

export function keyPrefix(environment: Environment): string {
  return `acct_${environment}_`;
}

export function composeKey(environment: Environment, random: readonly number[]): string {
  const body = random.slice(0, randomLength).map((n) => alphabet[n % 62]);
  const stem = keyPrefix(environment) + body.join('');
  return stem + checksum(stem);
}

/** Returns undefined for a malformed key or a wrong checksum, so that garbage costs no query. */
export function environmentOfKey(secret: string): Environment | undefined {
  const match = form.exec(secret);
  if (!match) return undefined;
  const stem = secret.slice(0, -checksumLength);
  return checksum(stem) === match[3] ? (match[1] as Environment) : undefined;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let encoded = '';
  for (let i = 0; i < checksumLength; i++) {
    encoded = (alphabet[rest % 62] ?? '0') + encoded;
    rest = Math.floor(rest / 62);
  }
  return encoded;
}

/** CRC-32 (IEEE 802.3) of ASCII text; secret scanners recognise a leaked key by it. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
