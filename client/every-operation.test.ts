// Calls every operation of the OpenAPI document through the client on a whole service.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { createLedgerport, type LedgerportOffline } from '../hosts/embed/index.ts';
import { routes } from '../hosts/koa/routes/routes.ts';
import { freePort } from '../tests/walk/processes.ts';
import { type ApiDocument, methodsOf } from '../tools/client/client-files.ts';
import { openApiDocument } from '../tools/openapi/document.ts';
import { Ledgerport } from './index.ts';
import { callEverything } from './testing/every-operation.ts';

/** A look before a write is the operation of the write, under a second method. */
const documented = new Set(
  methodsOf(openApiDocument(routes, 'http://localhost') as ApiDocument).map(({ doc }) => doc.operationId),
);

const servers: Server[] = [];

async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

describe('every operation', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-client-'));
  let service: LedgerportOffline;

  after(async () => {
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve).closeAllConnections());
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is reached by a method of its own', async () => {
    let mounted: RequestListener = () => {};
    const baseUrl = await listening((request, response) => mounted(request, response));
    const secrets = { apiKeyPepper: 'p'.repeat(32), sessionSecret: 's'.repeat(32) };
    const options = {
      ...secrets,
      encryptionKeys: `k:${btoa('k'.repeat(32))}`,
      migrate: true,
      logLevel: 'silent',
    } as const;
    service = await createLedgerport({
      database: `sqlite:${folder}/lp.db`,
      ledger: 'sandbox',
      dataDir: folder,
      baseUrl,
      ...options,
    });
    mounted = service.handler;
    service.worker.start();
    const called = new Set<string>();
    const lp = new Ledgerport({
      apiKey: service.sandbox.apiKeys.test,
      baseUrl,
      hooks: { request: ({ operation }) => void called.add(operation) },
    });
    const somebody = await listening((_, response) => response.end());
    await callEverything({ lp, service, urls: { somebody, nobody: `http://localhost:${await freePort()}/nobody` } });
    expect([...called].sort()).to.deep.equal([...documented].sort());
  });
});
