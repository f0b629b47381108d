import { type Migration, table } from './migration.ts';

/** How organizations appear to their customers, and their logos as base64. */
export const branding: Migration = ({ text }) => [
  `alter table organizations add column branding ${text} not null default '{"displayName":null,"colour":null,"logo":null,"supportUrl":null,"privacyUrl":null}'`,
  table('logos', { organization_id: `${text} primary key references organizations (id)`, digest: text, png: text }),
  'create index logos_digest on logos (digest)',
];
