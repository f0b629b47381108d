import type { Plane } from '../domain/caller.ts';
import type { ConsoleSessionId, ProviderAppId } from '../domain/ids.ts';
import type { AppConsent, ProviderApp } from '../domain/provider-app.ts';

/** Keeps provider apps. Proven by contract-tests/tenancy-stores.contract.ts. */
export interface ProviderAppStore {
  insert(app: ProviderApp): Promise<void>;
  /** An app of another organization or environment is as absent as one that never was. */
  find(plane: Plane, id: ProviderAppId): Promise<ProviderApp | undefined>;
  /** For receivers, whose opaque path names the app before any caller is known. */
  findForReceiver(id: ProviderAppId): Promise<ProviderApp | undefined>;
  /** As `findForReceiver` for each of at most 100, in the order given, in one read. */
  findForReceivers(ids: readonly ProviderAppId[]): Promise<readonly (ProviderApp | undefined)[]>;
  findDefault(plane: Plane): Promise<ProviderApp | undefined>;
  /** Newest first, at most 1,000. */
  list(plane: Plane): Promise<readonly ProviderApp[]>;
  /** As `find`, and held until the transaction ends. */
  lock(plane: Plane, id: ProviderAppId): Promise<ProviderApp | undefined>;
  /** One that is no longer verified gives its client ID free. */
  update(app: ProviderApp): Promise<void>;
  /** Keeps that the client ID is this app's; false when it is another's, of any organization (a unique index decides). */
  claimClientId(app: ProviderApp): Promise<boolean>;
  /** Leaves the plane without a default. Whoever makes one the default holds the organization. */
  clearDefault(plane: Plane): Promise<void>;
  /**
   * Keeps only when the intent-to-receive check passed, for the webhook key that was set then; what else changes
   * meanwhile stays, and a key that was rotated meanwhile goes on waiting.
   */
  noteIntent(app: Pick<ProviderApp, 'id' | 'webhookKeySetAt'>, at: Date): Promise<void>;
  /** In place of the one that the same session had begun through the same app. */
  putConsent(consent: AppConsent): Promise<void>;
  /** Uses it up: of all who come with it, before it expires and from its own session, one gets it. */
  takeConsent(stateDigest: string, sessionId: ConsoleSessionId, now: Date): Promise<AppConsent | undefined>;
  /** Those that were begun through the app are of no use any more. */
  dropConsents(id: ProviderAppId): Promise<void>;
}
