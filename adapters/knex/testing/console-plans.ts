// The console's queries at every request, and their indexes; `fillForPurges` makes the rows.
import { samples } from '#contract-tests';
import type { ConnectionId, ConsoleSession, MemberId, OrganizationId, Storage } from '#core/ports';
import type { PlannedQuery } from './query-plans.ts';

const member = 'user_s7' as MemberId;

function audited(index: string, filter: Parameters<Storage['audit']['list']>[2]): PlannedQuery {
  return {
    name: `audit entries, ${index}`,
    index: `audit_entries_${index}`,
    run: ({ audit }) =>
      audit.list('org_0' as OrganizationId, { limit: 50, after: { at: samples.moment(999), id: 'z' } }, filter),
  };
}

export const consoleQueries: readonly PlannedQuery[] = [
  {
    name: 'the use of a session',
    index: 'console_sessions_id',
    run: ({ consoleSessions }) =>
      consoleSessions.touch('csn_7' as ConsoleSession['id'], samples.moment(90), samples.moment(99)),
  },
  {
    name: 'the sessions of a browser',
    index: 'console_sessions_beside',
    run: ({ consoleSessions }) => consoleSessions.ofBrowser('digest', samples.moment(-99)),
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
  {
    name: 'older exports of a plane',
    index: 'export_parts_list',
    run: ({ exports }) => exports.dropOlder({ organizationId: 'org_1' as OrganizationId, environment: 'test' }, 5, 200),
  },
  ...(['list', 'unknown'] as const).map(
    (index): PlannedQuery => ({
      name: `provider requests of a connection, ${index}`,
      index: `provider_requests_${index}`,
      run: ({ providerRequests }) => {
        const plane = { organizationId: 'org_0' as OrganizationId, environment: 'test' } as const;
        const filter = index === 'unknown' ? { outcome: index } : {};
        const after = { at: samples.moment(999), id: 'z' };
        return providerRequests.list(plane, 'conn_5' as ConnectionId, filter, { limit: 50, after });
      },
    }),
  ),
  audited('list', {}),
  audited('actor', { actor: 'key_5' }),
  audited('action', { action: 'operation.replayed' }),
  audited('actor_action', { actor: 'key_5', action: 'operation.replayed' }),
  audited('subject', { subject: 'op_5', action: 'api_key.created' }),
];
