import { type ApiKey, environments, keyScopes, type OrganizationId, pageLimitMax } from '#core';
import { type Commands, Failure } from '../cli/command.ts';
import { audit, command, composed, environment, org, organizationOf, type Ports, text } from './command.ts';

async function everyKey({ storage }: Ports, organizationId: OrganizationId): Promise<readonly ApiKey[]> {
  const keys: ApiKey[] = [];
  const first = await storage.apiKeys.list(organizationId, { limit: pageLimitMax, page: 1 });
  for (let page = first; ; ) {
    keys.push(...page.items);
    if (page.next === null) return keys;
    page = await storage.apiKeys.list(organizationId, { limit: pageLimitMax, after: page.next });
  }
}

export const keyCommands: Commands = {
  'key create': command(
    {
      does: 'makes an API key and prints its secret, this once',
      options: {
        ...{ org, environment, name: text('text', 'what it is for') },
        scopes: text('read,write,…', `what it may do, of ${keyScopes.join(', ')}; everything unless given`),
      },
      example: 'key create --org org_… --environment live --name reports --scopes read',
    },
    composed(async ({ core, ports }, given) => {
      const asked = { environment: given.oneOf('environment', environments), name: given.required('name') };
      const named = given.text('scopes')?.split(',') ?? keyScopes;
      const scopes = keyScopes.filter((scope) => named.includes(scope));
      if (scopes.length !== named.length) throw new Failure(`--scopes: each is one of ${keyScopes.join(', ')}, once`);
      const organizationId = await organizationOf(ports, given);
      const { key, secret } = await core.access.issueKey({ organizationId, scopes, ...asked });
      await audit(ports, key, 'api_key.created', { name: key.name, scopes });
      return { keyId: key.id, environment: key.environment, name: key.name, scopes, secret };
    }),
  ),
  'key list': command(
    { does: 'lists the API keys of an organization', options: { org }, example: 'key list --org org_… --json' },
    composed(async ({ ports }, given) => {
      const organizationId = await organizationOf(ports, given);
      const keys = await everyKey(ports, organizationId);
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
