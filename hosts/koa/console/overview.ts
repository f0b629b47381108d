import { connectionView, type EndedSums, environments, type Overview } from '#core';
import type { OverviewShape } from '#core/schemas';
import { presentWebhookEndpoint } from '../present/answers.ts';
import { consoleRoute, type Route } from '../routes/route.ts';

function presentOverview({
  at,
  connections,
  endpoints,
  operations,
  deliveries,
  queue,
  budgets,
}: Overview): OverviewShape {
  return {
    generated_at: at.toISOString(),
    connections: {
      by_status: connections.byStatus,
      last_synced_at: connections.lastSyncedAt?.toISOString() ?? null,
      failing: connections.failing.map(connectionView),
    },
    webhook_endpoints: {
      by_health: endpoints.byHealth,
      failing: endpoints.failing.map((endpoint) => presentWebhookEndpoint(endpoint)),
    },
    operations: presentEnded(operations),
    deliveries: { ...presentEnded(deliveries), attempts: deliveries.attempts },
    queue,
    budgets: budgets.map(({ connection, perMinute, perDay, minuteUsed, dayUsed, blockedUntil }) => ({
      connection_id: connection.id,
      external_account_id: connection.externalAccountId,
      provider_tenant_name: connection.providerTenantName,
      minute: { used: minuteUsed, limit: perMinute },
      day: { used: dayUsed, limit: perDay },
      blocked_until: blockedUntil?.toISOString() ?? null,
    })),
  };
}

function presentEnded({ hours, capped }: EndedSums) {
  return { hours: hours.map(({ at, counts }) => ({ at: at.toISOString(), ...counts })), capped };
}

export const overviewRoutes: readonly Route[] = environments.map((environment) =>
  consoleRoute(`GET /accounting/${environment}/overview`, {
    permission: 'read',
    handle: async ({ core, member }) => ({
      message: 'Overview',
      data: presentOverview(await core.console.overview(member, environment)),
    }),
  }),
);
