import type { Migration } from './migration.ts';

export const providerAppChecks: Migration = {
  version: 17,
  name: 'provider-app-checks',
  statements: () => [],
};
