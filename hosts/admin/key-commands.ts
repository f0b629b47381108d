import { approvalRules, environments, grantedOf, keyKinds, keyScopes, lookAlikeHoursMost, parseLimits } from '#core';
import { type Commands, Failure, type Given, UsageError } from '../cli/command.ts';
import { audit, command, composed, environment, every, org, organizationOf, type Ports, text } from './command.ts';

const dayMs = 86_400_000;

/** `90d`, or a time with its offset. */
function endOf({ clock }: Ports, given: Given): Date | null {
  const asked = given.text('expires');
  if (asked === undefined) return null;
  const [, days] = /^(\d{1,4})d$/.exec(asked) ?? [];
  if (days !== undefined) return new Date(clock.now().getTime() + Number(days) * dayMs);
  const at = new Date(asked);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(asked) && !Number.isNaN(at.getTime())) return at;
  throw new UsageError('--expires must be a number of days, such as 90d, or a time such as 2030-01-31T00:00:00Z');
}

function listOf(given: Given, name: string): readonly string[] | null {
  const words = given.text(name)?.split(',');
  return words?.map((one) => one.trim()) ?? null;
}

/** What only an agent key has, as it was named. */
function termsOf(given: Given) {
  const hours = given.text('look-alike-hours');
  const approval = given.text('approval');
  return {
    kind: given.oneOf('kind', keyKinds, 'backend'),
    tools: listOf(given, 'tools'),
    limits: limitsOf(given.text('limits')),
    requiresApproval: approval === undefined ? undefined : given.oneOf('approval', approvalRules),
    lookAlikeHours: hours === undefined ? undefined : given.whole('look-alike-hours', 0, lookAlikeHoursMost, 0),
  };
}

function limitsOf(said: string | undefined) {
  if (said === undefined) return null;
  let value: unknown;
  try {
    value = JSON.parse(said);
  } catch {
    throw new UsageError(`--limits must be JSON, such as '{"per_write":{"GBP":500}}'`);
  }
  return parseLimits(value);
}

export const keyCommands: Commands = {
  'key create': command(
    {
      does: 'makes an API key and prints its secret, this once',
      options: {
        ...{ org, environment, name: text('text', 'what it is for') },
        scopes: text(
          'read,write,…',
          `what it may do, of ${keyScopes.join(', ')}; unless given, everything but provider, of an agent key read`,
        ),
        expires: text(
          'time|Nd',
          'when it ends: a time, or a number of days from now (default never; an agent key 90d)',
        ),
        connections: text('conn_…,…', 'the only connections that it reaches, up to 100 (default all)'),
        kind: text(keyKinds.join('|'), 'who acts through it (default backend); the options below are for an agent key'),
        tools: text('name,…', 'the only tools that it may use, and operations behind them (default all)'),
        limits: text(
          'json',
          `what it may write, such as '{"per_write":{"GBP":500},"per_day":{"GBP":5000},"writes_per_day":50}'`,
        ),
        approval: text(approvalRules.join('|'), 'which writes wait for a person (default all, where it may write)'),
        'look-alike-hours': text('0-168', 'how long a create counts as a look-alike of a later one (default 24)'),
      },
      example: 'key create --org org_… --environment live --name reports --scopes read',
    },
    composed(async ({ core, ports }, given) => {
      const asked = { environment: given.oneOf('environment', environments), name: given.required('name') };
      const named = given.text('scopes')?.split(',');
      const scopes = named && keyScopes.filter((scope) => named.includes(scope));
      if (scopes?.length !== named?.length) throw new Failure(`--scopes: each is one of ${keyScopes.join(', ')}, once`);
      const rights = { scopes, expiresAt: endOf(ports, given), connectionIds: listOf(given, 'connections') };
      const terms = termsOf(given);
      const organizationId = await organizationOf(ports, given);
      const { key, secret } = await core.access.issueKey({ organizationId, ...rights, ...terms, ...asked });
      await audit(ports, key, 'api_key.created', { name: key.name, ...grantedOf(key) });
      const { kind, environment, name, connectionIds, expiresAt, tools, limits, requiresApproval, lookAlikeHours } =
        key;
      const shown = { keyId: key.id, environment, name, scopes: key.scopes, connectionIds, expiresAt };
      const ofAgent = { kind, tools, limits: limits && JSON.stringify(limits), requiresApproval, lookAlikeHours };
      return { ...shown, ...(kind === 'agent' && ofAgent), secret };
    }),
  ),
  'key list': command(
    { does: 'lists the API keys of an organization', options: { org }, example: 'key list --org org_… --json' },
    composed(async ({ ports }, given) => {
      const organizationId = await organizationOf(ports, given);
      const keys = await every((page) => ports.storage.apiKeys.list(organizationId, page));
      return keys.map((key) => ({
        keyId: key.id,
        name: key.name,
        environment: key.environment,
        shown: `acct_${key.environment}_…${key.lastFour}`,
        kind: key.kind,
        scopes: key.scopes,
        connectionIds: key.connectionIds,
        createdAt: key.createdAt,
        lastUsedAt: key.lastUsedAt,
        expiresAt: key.expiresAt,
        revokedAt: key.revokedAt,
      }));
    }),
  ),
  'key revoke': command(
    {
      does: 'ends an API key',
      options: { org, key: text('key_…', 'which one; "key list" shows all') },
      example: 'key revoke --org org_… --key key_…',
    },
    composed(async ({ core, ports }, given) => {
      const id = given.required('key');
      const organizationId = await organizationOf(ports, given);
      await core.access.revokeKey(organizationId, id);
      await audit(ports, { organizationId, id }, 'api_key.revoked');
      return { keyId: id, revoked: true };
    }),
  ),
};
