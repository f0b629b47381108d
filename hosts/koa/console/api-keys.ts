// API keys: made with the secret shown once, listed without it, revoked at once.
import * as v from 'valibot';
import { type ApiKey, environments, keyPrefix } from '#core';
import { ApiKeyAnswer, parse } from '#core/schemas';
import { wholeList } from '../present/lists.ts';
import { presenter } from '../present/present.ts';
import { consoleRoute, type Route } from '../routes/route.ts';

const environment = v.picklist(environments, 'must be test or live');
const KeyBody = v.strictObject({
  environment,
  name: v.pipe(
    v.string('must be a text'),
    v.trim(),
    v.minLength(1, 'must not be empty'),
    v.maxLength(100, 'is too long'),
    v.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'must not hold control characters'),
  ),
});

const keyAnswer = presenter(ApiKeyAnswer);

function presentKey(key: ApiKey, secret: string | null = null) {
  return keyAnswer({ ...key, prefix: keyPrefix(key.environment), ...(secret === null ? {} : { secret }) });
}

const list = consoleRoute({
  method: 'GET',
  path: '/accounting/api-keys',
  permission: 'read',
  operationId: 'listApiKeys',
  handle: async ({ core, member }) => {
    return wholeList(
      'API keys',
      (await core.console.listKeys(member)).map((key) => presentKey(key)),
    );
  },
});

const create = consoleRoute({
  method: 'POST',
  path: '/accounting/api-keys',
  permission: 'test_keys',
  operationId: 'createApiKey',
  body: KeyBody,
  idempotencyKey: 'optional',
  status: 201,
  handle: async ({ core, member, write }) => {
    const { environment, name } = parse(KeyBody, write.body);
    const { value, replayed } = await core.console.createKey(member, { environment, name, write });
    const { key, secret } = value;
    return {
      message: replayed
        ? 'API key was already created'
        : 'API key created; store its secret now, it is not shown again',
      data: presentKey(key, secret),
      replayed,
    };
  },
});

const revoke = consoleRoute({
  method: 'POST',
  path: '/accounting/api-keys/:key_id/revoke',
  permission: 'test_keys',
  operationId: 'revokeApiKey',
  handle: async ({ core, member, param }) => {
    const key = await core.console.revokeKey(member, param('key_id'));
    return { message: 'API key revoked', data: presentKey(key) };
  },
});

export const apiKeyRoutes: readonly Route[] = [list, create, revoke];
