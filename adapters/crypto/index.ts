// Fills the digester, secret-vault and event-signer ports from node:crypto, and hashes passwords.
export { createDigester } from './digester.ts';
export { createEventSigner } from './event-signer.ts';
export { createPasswordHasher } from './password-hasher.ts';
export { createSecondFactors } from './second-factors.ts';
export { createSecretVault, parseKeyRing, type RingKey } from './secret-vault.ts';
