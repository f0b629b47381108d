/** Tokens that look like the provider's: RS256 JWTs, with a key set that verifies them. */
import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

const keyId = 'sandbox-1';
let keys: { readonly privateKey: KeyObject; readonly publicKey: KeyObject } | undefined;

/** Generates the key pair on first use, because that takes long and most tests need it once per process. */
function keyPair() {
  keys ??= generateKeyPairSync('rsa', { modulusLength: 2048 });
  return keys;
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export function signToken(claims: object): string {
  const signed = `${encode({ alg: 'RS256', kid: keyId, typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), keyPair().privateKey).toString('base64url')}`;
}

export function keySet(): object {
  const jwk = createPublicKey(keyPair().privateKey.export({ type: 'pkcs1', format: 'pem' })).export({ format: 'jwk' });
  return { keys: [{ ...jwk, kid: keyId, use: 'sig', alg: 'RS256' }] };
}
