// What the service adds to a read: a cached list against a bare Koa route that sends the same bytes, and a live read
// against the bare provider call, each from the same load generator in the same run.
import { type ChildProcess, fork } from 'node:child_process';
import autocannon from 'autocannon';
import { clientOf, connected, sandboxOf, textAt } from '../hosts/walk/client.test-support.ts';
import { freePort } from '../hosts/walk/processes.test-support.ts';
import { table } from './measure.ts';

const seconds = 5;
const connectionsAtOnce = [1, 32];

type Message = Readonly<Record<string, unknown>>;

function started(file: string, args: readonly string[]): Promise<{ child: ChildProcess; message: Message }> {
  const child = fork(file, [...args], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve({ child, message: message as Message }));
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
}

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
      connections,
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

/** A token of the provider's own, by the same consent that a customer gives. */
async function providerToken(sandboxUrl: string, tenantId: string): Promise<string> {
  const redirect = 'http://localhost:3000/own';
  const sandbox = sandboxOf(sandboxUrl);
  await sandbox.control('POST', 'apps', {
    client_id: 'direct',
    client_secret: 'secret',
    redirect_uris: [redirect],
    webhook_url: 'http://localhost:9/',
    webhook_key: 'k',
  });
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'direct',
    redirect_uri: redirect,
    scope: 'offline_access accounting.invoices accounting.contacts',
    state: 's',
  });
  const consent = await sandbox.control('POST', 'consent', {
    authorize_url: `${sandboxUrl}/identity/connect/authorize?${query}`,
    tenant_ids: [tenantId],
  });
  const code = new URL(textAt(consent, 'callback_url')).searchParams.get('code') ?? '';
  const response = await fetch(`${sandboxUrl}/connect/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('direct:secret')}` },
    body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirect }),
  });
  return textAt(await response.json(), 'access_token');
}

export async function benchHttp(): Promise<void> {
  const children: ChildProcess[] = [];
  try {
    const [port, sandboxPort, barePort] = [await freePort(), await freePort(), await freePort()];
    const sandboxUrl = `http://localhost:${sandboxPort}`;
    const begin = async (file: string, args: readonly unknown[]) => {
      const { child, message } = await started(file, args.map(String));
      children.push(child);
      return { child, message };
    };
    await begin('bench/sandbox.ts', [sandboxPort]);
    await begin('bench/service.ts', [barePort, sandboxUrl, 'bare']);
    const service = await begin('bench/service.ts', [port, sandboxUrl]);
    const sandbox = sandboxOf(sandboxUrl);
    await sandbox.control('POST', 'apps', {
      client_id: 'bench',
      client_secret: 'secret',
      redirect_uris: [`http://localhost:${port}/oauth/ledger/callback`],
      webhook_url: 'http://localhost:9/',
      webhook_key: 'key',
    });
    const client = clientOf(`http://localhost:${port}`, String(service.message['secret']));
    const [tenantId = ''] = await sandbox.tenants();
    const connectionId = await connected(client, sandbox, { externalAccountId: 'bench', tenantIds: [tenantId] });
    const [invoice] = await sandbox.documents(tenantId, 'Invoices');
    const invoiceId = String(invoice?.['InvoiceID']);
    const records = `/v1/connections/${connectionId}/invoices`;
    await client.expecting(200, 'GET', `${records}/${invoiceId}`);
    await new Promise((resolve) => {
      service.child.once('message', resolve);
      service.child.send({ fill: connectionId });
    });
    const listed = await client.call('GET', `${records}?limit=50`);
    await fetch(`http://localhost:${barePort}/`, { method: 'POST', body: JSON.stringify(listed.body) });
    const own = { authorization: `Bearer ${String(service.message['secret'])}` };
    await compared(
      'Cached list of 50 of 5,000 invoices (SQLite) against a bare Koa route with the same bytes',
      { url: `http://localhost:${barePort}/`, headers: {} },
      { url: `${client.baseUrl}${records}?limit=50`, headers: own },
    );
    const token = await providerToken(sandboxUrl, tenantId);
    await compared(
      'Live read of an invoice against the bare provider call (both to the sandbox)',
      {
        url: `${sandboxUrl}/api.xro/2.0/Invoices/${invoiceId}?unitdp=4`,
        headers: { authorization: `Bearer ${token}`, 'ledger-tenant-id': tenantId, accept: 'application/json' },
      },
      { url: `${client.baseUrl}${records}/${invoiceId}`, headers: own },
    );
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
}
