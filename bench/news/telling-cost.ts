// What it costs to tell of a change: statements, the host's processor time, and bytes, of invoices and of other records.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { CachedRecord } from '../../core/domain/ledger-record.ts';
import type { Connection } from '../../core/index.ts';
import { announceInvoices } from '../../core/use-cases/events/announce-invoice.ts';
import { snapshotOfInvoice } from '../../core/use-cases/events/invoice-snapshot.ts';
import { storeCopies } from '../../core/use-cases/writes/cache-records.ts';
import { bar } from '../bars.ts';
import { addConnection, addOrganization, type Deployment, openDeployment } from '../changes/deployment.ts';
import { addEndpoint } from '../changes/queued-deliveries.ts';
import { type BenchServer, withDatabase } from '../engine/server.ts';
import { table } from '../measure.ts';

interface Stage extends Deployment {
  readonly connection: Connection;
}

/** Stores changed records in one transaction, and tells of them or not. */
type Telling = (stage: Stage, records: readonly CachedRecord[]) => Promise<unknown>;

const reader = ({ connection, ports }: Stage) => {
  return { connection, requestId: ports.ids.next('req'), operationId: null };
};

const silently: Telling = ({ ports, connection }, records) =>
  ports.storage.transaction(({ records: copies }) => copies.put([[connection, records]]));

const told: Telling = (stage, records) =>
  stage.ports.storage.transaction((stores) => storeCopies(stores, stage.ports, [{ ...reader(stage), records }]));

const invoicesTold: Telling = (stage, records) =>
  stage.ports.storage.transaction(async (stores) => {
    await storeCopies(stores, stage.ports, [{ ...reader(stage), records }]);
    const readAt = stage.ports.clock.now();
    const snapshots = records.map((record) => snapshotOfInvoice(stage.ports.digester, record));
    await announceInvoices(
      stores,
      stage.ports,
      snapshots.map((snapshot) => ({ ...reader(stage), readAt, snapshot })),
    );
  });

const ways = [
  ['contacts, copies alone', 'contacts', silently],
  ['contacts, told', 'contacts', told],
  ['invoices, told', 'invoices', invoicesTold],
] as const;

const text = (length: number, n: number) => `${n} `.repeat(length).slice(0, length);
const address = { type: 'STREET', line1: '12 Hill Road', city: 'Nelson', postal_code: '7010', country: 'New Zealand' };

function recordOf(type: 'contacts' | 'invoices', providerId: string, revision: number): CachedRecord {
  const at = new Date(Date.UTC(2026, 0, 1) + revision * 1000);
  const contact = {
    name: `Harbour Coffee ${revision}`,
    email: 'accounts@example.com',
    status: 'ACTIVE',
    addresses: [address],
  };
  const invoice = { number: 'INV-1', status: 'AUTHORISED', total: 100 + revision, amount_due: 100, currency: 'NZD' };
  const fields = type === 'contacts' ? contact : invoice;
  return {
    type,
    providerId,
    providerUpdatedAt: at,
    fetchedAt: new Date(),
    fields,
    native: { Text: text(1_500, revision) },
  };
}

interface Cost {
  readonly statements: number;
  readonly cpuMs: number;
}

/** A change of each record, so many in a transaction; per change. */
async function costOf(stage: Stage, tell: Telling, all: readonly CachedRecord[], together: number): Promise<Cost> {
  const counted = countStatements();
  const before = process.cpuUsage();
  for (let at = 0; at < all.length; at += together) await tell(stage, all.slice(at, at + together));
  const { user, system } = process.cpuUsage(before);
  return { statements: counted.end() / all.length, cpuMs: (user + system) / 1000 / all.length };
}

/** Counts what this process sends to the database, `begin` and `commit` too. */
function countStatements() {
  const { query } = pg.Client.prototype as { query: (...given: readonly unknown[]) => unknown };
  let sent = 0;
  pg.Client.prototype.query = function counted(this: pg.Client, ...given: readonly unknown[]) {
    sent += 1;
    return query.apply(this, [...given]);
  } as typeof pg.Client.prototype.query;
  return {
    end() {
      pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
      return sent;
    },
  };
}

const [usualRecords, quickRecords] = [1_000, 100];
const rounds = 3;
/** Beside an invoice’s the state of each field is compared and noted. */
const mostOfInvoices = 1.5;

export async function measureTelling(server: BenchServer, isQuick: boolean): Promise<void> {
  const count = isQuick ? quickRecords : usualRecords;
  const costs = new Map<string, Cost>();
  const bytes = new Map<string, number>();
  for (const [name, type, tell] of ways) {
    const stage = await openStage(server);
    const ids = Array.from({ length: count }, () => randomUUID());
    const revision = (n: number) => ids.map((id) => recordOf(type, id, n));
    // The copies and what was told of them are there before the first measured change.
    await costOf(stage, tell, revision(1), 100);
    let n = 1;
    for (const together of [1, 100]) {
      const each: Cost[] = [];
      for (let round = 0; round < rounds; round += 1) each.push(await costOf(stage, tell, revision(++n), together));
      costs.set(`${name} ${together}`, each.sort((a, b) => a.cpuMs - b.cpuMs)[1] as Cost);
    }
    bytes.set(name, await eventBytes(stage));
    await stage.close();
  }
  const costAt = (name: string, together: number) => costs.get(`${name} ${together}`) as Cost;
  table(
    `A change told to one endpoint, ${count} records, median of ${rounds} rounds`,
    ['records', 'statements, alone', 'statements, of 100', 'CPU ms, alone', 'CPU ms, of 100', 'bytes of an event'],
    ways.map(([name]) => {
      const [alone, many] = [costAt(name, 1), costAt(name, 100)];
      return [name, alone.statements, many.statements, alone.cpuMs, many.cpuMs, bytes.get(name) ?? 0];
    }),
  );
  for (const together of [1, 100]) {
    const ratio = costAt('contacts, told', together).cpuMs / costAt('invoices, told', together).cpuMs;
    bar(`CPU of a contact's change to an invoice's, ${together} in a transaction`, ratio, { most: mostOfInvoices });
  }
}

async function openStage(server: BenchServer): Promise<Stage> {
  const deployment = await openDeployment(server);
  const plane = await addOrganization(deployment);
  await addEndpoint(deployment, plane, 'http://127.0.0.1:9/hooks');
  const connection = await addConnection(deployment, plane);
  for (const type of ['contacts', 'invoices'] as const) {
    await deployment.ports.storage.syncCursors.noteWalked(connection, type);
  }
  return { ...deployment, connection };
}

/** Of the table and its indexes; 0 without events. */
function eventBytes({ databaseUrl }: Stage): Promise<number> {
  return withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ bytes: string; events: string }>(
      `select pg_total_relation_size('events') as bytes, count(*) as events from events`,
    );
    const [{ bytes, events } = { bytes: '0', events: '0' }] = rows;
    return events === '0' ? 0 : Number(bytes) / Number(events);
  });
}
