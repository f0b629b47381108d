// A process is shared by organization, however many keys, sessions and connections an organization has.
import { expect } from 'chai';
import type { Caller, OrganizationId } from '#core';
import { bytesForEach } from './shares.ts';
import { type RawConnection, rawConnection } from './testing/raw-socket.ts';
import { sampleCaller, sampleOperation } from './testing/sample-values.ts';
import { type ServedApp, serveApp, until } from './testing/served-app.ts';

const megabyte = 1024 * 1024;
// Written out, so that a change of the number is noticed.
const requestsMost = 100;
const bytesMost = 32 * megabyte;
const dearMost = 4;
const changesMost = 120;

const organizations = ['org_evil', 'org_good'] as const;
type Organization = (typeof organizations)[number];

/** A host whose keys contain their organization: `org_evil 7`. */
async function serveMany(): Promise<ServedApp> {
  // Answers that are read too slowly are not cut off here, so that only the shares let them go.
  const app = await serveApp({}, { answerTimeoutMs: 60_000 });
  app.core.access.authenticate = async (header, requestId) => {
    const [organizationId = '', key] = (header ?? '').replace('Bearer ', '').split(' ');
    return { ...sampleCaller, requestId, organizationId, actor: `${organizationId}${key}` } as Caller;
  };
  return app;
}

const asKey = (of: Organization, key = 0) => ({ headers: { Authorization: `Bearer ${of} ${key}` } });
const head = (line: string, of: Organization, key: number, ...lines: string[]) =>
  `${[line, 'Host: x', `Authorization: Bearer ${of} ${key}`, ...lines].join('\r\n')}\r\n\r\n`;

async function leaveAll(all: readonly RawConnection[]): Promise<void> {
  for (const { socket } of all) socket.destroy();
  await Promise.all(all.map(({ ended }) => ended));
}

describe('the share of an organization', () => {
  let app: ServedApp;
  beforeEach(async () => {
    app = await serveMany();
  });
  afterEach(() => app.close(200));

  const pdf = '/v1/connections/conn_01jd9x8fbee5wv1tzd4nq6c2m7/provider-actions/invoice.download_pdf';
  const list = (of: Organization, key = 0) => app.call('GET', '/v1/operations', asKey(of, key));
  const change = (of: Organization) =>
    app.call('PATCH', `/v1/webhook-endpoints/we_01jd9x8fbee5wv1tzd4nq6c2m7`, { ...asKey(of), body: {} });

  it('of places: ten keys with 50 slow bodies each leave the other customer every answer', async () => {
    const begun = '{'.padEnd(4_000);
    const slow = Array.from({ length: 500 }, (_, i) => {
      const connection = rawConnection(app.url);
      const length = 'Content-Length: 90000';
      connection.send(
        `${head('POST /v1/automations HTTP/1.1', 'org_evil', i % 10, length, 'Content-Type: application/json')}${begun}`,
      );
      return connection;
    });
    const answered = () => slow.filter((one) => one.text() !== '');
    // Each body arrives at the least allowed rate until all have begun.
    const beganMs = performance.now();
    let sent = 0;
    const keepingPace = setInterval(() => {
      const more = Math.floor(performance.now() - beganMs) - sent;
      sent += more;
      for (const one of slow) if (one.text() === '') one.send(' '.repeat(more));
    }, 100);
    await until(() => answered().length >= 500 - requestsMost);
    clearInterval(keepingPace);
    const refused = answered().map((one) => one.text());
    expect(new Set(refused.map((text) => /"reason":"(\w+)"/.exec(text)?.[1]))).to.deep.equal(
      new Set(['organization_concurrency']),
    );
    const others = await Promise.all(Array.from({ length: 50 }, () => list('org_good')));
    expect(others.map(({ status }) => status)).to.deep.equal(Array(50).fill(200));
    await until(() => answered().length === 500);
    expect(slow.filter((one) => one.text().includes('body_too_slow')).length).to.be.within(1, requestsMost);
    await leaveAll(slow);
  });

  it('of places counts members in the console with the keys', async () => {
    const session = { organizationId: 'org_evil' as OrganizationId, memberId: 'user_1', sessionId: 'csn_1' };
    app.core.console.authenticate = async (_token, requestId) =>
      ({
        ...session,
        requestId,
        role: 'owner',
        email: 'a@b.example',
        csrfDigest: '',
        mustChangePassword: false,
      }) as never;
    const over = Promise.withResolvers<void>();
    let running = 0;
    app.core.connections.find = async () => {
      running++;
      await over.promise;
      throw new Error('over');
    };
    app.core.operations.find = app.core.connections.find as never;
    app.core.resources.act = app.core.connections.find as never;
    const keyed = Array.from({ length: requestsMost }, (_, i) =>
      app.call('POST', pdf, { ...asKey('org_evil', i % 10), body: { provider_id: 'p' } }),
    );
    await until(() => running === requestsMost);
    const member = await fetch(`${app.url}/accounting/session`);
    expect([member.status, ((await member.json()) as { reason: string }).reason]).to.deep.equal([
      ...[429, 'organization_concurrency'],
    ]);
    over.resolve();
    await Promise.all(keyed);
  });

  for (const [what, method, path] of [['lists', 'GET', '/v1/operations'] as const, ['files', 'POST', pdf] as const])
    it(`of bytes: ${what} that nobody reads are let go, and the other customer’s come whole`, async () => {
      const long = { ...sampleOperation, input: { note: 'x'.repeat(4 * megabyte) } };
      app.core.operations.list = async () =>
        ({ items: [long], total: 1, hasMore: false, next: null, request: { limit: 1, page: 1 } }) as never;
      const chunks = async function* () {
        for (let i = 0; i < 3; i++) yield new Uint8Array(4 * megabyte);
      };
      app.core.resources.act = async () => ({ kind: 'pdf', filename: 'a.pdf', chunks: chunks() });
      const unread = Array.from({ length: 50 }, (_, i) => {
        const connection = rawConnection(app.url);
        connection.socket.pause();
        const body = ['Content-Type: application/json', 'Content-Length: 2'];
        connection.send(`${head(`${method} ${path} HTTP/1.1`, 'org_evil', i % 3, ...body)}{}`);
        return connection;
      });
      // Read at the server, because a connection with unread data does not notice its end.
      const handled = () => app.lines.filter(({ message }) => message === 'request').length;
      await until(() => handled() >= 50 - bytesMost / (4 * megabyte));
      const one = () => app.call(method, path, { ...asKey('org_good'), ...(method === 'POST' && { body: {} }) });
      const answers = await Promise.all([one(), one(), one()]);
      for (const answer of answers) expect((await answer.arrayBuffer()).byteLength).to.be.above(4 * megabyte);
      await leaveAll(unread);
    });

  it('of dear work: few lists at once, the others wait in a line, and the other customer’s do not', async () => {
    const over = Promise.withResolvers<void>();
    const usual = app.core.operations.list;
    let [running, most] = [0, 0];
    app.core.operations.list = async (caller, query) => {
      if (caller.organizationId !== 'org_evil') return usual(caller, query);
      most = Math.max(most, ++running);
      await over.promise;
      running--;
      return usual(caller, query);
    };
    const asked = Array.from({ length: requestsMost }, async (_, i) => (await list('org_evil', i % 10)).status);
    await until(() => running === dearMost);
    const others = await Promise.all(Array.from({ length: dearMost }, () => list('org_good')));
    expect(others.map(({ status }) => status)).to.deep.equal(Array(dearMost).fill(200));
    over.resolve();
    expect(await Promise.all(asked)).to.deep.equal(Array(requestsMost).fill(200));
    expect(most).to.equal(dearMost);
  });

  it('of dear work: strangers who sign in are few at once, and refused before anything is looked up', async () => {
    const over = Promise.withResolvers<void>();
    let [running, begun] = [0, 0];
    app.core.console.signIn = async () => {
      begun++;
      expect(++running).to.be.at.most(dearMost);
      await over.promise;
      running--;
      throw new Error('over');
    };
    const signIn = async () => {
      const headers = { 'content-type': 'application/json', origin: 'https://api.ledgerport.test' };
      const body = JSON.stringify({ email: 'a@b.example', password: 'x' });
      const answer = await fetch(`${app.url}/accounting/session`, { method: 'POST', headers, body });
      return ((await answer.json()) as { reason?: string }).reason;
    };
    const busy: unknown[] = [];
    const asked = Array.from({ length: 200 }, async () => {
      const reason = await signIn();
      if (reason === 'sign_in_busy') busy.push(reason);
    });
    await until(() => busy.length === 200 - dearMost - requestsMost);
    expect(begun).to.equal(dearMost);
    expect((await list('org_good')).status).to.equal(200);
    over.resolve();
    await Promise.all(asked);
    expect(begun).to.equal(dearMost + requestsMost);
  });

  it('of changes to settings: a minute’s at once, then as many a minute; and of each process', async () => {
    const another = await serveMany();
    const statuses: number[] = [];
    const isRefused = (status: number) => status === 429;
    // Each half second allows one more change.
    do statuses.push((await change('org_evil')).status);
    while (statuses.length < 2 * changesMost && !isRefused(statuses.at(-1) ?? 0));
    expect(statuses.slice(0, changesMost).some(isRefused)).to.equal(false);
    const refused = await change('org_evil');
    expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([429, '1']);
    expect(await refused.json()).to.include({ code: 'RATE_LIMITED', reason: 'organization_rate', retryable: true });
    expect((await app.call('POST', '/v1/connect-sessions', { ...asKey('org_evil', 9), body: {} })).status).to.equal(
      429,
    );
    expect(isRefused((await change('org_good')).status)).to.equal(false);
    expect((await list('org_evil')).status).to.equal(200);
    const path = '/v1/webhook-endpoints/we_01jd9x8fbee5wv1tzd4nq6c2m7';
    expect(isRefused((await another.call('PATCH', path, { ...asKey('org_evil'), body: {} })).status)).to.equal(false);
    await another.close(200);
  });
});

describe('bytes that are held', () => {
  function held(ownMost: number, allMost: number) {
    const hold = bytesForEach(ownMost, allMost);
    const gone: string[] = [];
    return {
      gone,
      hold: (owner: string, name: string, bytes: number) => {
        const one = hold(owner, () => gone.push(name));
        one.grow(bytes);
        return one;
      },
    };
  }

  it('beyond an owner’s share end its largest, of equals the oldest', () => {
    const { gone, hold } = held(100, 1000);
    hold('a', 'a small', 20);
    hold('a', 'a large', 60);
    hold('b', 'b', 90);
    hold('a', 'a new', 30);
    expect(gone).to.deep.equal(['a large']);
    hold('a', 'a equal', 30).grow(21);
    expect(gone).to.deep.equal(['a large', 'a equal']);
  });

  it('beyond what all may hold end the largest of who holds most, and what has ended counts no more', () => {
    const { gone, hold } = held(100, 200);
    const ended = hold('a', 'a', 90);
    hold('b', 'b', 95);
    hold('c', 'c', 20);
    expect(gone).to.deep.equal(['b']);
    ended.end();
    hold('d', 'd', 100);
    expect(gone).to.deep.equal(['b']);
  });
});
