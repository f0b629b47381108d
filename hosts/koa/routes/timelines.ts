import { TimelineAnswer } from '#core/schemas';
import { timelineOf } from '../present/lists.ts';
import { apiRoute, json, type Route } from './route.ts';

const success = json(200, 'What happened, in order of time.', TimelineAnswer);
const errors = ['NOT_FOUND'] as const;

const ofOperation = apiRoute({
  method: 'GET',
  path: '/v1/operations/:operation_id/timeline',
  operationId: 'getOperationTimeline',
  tag: 'Operations',
  summary: 'Get an operation’s timeline',
  description:
    'The request that caused it, its attempts and steps, its calls to the provider, its events, their deliveries with every attempt, and who replayed what and why: one list in order of time, each entry with its request id. At most 500 entries: the beginning, the current state, and the latest in between; `meta.truncated` says whether some were left out. A call to the provider appears within a second or so after it was made; calls are stored for 30 days.',
  success,
  errors,
  handle: async ({ core, caller, param }) =>
    timelineOf('Timeline of the operation', await core.operations.timeline(caller, param('operation_id'))),
});

const ofEvent = apiRoute({
  method: 'GET',
  path: '/v1/events/:event_id/timeline',
  operationId: 'getEventTimeline',
  tag: 'Events',
  summary: 'Get an event’s timeline',
  description:
    'The request and the operation that led to the event, and its deliveries with every attempt, as in an operation’s timeline.',
  success,
  errors,
  handle: async ({ core, caller, param }) =>
    timelineOf('Timeline of the event', await core.events.timeline(caller, param('event_id'))),
});

const ofConnection = apiRoute({
  method: 'GET',
  path: '/v1/connections/:connection_id/timeline',
  operationId: 'getConnectionTimeline',
  tag: 'Connections',
  summary: 'Get a connection’s timeline',
  description:
    'What happened on the connection most recently: requests, operations (with the attempts that failed), calls to the provider, events, deliveries with every attempt, and who did what. `meta.truncated` says whether there was more.',
  success,
  errors,
  handle: async ({ core, caller, param }) =>
    timelineOf('Timeline of the connection', await core.connections.timeline(caller, param('connection_id'))),
});

const ofInvoice = apiRoute({
  method: 'GET',
  path: '/v1/connections/:connection_id/invoices/:resource_id/timeline',
  operationId: 'getInvoiceTimeline',
  tag: 'Invoices',
  summary: 'Get an invoice’s timeline',
  description:
    'What happened to the invoice most recently: its events with the operations that sent them and their deliveries, and the calls to the provider that named it (not on a `zero` connection). Empty for an invoice that the service knows nothing about. `resource_id` may be the provider’s own id.',
  success,
  errors,
  handle: async ({ core, caller, param }) => {
    const timeline = await core.connections.invoiceTimeline(caller, param('connection_id'), param('resource_id'));
    return timelineOf('Timeline of the invoice', timeline);
  },
});

export const timelineRoutes: readonly Route[] = [ofOperation, ofEvent, ofConnection, ofInvoice];
