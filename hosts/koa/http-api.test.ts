import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { type Core, type Plane, ServiceError } from '#core';
import { firstBroken, verify } from '../../contract-tests/contract.ts';
import { type HttpApi, httpApiContract } from '../../contract-tests/http-api.contract.ts';
import { sampleConnection } from '../../contract-tests/samples.ts';
import { type Composition, compose } from '../composition/compose.ts';
import { type Config, readConfig } from '../composition/config.ts';
import type { RunningServer } from './serve.ts';
import { startHttp } from './start-http.ts';

let folder: string;
let composition: Composition;
let server: RunningServer;
let api: HttpApi;
let config: Config;
let owner: Plane;

/** Starts the whole service on SQLite, with a connection whose provider is never called. */
async function start(): Promise<void> {
  folder = await mkdtemp(path.join(tmpdir(), 'ledgerport-http-'));
  config = readConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    DATA_DIR: folder,
    BASE_URL: 'http://localhost',
    ALLOW_HTTP: 'true',
    REDIRECT_ORIGINS: 'https://app.example.com',
  });
  composition = await compose(config, 'http');
  const { core, ports } = composition;
  const own = await core.access.createOrganization({ name: 'Harbour Books', plan: 'paid' });
  const other = await core.access.createOrganization({ name: 'Hill Books', plan: 'paid' });
  const keyOf = async (organizationId: typeof own.id, environment: 'test' | 'live') =>
    (await core.access.issueKey({ organizationId, environment, name: 'contract' })).secret;
  owner = { organizationId: own.id, environment: 'test' };
  const connection = sampleConnection(owner);
  await ports.storage.connections.insert(connection);
  const reader = { ...owner, name: 'reader', scopes: ['read'] as const, connectionIds: [connection.id] };
  server = await startHttp(config, composition);
  api = {
    baseUrl: server.url,
    key: await keyOf(own.id, 'test'),
    strangersKey: await keyOf(other.id, 'test'),
    liveKey: await keyOf(own.id, 'live'),
    readersKey: (await core.access.issueKey(reader)).secret,
    connectionId: connection.id,
    redirectUri: 'https://app.example.com/done',
  };
}

interface HttpSaboteur {
  readonly crime: string;
  /** The promise that the sabotage breaks. */
  readonly clause: RegExp;
  readonly sabotaged: (core: Core) => Core;
}

const saboteurs: readonly HttpSaboteur[] = [
  {
    crime: 'shows connections of others',
    clause: /another organization or environment/,
    sabotaged: (core) => {
      const find: Core['connections']['find'] = (caller, id) =>
        core.connections.find({ ...caller, ...owner }, id).catch(() => core.connections.find(caller, id));
      return { ...core, connections: { ...core.connections, find } };
    },
  },
  {
    crime: 'lets a key do what its scopes do not say',
    clause: /without a scope is refused/,
    sabotaged: (core) => ({ ...core, access: { ...core.access, assertScope: () => {} } }),
  },
  {
    crime: 'lets a key of one connection reach others',
    clause: /without a scope is refused/,
    sabotaged: (core) => ({ ...core, access: { ...core.access, assertReach: async () => {} } }),
  },
  {
    crime: 'tells apart why a key is refused',
    clause: /tells its form alone/,
    sabotaged: (core) => {
      const authenticate: Core['access']['authenticate'] = async (header, requestId) => {
        if (header?.startsWith('Basic ')) throw new ServiceError('UNAUTHORIZED', 'Basic is not known here');
        return core.access.authenticate(header, requestId);
      };
      return { ...core, access: { ...core.access, authenticate } };
    },
  },
  {
    crime: 'forgets idempotency keys',
    clause: /repeated request/,
    sabotaged: (core) => {
      const createEndpoint: Core['webhooks']['createEndpoint'] = (caller, { write }) =>
        core.webhooks.createEndpoint(caller, { write: { ...write, key: undefined } });
      return { ...core, webhooks: { ...core.webhooks, createEndpoint } };
    },
  },
  {
    crime: 'lists what the filter leaves out',
    clause: /filters match exactly/,
    sabotaged: (core) => {
      const list: Core['connections']['list'] = (caller, { external_account_id: _, ...query }) =>
        core.connections.list(caller, query);
      return { ...core, connections: { ...core.connections, list } };
    },
  },
  {
    crime: 'cuts a limit that is too high instead of refusing it',
    clause: /limit is 1 to 200/,
    sabotaged: (core) => {
      const list: Core['operations']['list'] = (caller, query) =>
        core.operations.list(caller, query['limit'] === '201' ? { ...query, limit: '200' } : query);
      return { ...core, operations: { ...core.operations, list } };
    },
  },
  {
    crime: 'takes notifications unsigned',
    clause: /unsigned notification/,
    sabotaged: (core) => ({
      ...core,
      notifications: {
        signatureHeader: () => 'X-Ledger-Signature',
        isSignature: () => true,
        isReceiver: async () => true,
        receive: async () => 'accepted',
      },
    }),
  },
];

describe('the Koa host over the whole core', () => {
  before(start);
  after(async () => {
    await server.close(1000);
    await composition.close();
    await rm(folder, { recursive: true });
  });

  verify(httpApiContract, { open: async () => ({ subject: api, close: async () => {} }) }, { describe, it });

  describe('the contract catches a host that', () => {
    for (const { crime, clause, sabotaged } of saboteurs) {
      it(crime, async () => {
        const bad = await startHttp(config, { ...composition, core: sabotaged(composition.core) });
        const subject = { ...api, baseUrl: bad.url };
        const broken = await firstBroken(httpApiContract, { open: async () => ({ subject, close: async () => {} }) });
        await bad.close(1000);
        expect(broken?.clause).to.match(clause);
      });
    }
  });
});
