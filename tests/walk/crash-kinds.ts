// Background work of every other kind, to be lost in the middle: notifications, syncs, deliveries, recoveries, purges.
import type { Caller, Connection, Operation, OperationType, RequestId } from '#core';
import { until } from '../../contract-tests/testing/until.ts';
import { systemPlane } from '../../core/domain/caller.ts';
import { queueOperation } from '../../core/domain/operation-moves.ts';
import { announce } from '../../core/use-cases/events/announce.ts';
import { authorised, type Books, line } from '../../core/use-cases/resources/testing/books.ts';
import { connected, write } from '../../core/use-cases/testing/connecting.ts';
import { startHttp } from '../../hosts/koa/start-http.ts';
import { isPlayed } from '../../tools/run-length.ts';
import { type CrashWorld, untilWorker } from './crash-world.ts';
import { type Receiver, startReceiver } from './receiver.ts';

type KindPoints = Readonly<Partial<Record<OperationType, readonly string[]>>>;

/** One operation is lost at each of the `playedKindPoints`. */
const kindPoints = {
  // Of one payment or its invoice: they share what they read.
  'notification.process': ['begun', 'read', 'ending'],
  // Quotes come by the hundred. How many commits the one page of invoices takes hangs on how old they are.
  'connection.sync': ['done invoices', 'kept quotes 2', 'ending'],
  // Three calls each.
  'records.bulk': ['begun', 'sending', 'answered 2', 'kept call 2', 'ending'],
  'webhook.deliver': ['begun', 'posted'],
  'webhook.recover': ['done events 2', 'kept events'],
  'retention.purge': ['purged 2'],
} as const satisfies KindPoints;

/** What was sent and is not kept, or half cut, is lost also in a short run. */
const always: readonly string[] = ['answered 2', 'posted', 'purged 2'];

/** All points in a long run; in a short one every second of the others, beginning with the first or second of a kind by turns. */
export function playedKindPoints(): Required<Pick<KindPoints, keyof typeof kindPoints>> {
  const entries = Object.entries(kindPoints).map(([type, points], nth) => {
    return [type, points.filter((point, i) => always.includes(point) || isPlayed({ many: 2, place: 0 }, nth, i))];
  });
  return Object.fromEntries(entries) as ReturnType<typeof playedKindPoints>;
}

export interface LostKinds {
  readonly caller: Caller;
  /** Its invoice was paid at the ledger. */
  readonly paid: readonly Connection[];
  /** Their books are large, and synced when the worker is lost. */
  readonly synced: readonly { readonly connection: Connection; readonly tenantId: string }[];
  /** Each has a bulk write of `bulkItems` invoices. */
  readonly bulks: readonly (Books & { readonly caller: Caller })[];
  readonly recovered: readonly Recovered[];
  readonly purgeId: Operation['id'];
  /** The operations that were lost, by kind. */
  readonly lost: readonly string[];
}

export interface Recovered {
  readonly endpointId: string;
  readonly receiver: Receiver;
}

/** More than one step of a recovery takes up; of several connections, because the events of one go one by one. */
export const happened = 120;
export const wantedTypes = ['connection.updated', 'sync.completed', 'invoice.paid'] as const;
const oldEntries = 450;
export const bulkItems = 120;

/** Leaves a dead worker behind that had one operation of each kind at each of its points. */
export async function loseKinds(world: CrashWorld): Promise<LostKinds> {
  const points = playedKindPoints();
  const http = await startHttp(world.config, world.composition);
  world.onClose(() => http.close(0));
  const caller = await world.organization({ notified: true });
  const recovered: Recovered[] = [];
  for (const _ of points['webhook.recover']) recovered.push(await subscribe(world, caller));
  const paying = [];
  for (const _ of points['notification.process']) paying.push(await world.books(caller));
  await happen(
    world,
    paying.map(({ connection }) => connection),
  );

  const synced = [];
  for (const _ of points['connection.sync']) synced.push(await large(world, caller));
  for (const books of paying) await pay(world, books.tenantId, (await authorised(books)).providerId);
  for (const { endpointId } of recovered) await recover(world, caller, endpointId);
  const bulks = [];
  const writer = await world.organization({});
  for (const _ of points['records.bulk']) bulks.push(await writeMany(world, writer));
  const purgeId = await queuePurge(world, caller);
  // Of each payment two: the invoice's and its own.
  await until('notifications', async () => (await world.query(notified)).length >= 2 * paying.length);
  const lost = await loseWorker(world, points);
  return {
    ...{ caller, synced, bulks, recovered, purgeId, lost },
    paid: paying.map(({ connection }) => connection),
  };
}

const notified = `select id from operations where type = 'notification.process' and state = 'queued'`;

async function large(world: CrashWorld, caller: Caller) {
  const { service, ledger } = world;
  const made = await ledger.sandbox.control('POST', 'organisations', { name: 'Large Ltd', seed: 'large' });
  const tenantId = String(made['tenant_id']);
  return { tenantId, connection: await connected(service, caller, tenantId, { external_account_id: tenantId }) };
}

async function writeMany(world: CrashWorld, caller: Caller) {
  const books = await world.books(caller);
  const { providerId: contact_id } = await books.create('contacts', { name: 'Customer of many' });
  const items = Array.from({ length: bulkItems }, (_, i) => {
    return { item_key: `${i}`, contact_id, external_reference: `${i}`, line_items: [line] };
  });
  const path = { connectionId: books.connection.id, type: 'invoices', write: write({ items }) };
  await world.service.core.bulk.create(caller, path);
  return { ...books, caller };
}

async function happen({ composition: { ports } }: CrashWorld, connections: readonly Connection[]): Promise<void> {
  await ports.storage.transaction(async (stores) => {
    for (let n = 0; n < happened; n++) {
      const { id: connectionId, organizationId, environment } = connections[n % connections.length] as Connection;
      const owner = {
        connectionId,
        organizationId,
        environment,
        requestId: 'req-walk' as RequestId,
        operationId: null,
      };
      const data = { connection_id: connectionId };
      await announce(stores, ports, { ...owner, type: 'connection.updated', identityParts: [String(n)], data });
    }
  });
}

async function pay({ ledger }: CrashWorld, tenantId: string, invoiceId: string): Promise<void> {
  await ledger.sandbox.control('POST', 'payments', { tenant_id: tenantId, invoice_id: invoiceId });
}

/** An endpoint that misses all that happens, because it is disabled. */
async function subscribe({ composition: { core }, onClose }: CrashWorld, caller: Caller): Promise<Recovered> {
  const receiver = await startReceiver();
  onClose(receiver.close);
  const body = { url: receiver.url, event_types: wantedTypes };
  const { endpoint, signingSecret } = (await core.webhooks.createEndpoint(caller, { write: write(body) })).value;
  receiver.trust(signingSecret ?? '');
  await core.webhooks.updateEndpoint(caller, endpoint.id, { status: 'disabled' });
  return { endpointId: endpoint.id, receiver };
}

async function recover({ composition: { core } }: CrashWorld, caller: Caller, endpointId: string): Promise<void> {
  await core.webhooks.updateEndpoint(caller, endpointId, { status: 'enabled' });
  const since = new Date(Date.now() - 3_600_000).toISOString();
  await core.webhooks.recoverEndpoint(caller, { endpointId, write: write({ since, reason: 'missed' }) });
}

async function queuePurge({ composition: { ports } }: CrashWorld, caller: Caller): Promise<Operation['id']> {
  const { storage, ids, clock } = ports;
  const at = new Date(Date.now() - 500 * 86_400_000);
  const { organizationId, environment, requestId } = caller;
  await storage.transaction(async ({ audit }) => {
    for (let n = 0; n < oldEntries; n++)
      await audit.record({
        ...{ id: ids.next('audit'), organizationId, environment, requestId, at },
        ...{
          actorName: null,
          actor: 'key_walk',
          action: 'connection.disconnected',
          subject: 'conn_old',
          details: {},
          changes: null,
        },
      });
  });
  const task = 'audit_entries';
  const work = { type: 'retention.purge', connectionId: null, subject: task, input: { task }, requestId } as const;
  const operation = queueOperation({ ...systemPlane, ...work, id: ids.next('op') }, clock.now());
  await storage.operations.insert([operation]);
  return operation.id;
}

async function loseWorker(world: CrashWorld, points: KindPoints): Promise<readonly string[]> {
  const worker = world.startWorker({ stopping: true, env: { STOP_AT: JSON.stringify(points) } });
  const expected = Object.values(points).flat().length;
  const stopped = () => [...worker.output().matchAll(/^stopped (op_\w+) at /gm)].map((found) => String(found[1]));
  await untilWorker(worker, `${expected} operations that stopped`, () => stopped().length >= expected);
  await worker.kill('SIGKILL');
  return stopped();
}
