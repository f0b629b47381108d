import type { Migration } from './migration.ts';

export const webhookHealth: Migration = {
  version: 11,
  name: 'webhook_health',
  statements: () => [],
};
