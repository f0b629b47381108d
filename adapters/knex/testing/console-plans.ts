// The console's queries at every request, and their indexes; `fillForPurges` makes the rows.
import { samples } from '#contract-tests';
import type { ConsoleSession, MemberId, OrganizationId } from '#core/ports';
import type { PlannedQuery } from './query-plans.ts';

const member = 'user_s7' as MemberId;

export const consoleQueries: readonly PlannedQuery[] = [
  {
    name: 'the use of a session',
    index: 'console_sessions_id',
    run: ({ consoleSessions }) =>
      consoleSessions.touch('csn_7' as ConsoleSession['id'], samples.moment(90), samples.moment(99)),
  },
  {
    name: 'sessions of a member',
    index: 'console_sessions_by_member',
    run: ({ consoleSessions }) => consoleSessions.list(member, samples.moment(-99)),
  },
  { name: 'the members of an address', index: 'members_address', run: ({ members }) => members.listByEmail('s7', 9) },
  {
    name: 'members of an organization',
    index: 'members_list',
    run: ({ members }) => members.list('org_1' as OrganizationId),
  },
];
