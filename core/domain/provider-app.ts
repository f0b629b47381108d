import type { Plane } from './caller.ts';
import type { ProviderAppId } from './ids.ts';

export const providerAppStatuses = ['draft', 'verified'] as const;
export type ProviderAppStatus = (typeof providerAppStatuses)[number];

/** The customer's own OAuth application at the provider. Credentials are kept sealed and never returned. */
export interface ProviderApp extends Plane {
  readonly id: ProviderAppId;
  readonly provider: 'ledger';
  readonly name: string;
  readonly status: ProviderAppStatus;
  readonly isDefault: boolean;
  readonly clientId: string | null;
  readonly sealedClientSecret: string | null;
  readonly sealedWebhookKey: string | null;
  /** When a rightly signed, empty notification (the provider's intent-to-receive check) last arrived. */
  readonly intentReceivedAt: Date | null;
  /** Provider calls a UTC day of each of its connections, where fewer than usual are allowed. */
  readonly dailyCallLimit: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Names the app of a connection, of a receiver and of a cursor: the id, or the hosted app. Never null, so unique indexes hold. */
export type AppKey = ProviderAppId | 'hosted';

export function appKeyOf(id: ProviderAppId | null): AppKey {
  return id ?? 'hosted';
}
