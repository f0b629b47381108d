import { type Migration, table } from './migration.ts';

/** Stores links that make their holders members, and indexes the members who have second factors. */
export const invitations: Migration = ({ text }) => [
  table('invitations', {
    id: `${text} primary key`,
    organization_id: `${text} references organizations (id)`,
    email: text,
    role: text,
    token_digest: text,
    invited_by: text,
    created_at: 'bigint',
    expires_at: 'bigint',
  }),
  'create unique index invitations_token on invitations (token_digest)',
  'create unique index invitations_address on invitations (organization_id, email)',
  'create index member_factors_holders on member_factors (organization_id, member_id)',
];
