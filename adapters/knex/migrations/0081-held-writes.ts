import { type Migration, nullable, sealedIndex, table } from './migration.ts';

/** Writes of agents that wait for a member, and what waits of each operation. */
export const heldWrites: Migration = (words) => {
  const { text } = words;
  return [
    `alter table operations add column approval ${nullable(text)}`,
    `create index operations_awaiting on operations (organization_id, environment, created_at, id)
      where state = 'awaiting_approval'`,
    table('held_writes', {
      id: `${text} primary key references operations (id) on delete cascade`,
      organization_id: text,
      environment: text,
      connection_id: text,
      key_id: text,
      digests: text,
      stamp: nullable(text),
      content: nullable(text),
      sealed_content: nullable(text),
      expires_at: 'bigint',
      is_open: 'boolean',
    }),
    'create index held_writes_open on held_writes (expires_at, id) where is_open',
    'create index held_writes_by_connection on held_writes (connection_id, expires_at, id)',
    sealedIndex(words, 'held_writes_sealed', 'held_writes', 'sealed_content'),
  ];
};
