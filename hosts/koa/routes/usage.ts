import { usageDaysDefault, usageDaysMax, usageGroupings } from '#core';
import { presentUsage, UsageListAnswer } from '#core/schemas';
import { pageOf } from '../present/answers.ts';
import { filter, listParameters } from './query-parameters.ts';
import { apiRoutes, json } from './route.ts';

const day = { format: 'date' };

export const usageRoutes = apiRoutes('Usage', {
  'GET /v1/usage': {
    operationId: 'getUsage',
    summary: 'Get usage',
    description:
      'What the key’s environment used: an item for each meter and group; and the connections of the organization beside its limit. `read_live`, `write` and `automation_run` are billable and exact at once; the others are exact after two seconds. Replays, refusals (4xx, 429) and failures (5xx) do not count.',
    query: [
      ...listParameters,
      filter('from', `The first UTC day; by default ${usageDaysDefault} days are shown, ${usageDaysMax} at most.`, day),
      filter('to', 'The last UTC day; today by default.', day),
      filter('group_by', 'What the sums are grouped by, beside the meter.', {
        type: 'string',
        enum: usageGroupings,
        default: 'day',
      }),
    ],
    success: json(200, 'One page of sums, the latest days first.', UsageListAnswer),
    async handle({ core, caller, query }) {
      const { connections, connectionLimit, ...listing } = await core.usage.read(caller, query);
      const { data, ...page } = pageOf('Usage', listing, presentUsage);
      return { ...page, data: { ...data, connections, connection_limit: connectionLimit } };
    },
  },
});
