// `ledgerport start --ledger tryton`: the whole service over a real Tryton server, killed and started again.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { until } from '../../../contract-tests/testing/until.ts';
import { at, type Client, clientOf, invoiceBody, subscribe, textAt } from '../../../tests/walk/client.ts';
import { answering, freePort, type HostProcess, startHost } from '../../../tests/walk/processes.ts';
import { type Receiver, startReceiver } from '../../../tests/walk/receiver.ts';
import { createRpc } from '../rpc.ts';
import { type Paperwork, paperworkIn } from '../testing/paperwork.ts';
import { adminPassword, servicePassword } from '../testing/seed.ts';
import { copyOfFolder, describeTryton } from '../testing/tryton-server.ts';
import { localRules } from './server.ts';

it('start --ledger tryton says in a sentence what to install, where Tryton is not', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'test-tryton-none-'));
  const host = startHost('hosts/cli/main.ts', { PATH: '/nowhere', DATA_DIR: dataDir }, ['start', '--ledger', 'tryton']);
  expect(await host.exitCode()).to.equal(1);
  expect(host.output()).to.match(
    /^Tryton is not installed; on Debian 12, as root: apt-get install .*tryton-server .*\n$/,
  );
  expect(readdirSync(dataDir)).to.deep.equal([]);
  rmSync(dataDir, { recursive: true });
});

describeTryton('the service over a Tryton server of its own', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'test-tryton-start-'));
  let env: Record<string, string>;
  let url: string;
  let host: HostProcess;
  let client: Client;
  let receiver: Receiver;
  let person: Paperwork;
  /** Each start is a minute later, so that the poll is due. */
  let seconds = 0;
  const outputs: string[] = [];

  before(async () => {
    const [port, sandboxPort, trytonPort] = [await freePort(), await freePort(), await freePort()];
    env = { DATA_DIR: dataDir, PORT: `${port}`, SANDBOX_PORT: `${sandboxPort}`, TRYTON_PORT: `${trytonPort}` };
    const folder = path.join(dataDir, 'tryton');
    mkdirSync(folder);
    const { seeded, database } = await copyOfFolder(folder);
    const users = { login: 'ledgerport', password: servicePassword, admin_password: adminPassword };
    writeFileSync(path.join(folder, 'login.json'), JSON.stringify({ database, ...users }));
    url = `http://127.0.0.1:${trytonPort}`;
    receiver = await startReceiver();
    await start();
    const { base_url, api_keys } = JSON.parse(readFileSync(path.join(dataDir, 'dev-credentials.json'), 'utf8'));
    client = clientOf(base_url, api_keys.test);
    person = await paperworkIn({ rpc: createRpc(localRules), seeded, url, database });
  });
  after(async () => {
    await host.kill('SIGTERM');
    await receiver.close();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  });

  async function start(): Promise<void> {
    host = startHost('hosts/cli/main.ts', { ...env, TEST_CLOCK_OFFSET_SECONDS: `${seconds}` }, [
      'start',
      '--ledger',
      'tryton',
    ]);
    await answering(host, `http://localhost:${env['PORT']}/ready`);
    seconds += 60;
  }
  async function killAndStart(): Promise<void> {
    await host.kill('SIGKILL');
    outputs.push(host.output());
    await start();
  }
  const fill = async (link: string, password: string) =>
    fetch(link, {
      method: 'POST',
      body: new URLSearchParams({ server_address: url, database: 'books', login: 'ledgerport', password }),
      redirect: 'manual',
    });
  const told = (invoiceId: string) => {
    const about = receiver.received.filter(({ data }) => at(data, 'invoice.id') === invoiceId);
    return [...new Map(about.map((event) => [event.id, `${event.type} ${at(event.data, 'invoice.status')}`])).values()];
  };
  const hears = (invoiceId: string, what: string) => until(what, () => told(invoiceId).includes(what));

  it('connects by the form; each payment and its undoing are heard of once, though killed in between', async () => {
    const session = { provider: 'tryton', external_account_id: 'c-1', redirect_uri: 'http://localhost:3000/done' };
    const link = textAt(await client.expecting(201, 'POST', '/v1/connect-sessions', session), 'data.connect_url');
    const wrong = await fill(link, 'my other password');
    const page = await wrong.text();
    expect(page).to.include('The server refuses login and password');
    expect(page).to.include(`value="${url}"`).and.not.include('my other password');
    const back = new URL((await fill(link, servicePassword)).headers.get('location') ?? '');
    expect(back.searchParams.get('status'), back.href).to.equal('connected');
    const records = `/v1/connections/${back.searchParams.get('connection_id')}`;
    await subscribe(client, receiver, ['invoice.paid', 'invoice.payment_changed']);

    const contact = textAt(
      await client.expecting(201, 'POST', `${records}/contacts`, { name: 'Quay Café' }),
      'data.item.id',
    );
    const invoices: string[] = [];
    for (const reference of ['first', 'second']) {
      const made = await client.expecting(201, 'POST', `${records}/invoices`, invoiceBody(contact, reference));
      invoices.push(textAt(made, 'data.item.id'));
    }
    const [first = '', second = ''] = invoices;
    const read = await client.expecting(200, 'GET', `${records}/invoices/${first}`);
    expect(at(read, 'data.item')).to.include({ status: 'AUTHORISED', total: 100, amount_due: 100 });
    const numbers = await person.client.find('account.invoice', [], ['id', 'reference']);
    expect(numbers).to.have.length(2);
    const [one, two] = numbers.map(({ id }) => Number(id)) as [number, number];

    const payment = await person.pay(one, '100.00');
    await killAndStart();
    await hears(first, 'invoice.paid PAID');
    await person.undo(payment, true);
    await killAndStart();
    await hears(first, 'invoice.payment_changed AUTHORISED');
    await person.pay(two, '100.00');
    await killAndStart();
    await hears(second, 'invoice.paid PAID');
    expect(told(first)).to.have.members([
      'invoice.payment_changed PAID',
      'invoice.paid PAID',
      'invoice.payment_changed AUTHORISED',
    ]);
    expect(receiver.refusals).to.deep.equal([]);
  });

  it('tells where it is, keeps the password to itself, and ends Tryton with the service', async () => {
    expect(host.output()).to.contain(`Tryton ledger   ${url} `).and.contain('login ledgerport');
    await host.kill('SIGTERM');
    await until('the end of Tryton', () =>
      fetch(url).then(
        () => false,
        () => true,
      ),
    );
    const kept = readdirSync(dataDir).filter((name) => name.startsWith('ledgerport.db'));
    const texts = [...outputs, host.output(), ...kept.map((name) => readFileSync(path.join(dataDir, name), 'latin1'))];
    for (const text of texts) expect(text.includes(servicePassword)).to.equal(false);
  });
});
