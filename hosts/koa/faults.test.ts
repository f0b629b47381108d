// Whatever the provider does, the service answers soon, in its own words, and with a write's outcome.

import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { type CorePorts, resourceIdOf } from '#core';
import { createLedgerGateway, sandboxProfile } from '../../adapters/ledger-http/index.ts';
import { until } from '../../contract-tests/testing/until.ts';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { gatewayOf, withGateway } from '../../core/use-cases/testing/first-provider.ts';
import type { Tenancy } from '../../core/use-cases/testing/service.ts';
import { type LiveAnswer, type LiveService, serveLive } from './testing/live-service.ts';

const leak = 'what-the-provider-said-must-not-leak';
const bounds = { connectTimeoutMs: 300, responseTimeoutMs: 300, totalTimeoutMs: 600, maxBytes: 200_000 };
/** Longer than two bounded calls take. */
const patienceMs = 10_000;

const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html' };

interface Told {
  readonly status: 422 | 429 | 502 | 503 | 504;
  readonly code: string;
  readonly retryAfter?: string;
}
interface Fault extends Told {
  readonly name: string;
  readonly action: object;
  readonly outcome: 'unknown' | 'not_applied';
}

const failed = { status: 502, code: 'PROVIDER_ERROR', outcome: 'unknown' } as const;
const away = { status: 503, code: 'PROVIDER_UNAVAILABLE', outcome: 'unknown' } as const;
const late = { status: 504, code: 'PROVIDER_TIMEOUT', outcome: 'unknown' } as const;
const limited = { status: 429, code: 'RATE_LIMITED', outcome: 'not_applied' } as const;

/** One of each kind; every form of each is in adapters/ledger-http/testing/provider-answers.ts. */
const faults: readonly Fault[] = [
  { name: '500 with a stack', action: { status: 500, headers: json, body: { Stack: `at ${leak}` } }, ...failed },
  {
    name: '503 that says how long',
    action: { status: 503, headers: { 'retry-after': '9' } },
    ...away,
    retryAfter: '9',
  },
  { name: '504', action: { status: 504, headers: html, body: leak }, ...late },
  { name: 'no answer within the bound', action: { hang_ms: 500 }, ...late },
  { name: 'a connection that breaks after the work', action: { drop: 'after' }, ...away },
  { name: 'JSON that breaks off', action: { status: 200, headers: json, body: `{"Contacts":[{"${leak}` }, ...failed },
  {
    name: 'a gigantic answer',
    action: { status: 200, headers: json, body: `{"a":"${leak.repeat(50_000)}"}` },
    ...failed,
  },
  { name: '429 without a body', action: { status: 429, headers: { 'retry-after': '7' } }, ...limited, retryAfter: '7' },
  {
    name: '418',
    action: { status: 418, headers: html, body: leak },
    status: 422,
    code: 'PROVIDER_REJECTED',
    outcome: 'not_applied',
  },
];

describe('faults of the provider', () => {
  let service: LiveService;
  let tenancy: Tenancy;
  let tenantId: string;
  let records: string;
  let contactId: string;
  /** True while calls go to an address where nobody listens. */
  let isDown: boolean;

  const wrap = (ports: CorePorts): CorePorts => {
    const profile = sandboxProfile('http://127.0.0.1:1');
    const nobody = createLedgerGateway({ profile, clock: ports.clock, bounds });
    const { read, send, renderPdf } = gatewayOf(ports);
    return withGateway(ports, {
      read: (...call) => (isDown ? nobody.read(...call) : read(...call)),
      send: (...call) => (isDown ? nobody.send(...call) : send(...call)),
      renderPdf: (...call) => (isDown ? nobody.renderPdf(...call) : renderPdf(...call)),
    });
  };

  before(async () => {
    isDown = false;
    service = await serveLive({ bounds, wrap });
    tenancy = await service.newOrganization();
    tenantId = await service.newTenant();
    const connection = await connected(service, tenancy.test, tenantId);
    records = `/v1/connections/${connection.id}`;
    const made = await call('POST', `${records}/contacts`, { name: 'First Ltd' });
    contactId = String(((made.body['data'] as Record<string, unknown>)['item'] as Record<string, unknown>)['id']);
  });
  afterEach(async () => {
    isDown = false;
    await service.sandbox.control('DELETE', 'faults');
  });
  after(() => service.close());

  const call = async (
    method: string,
    path: string,
    body?: unknown,
    key: string = randomUUID(),
  ): Promise<LiveAnswer> => {
    const startedMs = performance.now();
    const answer = await service.call(tenancy.test, method, path, {
      ...(method === 'GET' ? {} : { key }),
      ...(body === undefined ? {} : { body }),
    });
    expect(performance.now() - startedMs, 'it hangs').to.be.below(patienceMs);
    return answer;
  };
  const arm = (action: object) =>
    service.sandbox.control('POST', 'faults', { match: { path: '/api.xro/2.0/*' }, action, times: 10 });
  const check = (answer: LiveAnswer, { status, code, retryAfter }: Told) => {
    expect([answer.status, answer.body['code']], answer.text).to.deep.equal([status, code]);
    expect(answer.body).to.include({ success: false, retryable: status !== 422 });
    expect(answer.body['request_id']).to.equal(answer.headers.get('x-request-id'));
    expect(answer.text).not.to.contain(leak);
    expect(answer.text, 'a stack').not.to.match(/node:|\.ts:\d|\bat \w+ \(/);
    if (retryAfter !== undefined) {
      expect(answer.headers.get('retry-after')).to.equal(retryAfter);
      expect(answer.body['retry_after_seconds']).to.equal(Number(retryAfter));
    }
    if (status === 429) expect(Number(answer.headers.get('retry-after'))).to.be.at.least(1);
  };
  const held = async (name: string) =>
    (await service.sandbox.documents(tenantId, 'Contacts')).filter((document) => document['Name'] === name).length;

  for (const fault of faults) {
    it(`${fault.name}: a write says ${fault.status} and ${fault.outcome}, and its repetition ends well`, async () => {
      const name = `Customer of ${fault.name}`;
      const key = randomUUID();
      await arm(fault.action);
      const write = await call('POST', `${records}/contacts`, { name }, key);
      check(write, fault);
      expect(write.body['outcome']).to.equal(fault.outcome);
      await service.sandbox.control('DELETE', 'faults');
      const repeat = () => call('POST', `${records}/contacts`, { name }, key);
      // A repeated request waits at the provider while the first is in progress there.
      const again = await until('an answer', async () => {
        const answer = await repeat();
        return answer.status === 504 ? undefined : answer;
      });
      expect(again.status, again.text).to.equal(fault.status === 422 ? 422 : 201);
      const replayed = await repeat();
      expect(replayed.headers.get('idempotent-replayed')).to.equal('true');
      const resolution = fault.status === 422 ? null : fault.outcome === 'unknown' ? 'repeated' : 'sent';
      const resolutions = [write, again, replayed].map(({ headers }) => headers.get('x-write-resolution'));
      expect(resolutions).to.deep.equal([null, resolution, resolution]);
      expect(await held(name)).to.equal(fault.status === 422 ? 0 : 1);
    });

    it(`${fault.name}: reads, documents and cancelling say so too`, async () => {
      await arm(fault.action);
      const { status, code } = fault;
      check(await call('GET', `${records}/contacts/${contactId}`), { status, code });
      const invoice = resourceIdOf('invoices', randomUUID());
      check(await call('POST', `${records}/provider-actions/invoice.download_pdf`, { resource_id: invoice }), {
        status,
        code,
      });
      const cancel = await call('POST', `${records}/invoices/${invoice}/cancel`, { reason: 'r' });
      check(cancel, { status, code });
      if (status !== 422) expect(cancel.body['outcome']).to.equal('not_applied');
    });
  }

  it('only creates say how the record came about', async () => {
    const made = await call('POST', `${records}/contacts`, { name: 'Told Ltd' });
    expect(made.headers.get('x-write-resolution')).to.equal('sent');
    const { id } = (made.body['data'] as { item: { id: string } }).item;
    const others = [
      await call('PATCH', `${records}/contacts/${id}`, { name: 'Told Limited' }),
      await call('GET', `${records}/contacts/${id}`),
      await call('POST', `${records}/contacts/bulk`, { items: [{ item_key: 'a', name: 'Bulk Ltd' }] }),
    ];
    expect(others.map(({ status }) => status)).to.deep.equal([200, 200, 202]);
    expect(others.map(({ headers }) => headers.get('x-write-resolution'))).to.deep.equal([null, null, null]);
  });

  it('nobody listens: 503, certainly not applied, and everything that needs no provider goes on', async () => {
    isDown = true;
    const key = randomUUID();
    const write = await call('POST', `${records}/contacts`, { name: 'Down Ltd' }, key);
    check(write, away);
    expect(write.body['outcome']).to.equal('not_applied');
    check(await call('GET', `${records}/contacts/${contactId}`), away);
    for (const path of ['/v1/connections', `${records}/contacts`, '/v1/operations', '/health', '/ready']) {
      expect((await call('GET', path)).status, path).to.equal(200);
    }
    isDown = false;
    expect((await call('POST', `${records}/contacts`, { name: 'Up Ltd' }, key)).status, 'the key is free').to.equal(
      201,
    );
  });

  it('the sign-in is down while the token is old: 503, not applied, and the connection stays active', async () => {
    service.advance(1800);
    await service.sandbox.control('POST', 'quirks', { identity_unavailable: true });
    const write = await call('POST', `${records}/contacts`, { name: 'Signed out Ltd' });
    check(write, away);
    expect(write.body['outcome']).to.equal('not_applied');
    check(await call('DELETE', records), away);
    await service.sandbox.control('POST', 'quirks', { identity_unavailable: false });
    const connection = await call('GET', records);
    expect(connection.body['data']).to.include({ status: 'active' });
    expect((await call('GET', `${records}/contacts/${contactId}`)).status).to.equal(200);
  });

  it('no defect was among them', () => {
    expect(service.lines.filter(({ level }) => level === 'error')).to.deep.equal([]);
  });
});
