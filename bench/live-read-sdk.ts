// What the service adds to a live read, against the provider's official SDK on the same sandbox, and whether it keeps
// its memory while it reads. `BENCH_READS` lowers the number of reads.
import { XeroClient } from 'xero-node';
import { type Spread, shown, spreadOf, table } from './measure.ts';
import { type Child, createChildren, providerToken, startWorld } from './world.ts';

const reads = Math.min(50_000, Number(process.env['BENCH_READS'] ?? 50_000) || 50_000);
const memorySeconds = 120;
const compareSeconds = 60;
const connectionsAtOnce = [1, 32];
const rounds = 5;
const roundReads = Math.max(50, Math.min(600, Math.floor(reads / 50)));
const memorySteps = 5;

type Read = () => Promise<unknown>;

/** Milliseconds that each read took, from as many loops as are in flight. Stops at the deadline. */
async function timed(read: Read, count: number, inFlight: number, deadline: number): Promise<readonly number[]> {
  const took: number[] = [];
  let left = count;
  const loop = async (): Promise<void> => {
    while (left > 0 && performance.now() < deadline) {
      left -= 1;
      const began = performance.now();
      await read();
      took.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, loop));
  return took;
}

/** The ways take turns, so that a slow moment of the machine meets all of them. */
async function compare(ways: readonly Read[], inFlight: number, deadline: number): Promise<readonly Spread[]> {
  const took: number[][] = ways.map(() => []);
  for (const read of ways) await timed(read, roundReads, inFlight, deadline);
  for (let round = 0; round < rounds; round += 1) {
    for (const [way, read] of ways.entries()) took[way]?.push(...(await timed(read, roundReads, inFlight, deadline)));
  }
  return took.map(spreadOf);
}

async function compareAll(names: readonly string[], ways: readonly Read[], deadline: number): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const inFlight of connectionsAtOnce) {
    const spreads = await compare(ways, inFlight, deadline);
    const [floor] = spreads;
    for (const [way, { median, p99 }] of spreads.entries()) {
      const ratios = floor ? [median / floor.median, p99 / floor.p99] : [];
      rows.push([String(inFlight), names[way] ?? '', median, p99, ...ratios]);
    }
  }
  table(
    `Live read of an invoice (${rounds} rounds of ${roundReads} reads each, in turns)`,
    ['in flight', 'way', 'median ms', 'p99 ms', 'median ratio', 'p99 ratio'],
    rows,
  );
}

const megabytes = (bytes: unknown): number => Number(bytes) / 1024 / 1024;

async function memoryOver(service: Child, read: Read, deadline: number): Promise<void> {
  const rows: (string | number)[][] = [];
  let done = 0;
  const note = async (): Promise<void> => {
    const { rss, heapUsed, external } = await service.ask({ memory: true });
    rows.push([String(done), megabytes(rss), megabytes(heapUsed), megabytes(external)]);
  };
  await note();
  const began = performance.now();
  for (let step = 0; step < memorySteps && performance.now() < deadline; step += 1) {
    done += (await timed(read, Math.ceil(reads / memorySteps), 32, deadline)).length;
    await note();
  }
  const perSecond = shown((done / (performance.now() - began)) * 1000);
  table(
    `Memory of the service over live reads, 32 in flight (${perSecond} a second)`,
    ['reads', 'rss MB', 'heap MB', 'external MB'],
    rows,
  );
}

export async function benchLiveReadSdk(): Promise<void> {
  const children = createChildren();
  try {
    const world = await startWorld(children, ['--expose-gc']);
    const { client, secret, sandbox, tenantId, connectionId, invoiceId } = world;
    const token = await providerToken(sandbox, tenantId);
    const sdk = new XeroClient();
    sdk.accountingApi.basePath = `${sandbox.url}/api.xro/2.0`;
    sdk.setTokenSet({ access_token: token });
    const fetched = async (url: string, headers: Readonly<Record<string, string>>): Promise<void> => {
      const response = await fetch(url, { headers });
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      await response.json();
    };
    const bareUrl = `${sandbox.url}/api.xro/2.0/Invoices/${invoiceId}?unitdp=4`;
    const bareHeaders = { authorization: `Bearer ${token}`, 'ledger-tenant-id': tenantId, accept: 'application/json' };
    const serviceUrl = `${client.baseUrl}/v1/connections/${connectionId}/invoices/${invoiceId}`;
    const serviceHeaders = { authorization: `Bearer ${secret}` };
    const throughService = () => fetched(serviceUrl, serviceHeaders);
    // First, so that its start is a service that has read nothing yet.
    await memoryOver(world.service, throughService, performance.now() + memorySeconds * 1000);
    await compareAll(
      ['official SDK, direct', 'fetch, direct', 'service'],
      [() => sdk.accountingApi.getInvoice(tenantId, invoiceId, 4), () => fetched(bareUrl, bareHeaders), throughService],
      performance.now() + compareSeconds * 1000,
    );
  } finally {
    children.end();
  }
}
