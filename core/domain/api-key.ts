import type { AgentRights, AgentTerms } from './agent-rights.ts';
import { ServiceError } from './errors.ts';
import type { ApiKeyId, ConnectionId } from './ids.ts';
import type { JsonObject } from './json.ts';
import { type KeyScope, keyScopes } from './key-scope.ts';
import { known, type Narrowings } from './narrowing.ts';
import type { Environment, Plane } from './plane.ts';

export { type KeyScope, keyScopes } from './key-scope.ts';

/** The scopes of a key that is made without any being named. */
export const defaultKeyScopes: readonly KeyScope[] = keyScopes.filter((scope) => scope !== 'provider');

/** A bearer key; only a keyed digest of the secret is stored. */
export interface ApiKey extends Plane, AgentTerms {
  readonly id: ApiKeyId;
  readonly name: string;
  readonly digest: string;
  readonly lastFour: string;
  readonly scopes: readonly KeyScope[];
  /** The only connections that it reaches; null: all. */
  readonly connectionIds: readonly ConnectionId[] | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  /** It opens nothing from then on; null: it does not expire. */
  readonly expiresAt: Date | null;
  /** The key that took over when this one was rolled. */
  readonly successorId: ApiKeyId | null;
  /** The first of the keys that followed each other by rolling; null: this one. */
  readonly lineageId: ApiKeyId | null;
}

export const keyNarrowings: Narrowings<ApiKey> = {
  id: null,
  organizationId: null,
  environment: null,
  name: null,
  digest: null,
  lastFour: null,
  scopes: { since: known.keyRights, narrows: (scopes) => defaultKeyScopes.some((one) => !scopes.includes(one)) },
  connectionIds: { since: known.keyRights, narrows: (ids) => ids !== null },
  createdAt: null,
  lastUsedAt: null,
  revokedAt: null,
  expiresAt: { since: known.keyRights, narrows: (at) => at !== null },
  successorId: null,
  kind: { since: known.agentKeys, narrows: (kind) => kind === 'agent' },
  tools: { since: known.agentKeys, narrows: (tools) => tools !== null },
  limits: { since: known.agentKeys, narrows: (limits) => limits !== null },
  requiresApproval: { since: known.agentKeys, narrows: (rule) => rule !== 'none' },
  lookAlikeHours: { since: known.agentKeys, narrows: (hours) => hours > 0 },
  lineageId: null,
};

/** A key's rights. */
export interface KeyRights extends Pick<ApiKey, 'scopes' | 'connectionIds'> {
  /** Only of a key of the kind `agent`. */
  readonly agent?: AgentRights | undefined;
}

/** What a key was given, for the audit log. */
export function grantedOf(key: ApiKey): JsonObject {
  const { kind, scopes, connectionIds, expiresAt, tools, limits, requiresApproval, lookAlikeHours } = key;
  const given = { scopes, connection_ids: connectionIds, expires_at: expiresAt?.toISOString() ?? null };
  if (kind === 'backend') return given as JsonObject;
  const terms = {
    kind,
    tools,
    limits: limits && { per_write: limits.perWrite, per_day: limits.perDay, writes_per_day: limits.writesPerDay },
    requires_approval: requiresApproval,
    look_alike_hours: lookAlikeHours,
  };
  return { ...given, ...terms } as unknown as JsonObject;
}

export const keyConnectionsMost = 100;
/** The longest time that a rolled key may go on working. */
export const rolledHoursMost = 7 * 24;

export function isActive({ revokedAt, expiresAt }: ApiKey, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

export const keyExpiringDays = 14;
const expiringMs = keyExpiringDays * 86_400_000;

/** Since when its people should know that a key ends; null for one that was made to end soon, or that another replaced. */
export function expiringSince({ createdAt, expiresAt, revokedAt, successorId }: ApiKey): Date | null {
  if (expiresAt === null || revokedAt !== null || successorId !== null) return null;
  if (expiresAt.getTime() - createdAt.getTime() <= expiringMs) return null;
  return new Date(expiresAt.getTime() - expiringMs);
}

/** Throws FORBIDDEN `scope_missing`. */
export function assertScope({ scopes }: KeyRights, needed: KeyScope): void {
  if (scopes.includes(needed)) return;
  const message = `this API key lacks the scope "${needed}"; it has ${scopes.join(', ')}`;
  throw new ServiceError('FORBIDDEN', message, { reason: 'scope_missing' });
}

/** The most active keys of an organization, both environments together. */
export const activeKeysMost = 100;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 32;
const checksumLength = 6;
const form = new RegExp(`^acct_(test|live)_([0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}})$`);

export function keyPrefix(environment: Environment): string {
  return `acct_${environment}_`;
}

export function composeKey(environment: Environment, random: readonly number[]): string {
  const body = random.slice(0, randomLength).map((n) => alphabet[n % 62]);
  const stem = keyPrefix(environment) + body.join('');
  return stem + checksum(stem);
}

/** Returns undefined for a malformed key or a wrong checksum, so that garbage costs no query. */
export function environmentOfKey(secret: string): Environment | undefined {
  const match = form.exec(secret);
  if (!match) return undefined;
  const stem = secret.slice(0, -checksumLength);
  return checksum(stem) === match[3] ? (match[1] as Environment) : undefined;
}

function checksum(text: string): string {
  let rest = crc32(text);
  let encoded = '';
  for (let i = 0; i < checksumLength; i++) {
    encoded = (alphabet[rest % 62] ?? '0') + encoded;
    rest = Math.floor(rest / 62);
  }
  return encoded;
}

/** CRC-32 (IEEE 802.3) of ASCII text; secret scanners recognise a leaked key by it. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i);
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
