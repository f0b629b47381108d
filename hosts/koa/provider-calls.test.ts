// What a connection's calls to the provider were for: its budget says it, and a header of each answer that made some.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Caller } from '#core';
import type { RequestBudget } from '#core/ports';
import { until } from '../../contract-tests/testing/until.ts';
import { draftOperation } from '../../core/use-cases/queue/draft-operation.ts';
import { draftSync } from '../../core/use-cases/queue/draft-sync.ts';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { type LiveAnswer, type LiveService, serveLive } from './testing/live-service.ts';

describe('calls to the provider', () => {
  let service: LiveService;
  let caller: Caller;
  let connection: Awaited<ReturnType<typeof connected>>;
  let base: string;
  let budget: RequestBudget | undefined;
  let isSpent = false;

  before(async () => {
    service = await serveLive({
      wrap: (ports) => {
        const real = () => (budget ??= service.database.requestBudget({ ...ports }));
        const refused = { kind: 'refused', reason: 'connection_minute', retryAfterSeconds: 20 } as const;
        const acquire: RequestBudget['acquire'] = async (...asked) => (isSpent ? refused : real().acquire(...asked));
        return { ...ports, budget: { acquire, use: (ids) => real().use(ids) } };
      },
    });
    caller = (await service.newOrganization()).test;
    connection = await connected(service, caller, await service.newTenant());
    base = `/v1/connections/${connection.id}`;
    await runAllDue();
  });
  beforeEach(() => {
    isSpent = false;
  });
  after(() => service?.close());

  async function runAllDue(): Promise<void> {
    const { worker } = service.core;
    for (let round = 0; round < 50; round++) {
      const claimed = await worker.claim(10);
      if (claimed.length === 0) return;
      for (const leased of claimed) await worker.run(leased, new AbortController().signal);
    }
  }
  /** Counts the calls that the provider received, except those for tokens. */
  const received = async (): Promise<number> => {
    const { requests } = await service.sandbox.control('GET', 'requests');
    return (requests as { path: string }[]).filter(({ path }) => /^\/(api\.xro|connections)/.test(path)).length;
  };
  const call = (method: string, path: string, body?: unknown, key: string = randomUUID()) =>
    service.call(caller, method, path, {
      ...(method === 'GET' ? {} : { key }),
      ...(body === undefined ? {} : { body }),
    });
  const budgetOf = async () => (await call('GET', `${base}/budget`)).body['data'] as Record<string, unknown>;
  const idOf = ({ body }: LiveAnswer) => (body['data'] as { item: { id: string } }).item.id;
  const invoice = (contact: string) => ({
    contact_id: contact,
    status: 'AUTHORISED',
    due_date: '2030-01-31',
    line_items: [{ description: 'Bench', quantity: 1, unit_amount: 10, account_code: '200' }],
  });

  it('are told in a header by every answer that made some: reads, writes, errors and documents', async () => {
    const contact = idOf(await call('POST', `${base}/contacts`, { name: 'Hill Bakery' }));
    const made = await call('POST', `${base}/invoices`, invoice(contact), 'k-invoice');
    const id = idOf(made);
    const pdf = `${base}/provider-actions/invoice.download_pdf`;
    const asks: readonly (readonly [status: number, calls: number | null, ask: () => Promise<LiveAnswer>])[] = [
      [200, 1, () => call('GET', `${base}/invoices/${id}`)],
      [200, 1, () => call('PATCH', `${base}/contacts/${contact}`, { name: 'Hill Bakery Ltd' })],
      [422, 1, () => call('POST', `${base}/invoices`, invoice(randomUUID()))],
      [404, 1, () => call('GET', `${base}/invoices/${randomUUID()}`)],
      [200, 1, () => call('POST', pdf, { resource_id: id })],
      [404, 1, () => call('POST', pdf, { provider_id: randomUUID() })],
      [201, null, () => call('POST', `${base}/invoices`, invoice(contact), 'k-invoice')],
      [200, 3, () => call('POST', `${base}/invoices/${id}/cancel`, { reason: 'ordered twice' })],
      [200, null, () => call('GET', `${base}/invoices`)],
      [200, null, () => call('GET', `${base}/budget`)],
      [400, null, () => call('POST', `${base}/invoices`, {})],
    ];
    for (const [i, [status, calls, ask]] of asks.entries()) {
      const before = await received();
      const answer = await ask();
      const told = answer.headers.get('x-provider-calls');
      expect([answer.status, told], `ask ${i}: ${answer.text.slice(0, 300)}`).to.deep.equal([
        status,
        calls && String(calls),
      ]);
      expect((await received()) - before, `received by the provider in ask ${i}`).to.equal(calls ?? 0);
    }
    isSpent = true;
    const refused = await call('GET', `${base}/invoices/${id}`);
    expect([refused.status, refused.headers.get('x-provider-calls')]).to.deep.equal([429, null]);
  });

  it('are counted by their cause, within the limits of the provider app, whatever becomes of the connection', async () => {
    const contact = idOf(await call('POST', `${base}/contacts`, { name: 'Quay Office Supplies' }));
    const id = idOf(await call('POST', `${base}/invoices`, invoice(contact)));
    await runAllDue();
    // The first sync has more calls than its share of a minute; the next one waits behind it.
    for (let minute = 0; minute < 3; minute++) {
      service.advance(61);
      await runAllDue();
    }
    service.advance(61);
    const before = (await budgetOf())['by_cause'] as Record<string, number>;
    expect(before).to.include({ automations: 0, bulk: 0, reconciliation: 0 });
    const { requestId } = caller;
    const { ports } = service;
    const read = { type: 'notification.process', connectionId: connection.id, subject: id, requestId } as const;
    const { providerId } = await service.core.resources.read(caller, {
      connectionId: connection.id,
      type: 'invoices',
      resourceId: id,
    });
    const input = { resource_type: 'invoices', event_type: 'UPDATE', resource_id: providerId };
    const reconcile = { type: 'connection.reconcile', scope: 'invoices', trigger: 'schedule', requestId } as const;
    await ports.storage.operations.insert([
      draftOperation(ports, caller, { ...read, input }),
      draftSync(ports, connection, reconcile),
      draftSync(ports, connection, { ...reconcile, type: 'connection.sync', trigger: 'request' }),
    ]);
    const automation = { connection_id: connection.id, recipe: 'invoice.create_and_deliver' };
    const asked = { ...automation, input: { invoice: invoice(contact), deliver: 'none' } };
    expect((await call('POST', '/v1/automations', asked)).status).to.equal(202);
    const calls = await received();
    await runAllDue();
    const after = await until('all calls have ended', async () => {
      const now = await budgetOf();
      return now['in_flight'] === 0 ? now : undefined;
    });
    const { by_cause: byCause, minute, day } = after as Record<string, Record<string, number>>;
    const more = Object.entries(byCause ?? {}).map(([cause, count]) => [cause, count - (before[cause] ?? 0)] as const);
    const grown = more.filter(([, count]) => count > 0).map(([cause]) => cause);
    expect(grown).to.have.members(['requests', 'automations', 'notifications', 'syncs', 'reconciliation']);
    expect(more.reduce((sum, [, count]) => sum + count, 0) - 1).to.equal((await received()) - calls);
    expect(minute).to.include({ limit: 60 });
    expect(day).to.include({ limit: 5_000, forecast: null });
    const app = await ports.storage.providerApps.find(caller, connection.providerAppId as never);
    if (app) await ports.storage.providerApps.update({ ...app, dailyCallLimit: 1_000 });
    const gone = await call('DELETE', base);
    expect([gone.status, gone.headers.get('x-provider-calls')]).to.deep.equal([200, '1']);
    expect((await budgetOf())['day']).to.include({ limit: 1_000, used: day?.['used'] });
  });
});
