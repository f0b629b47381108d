import { defaultKeyScopes, environments, keyScopes } from '#core';
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

export const keyCommands: Commands = {
  'key create': command(
    {
      does: 'makes an API key and prints its secret, this once',
      options: {
        ...{ org, environment, name: text('text', 'what it is for') },
        scopes: text(
          'read,write,…',
          `what it may do, of ${keyScopes.join(', ')}; everything but provider unless given`,
        ),
        expires: text('time|Nd', 'when it ends: a time, or a number of days from now (default never)'),
        connections: text('conn_…,…', 'the only connections that it reaches, up to 100 (default all)'),
      },
      example: 'key create --org org_… --environment live --name reports --scopes read',
    },
    composed(async ({ core, ports }, given) => {
      const asked = { environment: given.oneOf('environment', environments), name: given.required('name') };
      const named = given.text('scopes')?.split(',') ?? defaultKeyScopes;
      const scopes = keyScopes.filter((scope) => named.includes(scope));
      if (scopes.length !== named.length) throw new Failure(`--scopes: each is one of ${keyScopes.join(', ')}, once`);
      const expiresAt = endOf(ports, given);
      const connectionIds =
        given
          .text('connections')
          ?.split(',')
          .map((id) => id.trim()) ?? null;
      const organizationId = await organizationOf(ports, given);
      const { key, secret } = await core.access.issueKey({
        organizationId,
        scopes,
        expiresAt,
        connectionIds,
        ...asked,
      });
      const { name } = key;
      await audit(ports, key, 'api_key.created', {
        name,
        scopes,
        connection_ids: key.connectionIds,
        expires_at: expiresAt?.toISOString() ?? null,
      });
      return { keyId: key.id, environment: key.environment, name, scopes, connectionIds, expiresAt, secret };
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
