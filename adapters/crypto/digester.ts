import { createHash, createHmac, createSecretKey, hash } from 'node:crypto';
import type { Digester } from '#core/ports';

/** `pepper` keys the digests, so that somebody who reads only the database cannot test guesses. */
export function createDigester({ pepper }: { pepper: string }): Digester {
  if (pepper === '') throw new Error('the digest pepper is empty');
  const key = createSecretKey(pepper, 'utf8');
  return {
    keyed: (purpose, text) => createHmac('sha256', key).update(framed(purpose)).update(text).digest('hex'),
    sha256: (content) => hash('sha256', content, 'hex'),
    codeChallenge: (verifier) => createHash('sha256').update(verifier).digest('base64url'),
  };
}

/** With the length, no two pairs of purpose and text give the same bytes. */
function framed(purpose: string): string {
  return `${Buffer.byteLength(purpose)}:${purpose}`;
}
