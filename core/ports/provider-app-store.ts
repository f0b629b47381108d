import type { Plane } from '../domain/caller.ts';
import type { ConsoleSessionId, ProviderAppId } from '../domain/ids.ts';
import type { AppConsent, ProviderApp } from '../domain/provider-app.ts';

/** Stores provider apps. Proven by contract-tests/tenancy-stores.contract.ts. */
export interface ProviderAppStore {
  insert(app: ProviderApp): Promise<void>;
  /** Undefined also for an app of another organization or environment. */
  find(plane: Plane, id: ProviderAppId): Promise<ProviderApp | undefined>;
  /** For receivers, whose opaque path names the app before any caller is known. */
  findForReceiver(id: ProviderAppId): Promise<ProviderApp | undefined>;
  /** As `findForReceiver` for each of at most 100, in the order given, in one read. */
  findForReceivers(ids: readonly ProviderAppId[]): Promise<readonly (ProviderApp | undefined)[]>;
  findDefault(plane: Plane): Promise<ProviderApp | undefined>;
  /** Newest first, at most 1,000. */
  list(plane: Plane): Promise<readonly ProviderApp[]>;
  /** As `find`, and locked until the transaction ends. */
  lock(plane: Plane, id: ProviderAppId): Promise<ProviderApp | undefined>;
  /** One that is no longer verified releases its client ID. */
  update(app: ProviderApp): Promise<void>;
  /** Reserves the client ID for this app; false when an app of any organization has it (a unique index decides). */
  claimClientId(app: ProviderApp): Promise<boolean>;
  /** Leaves the plane without a default. A caller that sets a default locks the organization first. */
  clearDefault(plane: Plane): Promise<void>;
  /**
   * Stores only the time of the passed intent-to-receive check, for the webhook key of that check. Other changes made
   * meanwhile remain, and a key that was rotated meanwhile still waits for its check.
   */
  noteIntent(app: Pick<ProviderApp, 'id' | 'webhookKeySetAt'>, at: Date): Promise<void>;
  /** Replaces the one that the same session began with the same app. */
  putConsent(consent: AppConsent): Promise<void>;
  /** Uses it up: one caller gets it, before it expires and from its own session. */
  takeConsent(stateDigest: string, sessionId: ConsoleSessionId, now: Date): Promise<AppConsent | undefined>;
  /** Removes those that were begun with the app. */
  dropConsents(id: ProviderAppId): Promise<void>;
}
