import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { type Drive, driveSandbox, items, type Loose } from '../drive-sandbox.test.ts';

const body = { Contacts: [{ Name: 'Once Ltd' }] };

describe('sandbox traffic', () => {
  let drive: Drive;
  beforeEach(async () => {
    drive = await driveSandbox();
  });
  afterEach(() => drive.close());

  const create = (key: string, sent: unknown = body) => drive.api('PUT', 'Contacts', sent, { 'idempotency-key': key });
  const contacts = async (): Promise<Loose | undefined> =>
    (await drive.control('GET', `books?tenant_id=${drive.tenantId}`)).json['Contacts'];

  describe('idempotency', () => {
    it('replays what was answered, errors too, for six minutes', async () => {
      const first = await create('k1');
      const replay = await create('k1');
      expect([replay.status, replay.text]).to.deep.equal([200, first.text]);
      const refused = await create('k2');
      expect(refused.status).to.equal(400);
      await drive.api('POST', `Contacts/${first.json['Contacts']?.[0]?.['ContactID']}`, { Name: 'Elsewhere Ltd' });
      expect((await create('k2')).text).to.equal(refused.text);
      await drive.control('POST', 'clock', { advance_seconds: 361 });
      expect((await create('k2')).json['Detail']).to.equal(undefined);
      expect((await create('k2')).status).to.equal(200);
      expect(await contacts()).to.equal(6);
    });

    it('refuses a key of another request and a key that is too long', async () => {
      await create('k1');
      expect((await create('k1', { Name: 'Other Ltd' })).status).to.equal(400);
      expect((await create('k'.repeat(129), { Name: 'Other Ltd' })).status).to.equal(400);
      expect((await create('k'.repeat(128), { Name: 'Other Ltd' })).status).to.equal(200);
    });

    it('lets twenty twins of a slow request wait for the one that runs', async () => {
      const match = { method: 'PUT', path: '/api.xro/2.0/Contacts' };
      await drive.control('POST', 'faults', { match, action: { hang_ms: 20 }, times: 20 });
      const answers = await Promise.all(Array.from({ length: 20 }, () => create('twin')));
      expect(new Set(answers.map((answer) => answer.text)).size).to.equal(1);
      expect(await contacts()).to.equal(5);
    });
  });

  describe('faults', () => {
    const arm = (action: object, times?: number, match: object = { path: '/api.xro/2.0/*' }) =>
      drive.control('POST', 'faults', { match, action, ...(times ? { times } : {}) });
    const put = () =>
      drive.send('PUT', '/api.xro/2.0/Contacts', {
        body,
        headers: {
          authorization: `Bearer ${drive.tokens['access_token']}`,
          'ledger-tenant-id': drive.tenantId,
          accept: '*/*',
        },
      });

    it('answers instead of processing, once by default', async () => {
      await arm({ status: 503, headers: { 'Retry-After': '7' }, body: { a: 1 } });
      const answer = await put();
      expect([answer?.status, answer?.headers['retry-after'], answer?.text]).to.deep.equal([503, '7', '{"a":1}']);
      expect(await contacts()).to.equal(4);
      expect((await put())?.status).to.equal(200);
    });

    it('loses the answer before or after the work, or replaces it after', async () => {
      await arm({ drop: 'before' });
      expect(await put()).to.equal(undefined);
      expect(await contacts()).to.equal(4);
      await arm({ drop: 'after' });
      expect(await put()).to.equal(undefined);
      expect(await contacts()).to.equal(5);
      await arm({ drop: 'after', status: 500 });
      const changed = await drive.api('PUT', 'Contacts', { Name: 'Replaced Ltd' });
      expect([changed.status, await contacts()]).to.deep.equal([500, 6]);
    });

    it('keeps a failure under the key for six minutes, with or without the work behind it', async () => {
      await arm({ status: 500, body: 'failed', store: true });
      const failed = await create('k1');
      expect([failed.status, failed.text]).to.deep.equal([500, 'failed']);
      expect(failed.headers).to.have.property('x-appminlimit-remaining');
      expect([(await create('k1')).status, await contacts()]).to.deep.equal([500, 4]);
      expect((await create('k1', { Name: 'Other Ltd' })).json['Type']).to.equal('IdempotencyKeyException');
      await drive.control('POST', 'clock', { advance_seconds: 361 });
      expect([(await create('k1')).status, await contacts()]).to.deep.equal([200, 5]);

      await arm({ status: 500, store: true, drop: 'after' });
      const stands = { Contacts: [{ Name: 'Stands Ltd' }] };
      expect([(await create('k2', stands)).status, await contacts()]).to.deep.equal([500, 6]);
      expect([(await create('k2', stands)).status, await contacts()]).to.deep.equal([500, 6]);
      await arm({ status: 500, store: true });
      const unkeyed = await drive.api('PUT', 'Contacts', { Name: 'Unkeyed Ltd' });
      expect([unkeyed.status, await contacts()]).to.deep.equal([500, 6]);
    });

    it('answers late when the work is done', async () => {
      await arm({ hang_after_ms: 60_000 });
      const late = drive.api('PUT', 'Contacts', body);
      for (let turn = 0; turn < 1000 && (await contacts()) !== (5 as unknown); turn += 1) await setImmediate();
      expect(await contacts()).to.equal(5);
      drive.close();
      expect((await late).status).to.equal(200);
    });

    it('matches method and path exactly, lasts as often as asked, and can be cleared', async () => {
      await arm({ status: 500 }, 2, { method: 'GET', path: '/api.xro/2.0/contacts' });
      expect((await drive.api('GET', 'Contacts/C-1001')).status).to.equal(200);
      expect((await drive.api('GET', 'Contacts?page=1')).status).to.equal(500);
      await drive.control('DELETE', 'faults');
      expect((await drive.api('GET', 'Contacts')).status).to.equal(200);
    });
  });

  it('counts calls for real, answers 429 without a body and opens again', async () => {
    const limited = await driveSandbox({ limits: { minute: 2, day: 3, concurrent: 1 } });
    const get = () => limited.api('GET', 'Organisation');
    const first = await get();
    expect([first.headers['x-minlimit-remaining'], first.headers['x-daylimit-remaining']]).to.deep.equal(['1', '2']);
    await get();
    const minute = await get();
    expect([minute.status, minute.text, minute.headers['x-rate-limit-problem']]).to.deep.equal([429, '', 'minute']);
    expect(minute.headers).to.not.have.property('content-type');
    const wait = Number(minute.headers['retry-after']);
    expect(wait).to.be.within(1, 60);
    await limited.control('POST', 'clock', { advance_seconds: wait });
    await limited.control('POST', 'quirks', { latency_ms: 20 });
    const [one, two] = await Promise.all([get(), get()]);
    expect([one.status, two.status, two.headers['x-rate-limit-problem']]).to.deep.equal([200, 429, 'concurrent']);
    expect((await get()).headers['x-rate-limit-problem']).to.equal('day');
    limited.close();
  });

  it('counts the calls of all tenants of an app together', async () => {
    const limited = await driveSandbox({ limits: { minute: 60, day: null, concurrent: null, app_minute: 3 } });
    const left = async () => (await limited.api('GET', 'Organisation')).headers['x-appminlimit-remaining'];
    expect([await left(), await left(), await left()]).to.deep.equal(['2', '1', '0']);
    const refused = await limited.api('GET', 'Organisation');
    const { 'x-rate-limit-problem': problem, 'x-minlimit-remaining': minute } = refused.headers;
    expect([refused.status, refused.text, problem, minute]).to.deep.equal([429, '', 'appminute', '57']);
    await limited.control('POST', 'clock', { advance_seconds: Number(refused.headers['retry-after']) });
    await limited.control('POST', 'quirks', { limits: { app_minute: 1 } });
    expect([await left(), (await limited.api('GET', 'Organisation')).status]).to.deep.equal(['0', 429]);
    limited.close();
  });

  it('remembers requests without their secrets', async () => {
    await create('k1');
    const requests = items((await drive.control('GET', 'requests')).json['requests']);
    const last = requests.at(-1) ?? {};
    expect([last['method'], last['path'], last['status']]).to.deep.equal(['PUT', '/api.xro/2.0/Contacts', 200]);
    expect(last['headers']).to.have.property('idempotency-key', 'k1');
    expect(JSON.stringify(requests)).to.not.include(String(drive.tokens['access_token']));
    expect(last['body_digest']).to.match(/^[0-9a-f]{64}$/);
  });

  it('wants an Accept header, takes either tenant header and a GET with a body', async () => {
    expect((await drive.api('GET', 'Contacts', undefined, { accept: '' })).status).to.equal(406);
    const noLedger = await drive.send('GET', '/api.xro/2.0/Contacts', {
      body: {},
      headers: {
        authorization: `Bearer ${drive.tokens['access_token']}`,
        accept: 'application/json',
        'xero-tenant-id': drive.tenantId,
      },
    });
    expect(noLedger?.status).to.equal(200);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await drive.api('PUT', 'Quotes', body, form)).text).to.include('At least one quote must be supplied.');
    expect((await drive.api('PATCH', 'Contacts', body)).json['Type']).to.equal('ApiMethodNotImplementedException');
    expect((await drive.api('GET', 'Nothing')).headers['content-type']).to.equal('text/html');
  });

  it('goes back to its seed', async () => {
    await create('k1');
    await drive.control('POST', 'organisations', { name: 'Third Ltd' });
    await drive.control('DELETE', 'state');
    const names = items((await drive.control('GET', 'organisations')).json['organisations']);
    expect(names).to.have.length(3);
    expect(await contacts()).to.equal(4);
    expect((await drive.api('GET', 'Contacts')).status).to.equal(401);
    expect((await drive.connect([drive.tenantId]))['access_token']).to.be.a('string');
  });
});
