import * as v from 'valibot';
import { eventEnvelope, eventFilters } from '#core';
import { EventAnswer, listedOf, listOf, PurgedEventAnswer, successOf, WebhookEventAnswer } from '#core/schemas';
import { pageOf } from '../present/answers.ts';
import { filterParameters, listParameters } from './query-parameters.ts';
import { apiRoutes, json } from './route.ts';

export const eventRoutes = apiRoutes('Events', {
  'GET /v1/events': {
    operationId: 'listEvents',
    summary: 'List events',
    description:
      'The events of the key’s environment, newest first, whether or not an endpoint subscribed to them. They are stored for 30 days.',
    query: [...listParameters, ...filterParameters(eventFilters)],
    success: json(200, 'One page of events.', listOf(listedOf(EventAnswer))),
    handle: async ({ core, caller, query }) => pageOf('Events', await core.events.list(caller, query), eventEnvelope),
  },
  'GET /v1/events/:event_id': {
    operationId: 'getEvent',
    summary: 'Get an event',
    description: 'As its deliveries send it.',
    success: json(200, 'The event.', successOf(v.union([WebhookEventAnswer, PurgedEventAnswer]))),
    handle: async ({ core, caller, param }) => ({
      message: 'Event',
      data: eventEnvelope(await core.events.find(caller, param('event_id'))),
    }),
  },
});
