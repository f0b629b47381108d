// Counts each meter through real requests, with the hosts' own meter.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Caller } from '#core';
import { type BufferedUsageMeter, createUsageMeter } from '../../adapters/call-journal/index.ts';
import { until } from '../../contract-tests/testing/until.ts';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { type LiveAnswer, type LiveService, serveLive } from './testing/live-service.ts';

interface Sum {
  readonly day: string | null;
  readonly connection_id: string | null;
  readonly meter: string;
  readonly quantity: number;
  readonly billable: boolean;
}

describe('what requests count', () => {
  let service: LiveService;
  let meter: BufferedUsageMeter;
  let caller: Caller;
  let base: string;
  let connectionId: string;
  let isSpent = false;
  before(async () => {
    service = await serveLive({
      wrap: (ports) => {
        meter = createUsageMeter({ store: ports.storage.usage, log: ports.log, nextId: randomUUID });
        const acquire: typeof ports.budget.acquire = async (...asked) =>
          isSpent
            ? { kind: 'refused', reason: 'connection_minute', retryAfterSeconds: 20 }
            : ports.budget.acquire(...asked);
        return { ...ports, meter, budget: { ...ports.budget, acquire } };
      },
    });
  });
  beforeEach(async () => {
    caller = (await service.newOrganization()).test;
    connectionId = (await connected(service, caller, await service.newTenant())).id;
    base = `/v1/connections/${connectionId}`;
    await runAllDue();
  });
  after(async () => {
    await meter?.close();
    await service?.close();
  });

  const call = async (status: number, method: string, path: string, body?: unknown, key: string = randomUUID()) => {
    const keyed = method === 'GET' ? {} : { key };
    const answer = await service.call(caller, method, path, { ...keyed, ...(body === undefined ? {} : { body }) });
    expect(answer.status, `${method} ${path}: ${answer.text}`).to.equal(status);
    return answer;
  };
  const sums = async (query = 'group_by=meter'): Promise<readonly Sum[]> =>
    ((await call(200, 'GET', `/v1/usage?${query}`)).body['data'] as { items: Sum[] }).items;
  const billed = async () =>
    Object.fromEntries((await sums()).filter(({ billable }) => billable).map((sum) => [sum.meter, sum.quantity]));
  const quantityOf = async (name: string) => (await sums()).find(({ meter: one }) => one === name)?.quantity ?? 0;
  /** Live reads are counted shortly after their answers. */
  const reads = (count: number) =>
    until(`${count} live reads`, async () => (await billed())['read_live'] === count || undefined);
  const idOf = ({ body }: LiveAnswer) => (body['data'] as { item: { provider_id: string } }).item.provider_id;
  const runAllDue = async (): Promise<void> => {
    const { worker } = service.core;
    for (let round = 0; round < 50; round++) {
      const claimed = await worker.claim(10);
      if (claimed.length === 0) return;
      for (const leased of claimed) await worker.run(leased, new AbortController().signal);
    }
  };
  const contact = async (name = 'Hill Bakery') => idOf(await call(201, 'POST', `${base}/contacts`, { name }));
  const invoice = async (contactId: string) =>
    idOf(
      await call(201, 'POST', `${base}/invoices`, {
        contact_id: contactId,
        status: 'AUTHORISED',
        due_date: '2030-01-31',
        line_items: [{ description: 'Bench', quantity: 1, unit_amount: 10, account_code: '200' }],
      }),
    );

  it('write: creates, changes and cancellations, each once however often it is repeated', async () => {
    const id = await contact();
    const eleven = Array.from({ length: 11 }, () => call(200, 'PATCH', `${base}/contacts/${id}`, { name: 'New' }, 'k'));
    await Promise.all(eleven);
    await call(200, 'PATCH', `${base}/contacts/${id}`, { name: 'New' }, 'k');
    const cancelled = await invoice(id);
    for (const key of ['c', 'c']) {
      await call(200, 'POST', `${base}/invoices/${cancelled}/cancel`, { reason: 'no' }, key);
    }
    expect(await billed()).to.deep.equal({ write: 4 });
  });

  it('says how many connections the organization has in both environments, and how many it may have', async () => {
    const { organizationId: id } = caller;
    const shown = async () => (await call(200, 'GET', '/v1/usage')).body['data'] as Record<string, unknown>;
    expect(await shown()).to.include({ connections: 1, connection_limit: null });
    await service.core.access.updateOrganization({ id, connectionLimit: 12 });
    await connected(service, { ...caller, environment: 'live' }, await service.newTenant());
    expect(await shown()).to.include({ connections: 2, connection_limit: 12 });
    await service.core.connections.disconnect(caller, connectionId);
    expect(await shown()).to.include({ connections: 1, connection_limit: 12 });
  });

  it('read_live: a record, a search, a document, a link; each request for itself', async () => {
    const id = await invoice(await contact());
    const headers = { 'x-request-id': 'always-the-same' };
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => service.call(caller, 'GET', `${base}/invoices/${id}`, { headers })),
    );
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(30).fill(200));
    await reads(30);
    await call(200, 'GET', `${base}/invoices/by-provider-id/${id}`);
    await call(200, 'POST', `${base}/quotes/search`, { number: 'QU-1' });
    await call(200, 'POST', `${base}/provider-actions/invoice.download_pdf`, { provider_id: id });
    await call(200, 'POST', `${base}/provider-actions/invoice.get_online_url`, { provider_id: id });
    await reads(34);
    expect(await billed()).to.deep.equal({ read_live: 34, write: 2 });
  });

  it('automation_run and webhook_event: what succeeded, and an event that somebody wanted', async () => {
    const hook = (url: string) => ({ url: `https://${url}.example/hooks`, event_types: ['automation.succeeded'] });
    for (const url of ['one', 'two']) await call(201, 'POST', '/v1/webhook-endpoints', hook(url));
    const asked = (contactId: string) => ({
      connection_id: connectionId,
      recipe: 'invoice.create_and_deliver',
      input: {
        invoice: {
          contact_id: contactId,
          due_date: '2030-01-31',
          line_items: [{ description: 'Bench', quantity: 1, unit_amount: 10, account_code: '200' }],
        },
        deliver: 'none',
      },
    });
    const id = await contact();
    for (const key of ['a', 'a']) await call(202, 'POST', '/v1/automations', asked(id), key);
    await call(202, 'POST', '/v1/automations', asked(randomUUID()));
    await runAllDue();
    expect(await billed()).to.deep.equal({ automation_run: 1, write: 1 });
    expect(await quantityOf('webhook_event')).to.equal(1);
  });

  it('read_cached, provider_calls, provider_bytes_in: soon', async () => {
    const before = await until('no more calls', async () => {
      const calls = await quantityOf('provider_calls');
      return calls > 0 ? calls : undefined;
    });
    const id = await contact();
    await call(200, 'GET', `${base}/contacts/${id}`);
    for (const _ of [1, 2, 3]) await call(200, 'GET', `${base}/contacts`);
    await call(400, 'GET', `${base}/contacts?limit=0`);
    await until('the lists', async () => ((await quantityOf('read_cached')) === 3 ? true : undefined));
    expect(await quantityOf('provider_calls')).to.be.at.least(before + 2);
    expect(await quantityOf('provider_bytes_in')).to.be.greaterThan(500);
  });

  it('nothing for refusals, the provider’s and the budget’s, nor for failures', async () => {
    const id = await contact();
    await call(404, 'GET', `${base}/contacts/${randomUUID()}`);
    await call(404, 'POST', `${base}/provider-actions/invoice.download_pdf`, { provider_id: randomUUID() });
    await call(400, 'POST', `${base}/contacts`, { nonsense: 1 });
    await call(400, 'POST', `${base}/quotes/search`, { page: 0 });
    const fault = (status: number) =>
      service.sandbox.control('POST', 'faults', {
        match: { path: '/api.xro/2.0/Contacts*' },
        action: { status },
        times: 1,
      });
    for (const [status, answer] of [
      [400, 422],
      [500, 502],
      [503, 503],
    ] as const) {
      await fault(status);
      await call(answer, 'POST', `${base}/contacts`, { name: `Refused ${status}` });
      await service.sandbox.control('DELETE', 'faults');
    }
    await fault(500);
    await call(502, 'GET', `${base}/contacts/${id}`);
    await service.sandbox.control('DELETE', 'faults');
    isSpent = true;
    await call(429, 'GET', `${base}/contacts/${id}`);
    await call(429, 'POST', `${base}/contacts`, { name: 'Too many' });
    isSpent = false;
    // Everything counted earlier is stored before this last read.
    await call(200, 'GET', `${base}/contacts/${id}`);
    await until('the read', async () => 'read_live' in (await billed()));
    expect(await billed()).to.deep.equal({ write: 1, read_live: 1 });
  });

  it('is told by day, connection or meter, the same after it was rolled up', async () => {
    const id = await contact();
    await call(200, 'GET', `${base}/contacts/${id}`);
    await reads(1);
    const today = service.ports.clock.now().toISOString().slice(0, 10);
    const seen = async () => {
      const only = (items: readonly Sum[]) => items.filter(({ billable }) => billable);
      return [only(await sums()), only(await sums('group_by=connection')), only(await sums('group_by=day'))];
    };
    const expected = (key: Partial<Sum>) =>
      (['write', 'read_live'] as const).map((name) => ({
        ...{ day: null, connection_id: null, meter: name, quantity: 1, billable: true },
        ...key,
      }));
    const before = await seen();
    expect(before).to.deep.equal([expected({}), expected({ connection_id: connectionId }), expected({ day: today })]);
    while ((await service.ports.storage.usage.rollUp(500, service.ports.clock.now())) > 0);
    expect(await seen()).to.deep.equal(before);
    expect(await sums('from=2020-01-01&to=2020-12-31')).to.deep.equal([]);
  });

  it('refuses periods that are none', async () => {
    for (const query of [
      'from=2026-02-02&to=2026-02-01',
      'from=2025-01-01&to=2026-02-05',
      'from=2026-02-30',
      'to=today',
      'group_by=hour',
      'meter=write',
      'from=',
    ]) {
      expect((await call(400, 'GET', `/v1/usage?${query}`)).body['code'], query).to.equal('BAD_REQUEST');
    }
    await call(200, 'GET', '/v1/usage?from=2025-01-02&to=2026-02-05');
  });
});
