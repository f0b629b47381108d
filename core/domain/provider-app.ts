import type { Plane } from './caller.ts';
import type { ConsoleSessionId, ProviderAppId } from './ids.ts';
import type { AppCheck } from './provider-app-check.ts';

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
  /** When the webhook key was last given; null for an app that an operator registered. */
  readonly webhookKeySetAt: Date | null;
  /** When a rightly signed, empty notification (the provider's intent-to-receive check) last arrived. */
  readonly intentReceivedAt: Date | null;
  /** What the last consent granted that was given to verify the app. */
  readonly grantedScopes: readonly string[] | null;
  /** What verification found; checks that were not made since their credentials changed are absent. */
  readonly checks: readonly AppCheck[];
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

/** One try of a person to consent through an app so that it can be verified. Of the OAuth state only a digest is kept. */
export interface AppConsent {
  readonly stateDigest: string;
  readonly appId: ProviderAppId;
  /** Only this member's browser may come back with it. */
  readonly sessionId: ConsoleSessionId;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export const appConsentMinutes = 10;
/** Apps of an organization in one environment. */
export const providerAppsMax = 100;

/** An app with what a person has to enter at the provider. */
export interface ShownApp {
  readonly app: ProviderApp;
  readonly redirectUri: string;
  readonly webhookUrl: string;
  readonly requiredScopes: readonly string[];
}

/** What the person who came back is told. */
export type ConsentOutcome =
  | { readonly kind: 'signed_out' }
  /** Used, expired, begun in another browser, or for credentials that were replaced since. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'checked'; readonly app: ProviderApp; readonly checks: readonly AppCheck[] };
