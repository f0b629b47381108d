import type { Migration } from './migration.ts';

export const sync: Migration = {
  version: 13,
  name: 'sync',
  statements: () => [],
};
