import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { ProviderCall, UsageEvent } from '#core/ports';
import { openSqlite } from '../../adapters/knex-sqlite/index.ts';
import { compose } from './compose.ts';
import { readConfig } from './config.ts';

describe('a composition', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ledgerport-compose-'));
  after(() => rmSync(dataDir, { recursive: true, force: true }));

  it('writes what the call journal still holds before it closes the database', async () => {
    const { ports, close } = await compose(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), 'test');
    const call: ProviderCall = {
      organizationId: 'org_1' as ProviderCall['organizationId'],
      connectionId: 'conn_1' as ProviderCall['connectionId'],
      operationId: null,
      requestId: 'r-1' as ProviderCall['requestId'],
      method: 'GET',
      path: '/Invoices',
      status: 200,
      bytesIn: 1,
      durationMs: 2,
      at: new Date(),
    };
    for (let made = 0; made < 450; made++) ports.journal.record(call);
    await close();
    const database = await openSqlite({ filename: path.join(dataDir, 'ledgerport.db') });
    expect(await database.knex('provider_calls').count('* as kept')).to.deep.equal([{ kept: 450 }]);
    await database.close();
  });

  it('writes what the usage meter still holds, too', async () => {
    const { ports, close } = await compose(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), 'test');
    const plane = { organizationId: 'org_1' as UsageEvent['organizationId'], environment: 'test' } as const;
    const used = { ...plane, connectionId: 'conn_1' as UsageEvent['connectionId'], at: new Date() };
    for (let n = 0; n < 450; n++) ports.meter.count({ ...used, meter: 'read_cached', quantity: 1 });
    await close();
    const database = await openSqlite({ filename: path.join(dataDir, 'ledgerport.db') });
    expect(await database.knex('usage_events').pluck('quantity')).to.deep.equal([450]);
    await database.close();
  });
});
