// A digester of one's own: a key for each purpose, derived from one secret.
import { createHash, createHmac } from 'node:crypto';
import type { Digester } from 'ledgerport/ports';

export function createDerivedDigester(secret: string): Digester {
  const keyOf = (purpose: string) => createHmac('sha256', secret).update(purpose).digest();
  return {
    keyed: (purpose, text) => createHmac('sha256', keyOf(purpose)).update(text).digest('hex'),
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    codeChallenge: (verifier) => createHash('sha256').update(verifier).digest('base64url'),
  };
}
