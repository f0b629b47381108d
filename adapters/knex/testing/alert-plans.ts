// Queries of alerts, and their indexes.
import type { Knex } from 'knex';
import { samples } from '#contract-tests';
import type { AlertDestination, OperationId, OrganizationId, Storage } from '#core/ports';
import type { PlannedQuery } from './query-plans.ts';

const organizationId = 'org_0' as OrganizationId;
const destinationId = 'alert_7' as AlertDestination['id'];
/** In this transaction the statements are sent unchanged, so that their plans can be read. */
const locking = (read: (stores: Pick<Storage, 'alerts'>) => Promise<unknown>) => (storage: Storage) =>
  storage.transaction((stores) => read(stores));

export const alertQueries: readonly PlannedQuery[] = [
  {
    name: 'destinations of alerts',
    index: 'alert_destinations_list',
    run: (storage) => storage.alertDestinations.list(organizationId),
  },
  {
    name: 'destinations of weekly summaries',
    index: 'alert_destinations_weekly',
    run: (storage) => storage.alertDestinations.listWeekly(destinationId, 100),
  },
  {
    name: 'alerts of a subject that are open',
    index: 'alerts_subject',
    run: locking(({ alerts }) =>
      alerts.lockOpen({ organizationId, environment: 'live', subjectId: 'we_5' }, ['endpoint.paused']),
    ),
  },
  {
    name: 'alerts of a message',
    index: 'alerts_operation',
    run: locking(({ alerts }) => alerts.lockOf('op_101' as OperationId)),
  },
  {
    name: 'alerts that are due',
    index: 'alerts_due',
    run: (storage) => storage.alerts.listDue(samples.moment(600), 100),
  },
  {
    name: 'alerts that wait for a destination',
    // Its key, which has another name in each database: the suites refuse that the table is read whole.
    index: 'alerts',
    run: locking(({ alerts }) => alerts.lockWaiting(destinationId, samples.moment(600), 100)),
  },
  {
    name: 'alerts that were told long ago',
    index: 'alerts_told',
    run: (storage) => storage.alerts.removeTold(samples.moment(1), 200),
  },
];

/** Makes destinations, and alerts of which few are due, in a message, or not well. */
export async function fillForAlerts(db: Knex, numbers: string): Promise<void> {
  const time = `${+samples.moment()} + n`;
  await db.raw(`insert into alert_destinations (id, organization_id, environment, kind, address, environments, events,
      weekly_summary, created_at, updated_at, hour_sent)
    select 'alert_' || n, 'org_' || (n % 50), 'live', 'email', 'a@sample.test', '["live"]', '["*"]', n % 100 = 0,
      ${time}, ${time}, 0 from ${numbers}`);
  await db.raw(`insert into alerts (destination_id, environment, event, subject_id, organization_id, subject_type, since,
      last_at, untold, awaits_end, told_at, operation_id, due_at)
    select 'alert_' || (n % 40), 'live', 'endpoint.paused', 'we_' || n, 'org_' || (n % 5), 'webhook_endpoint',
      ${time}, ${time}, 0, n % 50 = 0, ${time}, case n % 100 when 1 then 'op_' || n end,
      case n % 100 when 0 then ${time} end from ${numbers}`);
}
