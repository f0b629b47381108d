import type { NotificationBatch } from '../domain/notification.ts';

/** The OAuth client of a provider app at the provider. */
export interface LedgerClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface LedgerGrant {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAt: Date;
  readonly scopes: readonly string[];
  /** Names one consent, so that its organizations can be distinguished from those of earlier ones. */
  readonly consentId: string | null;
}

/** An organization to which a consent gave access. */
export interface LedgerTenant {
  /** The link that `disconnect` removes. */
  readonly providerConnectionId: string;
  readonly tenantId: string;
  readonly name: string;
  /** Whether the app's link to it was made just now, so that no connection uses it yet. */
  readonly isNew: boolean;
}

/**
 * The provider's OAuth. Proven by contract-tests/ledger-authorization.contract.ts.
 *
 * Throws ServiceError only: ACTION_REQUIRED `invalid_grant` (the person must consent again) · PROVIDER_ERROR
 * `invalid_client` (the app is misconfigured) · PROVIDER_ERROR, PROVIDER_UNAVAILABLE, PROVIDER_TIMEOUT.
 */
export interface LedgerAuthorization {
  /** What a consent must grant for the service to work; a consent asks for these and more. */
  readonly requiredScopes: readonly string[];
  /** Where the person consents; `codeChallenge` is the S256 one (RFC 7636). Pure. */
  consentUrl(clientId: string, flow: { redirectUri: string; state: string; codeChallenge: string }): string;
  /** The tokens for the code that the consent gave (RFC 6749, 4.1.3). A code works once. */
  exchange(
    client: LedgerClient,
    flow: { code: string; redirectUri: string; codeVerifier: string },
  ): Promise<LedgerGrant>;
  /** The next tokens (RFC 6749, 6); the refresh token given here is spent. */
  refresh(client: LedgerClient, refreshToken: string): Promise<LedgerGrant>;
  /** Real organizations only (no accounting practices); of one consent when `consentId` is given. */
  tenants(accessToken: string, consentId: string | null): Promise<readonly LedgerTenant[]>;
  /** Removes the app's link to the tenant; one that is already gone counts as removed. */
  disconnect(accessToken: string, providerConnectionId: string): Promise<void>;
}

/** The deployment's own provider app, for trials; undefined when the deployment has none. */
export interface HostedApp extends LedgerClient {
  readonly webhookKey: string;
}

/** Checks whether a request comes from the provider. Proven by contract-tests/notification-verifier.contract.ts. */
export interface NotificationVerifier {
  /** Whether it has the form of a signature; otherwise it is wrong for every body and key. */
  isSignature(text: string): boolean;
  /** Over the exact bytes, in constant time. A missing signature is wrong. */
  verify(body: Uint8Array, signature: string | undefined, key: string): boolean;
  /** Reads a verified body. Throws BAD_REQUEST unless it is a batch of at most 1,000; unknown events are passed on. */
  parse(body: Uint8Array): NotificationBatch;
}
