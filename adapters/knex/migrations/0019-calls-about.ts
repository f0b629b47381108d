import type { Migration } from './migration.ts';

/** The record that a call was about: not every provider has ids in its addresses. */
export const callsAbout: Migration = ({ text }) => [`alter table provider_calls add column about ${text} null`];
