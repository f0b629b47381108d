import { type Migration, table } from './migration.ts';

/** How many operations, deliveries and delivery attempts ended in each hour, so that no list need be counted. */
export const hourlySums: Migration = ({ text, keyed, busy, countingEnds }) => [
  'drop index operations_finished',
  'drop index operations_finished_deliveries',
  table(
    'hourly_sums',
    {
      organization_id: text,
      environment: text,
      hour: 'bigint',
      kind: text,
      endpoint_id: text,
      outcome: text,
      slot: 'bigint',
      number: 'bigint',
    },
    { key: 'organization_id, environment, hour, kind, endpoint_id, outcome, slot', ending: keyed || busy },
  ),
  `insert into hourly_sums
    select organization_id, environment, finished_at - finished_at % 3600000 as ended,
        case type when 'webhook.deliver' then 'delivery' else 'operation' end as kind,
        case type when 'webhook.deliver' then coalesce(subject, '') else '' end as endpoint, state, 0, count(*)
      from operations where finished_at is not null group by organization_id, environment, ended, kind, endpoint, state`,
  'create index hourly_sums_age on hourly_sums (hour)',
  ...countingEnds,
];
