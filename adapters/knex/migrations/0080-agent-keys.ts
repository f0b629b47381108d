import { type Migration, nullable } from './migration.ts';

/** Keys for agents: their kind, and what narrows their writes. Builds of before do not find such a key (`needs`). */
export const agentKeys: Migration = ({ text }) => [
  `alter table api_keys add column kind ${text} not null default 'backend'`,
  `alter table api_keys add column tools ${nullable(text)}`,
  `alter table api_keys add column limits ${nullable(text)}`,
  `alter table api_keys add column requires_approval ${text} not null default 'none'`,
  'alter table api_keys add column look_alike_hours integer not null default 0',
  `alter table api_keys add column lineage_id ${nullable(text)}`,
];
