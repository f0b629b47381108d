import type { Environment } from '../domain/caller.ts';
import type { OrganizationId } from '../domain/ids.ts';

/** The owner, column and row of a sealed value; it can be opened for no other. */
export interface SecretPlace {
  readonly organizationId: OrganizationId;
  readonly environment: Environment;
  readonly table: string;
  readonly row: string;
  readonly column: string;
}

/** Encrypts secrets at rest. Proven by contract-tests/secret-vault.contract.ts. */
export interface SecretVault {
  /** The ids of the keys in the ring: the first seals, all open. Never empty; not secret. */
  readonly keyIds: readonly [string, ...string[]];
  /** Sealing the same text twice gives different values. */
  seal(plain: string, place: SecretPlace): Promise<string>;
  /** Rejects a value that was altered, moved to another place, or sealed under a key that is not in the ring. */
  open(sealed: string, place: SecretPlace): Promise<string>;
}
