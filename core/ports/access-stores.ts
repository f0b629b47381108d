import type { ApiKey } from '../domain/api-key.ts';
import type { Plane } from '../domain/caller.ts';
import type { ConsoleSession, SignInFailures } from '../domain/console-session.ts';
import type { ApiKeyId, ConsoleSessionId, MemberId, OrganizationId, ProviderAppId } from '../domain/ids.ts';
import type { Member, MemberRole, Organization } from '../domain/organization.ts';
import type { Page, PageRequest } from '../domain/page.ts';
import type { AppConsent, ProviderApp } from '../domain/provider-app.ts';

/** Stores organizations. Proven by contract-tests/tenancy-stores.contract.ts. */
export interface OrganizationStore {
  /** Stores a new one. */
  insert(organization: Organization): Promise<void>;
  /** Undefined when there is none. */
  find(id: OrganizationId): Promise<Organization | undefined>;
  /** Oldest first, after `after`, at most `limit`. For operators only: a caller of the API sees its own organization. */
  list(page: { readonly limit: number; readonly after?: OrganizationId | undefined }): Promise<readonly Organization[]>;
  /** Locks the row until the transaction ends: one at a time counts what the contract limits. Only inside one. */
  lock(id: OrganizationId): Promise<Organization | undefined>;
}

/** Stores the people who may sign in. Proven by contract-tests/member-store.contract.ts. */
export interface MemberStore {
  /** False when the organization has a member with this e-mail address. */
  insert(member: Member): Promise<boolean>;
  /** Those with this address, in `of` or everywhere: first who chose a password, then the oldest; at most `limit`. */
  listByEmail(email: string, limit: number, of?: OrganizationId): Promise<readonly Member[]>;
  /** Undefined when there is none; of whatever organization. */
  find(id: MemberId): Promise<Member | undefined>;
  /** Oldest first, at most 1,000. */
  list(organizationId: OrganizationId): Promise<readonly Member[]>;
  /** All of an organization, locked until the transaction ends, so that the last two owners cannot leave at once. */
  lockAll(organizationId: OrganizationId): Promise<readonly Member[]>;
  /** Changes nothing else. Rejects when there is no such member. */
  setRole(id: MemberId, role: MemberRole): Promise<void>;
  /** `temporaryUntil` null: the member chose it. Changes nothing else; rejects when there is no such member. */
  setPassword(id: MemberId, passwordHash: string, temporaryUntil: Date | null): Promise<void>;
  /** With the sessions. */
  remove(id: MemberId): Promise<void>;
}

/** Stores the sessions of members' browsers. Proven by contract-tests/console-stores.contract.ts. */
export interface ConsoleSessionStore {
  /** Stores a new one. */
  insert(session: ConsoleSession): Promise<void>;
  /** Read from the database every time, so that a revocation takes effect at once; undefined for an ended one. */
  findByDigest(tokenDigest: string, now: Date): Promise<ConsoleSession | undefined>;
  /** Those that have not ended, latest used first, at most 100. */
  list(memberId: MemberId, now: Date): Promise<readonly ConsoleSession[]>;
  /** Moves both times forward, never back; an ended session stays ended. */
  touch(id: ConsoleSessionId, seenAt: Date, expiresAt: Date): Promise<void>;
  /** False when the member has no such session. */
  remove(memberId: MemberId, id: ConsoleSessionId): Promise<boolean>;
  /** All of a member's, except one if it is named; returns how many. */
  removeAll(memberId: MemberId, but?: ConsoleSessionId): Promise<number>;
}

/** Stores failed sign-ins by a keyed digest of their subject. Proven by contract-tests/console-stores.contract.ts. */
export interface SignInFailureStore {
  /** None for an unknown subject; locked until the transaction ends, so that tries of one subject run one by one. */
  lock(subject: string): Promise<SignInFailures>;
  /** Replaces the stored ones; an empty list deletes the row. */
  save(subject: string, failures: SignInFailures): Promise<void>;
}

/** Stores API keys, without their secrets. Proven by contract-tests/tenancy-stores.contract.ts. */
export interface ApiKeyStore {
  /** Stores a new one, with the digest of its secret. */
  insert(key: ApiKey): Promise<void>;
  /** Revoked keys too; read from the database every time, so that a revocation takes effect at once. */
  findByDigest(digest: string): Promise<ApiKey | undefined>;
  /** Revoked or not; undefined also for a key of another organization. */
  find(organizationId: OrganizationId, id: ApiKeyId): Promise<ApiKey | undefined>;
  /** Active keys first, each kind newest first. */
  list(organizationId: OrganizationId, request: PageRequest): Promise<Page<ApiKey>>;
  /** How many are not revoked. */
  countActive(organizationId: OrganizationId): Promise<number>;
  /** False when there is no such live key. */
  revoke(organizationId: OrganizationId, id: ApiKeyId, at: Date): Promise<boolean>;
  /** Moves the time of its last use forward, never back. */
  touch(id: ApiKeyId, at: Date): Promise<void>;
}

/** Stores provider apps. Proven by contract-tests/tenancy-stores.contract.ts. */
export interface ProviderAppStore {
  /** Rejects a second default of the plane (a unique index decides). */
  insert(app: ProviderApp): Promise<void>;
  /** Undefined also for an app of another organization or environment. */
  find(plane: Plane, id: ProviderAppId): Promise<ProviderApp | undefined>;
  /** For receivers, whose opaque path names the app before any caller is known. */
  findForReceiver(id: ProviderAppId): Promise<ProviderApp | undefined>;
  /** The app that connect sessions of the plane use when they name none. */
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
