// What a customer is told when each change is notified at once, alone and in order, and nothing fails.
import type { Database } from '../../adapters/knex-sqlite/index.ts';
import { notify } from '../../core/use-cases/testing/engine.ts';
import { type Customer, connectionOf, drain, openCustomer, pass, toggle } from './customer.ts';
import type { Change, Plan } from './plan.ts';

const lagsAtMostSeconds = 300;

export interface PerfectPlay {
  readonly customer: Customer;
  /** Every revision that was there to be read while its connection was active, in order. */
  readonly readable: readonly Change[];
}

export async function playPerfectly(database: Database, plan: Plan): Promise<PerfectPlay> {
  const customer = await openCustomer(database, plan);
  const readable = new Map<Change['record'], Change>();
  let sequence = 0;
  for (const { toggles, changes } of plan.rounds) {
    if (toggles !== null) {
      pass(customer, lagsAtMostSeconds);
      await toggle(customer, toggles);
      await drain(customer);
      if ((await connectionOf(customer, toggles)).status === 'active') {
        for (const change of latestOf(customer, toggles)) readable.set(change.record, change);
      }
    }
    for (const change of changes) {
      pass(customer, change.gapMs / 1000);
      customer.books.publish(change);
      const { tenantId: tenant, record } = change;
      await notify(customer, ++sequence, [record.providerId], { tenant });
      await drain(customer);
      if ((await connectionOf(customer, change.tenant)).status === 'active') readable.set(record, change);
    }
  }
  for (const { record } of plan.old) readable.delete(record);
  return { customer, readable: [...readable.values()] };
}

/** As the invoices stand. */
export function latestOf({ books }: Customer, tenant: number): readonly Change[] {
  const latest = new Map<string, Change>();
  for (const change of books.all) if (change.tenant === tenant) latest.set(change.record.providerId, change);
  return [...latest.values()];
}
