// One connection with a worker, a provider that keeps its real limits, and what its changes cost.

import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CorePorts } from '../../core/ports/core-ports.ts';
import type { RequestBudget } from '../../core/ports/request-budget.ts';
import { openBooks } from '../../core/use-cases/sync/testing/syncing.ts';
import { gatewayOf, withGateway } from '../../core/use-cases/testing/first-provider.ts';
import { openService } from '../../core/use-cases/testing/service.ts';
import { startWorker } from '../../hosts/worker/start-worker.ts';

export interface Told {
  readonly category: 'INVOICE' | 'PAYMENT' | 'CONTACT';
  readonly id: string;
  /** When it was changed; now unless it says. */
  readonly at?: Date;
}

export type BusyBooks = Awaited<ReturnType<typeof openBusyBooks>>;

/** `providerMs`: how long the provider takes to answer; `waits`: how the core's waits pass. */
export async function openBusyBooks({ providerMs = 0, waits = 'quickly' as 'quickly' | 'really' } = {}) {
  let budget: RequestBudget | undefined;
  const wrap = (ports: CorePorts): CorePorts => {
    const { clock } = ports;
    const limited = () => (budget ??= service.database.requestBudget({ clock }));
    const slow = <Given extends unknown[], R>(call: (...given: Given) => Promise<R>) => {
      return (...given: Given): Promise<R> => sleep(providerMs).then(() => call(...given));
    };
    const { read, readMany, list, send, sendMany } = gatewayOf(ports);
    const writes = { send: slow(send), sendMany: slow(sendMany) };
    const calls = { read: slow(read), readMany: slow(readMany), list: slow(list), ...writes };
    return {
      ...(providerMs > 0 ? withGateway(ports, calls) : ports),
      ...(waits === 'really' && { clock: { ...clock, wait: (milliseconds) => sleep(milliseconds) } }),
      budget: { ...ports.budget, acquire: (...asked) => limited().acquire(...asked) },
    };
  };
  const service = await openService({ wrap });
  const tenancy = await service.newOrganization();
  const books = await openBooks(service, tenancy);
  const limits = { minute: 60, day: 5000, concurrent: 5, app_minute: 10_000 };
  await service.sandbox.control('POST', 'quirks', { limits });
  const { core, ports } = service;
  const { worker } = core;
  const quiet = { tickMs: 3_600_000, now: () => ports.clock.now() };
  const running = startWorker({ worker, wakeUp: ports.wakeUp, log: ports.log, slots: 50, ...quiet });
  let sequence = 0;
  const unfinished = async (): Promise<number> => {
    const waiting = service.database
      .knex('operations')
      .where({ type: 'notification.process' })
      .whereNull('finished_at');
    return (await waiting.select('id')).length;
  };
  return {
    service,
    tenancy,
    books,
    unfinished,
    /** Everybody's minute of the budget begins anew, and calls are counted from here. */
    async freshMinute(): Promise<void> {
      service.advance(120);
      await service.sandbox.control('DELETE', 'requests');
    },
    /** The provider's notifications of these changes, a hundred in a batch. */
    async notify(changes: readonly Told[]): Promise<void> {
      for (let start = 0; start < changes.length; start += 100) {
        const events = changes
          .slice(start, start + 100)
          .map(({ category: eventCategory, id: resourceId, at = ports.clock.now() }) => {
            const eventDateUtc = at.toISOString().slice(0, 23);
            const tenant = { tenantId: books.tenantId, tenantType: 'ORGANISATION' };
            return { ...tenant, eventType: 'UPDATE', eventDateUtc, eventCategory, resourceId };
          });
        const numbers = { firstEventSequence: sequence + 1, lastEventSequence: sequence + events.length };
        sequence += events.length;
        const body = new TextEncoder().encode(JSON.stringify({ events, ...numbers, entropy: 'X' }));
        const signature = createHmac('sha256', 'webhook-key').update(body).digest('base64');
        const { requestId } = tenancy.test;
        await core.notifications.receive({
          provider: 'ledger',
          appId: tenancy.apps.test.id,
          body,
          signature,
          requestId,
        });
      }
    },
    /** Resolves when everything that was notified is done. */
    async done(withinMs = 90_000): Promise<void> {
      for (const until = performance.now() + withinMs; (await unfinished()) > 0; await sleep(20)) {
        if (performance.now() > until) throw new Error(`${await unfinished()} are not done after ${withinMs} ms`);
      }
    },
    /** Resolves when nothing is due. */
    async idle(): Promise<void> {
      const isBusy = async () => {
        const dueAt = await worker.nextDueAt();
        if (dueAt && dueAt <= ports.clock.now()) return true;
        return (await service.database.knex('operations').where({ state: 'running' }).first('id')) !== undefined;
      };
      for (const until = performance.now() + 15_000; await isBusy(); await sleep(5)) {
        if (performance.now() > until) throw new Error('work is due for 15 s');
      }
    },
    /** Payments at the provider, of what is due, and what it tells of them. */
    async pay(invoiceIds: readonly string[]): Promise<readonly Told[]> {
      const told: Told[] = [];
      for (const invoice_id of invoiceIds) {
        const made = await service.sandbox.control('POST', 'payments', { tenant_id: books.tenantId, invoice_id });
        const at = ports.clock.now();
        told.push(
          { category: 'PAYMENT', id: String(made['payment_id']), at },
          { category: 'INVOICE', id: invoice_id, at },
        );
      }
      return told;
    },
    /** Since the minute began. */
    calls: async () => (await service.calls('')).filter(({ path }) => path.startsWith('/api.xro')),
    announced: async (type: 'invoice.updated' | 'invoice.paid') =>
      (await books.events(type)).map(({ data }) => String((data['invoice'] as { provider_id: string }).provider_id)),
    async close(): Promise<void> {
      await running.stop(5_000);
      await service.close();
    },
  };
}
