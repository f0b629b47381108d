import type { Plane } from './caller.ts';

/** A column that holds sealed values. */
export interface SealedColumn {
  readonly table: 'provider_apps' | 'credentials' | 'webhook_endpoints';
  readonly column: string;
  /** The column's name in the place that its values are bound to. */
  readonly boundAs: string;
}

/**
 * Every place where secrets are stored. What is not in this list is not re-encrypted, so a test holds it to the schema:
 * each column named `sealed_…` is here, and has an index on the key ids of its values.
 */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'provider_apps', column: 'sealed_client_secret', boundAs: 'client_secret' },
  { table: 'provider_apps', column: 'sealed_webhook_key', boundAs: 'webhook_key' },
  { table: 'credentials', column: 'sealed_access_token', boundAs: 'access_token' },
  { table: 'credentials', column: 'sealed_refresh_token', boundAs: 'refresh_token' },
  { table: 'credentials', column: 'sealed_previous_refresh_token', boundAs: 'refresh_token' },
  { table: 'webhook_endpoints', column: 'sealed_secret', boundAs: 'secret' },
  { table: 'webhook_endpoints', column: 'sealed_previous_secret', boundAs: 'previous_secret' },
];

/** A sealed value and its owner. */
export interface SealedValue extends Plane {
  /** The primary key of its row. */
  readonly row: string;
  readonly sealed: string;
}

/** The same secret, sealed anew. */
export interface ResealedValue {
  readonly row: string;
  readonly from: string;
  readonly to: string;
}

/** What of the stored values a key of the ring, or one that is missing there, has sealed. */
export interface KeyUse {
  readonly keyId: string;
  /** How many stored values need this key. */
  readonly values: number;
  readonly inRing: boolean;
  /** Whether new values are sealed under it. */
  readonly seals: boolean;
}

/** A key that opens, seals nothing and is needed by nothing. */
export function mayBeDropped({ values, inRing, seals }: KeyUse): boolean {
  return inRing && !seals && values === 0;
}
