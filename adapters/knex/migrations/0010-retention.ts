import type { Migration } from './migration.ts';

export const retention: Migration = {
  version: 10,
  name: 'retention',
  statements: () => [],
};
