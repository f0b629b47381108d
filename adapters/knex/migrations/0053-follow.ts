import { type Migration, nullable, table } from './migration.ts';

/**
 * What is walked because no notification tells of it: when it is a connection's turn, what was set for it, how each
 * family's last walk ended, and since when complete walks miss a record. A build of before adds its rows without them: such
 * a connection's turn comes at once, and finds its place then.
 */
export const follow: Migration = ({ text, keyed }) => [
  'alter table reconciliations add column follow_due_at bigint not null default 0',
  `alter table reconciliations add column follow_interval_ms ${nullable('bigint')}`,
  `alter table reconciliations add column follow_planned_at ${nullable('bigint')}`,
  'create index reconciliations_follow_due on reconciliations (app_key, follow_due_at, connection_id)',
  `create index reconciliations_follow_planned on reconciliations (app_key, follow_planned_at)
      where follow_planned_at is not null`,
  `alter table connections add column follow ${nullable(text)}`,
  `alter table cached_records add column missed_at ${nullable('bigint')}`,
  'create index cached_records_missed on cached_records (connection_id, type) where missed_at is not null',
  table(
    'family_walks',
    {
      connection_id: text,
      organization_id: text,
      type: text,
      walked_at: nullable('bigint'),
      read: 'bigint',
      changed: 'bigint',
      removed: 'bigint',
      tried_at: 'bigint',
      failure: nullable(text),
    },
    { key: 'connection_id, type', ending: keyed },
  ),
];
