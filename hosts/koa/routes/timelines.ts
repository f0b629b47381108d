import type { Timeline } from '#core';
import { TimelineAnswer } from '#core/schemas';
import { timelineOf } from '../present/answers.ts';
import { tagOf } from './resource-words.ts';
import { type ApiCall, apiRoutes, json } from './route.ts';

/** `thing` includes its article. */
function timelineRoute<Name extends string>(
  thing: string,
  description: string,
  read: (call: ApiCall<Name>) => Promise<Timeline>,
) {
  const [, word = ''] = thing.split(' ');
  return {
    operationId: `get${tagOf(word)}Timeline`,
    tag: tagOf(`${word}s`),
    summary: `Get ${thing}’s timeline`,
    description,
    success: json(200, 'What happened, in order of time.', TimelineAnswer),
    handle: async (call: ApiCall<Name>) => timelineOf(`Timeline of the ${word}`, await read(call)),
  };
}

export const timelineRoutes = apiRoutes('Timelines', {
  'GET /v1/operations/:operation_id/timeline': timelineRoute(
    'an operation',
    'The request that caused it, its attempts and steps, its calls to the provider, its events, their deliveries with every attempt, and who replayed what and why: one list in order of time, each entry with its request id. At most 500 entries: the beginning, the current state, and the latest in between; `meta.truncated` says whether some were left out. A call to the provider appears within a second or so after it was made; calls are stored for 30 days. The entry of the operation’s creation says in `details` its `state` now, its `next_attempt_at` and what it is `waiting_for`.',
    ({ core, caller, param }) => core.operations.timeline(caller, param('operation_id')),
  ),
  'GET /v1/events/:event_id/timeline': timelineRoute(
    'an event',
    'The request and the operation that led to the event, and its deliveries with every attempt, as in an operation’s timeline.',
    ({ core, caller, param }) => core.events.timeline(caller, param('event_id')),
  ),
  'GET /v1/connections/:connection_id/timeline': timelineRoute(
    'a connection',
    'What happened on the connection most recently: requests, operations (with the attempts that failed), calls to the provider, events, deliveries with every attempt, and who did what. `meta.truncated` says whether entries were left out.',
    ({ core, caller, param }) => core.connections.timeline(caller, param('connection_id')),
  ),
  'GET /v1/connections/:connection_id/invoices/:resource_id/timeline': timelineRoute(
    'an invoice',
    'What happened to the invoice most recently: its events with the operations that sent them and their deliveries, and the calls to the provider that named it (not on a `zero` connection). Empty for an invoice that the service knows nothing about. `resource_id` may be the provider’s own id.',
    ({ core, caller, param }) => core.connections.invoiceTimeline(caller, param('connection_id'), param('resource_id')),
  ),
});
