import { createHash, createHmac, createSecretKey, hash } from 'node:crypto';
import type { Digester } from '#core/ports';

/** `pepper` keys the digests: who reads the database alone cannot test guesses. */
export function createDigester({ pepper }: { pepper: string }): Digester {
  if (pepper === '') throw new Error('the digest pepper is empty');
  const key = createSecretKey(pepper, 'utf8');
  return {
    keyed: (purpose, text) => createHmac('sha256', key).update(framed(purpose)).update(text).digest('hex'),
    sha256: (text) => hash('sha256', text, 'hex'),
    codeChallenge: (verifier) => createHash('sha256').update(verifier).digest('base64url'),
  };
}

/** The length keeps every purpose and text apart from every other. */
function framed(purpose: string): string {
  return `${Buffer.byteLength(purpose)}:${purpose}`;
}
