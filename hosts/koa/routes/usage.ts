import { usageDaysDefault, usageDaysMax, usageGroupings } from '#core';
import { listOf, presentUsage, UsageAnswer } from '#core/schemas';
import { pageOf } from '../present/answers.ts';
import { filter, listParameters } from './query-parameters.ts';
import { apiRoutes, json } from './route.ts';

const day = { format: 'date' };

export const usageRoutes = apiRoutes('Usage', {
  'GET /v1/usage': {
    operationId: 'getUsage',
    summary: 'Get usage',
    description:
      'What the key’s environment used: an item for each meter and group. `read_live`, `write` and `automation_run` are billable and exact at once; the others are exact after two seconds. Replays, refusals (4xx, 429) and failures (5xx) do not count.',
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
    success: json(200, 'One page of sums, the latest days first.', listOf(UsageAnswer)),
    handle: async ({ core, caller, query }) => pageOf('Usage', await core.usage.read(caller, query), presentUsage),
  },
});
