// Tells the replica which organization changes something, so that it sees its own changes; without a replica, nothing is wrapped.
import type { OrganizationId } from './domain/ids.ts';
import type { ReadReplica } from './ports/read-replica.ts';

/** These change nothing that a list shows. Every other use case counts as a change: a forgotten one only reads the primary. */
export const reading: ReadonlySet<string> = new Set([
  ...['access.authenticate', 'access.assertScope', 'access.assertReach', 'providers.list', 'automations.recipes'],
  ...[
    'connections.list',
    'connections.find',
    'connections.budget',
    'connections.timeline',
    'connections.invoiceTimeline',
  ],
  ...['connectSessions.find', 'connectSessions.findAsker', 'connectSessions.logo', 'portal.open'],
  ...['records.list', 'records.read', 'records.readInvoiceByProviderId', 'records.searchQuotes'],
  ...['resources.list', 'resources.read', 'resources.readInvoiceByProviderId', 'resources.searchQuotes'],
  ...['resources.checkCreate', 'resources.checkUpdate', 'allocations.check', 'attachments.check'],
  ...['previews.create', 'previews.update', 'previews.cancel', 'previews.bulk', 'previews.automation'],
  ...['attachments.list', 'attachments.download', 'history.read', 'reports.read'],
  ...['providerRequests.list', 'providerRequests.find'],
  ...['operations.list', 'operations.find', 'operations.items', 'operations.timeline', 'operations.failures'],
  ...['events.list', 'events.find', 'events.timeline'],
  ...['webhooks.listEndpoints', 'webhooks.findEndpoint', 'webhooks.endpointStatistics'],
  ...['webhooks.listDeliveries', 'webhooks.findDelivery'],
  ...['requests.record', 'requests.list', 'requests.failures', 'requests.find', 'usage.read'],
  ...['console.authenticate', 'console.assertCsrf', 'console.callerOf', 'console.listSessions', 'console.memberships'],
  ...['console.listMembers', 'console.listKeys', 'console.readAudit', 'console.noteCall'],
  ...['console.overview', 'console.budgets', 'console.recordCounts', 'console.recordTimeline', 'console.search'],
  ...['console.factors.list', 'console.invitations.list', 'console.branding.read'],
  ...['console.alerts.list', 'console.alerts.find', 'console.providerApps.list', 'console.providerApps.find'],
  // Notes by itself what it queues: a file that is sent at once is to come from the replica.
  ...['console.exports.create', 'console.exports.file'],
]);

/** Wraps each function of the groups whose first argument says which organization calls. */
export function notingWrites<T extends object>(replica: ReadReplica | undefined, groups: T, within = ''): T {
  if (!replica) return groups;
  const noting = Object.entries(groups as Record<string, unknown>).map(([key, value]) => {
    const name = within + key;
    if (typeof value !== 'function') return [key, notingWrites(replica, value as object, `${name}.`)];
    if (reading.has(name)) return [key, value];
    return [key, (...args: unknown[]): unknown => noted(replica, args[0], () => value(...args) as unknown)];
  });
  return Object.fromEntries(noting) as T;
}

/** What failed may have stored something all the same. */
function noted(replica: ReadReplica, caller: unknown, work: () => unknown): unknown {
  const organizationId = organizationOf(caller);
  const answer = work();
  if (organizationId === undefined || !(answer instanceof Promise)) return answer;
  return answer.finally(() => replica.wrote(organizationId));
}

function organizationOf(caller: unknown): OrganizationId | undefined {
  const isNamed = typeof caller === 'object' && caller !== null && 'organizationId' in caller;
  return isNamed ? (caller.organizationId as OrganizationId) : undefined;
}
