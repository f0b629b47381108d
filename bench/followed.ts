// `npm run bench followed`: the provider calls of a connection and day that reconciliation and followed families cost.

import { runSchedules } from '../core/engine/run-schedules.ts';
import { followSchedule } from '../core/use-cases/sync/follow-schedule.ts';
import { reconcileSchedule } from '../core/use-cases/sync/reconcile-schedule.ts';
import { drain, openBooks } from '../core/use-cases/sync/testing/syncing.ts';
import { openService } from '../core/use-cases/testing/service.ts';
import { type Row, table } from './measure.ts';

const stepSeconds = 300;
const stepsADay = 86_400 / stepSeconds;

/** A day of the test clock; the calls for invoices are those that were made before families were followed. */
async function day(editsAnHour: number, followMinutes: number) {
  const service = await openService({ settings: { followMinutes } });
  const books = await openBooks(service, await service.newOrganization(), { seed: 'small' });
  const tick = runSchedules(service.ports, [reconcileSchedule(service.ports), followSchedule(service.ports)]);
  const [contact] = await books.ledger.call('PUT', 'Contacts', { Contacts: [{ Name: 'Edited' }] });
  await tick();
  await service.sandbox.control('DELETE', 'requests');
  const [{ n: earlier } = { n: 0 }] = await service.database.knex('operations').count({ n: '*' });
  const calls = new Map<string, number>();
  for (let step = 0; step < stepsADay; step++) {
    service.advance(stepSeconds);
    await tick();
    await drain(service);
    for (const { path } of await service.calls('GET /api.xro/2.0/')) {
      const family = path.replace(/^.*2\.0\/|\?.*$/g, '').split('/')[0] ?? '';
      calls.set(family, (calls.get(family) ?? 0) + 1);
    }
    for (let edit = 0; edit < (editsAnHour * stepSeconds) / 3_600; edit++)
      await books.ledger.call('POST', `Contacts/${contact?.['ContactID']}`, { Name: `Edited ${step} ${edit}` });
    await service.sandbox.control('DELETE', 'requests');
  }
  const [{ n: later } = { n: 0 }] = await service.database.knex('operations').count({ n: '*' });
  await service.close();
  const all = [...calls.values()].reduce((sum, count) => sum + count, 0);
  const row: Row = [`${editsAnHour} edits an hour, FOLLOW_MINUTES=${followMinutes}`, calls.get('Invoices') ?? 0, all];
  return { row, calls: all, operations: Number(later) - Number(earlier) };
}

/** The calls and operations of a connection that nothing happens to, by the intervals that are usual. */
export function quietDay() {
  return day(0, 60);
}

export async function benchFollowed(): Promise<void> {
  const rows: Row[] = [];
  for (const [edits, minutes] of [
    [0, 0],
    [0, 60],
    [100, 60],
  ] as const)
    rows.push((await day(edits, minutes)).row);
  table('Calls of a connection and day', ['load', 'invoices alone', 'all'], rows);
}
