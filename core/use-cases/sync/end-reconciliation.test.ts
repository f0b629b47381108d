import { expect } from 'chai';
import { healthSchedule } from '../connections/keep-health.ts';
import { draftOperation } from '../queue/draft-operation.ts';
import { openService, type Service, type Tenancy } from '../testing/service.ts';
import { drain, openBooks, type SyncedBooks } from './testing/syncing.ts';

const usualMs = 15 * 60_000;

describe('the end of a reconciliation', () => {
  let service: Service;
  let tenancy: Tenancy;
  let books: SyncedBooks;

  async function open(reconcileAdaptive: boolean): Promise<void> {
    service = await openService({ settings: { reconcileAdaptive } });
    tenancy = await service.newOrganization();
    books = await openBooks(service, tenancy);
    await plan(usualMs);
  }
  afterEach(() => service.close());

  /** Plans as the schedule does: one reconciliation is on its way, and the next is due an interval later. */
  async function plan(intervalMs: number): Promise<void> {
    const now = service.ports.clock.now();
    const turn = { connectionId: books.connection.id, dueAt: new Date(now.getTime() + intervalMs), intervalMs };
    await service.ports.storage.reconciliations.plan([{ ...turn, plannedAt: now }]);
  }
  const turn = async () => {
    const [row] = await service.database.knex('reconciliations').where({ connection_id: books.connection.id });
    const untilMs = Number(row.due_at) - service.ports.clock.now().getTime();
    return { intervalMs: Number(row.interval_ms), untilMs, plannedAt: row.planned_at };
  };
  /** A notification of the invoice, as the receiver queues it. */
  async function told(invoiceId: string): Promise<void> {
    const { connection } = books;
    const subject = invoiceId;
    const work = {
      type: 'notification.process',
      connectionId: connection.id,
      subject,
      input: { resource_id: subject },
    };
    const requestId = tenancy.test.requestId;
    const operation = draftOperation(service.ports, connection, { ...work, requestId } as never);
    await service.ports.storage.operations.insert([operation]);
    await drain(service);
  }
  /** The service's clock runs on during the test. */
  async function expectTurn(intervalMs: number): Promise<void> {
    const { untilMs, ...now } = await turn();
    expect(now).to.deep.equal({ intervalMs, plannedAt: null });
    expect(untilMs).to.be.within(intervalMs - 10_000, intervalMs);
  }

  it('lets the next be planned, and leaves the turn as it is', async () => {
    await open(false);
    service.advance(7 * 3600);
    await plan(usualMs);
    await books.synced();
    await expectTurn(usualMs);
  });

  it('where it fails, does not keep the place of others among those that are on their way', async () => {
    await open(false);
    const fault = { match: { path: '/api.xro/2.0/Invoices' }, action: { status: 503 }, times: 100 };
    await service.sandbox.control('POST', 'faults', fault);
    await plan(usualMs);
    expect((await turn()).plannedAt).to.be.a('number');
    expect(await books.synced()).to.deep.include({ state: 'retrying' });
    expect((await turn()).plannedAt).to.equal(null);
  });

  it('where nothing changes for hours, doubles the interval again and again, up to a day', async () => {
    await open(true);
    await books.synced();
    expect((await turn()).intervalMs).to.equal(usualMs);
    service.advance(7 * 3600);
    for (const factor of [2, 4, 8, 16, 32, 64, 96, 96]) {
      await plan((await turn()).intervalMs);
      await books.synced();
      await expectTurn(factor * usualMs);
      service.advance((factor * usualMs) / 1000);
    }
  });

  it('where notifications tell what changes, doubles it; one that was missed puts it back at once', async () => {
    await open(true);
    service.advance(60);
    const [heard = ''] = await books.invoices(1);
    await told(heard);
    service.advance(60);
    await books.synced();
    await expectTurn(2 * usualMs);
    service.advance(600);
    await plan(2 * usualMs);
    await books.synced();
    await expectTurn(2 * usualMs);
    await books.invoices(1);
    service.advance(60);
    await plan(2 * usualMs);
    await books.synced();
    await expectTurn(usualMs);
  });

  it('health waits for the connection’s own interval', async () => {
    await open(true);
    const health = async () => {
      await healthSchedule(service.ports).part({
        schedule: 'health',
        at: new Date(),
        heldUntil: new Date(),
        progress: null,
      });
      return (await service.core.connections.find(tenancy.test, books.connection.id)).health.state;
    };
    service.advance(3 * 3600);
    expect(await health()).not.to.equal('ok');
    await plan(2 * 3_600_000);
    expect(await health()).to.equal('ok');
    service.advance(2 * 3600);
    expect(await health()).to.equal('degraded');
  });
});
