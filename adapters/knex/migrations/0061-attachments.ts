import { type Migration, table } from './migration.ts';

/**
 * Calls for files: how many a connection made in its day, how many bytes it read, and which of the remembered calls need a
 * scope of their own, so that a refusal tells nothing of the connection.
 */
export const attachments: Migration = ({ text, busy }) => [
  'alter table request_budgets add column day_attachments bigint not null default 0',
  'alter table provider_calls add column is_apart boolean not null default false',
  table(
    'attachment_bytes',
    { connection_id: `${text} primary key`, organization_id: text, day: 'bigint', bytes: 'bigint' },
    { ending: busy },
  ),
];
