import type { Migration } from './migration.ts';

/** What members need to sign in: sessions that can be named and ended, first passwords that end, counted failures. */
export const consoleAccess: Migration = {
  version: 16,
  name: 'console-access',
  statements: ({ text, keyed }) => [
    `alter table console_sessions add column id ${text}`,
    `alter table console_sessions add column agent ${text}`,
    'create unique index console_sessions_id on console_sessions (id)',
    'alter table members add column temporary_password_until bigint',
    `create table sign_in_failures (
      subject ${text} primary key,
      tries ${text} not null,
      latest_at bigint not null
    )${keyed}`,
    'create index sign_in_failures_age on sign_in_failures (latest_at)',
  ],
};
