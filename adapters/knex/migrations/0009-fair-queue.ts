import type { Migration } from './migration.ts';

export const fairQueue: Migration = {
  version: 9,
  name: 'fair_queue',
  statements: () => [],
};
