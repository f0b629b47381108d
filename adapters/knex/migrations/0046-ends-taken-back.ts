import type { Migration } from './migration.ts';

/** Until now a replayed operation counted with each of its ends; those that have counted twice stay so. */
export const endsTakenBack: Migration = ({ takingEndsBack }) => takingEndsBack;
