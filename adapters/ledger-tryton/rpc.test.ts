import { expect } from 'chai';
import { type Json, type JsonObject, ServiceError } from '../../core/ports.ts';
import { openBooks, tenantIdOf, textOfSession } from './books.ts';
import { createRpc } from './rpc.ts';
import { type Scripted, serveScripted } from './testing/scripted-server.ts';
import { logIn, serviceClient, serviceLogin, type TrytonClient } from './testing/seed.ts';
import { describeTryton, localRules, startTryton, type TestTryton } from './testing/tryton-server.ts';
import { datetimeValue, dateValue, decimalValue, plainValue } from './values.ts';

async function failureOf(work: Promise<unknown>): Promise<ServiceError> {
  const error = await work.then(
    (value) => new Error(`it succeeded: ${JSON.stringify(value)}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ServiceError)) throw error;
  return error;
}

const shown = ({ code, details: { reason, outcome } }: ServiceError) => [code, reason, outcome].join(' ').trim();

describeTryton('calls to a Tryton server', () => {
  let tryton: TestTryton;
  let client: TrytonClient;
  before(async () => {
    tryton = await startTryton();
    client = await serviceClient(tryton.rpc, tryton, tryton.seeded);
  });
  after(() => tryton.stop());

  it('tells refusals, programming errors, missing models and methods by what stands in answers of HTTP 200 and 403', async () => {
    await client.create('party.party', { name: 'One', code: 'C-1' });
    const rows: readonly [string, Json[], string][] = [
      ['model.party.party.create', [[{ name: 'Two', code: 'C-1' }]], 'PROVIDER_REJECTED not_applied'],
      ['model.account.invoice.create', [[{ type: 'out' }]], 'PROVIDER_REJECTED not_applied'],
      ['model.party.party.read', [[9999], ['name']], 'PROVIDER_REJECTED not_applied'],
      ['model.party.party.search_read', [[], 0, null, null, ['nope']], 'PROVIDER_ERROR not_applied'],
      ['model.party.nothing.search', [[]], 'PROVIDER_ERROR not_applied'],
      ['model.party.party.steal', [[]], 'PROVIDER_ERROR not_applied'],
      ['model.ir.cron.create', [[{}]], 'PROVIDER_REJECTED not_applied'],
    ];
    for (const [method, params, expected] of rows) {
      const failure = await failureOf(client.call(method, ...params));
      expect(shown(failure).replace('  ', ' '), method).to.equal(expected);
      expect(failure.message.length, failure.message).to.be.lessThan(600);
      expect(failure.retryable, method).to.equal(expected.startsWith('PROVIDER_ERROR'));
    }
    const { url, session } = { ...tryton, ...client };
    const elsewhere = { url, session, method: 'model.party.party.search', params: [[], {}], writes: true };
    expect(shown(await failureOf(tryton.rpc({ ...elsewhere, database: 'nobody' })))).to.contain('not_applied');
  });

  it('a session that ended, a wrong one and a wrong password are 401: log in again, nothing was applied', async () => {
    const session = await logIn(tryton.rpc, tryton, serviceLogin, 'user-4wybjg');
    const call = {
      ...tryton,
      session,
      method: 'model.party.party.create',
      params: [[{ name: 'x' }], {}],
      writes: true,
    };
    await tryton.rpc({ ...call, method: 'common.db.logout', params: [] });
    const ended = await failureOf(tryton.rpc(call));
    const wrong = await failureOf(tryton.rpc({ ...call, session: { ...session, key: 'f'.repeat(64) } }));
    for (const failure of [ended, wrong]) expect(shown(failure)).to.equal('ACTION_REQUIRED token_rejected not_applied');
    expect(shown(await failureOf(logIn(tryton.rpc, tryton, serviceLogin, 'wrong')))).to.contain('token_rejected');
  });

  it('a change of a version that passed is a conflict', async () => {
    const id = await client.create('party.party', { name: 'Watched' });
    const { company } = tryton.seeded;
    const access = { ...accessOf(client, company) };
    const books = openBooks(tryton.rpc, access);
    const stale = { _timestamp: { [`party.party,${id}`]: '1.5' } };
    const failure = await failureOf(books.call('model.party.party.write', [[id], { name: 'Moved' }], stale));
    expect(shown(failure)).to.equal('CONFLICT record_changed not_applied');
    expect(failure.retryable).to.equal(true);
    expect(access.calls.map(({ path, status }) => [path, status])).to.eql([['/model.party.party.write', 409]]);
    const seen = await books.search('party.party', { domain: [['id', '=', id]], fields: ['name', '_timestamp'] });
    expect(seen.map(({ name }) => name)).to.eql(['Watched']);
  });

  it('values come back as they were sent: text of any kind, decimals, dates, moments and bytes', async () => {
    const text = `Kiln 🔥\u2028“Ōtautahi” ${'x'.repeat(4_000)}`;
    const { foreignCurrency } = tryton.seeded;
    const party = await client.create('party.party', { name: text });
    const rate = await client.create('currency.currency.rate', {
      ...{ currency: foreignCurrency, date: dateValue('2024-02-29'), rate: decimalValue('0.333333') },
    });
    const [one] = await client.find('party.party', [['id', '=', party]], ['name', 'create_date']);
    const [two] = await client.find('currency.currency.rate', [['id', '=', rate]], ['date', 'rate']);
    expect(plainValue({ ...one, ...two })).to.include({ name: text, date: '2024-02-29', rate: '0.333333' });
    const stamp = String((plainValue(one as JsonObject) as JsonObject)['create_date']);
    expect(stamp).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect(Math.abs(Date.parse(stamp) - Date.now())).to.be.lessThan(60_000);
    const same = [
      ['create_date', '=', datetimeValue(stamp)],
      ['id', '=', party],
    ];
    expect(await client.find('party.party', same)).to.have.length(1);
    expect(
      plainValue([
        { __class__: 'bytes', base64: 'aGVs\nbG8=\n' },
        { __class__: 'timedelta', seconds: 90 },
      ]),
    ).to.eql([...['aGVsbG8=', 90]]);
  });

  it('a server that is restarted keeps its books and sessions', async () => {
    const id = await client.create('party.party', { name: 'Durable' });
    await tryton.kill();
    const away = await failureOf(client.call('model.party.party.write', [id], { name: 'x' }));
    expect(shown(away)).to.equal('PROVIDER_UNAVAILABLE  not_applied');
    await tryton.start();
    expect(await client.find('party.party', [['id', '=', id]])).to.have.length(1);
  });
});

function accessOf({ session }: Pick<TrytonClient, 'session'>, company: number) {
  const calls: { path: string; status: number | null }[] = [];
  return {
    calls,
    accessToken: textOfSession(session),
    tenantId: tenantIdOf(session, company),
    report: (call: { path: string; status: number | null }) => void calls.push(call),
  };
}

describe('answers of a Tryton server at bad moments', () => {
  const result: Scripted = { body: '{"id":0,"result":[7]}' };
  const errorOf = (...words: Json[]): Scripted => ({ body: JSON.stringify({ id: 0, error: words }) });
  const locked = errorOf('could not obtain lock on row in relation "ir_sequence_strict"\n', '');

  async function booksOn(...answers: readonly Scripted[]) {
    const server = await serveScripted(...answers);
    const session = { url: server.url, database: 'books', login: 'a', userId: 2, key: 'b' };
    const access = accessOf({ session }, 1);
    return { server, calls: access.calls, books: openBooks(createRpc(localRules), access) };
  }

  const html = { 'content-type': 'text/html' };
  const rows: readonly [string, Scripted, string][] = [
    ['no answer', 'cut', 'PROVIDER_UNAVAILABLE  unknown'],
    ['a page of a proxy', { headers: html, body: '<h1>Hello</h1>' }, 'PROVIDER_ERROR  unknown'],
    ['an envelope without a result', { body: '{"id":0}' }, 'PROVIDER_ERROR  unknown'],
    ['403 as a page', { status: 403, headers: html, body: '<h1>Forbidden</h1>' }, 'PROVIDER_ERROR  not_applied'],
    ['413', { status: 413, body: '' }, 'PROVIDER_REJECTED  not_applied'],
    ['429', { status: 429, body: '' }, 'PROVIDER_UNAVAILABLE login_locked not_applied'],
    ['500 as a page', { status: 500, headers: html, body: '<h1>Oh</h1>' }, 'PROVIDER_ERROR  unknown'],
    ['502', { status: 502, body: '' }, 'PROVIDER_UNAVAILABLE  unknown'],
    ['504', { status: 504, body: '' }, 'PROVIDER_TIMEOUT  unknown'],
    [
      'a redirect',
      { status: 302, headers: { location: 'http://169.254.169.254/' }, body: '' },
      'PROVIDER_ERROR  unknown',
    ],
    [
      'a second factor',
      errorOf('LoginException', ['code', 'Code', 'char']),
      'ACTION_REQUIRED second_factor not_applied',
    ],
    [
      'a program that failed',
      errorOf("[Errno 2] No such file or directory: 'soffice'", ''),
      'PROVIDER_ERROR  not_applied',
    ],
    [
      'a refusal',
      errorOf('UserError', ['No.', 'Because.', { fields: 'x'.repeat(9_000) }]),
      'PROVIDER_REJECTED  not_applied',
    ],
    ['a warning', errorOf('UserWarning', ['name_1', 'Sure?', '']), 'PROVIDER_REJECTED  not_applied'],
  ];
  for (const [name, answer, expected] of rows) {
    it(`${name}: ${expected}`, async () => {
      const { server, books, calls } = await booksOn(answer);
      const failure = await failureOf(books.call('model.party.party.write', [[1], {}]));
      expect(shown(failure)).to.equal(expected);
      expect(JSON.stringify(failure.details).length).to.be.lessThan(700);
      expect([calls.length, server.asked()]).to.eql([1, 1]);
      if (name === 'a refusal') expect(failure.message).to.contain(': No. Because.');
      if (name === 'a warning') expect(failure).to.include({ warning: 'name_1' });
      await server.stop();
    });
  }

  it('a locked row is asked for again, five times at most', async () => {
    const { server, books, calls } = await booksOn(locked, locked, result);
    expect(await books.call('model.account.invoice.post', [[7]])).to.eql([7]);
    expect(calls.map(({ status }) => status)).to.eql([500, 500, 200]);
    await server.stop();
    const stuck = await booksOn(locked);
    expect(shown(await failureOf(stuck.books.call('model.account.invoice.post', [[7]])))).to.equal(
      'PROVIDER_ERROR  not_applied',
    );
    expect(stuck.server.asked()).to.equal(5);
    await stuck.server.stop();
  });

  it('an answer beyond the bounds of bytes or time is given up', async () => {
    const server = await serveScripted({ body: JSON.stringify({ id: 0, result: 'x'.repeat(10_000) }) });
    const rpc = createRpc({ ...localRules, bounds: { maxBytes: 5_000 } });
    const call = { url: server.url, database: 'books', method: 'model.x.y', params: [], writes: true };
    expect(shown(await failureOf(rpc(call)))).to.equal('PROVIDER_ERROR  unknown');
    await server.stop();
  });

  it('only listed hosts at public addresses are called, over https', async () => {
    const rules = {
      allowedHosts: ['books.example.com', '*.erp.example', 'localhost', '10.0.0.7', '[::1]'],
      allowCidrs: [],
    };
    const rpc = createRpc({ ...rules, allowHttp: false });
    const refused: readonly (readonly [string, RegExp])[] = [
      ['books.example.com', /absolute URL/],
      ['http://books.example.com', /https/],
      ['https://me:secret@books.example.com', /credentials/],
      ['https://books.example.com/?a=1', /end with the path/],
      ['https://books.example.com:5432', /port/],
      ['https://other.example.com', /not one of those/],
      ['https://erp.example', /not one of those/],
      ['https://10.0.0.7', /not public/],
      ['https://[::1]', /not public/],
      ['https://localhost', /not public/],
    ];
    for (const [url, why] of refused) {
      const failure = await failureOf(rpc({ url, method: 'common.server.version', params: [], writes: false }));
      expect(failure.details.errors, url).to.have.length(1);
      expect(failure.details.errors?.[0]?.path).to.equal('server_address');
      expect(failure.message).to.match(why);
    }
    // A name that only resolves to this machine is refused at the socket.
    const named = createRpc({
      ...localRules,
      allowedHosts: ['localhost.localdomain', 'ip6-localhost'],
      allowCidrs: [],
    });
    const local = { url: 'http://ip6-localhost:8000', method: 'common.server.version', params: [], writes: true };
    const failure = await failureOf(named(local));
    expect(shown(failure)).to.equal('PROVIDER_UNAVAILABLE  not_applied');
    expect(failure.message).to.match(/REFUSED_ADDRESS|ENOTFOUND/);
  });
});
