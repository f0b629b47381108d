import { until } from '../../../contract-tests/testing/until.ts';
import { textAt } from '../../../tests/walk/client.ts';
import type { SteadyService } from './steady-service.ts';

/** Looks up a request that the ledger refused, and what failed. */
export async function lookUpRequests(world: SteadyService, connectionId: string, contact_id = ''): Promise<void> {
  const line_items = [{ description: 'Consulting, November', quantity: 2, unit_amount: 150.5, account_code: '9999' }];
  const body = { contact_id, due_date: '2026-12-20', line_items };
  const path = `/v1/connections/${connectionId}/invoices`;
  await world.service.call(world.caller, 'POST', path, { key: 'order-1004-invoice', body });
  const { requestLog } = world.service.ports.storage;
  const failed = { statuses: { from: 400, to: 599 } };
  const logged = () => requestLog.list(world.caller, failed, { limit: 1, page: 1 });
  await until('the refusal is logged', async () => (await logged()).total > 0);
  const requests = await world.call('listRequests', { query: '?status=failed&limit=1' });
  await world.call('getRequest', { path: { request_id: textAt(requests.body, 'data.items.0.id') } });
  await world.call('listRequestFailures');
  await world.call('listOperationFailures');
}

export async function replayMany(world: SteadyService, operationId: string, filter: object): Promise<void> {
  const body = { filter, reason: 'the outage is over' };
  await world.call(operationId, { body: { ...body, dry_run: true } });
  await world.call(operationId, { body });
  await world.work();
}
