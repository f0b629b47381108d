// The walk on one machine, as `npm start` runs it: one process, SQLite.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { clientOf, sandboxOf, textAt, walkThrough } from './client.ts';
import { answering, freePort, type HostProcess, startHost } from './processes.ts';
import { type Receiver, startReceiver } from './receiver.ts';

describe('the walk, one process on SQLite', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ledgerport-walk-'));
  let env: Record<string, string>;
  let host: HostProcess;
  let receiver: Receiver;

  const credentials = () => JSON.parse(readFileSync(path.join(dataDir, 'dev-credentials.json'), 'utf8'));

  const start = async () => {
    host = startHost('hosts/cli/main.ts', env, ['start']);
    await answering(host, `http://localhost:${env['PORT']}/ready`);
  };

  before(async () => {
    env = { DATA_DIR: dataDir, PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) };
    receiver = await startReceiver();
    await start();
  });

  after(async () => {
    await host.kill('SIGTERM');
    await receiver.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('leads from nothing to a verified webhook', async () => {
    const { base_url, sandbox_url, api_keys } = credentials();
    const client = clientOf(base_url, api_keys.test);
    const { connectionId, invoiceId } = await walkThrough(client, client, sandboxOf(sandbox_url), receiver);
    const action = await fetch(`${base_url}/v1/connections/${connectionId}/provider-actions/invoice.download_pdf`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api_keys.test}`, 'content-type': 'application/json' },
      body: JSON.stringify({ resource_id: invoiceId }),
    });
    expect(action.headers.get('content-type')).to.equal('application/pdf');
    expect(
      Buffer.from(await action.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).to.equal('%PDF-');
  });

  it('prints where it is, and keeps everything over a restart', async () => {
    expect(host.output()).to.contain(`${credentials().base_url}/docs/api`);
    const before = credentials();
    await host.kill('SIGTERM');
    await start();
    expect(credentials()).to.deep.equal(before);
    const client = clientOf(before.base_url, before.api_keys.test);
    const connections = await client.expecting(200, 'GET', '/v1/connections?status=active');
    const records = `/v1/connections/${textAt(connections, 'data.items.0.connection_id')}/invoices`;
    const invoices = await client.expecting(200, 'GET', records);
    await client.expecting(200, 'GET', `${records}/${textAt(invoices, 'data.items.0.id')}`);
  });
});
