import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verify } from '../../contract-tests/contract.ts';
import { type HttpApi, httpApiContract } from '../../contract-tests/http-api.contract.ts';
import { sampleConnection } from '../../contract-tests/samples.ts';
import { type Composition, compose } from '../composition/compose.ts';
import { readConfig } from '../composition/config.ts';
import type { RunningServer } from './serve.ts';
import { startHttp } from './start-http.ts';

let folder: string;
let composition: Composition;
let server: RunningServer;
let api: HttpApi;

/** The whole service on SQLite, with a connection whose provider nobody is going to ask. */
async function start(): Promise<void> {
  folder = await mkdtemp(path.join(tmpdir(), 'ledgerport-http-'));
  const config = readConfig({
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
  const connection = sampleConnection({ organizationId: own.id, environment: 'test' });
  await ports.storage.connections.insert(connection);
  server = await startHttp(config, composition);
  api = {
    baseUrl: server.url,
    key: await keyOf(own.id, 'test'),
    strangersKey: await keyOf(other.id, 'test'),
    liveKey: await keyOf(own.id, 'live'),
    connectionId: connection.id,
    redirectUri: 'https://app.example.com/done',
  };
}

describe('the Koa host over the whole core', () => {
  before(start);
  after(async () => {
    await server.close(1000);
    await composition.close();
    await rm(folder, { recursive: true });
  });

  verify(httpApiContract, { open: async () => ({ subject: api, close: async () => {} }) }, { describe, it });
});
