import { eventEnvelope, eventTypes } from '#core';
import { EventAnswer, listedOf, listOf, successOf } from '#core/schemas';
import { pageOf } from '../present/lists.ts';
import { createdFilters, filter, listParameters } from './query-parameters.ts';
import { apiRoute, json, type Route } from './route.ts';

const list = apiRoute({
  method: 'GET',
  path: '/v1/events',
  operationId: 'listEvents',
  tag: 'Events',
  summary: 'List events',
  description:
    'The events of the key’s environment, newest first, whether or not an endpoint wanted them. They are stored for 30 days.',
  query: [
    ...listParameters,
    filter('type', 'Only events of this type.', { type: 'string', enum: eventTypes }),
    filter('connection_id', 'Only events of this connection.'),
    ...createdFilters('events'),
  ],
  success: json(200, 'One page of events.', listOf(listedOf(EventAnswer))),
  handle: async ({ core, caller, query }) => pageOf('Events', await core.events.list(caller, query), eventEnvelope),
});

const read = apiRoute({
  method: 'GET',
  path: '/v1/events/:event_id',
  operationId: 'getEvent',
  tag: 'Events',
  summary: 'Get an event',
  description: 'As its deliveries send it.',
  success: json(200, 'The event.', successOf(EventAnswer)),
  errors: ['NOT_FOUND'],
  handle: async ({ core, caller, param }) => ({
    message: 'Event',
    data: eventEnvelope(await core.events.find(caller, param('event_id'))),
  }),
});

export const eventRoutes: readonly Route[] = [list, read];
