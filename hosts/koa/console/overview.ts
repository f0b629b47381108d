import { type Core, connectionView, environments } from '#core';
import { type AnswerOf, OverviewAnswer, presenter } from '#core/schemas';
import { presentWebhookEndpoint } from '../present/answers.ts';
import { consoleRoute, type Route } from '../routes/route.ts';

const presentBudgets = presenter(OverviewAnswer.entries.budgets);

type Overview = Awaited<ReturnType<Core['console']['overview']>>;

function presentOverview(overview: Overview): AnswerOf<typeof OverviewAnswer> {
  const { at, connections, endpoints, operations, deliveries, queue, budgets } = overview;
  return {
    generated_at: at.toISOString(),
    connections: {
      by_status: connections.byStatus,
      by_health: connections.byHealth,
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
    budgets: presentBudgets(budgets),
  };
}

function presentEnded({ hours, capped }: Overview['operations']) {
  return { hours: hours.map(({ at, ...counts }) => ({ at: at.toISOString(), ...counts })), capped };
}

export const overviewRoutes: readonly Route[] = environments.map((environment) =>
  consoleRoute(`GET /accounting/${environment}/overview`, {
    handle: async ({ core, member }) => ({
      message: 'Overview',
      data: presentOverview(await core.console.overview(member, environment)),
    }),
  }),
);
