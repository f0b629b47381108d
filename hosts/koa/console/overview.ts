import { type Core, connectionView, environments } from '#core';
import {
  type AnswerOf,
  budgetView,
  ExportRequest,
  ListedBudgetAnswer,
  OverviewAnswer,
  presenter,
  presentOperation,
  presentWebhookEndpoint,
  RecordCountsAnswer,
} from '#core/schemas';
import { pageOf, presentHours, timelineOf } from '../present/answers.ts';
import { filter, listParameters, periodParameter } from '../routes/query-parameters.ts';
import { consoleRoute, type Route } from '../routes/route.ts';

const presentBudget = presenter(ListedBudgetAnswer);
const presentCounts = presenter(RecordCountsAnswer);
const presentQueue = presenter(OverviewAnswer.entries.queue);

type Overview = Awaited<ReturnType<Core['console']['overview']>>;

function presentOverview(overview: Overview): AnswerOf<typeof OverviewAnswer> {
  const { at, connections, endpoints, operations, deliveries, queue, alerts } = overview;
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
    alerts,
  };
}

export const overviewRoutes: readonly Route[] = environments.flatMap((environment) => [
  consoleRoute(`GET /accounting/${environment}/overview`, {
    query: [periodParameter],
    handle: async ({ core, member, query }) => ({
      message: 'Overview',
      data: presentOverview(await core.console.overview(member, environment, query)),
    }),
  }),
  consoleRoute(`POST /accounting/${environment}/exports`, {
    permission: 'read',
    idempotencyKey: 'optional',
    body: ExportRequest,
    status: 202,
    handle: async ({ core, member, body, write }) => {
      const made = await core.console.exports.create(member, environment, body, write);
      if ('chunks' in made) return made;
      return { message: 'The file is being made', data: presentOperation(made.value), replayed: made.replayed };
    },
  }),
  consoleRoute(`GET /accounting/${environment}/exports/:operation_id/file`, {
    query: [filter('organization', 'Names the organization, because a link has no header.')],
    handle: ({ core, member, param }) => core.console.exports.file(member, environment, param('operation_id')),
  }),
  consoleRoute(`GET /accounting/${environment}/connections/:connection_id/record-counts`, {
    handle: async ({ core, member, param }) => ({
      message: 'Stored records',
      data: presentCounts({ items: await core.console.recordCounts(member, environment, param('connection_id')) }),
    }),
  }),
  consoleRoute(
    `GET /accounting/${environment}/connections/:connection_id/records/:resource_type/:resource_id/timeline`,
    {
      handle: async ({ core, member, param }) => {
        const path = {
          connectionId: param('connection_id'),
          type: param('resource_type'),
          resourceId: param('resource_id'),
        };
        return timelineOf('Timeline of the record', await core.console.recordTimeline(member, environment, path));
      },
    },
  ),
  consoleRoute(`GET /accounting/${environment}/search`, {
    query: [
      filter('q', 'Part of a text, an amount or any id.', { minLength: 2, maxLength: 100 }),
      filter('kinds', 'Only these kinds, separated by commas.'),
      filter('limit', 'The most of each kind: 5 unless said otherwise.', { pattern: '^[0-9]+$' }),
    ],
    handle: async ({ core, member, query }) => {
      const { items, unsearched } = await core.console.search(member, environment, query);
      return { message: 'Found', data: { items, unsearched_connections: unsearched } };
    },
  }),
  consoleRoute(`GET /accounting/${environment}/budgets`, {
    query: [...listParameters, filter('connection_ids', 'Of which connections, at most 100, separated by commas.')],
    handle: async ({ core, member, query }) =>
      pageOf('Budgets', await core.console.budgets(member, environment, query), ({ connection, ...budget }) =>
        presentBudget(budgetView({ ...connection, ...budget })),
      ),
  }),
]);
