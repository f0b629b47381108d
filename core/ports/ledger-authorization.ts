import type { NotificationBatch } from '../domain/notification.ts';

export interface LedgerClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface LedgerGrant {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAt: Date;
  readonly scopes: readonly string[];
  /** Identifies a consent, so that its tenants can be told from those of earlier consents. */
  readonly consentId: string | null;
}

export interface LedgerTenant {
  readonly providerConnectionId: string;
  readonly tenantId: string;
  readonly name: string;
  /** What the provider itself says that the tenant is, where its id depends on how the person wrote an address. */
  readonly identity?: string | undefined;
  /** The app's link was made just now, so no connection uses it yet. */
  readonly isNew: boolean;
}

/**
 * The provider's OAuth.
 *
 * Throws ServiceError only: ACTION_REQUIRED `invalid_grant` (the person must consent again) · PROVIDER_ERROR
 * `invalid_client` (the app is misconfigured) · PROVIDER_ERROR, PROVIDER_UNAVAILABLE, PROVIDER_TIMEOUT.
 */
export interface LedgerAuthorization {
  /** Consents ask for at least these. */
  readonly requiredScopes: readonly string[];
  /** Those of them that single families or acts need: their lack says nothing of the connection's health. */
  readonly apartScopes?: readonly string[];
  /** Broader scopes of older consents, by the scope that each of them covers. */
  readonly coveredBy?: Readonly<Record<string, readonly string[]>>;
  /** `codeChallenge` is S256 (RFC 7636). Pure. */
  consentUrl(clientId: string, flow: { redirectUri: string; state: string; codeChallenge: string }): string;
  /** Exchanges the consent's code (RFC 6749, 4.1.3), which works once. */
  exchange(
    client: LedgerClient,
    flow: { code: string; redirectUri: string; codeVerifier: string },
  ): Promise<LedgerGrant>;
  /** Returns the next tokens (RFC 6749, 6) and spends the refresh token. */
  refresh(client: LedgerClient, refreshToken: string): Promise<LedgerGrant>;
  /** Real organizations only (no accounting practices); with `consentId`, only those of that consent. */
  tenants(accessToken: string, consentId: string | null): Promise<readonly LedgerTenant[]>;
  /** Removes the app's link to the tenant; succeeds if it is gone already. */
  disconnect(accessToken: string, providerConnectionId: string): Promise<void>;
}

export interface HostedApp extends LedgerClient {
  readonly webhookKey: string;
}

export interface NotificationVerifier {
  /** The name of the header that brings the signature. */
  readonly signatureHeader: string;
  /** Checks only the form; a malformed signature is wrong for every body and key. */
  isSignature(text: string): boolean;
  /** Checks the exact bytes in constant time; a missing signature is wrong. */
  verify(body: Uint8Array, signature: string | undefined, key: string): boolean;
  /** Reads a verified body. Throws BAD_REQUEST unless it is a batch of at most 1,000; what the service does
   * not know passes without a type. */
  parse(body: Uint8Array): NotificationBatch;
}
