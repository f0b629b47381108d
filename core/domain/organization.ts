import type { Branding } from './brand.ts';
import type { Environment } from './caller.ts';
import { isCommonPassword } from './common-passwords.ts';
import { ServiceError } from './errors.ts';
import type { InvitationId, MemberId, OrganizationId } from './ids.ts';
import type { Narrowings } from './narrowing.ts';

export const plans = ['trial', 'paid'] as const;
export type Plan = (typeof plans)[number];

export interface Organization {
  readonly id: OrganizationId;
  readonly name: string;
  readonly plan: Plan;
  /** The most connections that are active or wait for a reconnect; null: no limit. */
  readonly connectionLimit: number | null;
  /** Members without a second factor may only add one. */
  readonly requiresSecondFactor: boolean;
  readonly branding: Branding;
  readonly createdAt: Date;
}

/** What an organization of a plan has unless its operator says otherwise. */
export const connectionLimits: Readonly<Record<Plan, number | null>> = { trial: 3, paid: null };
/** The highest limit that an operator can set; beyond it there is only none. */
export const connectionLimitMost = 1_000_000;

type Contract = Pick<Organization, 'plan' | 'connectionLimit'>;

/** Another plan changes the limit only if it was the plan's own. */
export function contractAfter(before: Contract, { plan = before.plan, connectionLimit }: Partial<Contract>): Contract {
  const isUsual = before.connectionLimit === connectionLimits[before.plan];
  const kept = isUsual ? connectionLimits[plan] : before.connectionLimit;
  return { plan, connectionLimit: connectionLimit === undefined ? kept : connectionLimit };
}

/** True if the organization may have one more connection than the `count` that it has. */
export function hasRoom({ connectionLimit }: Pick<Organization, 'connectionLimit'>, count: number): boolean {
  return connectionLimit === null || count < connectionLimit;
}

const nearLimitShare = 0.9;

/** True if the organization has at least 90 % of the connections that it may have. */
export function isNearLimit({ connectionLimit }: Pick<Organization, 'connectionLimit'>, count: number): boolean {
  return connectionLimit !== null && count > 0 && count >= connectionLimit * nearLimitShare;
}

export const memberRoles = ['owner', 'developer', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];

export const membersMost = 200;
/**
 * How many organizations one e-mail address may sign in to without naming one. Every sign-in makes this many password
 * checks, so its duration reveals nothing about the address.
 */
export const membershipsMost = 4;
/** How long a member can sign in with a password made by somebody else, to change it. */
export const temporaryPasswordHours = 72;

export interface Member {
  readonly id: MemberId;
  readonly organizationId: OrganizationId;
  /** Lower case. */
  readonly email: string;
  readonly role: MemberRole;
  readonly passwordHash: string;
  /**
   * Until then, a password made by somebody else can only be changed; later it is refused. Null for the member's own.
   */
  readonly temporaryPasswordUntil: Date | null;
  readonly createdAt: Date;
}

export const memberNarrowings: Narrowings<Member> = {
  id: null,
  organizationId: null,
  email: null,
  role: null,
  passwordHash: null,
  temporaryPasswordUntil: null,
  createdAt: null,
};

/** Makes its holder a member, once; only a keyed digest of the link's token is stored. */
export interface Invitation extends Pick<Member, 'organizationId' | 'email' | 'role'> {
  readonly id: InvitationId;
  readonly tokenDigest: string;
  readonly invitedBy: MemberId;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export const invitationNarrowings: Narrowings<Invitation> = {
  id: null,
  organizationId: null,
  email: null,
  role: null,
  tokenDigest: null,
  invitedBy: null,
  createdAt: null,
  expiresAt: null,
};

export const invitationDays = { usual: 7, most: 14 } as const;

/**
 * `read`: everything; `operate`: endpoints, replays, connections, provider apps; `test_keys`, `live_keys`: make and
 * revoke API keys; `members`: people, roles, the plan and the brand.
 */
export const permissions = ['read', 'operate', 'test_keys', 'live_keys', 'members'] as const;
export type Permission = (typeof permissions)[number];

/** Every request is checked against this table; pages only hide what a role may not do. */
const allowed: Readonly<Record<MemberRole, readonly Permission[]>> = {
  owner: permissions,
  developer: ['read', 'operate', 'test_keys'],
  viewer: ['read'],
};

export function permissionsOf(role: MemberRole): readonly Permission[] {
  return allowed[role];
}

/** Throws FORBIDDEN `role`. */
export function assertAllowed(role: MemberRole, permission: Permission): void {
  if (allowed[role].includes(permission)) return;
  throw new ServiceError('FORBIDDEN', `the role ${role} does not allow this; it needs ${permission}`, {
    reason: 'role',
  });
}

export function keyPermission(environment: Environment): Permission {
  return environment === 'live' ? 'live_keys' : 'test_keys';
}

export const passwordShortest = 12;
export const passwordLongest = 1_000;

/** NIST SP 800-63B: length, not composition. Undefined for a good password. */
export function passwordProblem(password: string, email: string): string | undefined {
  if (password.length < passwordShortest) return `must have at least ${passwordShortest} characters`;
  if (password.length > passwordLongest) return `must have at most ${passwordLongest} characters`;
  if (new Set(password).size < 5) return 'must have at least five different characters';
  if (isCommonPassword(password)) return 'is too common a password';
  const [name = ''] = email.split('@');
  if (name.length >= 6 && password.toLowerCase().includes(name)) return 'must not contain the e-mail address';
  return undefined;
}
