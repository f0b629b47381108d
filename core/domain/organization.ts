// Organizations, their members, and what a member may do.
import type { Environment } from './caller.ts';
import { ServiceError } from './errors.ts';
import type { MemberId, OrganizationId } from './ids.ts';

export const plans = ['trial', 'paid'] as const;
export type Plan = (typeof plans)[number];

/** A customer of the service: owns keys, provider apps, connections and endpoints. */
export interface Organization {
  readonly id: OrganizationId;
  readonly name: string;
  readonly plan: Plan;
  readonly connectionLimit: number;
  readonly createdAt: Date;
}

/** Contract limit: connections that are active or waiting for a reconnect. */
export const connectionLimits: Readonly<Record<Plan, number>> = { trial: 3, paid: 100 };

export const memberRoles = ['owner', 'developer', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** People of one organization; lists of them have no pages. */
export const membersMost = 200;
/**
 * Of an address that belongs to members of more organizations, as many may sign in without naming theirs. A sign-in makes
 * as many checks of the password, whatever the address, so that its duration says nothing about the address.
 */
export const membershipsMost = 4;
/** How long a password that somebody else made lets its member in, to change it. */
export const temporaryPasswordHours = 72;

/** A person who may sign in to the console. */
export interface Member {
  readonly id: MemberId;
  readonly organizationId: OrganizationId;
  /** Lower case. */
  readonly email: string;
  readonly role: MemberRole;
  /** Encoded memory-hard hash. */
  readonly passwordHash: string;
  /** Somebody else has seen the password: until then it opens only its change, then nothing. Null: the member's. */
  readonly temporaryPasswordUntil: Date | null;
  readonly createdAt: Date;
}

/**
 * `read` what there is; `operate` the planes (endpoints, replays, connections, provider apps); `test_keys` and
 * `live_keys` make and revoke API keys; `members` are people, roles and the plan.
 */
export const permissions = ['read', 'operate', 'test_keys', 'live_keys', 'members'] as const;
export type Permission = (typeof permissions)[number];

/** The pages hide what a role does not allow; every request is checked against this table all the same. */
const allowed: Readonly<Record<MemberRole, readonly Permission[]>> = {
  owner: permissions,
  developer: ['read', 'operate', 'test_keys'],
  viewer: ['read'],
};

/** What a role may do, each permission once. */
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

/** Why a text cannot be a password (NIST SP 800-63B: length, not composition); undefined when it can. */
export function passwordProblem(password: string, email: string): string | undefined {
  if (password.length < passwordShortest) return `must have at least ${passwordShortest} characters`;
  if (password.length > passwordLongest) return `must have at most ${passwordLongest} characters`;
  if (new Set(password).size < 5) return 'must not be made of so few different characters';
  if (isCommon(password)) return 'is one of the passwords that are tried first';
  const [name = ''] = email.split('@');
  if (name.length >= 6 && password.toLowerCase().includes(name)) return 'must not hold the e-mail address';
  return undefined;
}

const commonWords =
  /password|passw0rd|qwertyuiop|qwerty|azerty|letmein|welcome|iloveyou|administrator|admin|changeme|football|baseball|superman|princess|sunshine|dragon|monkey|master|trustno|abcdef|asdfgh|zxcvbn|1q2w3e|ledgerport|accounting/g;

const commonRows = /0?123(?:4(?:5(?:6(?:7(?:8(?:90?)?)?)?)?)?)?|987654321|(?:19|20)\d\d/g;

/** Nothing but such words, rows and years: what is left without them is too little to guess. */
function isCommon(password: string): boolean {
  const rest = password
    .toLowerCase()
    .replace(commonWords, '')
    .replace(commonRows, '')
    .replace(/[^\p{L}\d]/gu, '');
  return rest.length < 3;
}
