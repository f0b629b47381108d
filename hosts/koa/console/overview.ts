import { type Core, connectionView, environments } from '#core';
import { type AnswerOf, BudgetsAnswer, OverviewAnswer, presenter } from '#core/schemas';
import { presentHours, presentWebhookEndpoint } from '../present/answers.ts';
import { filter } from '../routes/query-parameters.ts';
import { consoleRoute, type Route } from '../routes/route.ts';

const presentBudgets = presenter(BudgetsAnswer);
const presentCompared = presenter(OverviewAnswer.entries.budgets);
const presentQueue = presenter(OverviewAnswer.entries.queue);

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
    operations: { hours: presentHours(operations.hours) },
    deliveries: { hours: presentHours(deliveries.hours) },
    queue: presentQueue(queue),
    budgets: presentCompared(budgets),
  };
}

export const overviewRoutes: readonly Route[] = environments.flatMap((environment) => [
  consoleRoute(`GET /accounting/${environment}/overview`, {
    handle: async ({ core, member }) => ({
      message: 'Overview',
      data: presentOverview(await core.console.overview(member, environment)),
    }),
  }),
  consoleRoute(`GET /accounting/${environment}/budgets`, {
    query: [filter('connection_ids', 'Of which connections, at most 100, separated by commas.')],
    handle: async ({ core, member, query }) => {
      const ids = String(query['connection_ids'] ?? '').split(',');
      return {
        message: 'Budgets',
        data: { items: presentBudgets(await core.console.budgets(member, environment, ids)) },
      };
    },
  }),
]);
