// before/after: live reads through core with journal off/on + log, alternating; sqlite file and in-process sandbox
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { openService } from '/work/main/core/use-cases/service.test-support.ts';
import { openBooks, authorised } from '/work/main/core/use-cases/resources/books.test-support.ts';
import { createCore } from '/work/main/core/create-core.ts';
import { createCallJournal } from '/work/main/adapters/call-journal/index.ts';
import { createPinoLog } from '/work/main/adapters/log-pino/index.ts';
const dir = mkdtempSync('/tmp/jc-');
const service = await openService({ filename: `${dir}/db.sqlite` });
const tenancy = await service.newOrganization();
const books = await openBooks(service, tenancy);
const invoice = await authorised(books);
const quiet = createPinoLog({ level: 'info', destination: { write: () => {} } });
const none = { info() {}, warn() {}, error() {} };
const journal = createCallJournal({ store: service.ports.storage.providerCalls, log: none });
const cores = {
  off: createCore({ ...service.ports, log: none, journal: { record() {} } }),
  journal: createCore({ ...service.ports, log: none, journal }),
  both: createCore({ ...service.ports, log: quiet, journal }),
};
const path = { connectionId: books.connection.id, type: 'invoices', resourceId: invoice.providerId };
const run = async (core: any, n: number, width = 8) => {
  const times: number[] = [];
  const t0 = performance.now();
  let left = n;
  await Promise.all(Array.from({ length: width }, async () => {
    while (left-- > 0) { const s = performance.now(); await core.resources.read(tenancy.test, path); times.push(performance.now() - s); }
  }));
  const total = performance.now() - t0;
  times.sort((a, b) => a - b);
  return { perSecond: n / total * 1000, p50: times[times.length >> 1]!, p99: times[Math.floor(times.length * 0.99)]! };
};
for (const c of Object.values(cores)) await run(c, 500);
const sums: Record<string, any[]> = { off: [], journal: [], both: [] };
for (let round = 0; round < 6; round++) for (const [name, c] of Object.entries(cores)) sums[name]!.push(await run(c, 800));
const med = (xs: number[]) => xs.toSorted((a, b) => a - b)[xs.length >> 1]!;
for (const [name, rs] of Object.entries(sums)) console.log(name, 'per s', med(rs.map((r) => r.perSecond)).toFixed(0), 'p50', med(rs.map((r) => r.p50)).toFixed(2), 'p99', med(rs.map((r) => r.p99)).toFixed(2));
// record alone
const fake = createCallJournal({ store: { insert: async () => {} }, log: none });
const call: any = { connectionId: 'conn_1', operationId: null, requestId: 'r', method: 'GET', path: '/x', status: 200, bytesIn: 1, durationMs: 1, at: new Date() };
let t = performance.now(); for (let i = 0; i < 200_000; i++) { fake.record(call); if (i % 200 === 0) await new Promise((r) => setImmediate(r)); }
console.log('record us', ((performance.now() - t) / 200_000 * 1000).toFixed(2));
const batch = Array.from({ length: 200 }, () => ({ ...call, connectionId: books.connection.id, at: new Date() }));
t = performance.now(); for (let i = 0; i < 50; i++) await service.ports.storage.providerCalls.insert(batch);
console.log('sqlite insert of 200: ms', ((performance.now() - t) / 50).toFixed(2), 'us a call', ((performance.now() - t) / 50 / 200 * 1000).toFixed(1));
await journal.close(); console.log('dropped', journal.dropped(), 'rows', await service.database.knex('provider_calls').count());
await service.close();
process.exit(0);
