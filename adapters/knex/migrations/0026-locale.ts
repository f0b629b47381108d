import type { Migration } from './migration.ts';

export const locale: Migration = ({ text }) => [`alter table connect_sessions add column locale ${text}`];
