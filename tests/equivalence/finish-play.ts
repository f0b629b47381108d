// How a play comes to its end: everything is read, and everything arrives.
import { answers, type Customer, drain, operationsOf, pass } from './customer.ts';

const roundsMax = 300;

/** Until no read and no walk is left, whatever becomes of the deliveries. */
export async function finishReads(customer: Customer): Promise<void> {
  for (let round = 0; round < roundsMax; round++) {
    await drain(customer);
    const { due_at: due, left } = await leftOf(customer);
    if (left === 0) return;
    const wait = Math.max(31, ((due ?? 0) - customer.hands.now.getTime()) / 1000);
    pass(customer, wait);
    await customer.core.worker.sweep();
  }
  throw new Error('reads do not come to an end');
}

async function leftOf({ database }: Customer): Promise<{ left: number; due_at: number | null }> {
  const row = await database
    .knex('operations')
    .whereNot({ type: 'webhook.deliver' })
    .whereIn('state', ['queued', 'running', 'retrying'])
    .count({ left: '*' })
    .min({ due_at: 'due_at' })
    .first<{ left: number; due_at: number | null }>();
  return { left: Number(row.left), due_at: row.due_at === null ? null : Number(row.due_at) };
}

/** The receiver is well again; what died or was given up is recovered. */
export async function deliverAll(customer: Customer): Promise<void> {
  const { core, caller, endpoint } = customer;
  answers(customer, () => 200);
  const { status } = await core.webhooks.findEndpoint(caller, endpoint.id);
  if (status !== 'enabled') await core.webhooks.updateEndpoint(caller, endpoint.id, { status: 'enabled' });
  await finishDeliveries(customer);
  const ended = await operationsOf(customer, 'webhook.deliver');
  if (status === 'enabled' && ended.every(({ state }) => state === 'succeeded')) return;
  const body = { since: customer.endpoint.createdAt.toISOString(), reason: 'it was down' };
  const write = { key: undefined, body };
  await core.webhooks.recoverEndpoint(caller, { endpointId: endpoint.id, write });
  await finishDeliveries(customer);
}

async function finishDeliveries(customer: Customer): Promise<void> {
  const { core, database, hands } = customer;
  for (let round = 0; round < roundsMax; round++) {
    await drain(customer);
    const unfinished = await database.knex('operations').whereIn('state', ['queued', 'running', 'retrying']).first();
    if (!unfinished) return;
    const due = await core.worker.nextDueAt();
    pass(customer, Math.max(61, due ? (due.getTime() - hands.now.getTime()) / 1000 : 0));
    await core.worker.sweep();
  }
  throw new Error('deliveries do not come to an end');
}
