import { type Migration, nullable, sealedIndex, table } from './migration.ts';

/** Second factors of members, and what a member answers once: recovery codes and a passkey's challenge. */
export const secondFactors: Migration = (words) => {
  const { text } = words;
  return [
    'alter table organizations add column requires_second_factor boolean not null default false',
    `alter table members add column recovery_codes ${text} not null default '[]'`,
    `alter table members add column challenge ${text}`,
    'alter table members add column challenge_until bigint',
    table('member_factors', {
      id: `${text} primary key`,
      organization_id: text,
      environment: text,
      member_id: `${text} references members (id) on delete cascade`,
      kind: text,
      name: text,
      sealed_secret: nullable(text),
      passkey: nullable(text),
      counter: 'bigint',
      created_at: 'bigint',
      last_used_at: nullable('bigint'),
    }),
    'create index member_factors_list on member_factors (member_id, created_at, id)',
    sealedIndex(words, 'member_factors_sealed', 'member_factors', 'sealed_secret'),
  ];
};
