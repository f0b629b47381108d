import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { ConnectionId, OrganizationId, RequestId } from '#core';
import { openSqlite } from '../../adapters/knex-sqlite/index.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';

describe('a composition', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ledgerport-compose-'));
  after(() => rmSync(dataDir, { recursive: true, force: true }));

  it('offers Tryton where its hosts are listed, and elsewhere says that it is coming soon', async () => {
    const listed = async (env: Record<string, string>) => {
      const { core, close } = await compose(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...env }), 'test');
      const providers = core.providers.list().map(({ id, status }) => `${id} ${status}`);
      await close();
      return providers;
    };
    expect(await listed({})).to.deep.equal(['ledger available', 'tryton coming_soon']);
    const hosts = { TRYTON_ALLOWED_HOSTS: 'books.example.com' };
    expect(await listed(hosts)).to.deep.equal(['ledger available', 'tryton available']);
  });

  it('writes what the call journal and the usage meter still hold before it closes the database', async () => {
    const { ports, close } = await compose(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), 'test');
    const at = new Date();
    const ids = { organizationId: 'org_1' as OrganizationId, connectionId: 'conn_1' as ConnectionId };
    const request = { operationId: null, requestId: 'r-1' as RequestId, method: 'GET', path: '/Invoices', about: null };
    for (let n = 0; n < 450; n++) {
      ports.journal.record({
        ...ids,
        ...request,
        status: 200,
        bytesIn: 1,
        durationMs: 2,
        at,
        isApart: false,
        correlationId: null,
      });
      ports.meter.count({ ...ids, environment: 'test', at, meter: 'read_cached', quantity: 1 });
    }
    await close();
    const database = await openSqlite({ filename: path.join(dataDir, 'ledgerport.db') });
    expect(await database.knex('provider_calls').count('* as kept')).to.deep.equal([{ kept: 450 }]);
    expect(await database.knex('usage_events').pluck('quantity')).to.deep.equal([450]);
    await database.close();
  });
});
