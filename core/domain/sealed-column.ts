import type { Plane } from './caller.ts';

export interface SealedColumn {
  readonly table:
    | 'provider_apps'
    | 'credentials'
    | 'webhook_endpoints'
    | 'bulk_items'
    | 'member_factors'
    | 'export_parts'
    | 'alert_destinations'
    | 'provider_requests'
    | 'held_writes';
  readonly column: string;
  /** The `column` of the `SecretPlace` to which the values are bound. */
  readonly boundAs: string;
}

/**
 * Every column that stores something sealed. Others would not be re-encrypted, so a test checks that each column named
 * `sealed_…` is here, with an index on its key ids.
 */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'provider_apps', column: 'sealed_client_secret', boundAs: 'client_secret' },
  { table: 'provider_apps', column: 'sealed_webhook_key', boundAs: 'webhook_key' },
  { table: 'credentials', column: 'sealed_access_token', boundAs: 'access_token' },
  { table: 'credentials', column: 'sealed_refresh_token', boundAs: 'refresh_token' },
  { table: 'credentials', column: 'sealed_previous_refresh_token', boundAs: 'refresh_token' },
  { table: 'webhook_endpoints', column: 'sealed_secret', boundAs: 'secret' },
  { table: 'webhook_endpoints', column: 'sealed_previous_secret', boundAs: 'previous_secret' },
  { table: 'bulk_items', column: 'sealed_body', boundAs: 'body' },
  { table: 'member_factors', column: 'sealed_secret', boundAs: 'secret' },
  { table: 'export_parts', column: 'sealed_text', boundAs: 'text' },
  { table: 'alert_destinations', column: 'sealed_address', boundAs: 'address' },
  { table: 'provider_requests', column: 'sealed_request', boundAs: 'request' },
  { table: 'held_writes', column: 'sealed_content', boundAs: 'content' },
];

export interface SealedValue extends Plane {
  readonly row: string;
  readonly sealed: string;
}

export interface ResealedValue {
  readonly row: string;
  readonly from: string;
  readonly to: string;
}

export interface KeyUse {
  readonly keyId: string;
  readonly values: number;
  readonly inRing: boolean;
  readonly seals: boolean;
}

/** True if the key seals nothing and no stored value needs it. */
export function mayBeDropped({ values, inRing, seals }: KeyUse): boolean {
  return inRing && !seals && values === 0;
}
