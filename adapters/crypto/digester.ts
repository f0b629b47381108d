import { createHash, createHmac, createSecretKey, hash } from 'node:crypto';
import type { Digester } from '#core/ports';

/** `pepper` keys every keyed digest; somebody who reads the database alone cannot test guesses against it. */
export function createDigester({ pepper }: { pepper: string }): Digester {
  if (pepper === '') throw new Error('the digest pepper is empty');
  const key = createSecretKey(pepper, 'utf8');
  return {
    keyed: (purpose, text) => createHmac('sha256', key).update(framed(purpose)).update(text).digest('hex'),
    sha256: (text) => hash('sha256', text, 'hex'),
    codeChallenge: (verifier) => createHash('sha256').update(verifier).digest('base64url'),
  };
}

/** Length first, so that no purpose and text can be read as another purpose and text. */
function framed(purpose: string): string {
  return `${Buffer.byteLength(purpose)}:${purpose}`;
}
