import { type Migration, nullable, sealedIndex, table } from './migration.ts';

/**
 * Who is told when something needs a person, and what each was told. The second table names its destination without a
 * reference: what happens is noted in the transaction in which it happens, and must not wait for a message that is sent.
 */
export const alerts: Migration = (words) => {
  const { text } = words;
  return [
    table('alert_destinations', {
      id: `${text} primary key`,
      organization_id: text,
      environment: text,
      kind: text,
      address: text,
      sealed_address: nullable(text),
      environments: text,
      events: text,
      weekly_summary: 'boolean',
      created_at: 'bigint',
      updated_at: 'bigint',
      last_sent_at: nullable('bigint'),
      last_error: nullable(text),
      hour_from: nullable('bigint'),
      hour_sent: 'integer',
    }),
    'create index alert_destinations_list on alert_destinations (organization_id, created_at, id)',
    'create index alert_destinations_weekly on alert_destinations (id) where weekly_summary',
    sealedIndex(words, 'alert_destinations_sealed', 'alert_destinations', 'sealed_address'),
    table(
      'alerts',
      {
        destination_id: text,
        environment: text,
        event: text,
        subject_id: text,
        organization_id: text,
        subject_type: text,
        subject_name: nullable(text),
        since: 'bigint',
        last_at: 'bigint',
        untold: 'integer',
        well_at: nullable('bigint'),
        awaits_end: 'boolean',
        told_at: nullable('bigint'),
        operation_id: nullable(text),
        tried_at: nullable('bigint'),
        due_at: nullable('bigint'),
      },
      { key: 'destination_id, environment, event, subject_id', ending: words.busy },
    ),
    'create index alerts_subject on alerts (subject_id, organization_id)',
    'create index alerts_operation on alerts (operation_id) where operation_id is not null',
    'create index alerts_due on alerts (due_at) where due_at is not null',
    'create index alerts_told on alerts (last_at) where due_at is null',
  ];
};
