import { type ConnectionBudget, connectionView, type EndedSums, environments, type Overview } from '#core';
import { presentTime, presentTimeOrNull } from '../present/time.ts';
import { presentWebhookEndpoint } from '../present/webhook-endpoint.ts';
import { consoleRoute, type Route } from '../routes/route.ts';

function presentOverview({ at, connections, endpoints, operations, deliveries, queue, budgets }: Overview) {
  return {
    generated_at: presentTime(at),
    connections: {
      by_status: connections.byStatus,
      last_synced_at: presentTimeOrNull(connections.lastSyncedAt),
      failing: connections.failing.map(connectionView),
    },
    webhook_endpoints: { by_health: endpoints.byHealth, failing: endpoints.failing.map(failingEndpoint) },
    operations: presentEnded(operations),
    deliveries: { ...presentEnded(deliveries), attempts: deliveries.attempts },
    queue,
    budgets: budgets.map(presentBudget),
  };
}

function failingEndpoint(endpoint: Overview['endpoints']['failing'][number]) {
  const { webhook_endpoint_id, url, status, status_reason, health } = presentWebhookEndpoint(endpoint);
  return { webhook_endpoint_id, url, status, status_reason, health };
}

function presentEnded({ hours, capped }: EndedSums) {
  return { hours: hours.map(({ at, counts }) => ({ at: presentTime(at), ...counts })), capped };
}

function presentBudget({ connection, perMinute, perDay, minuteUsed, dayUsed, blockedUntil }: ConnectionBudget) {
  return {
    connection_id: connection.id,
    external_account_id: connection.externalAccountId,
    provider_tenant_name: connection.providerTenantName,
    minute: { used: minuteUsed, limit: perMinute },
    day: { used: dayUsed, limit: perDay },
    blocked_until: presentTimeOrNull(blockedUntil),
  };
}

export const overviewRoutes: readonly Route[] = environments.map((environment) =>
  consoleRoute({
    method: 'GET',
    path: `/accounting/${environment}/overview`,
    permission: 'read',
    operationId: `get${environment === 'test' ? 'Test' : 'Live'}Overview`,
    handle: async ({ core, member }) => ({
      message: 'Overview',
      data: presentOverview(await core.console.overview(member, environment)),
    }),
  }),
);
