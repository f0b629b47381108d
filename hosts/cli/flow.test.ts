// A developer's first hour over a started service: seed, listen, trigger, tail, doctor, reset.
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { expect } from 'chai';
import { Ledgerport, verifyWebhook } from '../../client/index.ts';
import { until } from '../../contract-tests/testing/until.ts';
import { freePort, type HostProcess, runCommand, startHost } from '../../tests/walk/processes.ts';
import { eventNames } from './happenings.ts';
import { machineSecret } from './listen.ts';
import type { StoredEvent } from './news.ts';
import { run } from './run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-cli-'));
let env: Record<string, string> = {
  DATA_DIR: path.join(folder, 'var'),
  XDG_CONFIG_HOME: path.join(folder, 'config'),
};

/** Runs a command in this process, until it ends or is stopped. */
function type(line: string) {
  const stop = new AbortController();
  const [out, err]: [string[], string[]] = [[], []];
  const ended = run(line.split(' '), {
    env,
    out: (text) => void out.push(stripVTControlCharacters(text)),
    err: (text) => void err.push(stripVTControlCharacters(text)),
    untilStopped: () => stop.signal,
  });
  const stopped = () => {
    stop.abort();
    return ended;
  };
  return { out, err, ended, stopped };
}

async function done(line: string): Promise<string> {
  const { out, err, ended } = type(line);
  expect(await ended, err.join('\n')).to.equal(0);
  return out.join('\n');
}

interface Received {
  readonly event: StoredEvent;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

describe('the first hour', function () {
  this.timeout(120_000);
  let service: HostProcess;
  let api: Ledgerport;
  let receiver: Server;
  const received: Received[] = [];
  const wrong: string[] = [];
  let status = 200;
  let port = 0;

  const open = () => {
    receiver = createServer(async (request, response) => {
      const body = await buffer(request);
      try {
        const event = verifyWebhook(body, request.headers, machineSecret({ env })) as unknown as StoredEvent;
        if (status === 200) received.push({ event, text: body.toString(), headers: request.headers });
      } catch (error) {
        wrong.push(String(error));
      }
      response.writeHead(status).end();
    }).listen(port, '127.0.0.1');
  };
  const close = () => {
    receiver.closeAllConnections();
    receiver.close();
  };

  const startService = async () => {
    service = startHost('hosts/cli/main.ts', env, ['start']);
    await until('the service to run', () => service.output().includes('Stop with Ctrl-C'), 60_000);
  };

  before(async () => {
    port = await freePort();
    Object.assign(env, { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()), NO_COLOR: '1' });
    await startService();
    const [, apiKey = ''] = /test key +(\S+)/.exec(service.output()) ?? [];
    api = new Ledgerport({ apiKey, baseUrl: `http://localhost:${env['PORT']}` });
  });
  after(async () => {
    close();
    await service.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('seeds a company once, with every status and several currencies, in the lists of the service', async () => {
    const first = JSON.parse(await done('seed --size small --json'));
    expect(JSON.parse(await done('seed --size small --json'))).to.deep.equal(first);
    expect(first.documents).to.include({ Invoices: 45, Quotes: 9, PurchaseOrders: 6, Contacts: 11 });
    const { items: invoices } = await api.invoices.list(first.connection_id, { limit: 100 }).page();
    expect(new Set(invoices.map((one) => one.status))).to.include.all.keys('DRAFT', 'AUTHORISED', 'PAID');
    expect(new Set(invoices.map((one) => one.currency)).size).to.be.greaterThan(2);
    expect(invoices).to.have.length(45);
  });

  it('forwards what is triggered: signed, once, in order, as deliveries send it, past a receiver that fails', async () => {
    open();
    const listening = type(`listen --forward-to ${port} --json`);
    await until('it to listen', () => listening.err.some((line) => line.startsWith('Signing secret')));
    status = 503;
    const triggered: StoredEvent[] = [];
    // The sandbox allows 60 calls a minute, so of the events of records two stand for all.
    const names = eventNames.filter((name) => !/\.changed$/.test(name) || /^(contact|tax_rate)\./.test(name));
    for (const name of names) {
      triggered.push(JSON.parse(await done(`trigger ${name} --json`)));
      if (name !== names[0]) continue;
      await until('a try that fails', () => listening.out.some((line) => line.includes('"status":503')));
      close();
      await until('a try without an answer', () => listening.out.some((line) => line.includes('ECONNREFUSED')));
      status = 200;
      open();
    }
    expect(triggered.map((event) => event.type)).to.deep.equal(names);
    const ids = () => received.map(({ event }) => event.id);
    await until('all to be forwarded', () => triggered.every(({ id }) => ids().includes(id)), 30_000);
    expect(await listening.stopped()).to.equal(0);
    expect(wrong).to.deep.equal([]);
    expect(new Set(ids()).size).to.equal(received.length);
    const lines = Map.groupBy(received, ({ event }) => event.connection_id);
    for (const line of lines.values()) {
      const sequence = line.flatMap(({ event }) => event.sequence ?? []);
      expect(sequence).to.deep.equal(sequence.toSorted((a, b) => a - b));
    }
    const paid = received.find(({ event }) => event.type === 'invoice.paid');
    expect(JSON.parse(paid?.text ?? '')).to.deep.equal(await api.events.get(paid?.event.id ?? ''));
    expect(paid?.headers).to.include.all.keys('service-event', 'webhook-id', 'webhook-signature', 'x-request-id');
  });

  it('tails what happened since, and goes on with what happens', async () => {
    const events = type('events tail --since 1h --json --events sync.completed');
    const logs = type('logs tail');
    await until('the past to be printed', () => events.out.length > 0 && logs.err.length > 0);
    const made = JSON.parse(await done('trigger sync.completed --json'));
    await until('the event', () => events.out.some((line) => line.includes(made.id)));
    await until('its call', () => logs.out.some((line) => /provider_call +GET \/Invoices: 200/.test(line)));
    expect(await Promise.all([events.stopped(), logs.stopped()])).to.deep.equal([0, 0]);
    expect(events.out.every((line) => JSON.parse(line).type === 'sync.completed')).to.equal(true);
    const twice = logs.out.filter((line, index) => logs.out.indexOf(line) !== index);
    expect(twice).to.deep.equal([]);
  });

  it('shows requests as they come, and not those that only poll', () => {
    expect(service.output()).to.match(/ POST \/v1\/connections\/conn_\w+\/invoices 201 [\d.]+ ms \S+\n/);
    expect(service.output()).not.to.match(/GET \/v1\/events |cli-poll/);
  });

  it('reads and writes anything by its path, lists events and sends one again', async () => {
    const read = JSON.parse(await done('get connections?limit=1&status=active --json'));
    const id = read.data.items[0].connection_id;
    const write = `post /v1/connections/${id}/contacts --data {"name":"Typed"} --idempotency-key typed --json`;
    const [first, second] = [JSON.parse(await done(write)), JSON.parse(await done(write))];
    expect(first.data.item).to.include({ name: 'Typed' });
    expect(second.data.item.id).to.equal(first.data.item.id);

    const log = () => done(`requests list --connection ${id} --status 201`);
    await until('the writes to be logged', async () => (await log()).split('\n').length > 1);
    expect(await log()).to.match(/POST \/v1\/connections\/:connection_id\/contacts 201 \d+ ms req_\w+ development/);
    const [newest = ''] = (await done('events list --type sync.completed --limit 1 --json')).split('\n');
    expect(JSON.parse(newest)).to.include({ type: 'sync.completed' });
    const { id: event } = JSON.parse(newest);
    const none = type(`events resend ${event}`);
    expect([await none.ended, none.err]).to.deep.equal([1, [`ledgerport: ${event} was not meant for any endpoint`]]);
    const other = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port: own } = other.address() as AddressInfo;
    const hook = { url: `http://127.0.0.1:${own}/`, event_types: ['connection.created'] };
    const made = JSON.parse(await done(`post webhook-endpoints --data ${JSON.stringify(hook)} --json`));
    const created = JSON.parse(await done('trigger connection.created --json')).id;
    const ended = async () =>
      (await api.webhooks.listDeliveries({ event_id: created, state: 'succeeded' }).page()).items.length === 1;
    await until('the delivery to end', ended, 60_000);
    const resent = JSON.parse(await done(`events resend ${created} --json`));
    expect(resent).to.include({ event_id: created, webhook_endpoint_id: made.data.webhook_endpoint_id });
    await done(`post webhook-endpoints/${made.data.webhook_endpoint_id} --method DELETE`);
    other.close();
  });

  it('says which key the service does not know', async () => {
    const asked = type(`events tail --url http://localhost:${env['PORT']} --api-key acct_test_${'a'.repeat(38)}`);
    expect(await asked.ended).to.equal(1);
    expect(asked.err.join()).to.contain('does not know the API key: give another by --api-key or LEDGERPORT_API_KEY');
  });

  it('finds the runtime, secrets and database in order', () => {
    const findings = JSON.parse(runCommand('hosts/cli/main.ts', ['doctor', '--json'], env)) as { ok: boolean }[];
    expect(findings.length).to.be.greaterThan(3);
    expect(findings.every(({ ok }) => ok)).to.equal(true);
  });

  it('keeps everything over a restart, the keys that it printed among it', async () => {
    const [connection] = (await api.connections.list({ status: 'active', limit: 1 }).page()).items;
    await service.kill('SIGTERM');
    await startService();
    const { items } = await api.connections.list({ status: 'active', limit: 1 }).page();
    expect(items).to.deep.equal([connection]);
  });

  it('resets when the service is stopped, and leaves what is not its own', async () => {
    const dataDir = env['DATA_DIR'] ?? '';
    writeFileSync(path.join(dataDir, 'notes.txt'), 'mine');
    const refused = async (line: string, message: string) => {
      const { err, ended } = type(line);
      expect(await ended).to.equal(1);
      expect(err.join()).to.contain(message);
    };
    const running = (file: string) => `a running service has ${path.join(dataDir, file)} open: stop it first`;
    await refused('reset --force', running('ledgerport.db'));
    const { PORT = '', ...without } = env;
    env = { ...without, PORT: String(await freePort()) };
    await refused('reset --force', running('ledgerport.db'));
    env = { ...without, PORT };
    await service.kill('SIGTERM');
    expect(await service.exitCode()).to.equal(0);
    await refused('reset', 'there is no terminal to ask on: --force removes without asking');
    expect(existsSync(path.join(dataDir, 'ledgerport.db'))).to.equal(true);
    const sandbox = startHost('hosts/cli/main.ts', env, ['sandbox']);
    await until('the sandbox to run', () => sandbox.output().includes('sandbox ledger listening'), 60_000);
    await refused('reset --force', running('sandbox/books.db'));
    await sandbox.kill('SIGTERM');
    const worker = startHost('hosts/cli/main.ts', { ...env, WORKER_PORT: '0' }, ['worker']);
    await until('the worker to run', () => worker.output().includes('"working"'), 60_000);
    await refused('reset --force', running('ledgerport.db'));
    // A killed worker leaves its write-ahead log behind.
    await worker.kill('SIGKILL');
    const stranger = createServer((_, response) => response.end('not Ledgerport')).listen(Number(PORT), '127.0.0.1');
    await done('reset --force');
    stranger.close();
    expect(readdirSync(dataDir)).to.deep.equal(['notes.txt']);
    expect(await done('reset')).to.contain('There is nothing to remove');
  });
});
