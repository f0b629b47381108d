import type { Migration } from './migration.ts';

/** Calls to the provider are forgotten by their age. */
export const timeline: Migration = {
  version: 12,
  name: 'timeline',
  statements: () => ['create index provider_calls_age on provider_calls (at)'],
};
