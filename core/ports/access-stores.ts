import type { ApiKey } from '../domain/api-key.ts';
import type { Branding } from '../domain/brand.ts';
import type { Plane } from '../domain/caller.ts';
import type { ConsoleSession, SessionProof } from '../domain/console-session.ts';
import type { Factor } from '../domain/factor.ts';
import type { FailedTries } from '../domain/failed-tries.ts';
import type {
  ApiKeyId,
  ConsoleSessionId,
  FactorId,
  InvitationId,
  MemberId,
  OrganizationId,
  ProviderAppId,
} from '../domain/ids.ts';
import type { Invitation, Member, MemberRole, Organization } from '../domain/organization.ts';
import type { Keyset, Page, PageRequest } from '../domain/page.ts';
import type { AppConsent, ProviderApp } from '../domain/provider-app.ts';

/** Proven by contract-tests/tenancy-stores.contract.ts. */
export interface OrganizationStore {
  insert(organization: Organization): Promise<void>;
  find(id: OrganizationId): Promise<Organization | undefined>;
  /** Oldest first, after `after`; only for operators. */
  list(page: { readonly limit: number; readonly after?: OrganizationId | undefined }): Promise<readonly Organization[]>;
  /**
   * Locks the organization until the transaction ends, so that simultaneous requests cannot pass its limits; only inside a
   * transaction.
   */
  lock(id: OrganizationId): Promise<Organization | undefined>;
  /** Stores name, plan and connection limit. */
  setContract(id: OrganizationId, contract: Pick<Organization, 'name' | 'plan' | 'connectionLimit'>): Promise<void>;
  requireSecondFactor(id: OrganizationId, isRequired: boolean): Promise<void>;
  setBranding(id: OrganizationId, branding: Branding): Promise<void>;
  /** Replaces the organization's logo, a PNG in base64; null removes it. */
  putLogo(id: OrganizationId, logo: { readonly digest: string; readonly png: string } | null): Promise<void>;
  /** Finds a logo of any organization. */
  findLogo(digest: string): Promise<string | undefined>;
}

export interface MemberStore {
  /** False if the organization has a member with this e-mail address. */
  insert(member: Member): Promise<boolean>;
  /**
   * Members with this address, of one organization or of all, oldest first, those who chose their password before the
   * others.
   */
  listByEmail(email: string, limit: number, of?: OrganizationId): Promise<readonly Member[]>;
  /** Finds across organizations. */
  find(id: MemberId): Promise<Member | undefined>;
  /** Oldest first, at most 1,000. */
  list(organizationId: OrganizationId): Promise<readonly Member[]>;
  /** Locks all members until the transaction ends, so that the last two owners cannot leave at once. */
  lockAll(organizationId: OrganizationId): Promise<readonly Member[]>;
  /** Rejects if there is no such member. */
  setRole(id: MemberId, role: MemberRole): Promise<void>;
  /** A null `temporaryUntil` means that the member chose it. Rejects if there is no such member. */
  setPassword(id: MemberId, passwordHash: string, temporaryUntil: Date | null): Promise<void>;
  /** Removes the member's sessions, too. */
  remove(id: MemberId): Promise<void>;
}

type SessionDigests = Pick<ConsoleSession, 'tokenDigest' | 'csrfDigest' | 'besideDigest'>;

/** Proven by contract-tests/console-stores.contract.ts. */
export interface ConsoleSessionStore {
  insert(session: ConsoleSession): Promise<void>;
  /**
   * The open sessions of a cookie: the one whose token this is, and those that began beside it, oldest first; of a member
   * with a second factor only those whose `provenBy` is one. Reads the database every time, so that revocations take effect
   * at once.
   */
  ofBrowser(tokenDigest: string, now: Date): Promise<readonly ConsoleSession[]>;
  /** The member has proved a second factor in this session. */
  noteProof(id: ConsoleSessionId, proof: SessionProof): Promise<void>;
  /** Gives a session another token. */
  move(id: ConsoleSessionId, digests: SessionDigests): Promise<void>;
  /** Open sessions, latest used first, at most 100. */
  list(memberId: MemberId, now: Date): Promise<readonly ConsoleSession[]>;
  /** Moves both times forward, never back; an ended session stays ended. */
  touch(id: ConsoleSessionId, seenAt: Date, expiresAt: Date): Promise<void>;
  /** False if the member has no such session. */
  remove(memberId: MemberId, id: ConsoleSessionId): Promise<boolean>;
  /** Removes the member's sessions except `but`; returns how many. */
  removeAll(memberId: MemberId, but?: ConsoleSessionId): Promise<number>;
}

/** Proven by contract-tests/factor-store.contract.ts. */
export interface FactorStore {
  insert(factor: Factor): Promise<void>;
  /** Oldest first. */
  list(memberId: MemberId): Promise<readonly Factor[]>;
  /** The members of an organization that have a factor. */
  holders(organizationId: OrganizationId): Promise<ReadonlySet<MemberId>>;
  /** False, and nothing changes, if the factor's counter is not `from`: of two uses of one code, one gets true. */
  use(id: FactorId, use: { readonly from: number; readonly counter: number; readonly at: Date }): Promise<boolean>;
  /** False if the member has no such factor. */
  remove(memberId: MemberId, id: FactorId): Promise<boolean>;
  /** Removes the member's recovery codes, too; returns the number of factors removed. */
  removeAll(memberId: MemberId): Promise<number>;
  /** Replaces the digests of the member's recovery codes. */
  putCodes(memberId: MemberId, digests: readonly string[]): Promise<void>;
  countCodes(memberId: MemberId): Promise<number>;
  /** Removes the code; false if the member has none of this digest, so that a code works once. */
  takeCode(memberId: MemberId, digest: string): Promise<boolean>;
  /** Replaces the member's challenge. */
  putChallenge(memberId: MemberId, challenge: string, until: Date): Promise<void>;
  /** Removes the member's challenge and returns it, unless it is over: each is answered once. */
  takeChallenge(memberId: MemberId, now: Date): Promise<string | undefined>;
}

/** Proven by contract-tests/invitation-store.contract.ts. */
export interface InvitationStore {
  /** Replaces an earlier invitation of the same address to the same organization, and removes those that are over. */
  put(invitation: Invitation): Promise<void>;
  /** Undefined once it has expired. */
  find(tokenDigest: string, now: Date): Promise<Invitation | undefined>;
  /** Lists open invitations, oldest first. */
  list(organizationId: OrganizationId, now: Date): Promise<readonly Invitation[]>;
  /** False if the organization has no such invitation. */
  remove(organizationId: OrganizationId, id: InvitationId): Promise<boolean>;
}

/** Stores failed sign-ins by a keyed digest of their subject. Proven by contract-tests/console-stores.contract.ts. */
export interface SignInFailureStore {
  /** Empty for an unknown subject. Locks the subject until the transaction ends, so that its tries run one by one. */
  lock(subject: string): Promise<FailedTries>;
  /** Replaces the subject's failures; an empty list deletes the row. */
  save(subject: string, failures: FailedTries): Promise<void>;
}

/** Proven by contract-tests/tenancy-stores.contract.ts. */
export interface ApiKeyStore {
  insert(key: ApiKey): Promise<void>;
  /** Finds revoked keys too; reads the database every time, so that revocations take effect at once. */
  findByDigest(digest: string): Promise<ApiKey | undefined>;
  /** Finds revoked keys too; undefined for a key of another organization. */
  find(organizationId: OrganizationId, id: ApiKeyId): Promise<ApiKey | undefined>;
  /** Active keys first, then newest first. */
  list(organizationId: OrganizationId, request: PageRequest): Promise<Page<ApiKey>>;
  /** Counts neither revoked nor expired keys. */
  countActive(organizationId: OrganizationId, now: Date): Promise<number>;
  /** Unrevoked keys of all organizations that end after `after` and not after `until`, first to end first, ties by id. */
  listEnding(
    ends: { readonly after: Date; readonly until: Date },
    place: Keyset | null,
    limit: number,
  ): Promise<readonly ApiKey[]>;
  /** Sets the end of an unrevoked key. False if there is no such key. */
  setExpiry(organizationId: OrganizationId, id: ApiKeyId, at: Date): Promise<boolean>;
  /** Stores which key took over. False, and nothing changes, unless `from` is the one before: of two at once one gets true. */
  setSuccessor(organizationId: OrganizationId, id: ApiKeyId, from: ApiKeyId | null, to: ApiKeyId): Promise<boolean>;
  /** False if there is no such unrevoked key. */
  revoke(organizationId: OrganizationId, id: ApiKeyId, at: Date): Promise<boolean>;
  /** Moves the last use forward, never back. */
  touch(id: ApiKeyId, at: Date): Promise<void>;
}

/** Proven by contract-tests/tenancy-stores.contract.ts. */
export interface ProviderAppStore {
  /** Rejects a second default of the plane and provider. */
  insert(app: ProviderApp): Promise<void>;
  /** Undefined for an app of another organization or environment. */
  find(plane: Plane, id: ProviderAppId): Promise<ProviderApp | undefined>;
  /** For receivers, whose path names the app before a caller is known. */
  findForReceiver(id: ProviderAppId): Promise<ProviderApp | undefined>;
  findDefault(plane: Plane, provider: string): Promise<ProviderApp | undefined>;
  list(plane: Plane): Promise<readonly ProviderApp[]>;
  /** As `find`; locks the app until the transaction ends. */
  lock(plane: Plane, id: ProviderAppId): Promise<ProviderApp | undefined>;
  /** An app that is no longer verified releases its client ID. */
  update(app: ProviderApp): Promise<void>;
  /** Reserves the client ID for this app; false if an app of any organization has reserved it. */
  claimClientId(app: ProviderApp): Promise<boolean>;
  /** Leaves the plane without a default of the provider; callers that set one lock the organization first. */
  clearDefault(plane: Plane, provider: string): Promise<void>;
  /** Stores the time of the provider's check of the address and nothing else, unless the webhook key was rotated since. */
  noteIntent(app: Pick<ProviderApp, 'id' | 'webhookKeySetAt'>, at: Date): Promise<void>;
  /** Replaces the consent that the same session began for the same app. */
  putConsent(consent: AppConsent): Promise<void>;
  /** Removes and returns the consent: once, to the session that began it, before it expires. */
  takeConsent(stateDigest: string, sessionId: ConsoleSessionId, now: Date): Promise<AppConsent | undefined>;
  dropConsents(id: ProviderAppId): Promise<void>;
}
