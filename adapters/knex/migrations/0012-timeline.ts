import type { Migration } from './migration.ts';

export const timeline: Migration = {
  version: 12,
  name: 'timeline',
  statements: () => [],
};
