import type { Migration } from './migration.ts';

/** What a key has asked people for, for the page of its day. */
export const heldByKey: Migration = () => ['create index held_writes_by_key on held_writes (key_id, id)'];
