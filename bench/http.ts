// What the service adds to a read: a cached list against a bare Koa route that sends the same bytes, and a live read
// against the bare provider call, each from the same load generator in the same run.
import autocannon from 'autocannon';
import { freePort } from '../tests/walk/processes.ts';
import { table } from './measure.ts';
import { createChildren, providerToken, startWorld } from './world.ts';

const seconds = 5;
const connectionsAtOnce = [1, 32];

interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function load({ url, headers }: Target, connections: number) {
  const result = await autocannon({ url, headers: { ...headers }, connections, duration: seconds });
  if (result.non2xx + result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return {
    median: result.latency.p50,
    p99: result.latency.p99,
    mean: result.latency.mean,
    perSecond: result.requests.average,
  };
}

async function compared(title: string, floor: Target, measured: Target): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const connections of connectionsAtOnce) {
    const below = await load(floor, connections);
    const above = await load(measured, connections);
    rows.push([
      String(connections),
      below.perSecond,
      above.perSecond,
      above.perSecond / below.perSecond,
      below.mean,
      above.mean,
      below.p99,
      above.p99,
    ]);
  }
  table(
    title,
    [
      'in flight',
      'floor/s',
      'service/s',
      'ratio',
      'floor mean ms',
      'service mean ms',
      'floor p99 ms',
      'service p99 ms',
    ],
    rows,
  );
}

export async function benchHttp(): Promise<void> {
  const children = createChildren();
  try {
    const { service, client, secret, sandbox, tenantId, connectionId, invoiceId } = await startWorld(children);
    const barePort = await freePort();
    await children.start('bench/service.ts', [barePort, sandbox.url, 'bare']);
    const records = `/v1/connections/${connectionId}/invoices`;
    await client.expecting(200, 'GET', `${records}/${invoiceId}`);
    await service.ask({ fill: connectionId });
    const listed = await client.call('GET', `${records}?limit=50`);
    await fetch(`http://localhost:${barePort}/`, { method: 'POST', body: JSON.stringify(listed.body) });
    const own = { authorization: `Bearer ${secret}` };
    await compared(
      'Cached list of 50 of 5,000 invoices (SQLite) against a bare Koa route with the same bytes',
      { url: `http://localhost:${barePort}/`, headers: {} },
      { url: `${client.baseUrl}${records}?limit=50`, headers: own },
    );
    const token = await providerToken(sandbox, tenantId);
    await compared(
      'Live read of an invoice against the bare provider call (both to the sandbox)',
      {
        url: `${sandbox.url}/api.xro/2.0/Invoices/${invoiceId}?unitdp=4`,
        headers: { authorization: `Bearer ${token}`, 'ledger-tenant-id': tenantId, accept: 'application/json' },
      },
      { url: `${client.baseUrl}${records}/${invoiceId}`, headers: own },
    );
  } finally {
    children.end();
  }
}
