// A sync of large books against the bare gateway's paging; its memory against small books; and what a quiet one costs.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, OperationId } from '../../core/index.ts';
import { draftSync, type SyncAsk } from '../../core/use-cases/sync/draft-sync.ts';
import { startChild } from '../engine/children.ts';
import type { BenchServer } from '../engine/server.ts';
import { shown, table } from '../measure.ts';
import { addConnection, addOrganization, type Deployment, openDeployment } from './deployment.ts';
import { type ChangesFlagValues, type ChangesOptions, changesOptions } from './options.ts';
import { type Provider, startProvider } from './provider.ts';
import { withServer } from './with-server.ts';

const flatTimes = 1.25;
/** A sync that reads fewer records a second is broken. */
const slowestPerSecond = 100;
const limitMs = (records: number): number => 60_000 + (records / slowestPerSecond) * 1000;

export async function benchSync(flags: ChangesFlagValues): Promise<void> {
  const options = changesOptions(flags);
  await withServer('Sync', async (server) => {
    console.log(
      `One worker of ${options.slots} slots, a stand-in for the provider and the bare gateway, each a process. The ` +
        'provider budget never says no: under its 36 calls a minute the budget is all that would be measured.',
    );
    const few = await measure(server, options, options.fewInvoices);
    const many = await measure(server, options, options.invoices);
    show([few, many]);
  });
}

interface Figures {
  readonly invoices: number;
  readonly bare: Walked;
  readonly first: Synced;
  readonly quiet: Synced;
  readonly reconciled: Synced;
  /** Of the worker, for the first sync. */
  readonly cpuMs: number;
  readonly peakMegabytes: number;
}

interface Walked {
  readonly read: number;
  readonly tookMs: number;
  readonly cpuMs: number;
  readonly peakMegabytes: number;
}

interface Synced {
  readonly tookMs: number;
  readonly calls: number;
}

async function measure(server: BenchServer, { slots }: ChangesOptions, invoices: number): Promise<Figures> {
  const provider = await startProvider('answers', invoices);
  const bare = await walkBare(provider, invoices);
  const deployment = await openDeployment(server, provider.url);
  const connection = await addConnection(deployment, await addOrganization(deployment));
  await server.calm(deployment.databaseUrl);
  await provider.calls();
  const worker = await deployment.startWorker({ slots, unlimitedBudget: true });
  await worker.ask('start');
  const synced = (ask: Pick<SyncAsk, 'type' | 'scope'>) => sync(deployment, provider, connection, ask, invoices);
  await worker.ask('cpu');
  const first = await synced({ type: 'connection.sync', scope: 'all' });
  const { cpuMs } = await worker.ask('cpu');
  const kept = await deployment.ports.storage.records.list(
    { connectionId: connection.id, type: 'invoices' },
    {},
    { limit: 1, page: 1 },
  );
  if (kept.total !== invoices) throw new Error(`of ${invoices} invoices ${kept.total} are in the cache`);
  const quiet = await synced({ type: 'connection.sync', scope: 'all' });
  const reconciled = await synced({ type: 'connection.reconcile', scope: 'invoices' });
  const { peakMegabytes } = await worker.ask('stop');
  await worker.end();
  await provider.end();
  await deployment.close();
  console.log(`  ${invoices} invoices: ${shown((invoices / first.tookMs) * 1000)} a second`);
  return { invoices, bare, first, quiet, reconciled, cpuMs: Number(cpuMs), peakMegabytes: Number(peakMegabytes) };
}

async function walkBare(provider: Provider, invoices: number): Promise<Walked> {
  const child = await startChild('../changes/bare-paging-process.ts', [provider.url]);
  const walked = (await child.ask('walk', {}, limitMs(invoices))) as unknown as Walked;
  await child.end();
  return walked;
}

async function sync(
  { ports }: Deployment,
  provider: Provider,
  connection: Connection,
  ask: Pick<SyncAsk, 'type' | 'scope'>,
  invoices: number,
): Promise<Synced> {
  const operation = draftSync(ports, connection, { ...ask, trigger: 'request', requestId: ports.ids.next('req') });
  const began = performance.now();
  await ports.storage.operations.insert([operation]);
  ports.wakeUp.signal();
  await ended({ ports }, connection, operation.id, began + limitMs(invoices));
  return { tookMs: performance.now() - began, calls: await provider.calls() };
}

const lookEveryMs = 10;

async function ended(
  { ports }: Pick<Deployment, 'ports'>,
  connection: Connection,
  id: OperationId,
  deadline: number,
): Promise<void> {
  for (;;) {
    const now = await ports.storage.operations.find(connection, id);
    if (now?.state === 'succeeded') return;
    if (now?.state !== 'queued' && now?.state !== 'running') {
      throw new Error(`the sync is ${now?.state}: ${JSON.stringify(now?.error)}`);
    }
    if (performance.now() > deadline) throw new Error('the sync does not end');
    await sleep(lookEveryMs);
  }
}

function show(all: readonly Figures[]): void {
  table(
    'First sync of a connection, all into the cache, against the bare gateway that pages through the same list',
    ['invoices', 'bare/s', 'sync/s', 'ratio', 'bare CPU µs', 'sync CPU µs', 'calls', 'bare peak MB', 'sync peak MB'],
    all.map(({ invoices, bare, first, cpuMs, peakMegabytes }) => {
      const [below, above] = [bare.read / bare.tookMs, invoices / first.tookMs].map((perMs) => perMs * 1000);
      const rates = [below ?? 0, above ?? 0, (above ?? 0) / (below ?? 0)];
      const cpu = [(bare.cpuMs / bare.read) * 1000, (cpuMs / invoices) * 1000];
      return [invoices.toLocaleString('en'), ...rates, ...cpu, String(first.calls), bare.peakMegabytes, peakMegabytes];
    }),
  );
  const [few, many] = all;
  if (few && many) {
    const times = many.peakMegabytes / few.peakMegabytes;
    const verdict = times <= flatTimes ? 'met' : 'missed';
    console.log(`\nMemory flat (at most ${flatTimes} × over ten times the books): ${shown(times)} ×: ${verdict}`);
  }
  table(
    'After it, with nothing changed (bar: one call a family)',
    ['invoices', 'sync of all families: calls', 'ms', 'reconciliation of invoices: calls', 'ms'],
    all.map(({ invoices, quiet, reconciled }) => [
      invoices.toLocaleString('en'),
      String(quiet.calls),
      quiet.tookMs,
      String(reconciled.calls),
      reconciled.tookMs,
    ]),
  );
}
