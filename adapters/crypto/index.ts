// Fills the digester, secret-vault and event-signer ports from node:crypto, and hashes passwords.
export { createDigester } from './digester.ts';
export { createEventSigner } from './event-signer.ts';
export { parseKeyRing, type RingKey } from './key-ring.ts';
export { createPasswordHasher } from './password-hasher.ts';
export { createSecretVault } from './secret-vault.ts';
