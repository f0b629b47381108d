import type { ApiKey } from '../domain/api-key.ts';
import type { ApiKeyId, OrganizationId } from '../domain/ids.ts';

/** Stores API keys, without their secrets. Proven by contract-tests/tenancy-stores.contract.ts and console-stores.contract.ts. */
export interface ApiKeyStore {
  insert(key: ApiKey): Promise<void>;
  /** Revoked keys too; read from the database every time, so that a revocation takes effect at once. */
  findByDigest(digest: string): Promise<ApiKey | undefined>;
  find(organizationId: OrganizationId, id: ApiKeyId): Promise<ApiKey | undefined>;
  /** Newest first, at most 1,000. */
  list(organizationId: OrganizationId): Promise<readonly ApiKey[]>;
  /** How many are not revoked. */
  countActive(organizationId: OrganizationId): Promise<number>;
  /** False when there is no such live key. */
  revoke(organizationId: OrganizationId, id: ApiKeyId, at: Date): Promise<boolean>;
  touch(id: ApiKeyId, at: Date): Promise<void>;
}
