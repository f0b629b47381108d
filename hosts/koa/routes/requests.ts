import { requestFilters } from '#core';
import {
  listOf,
  presentRequest,
  RequestAnswer,
  RequestDetailAnswer,
  RequestFailuresAnswer,
  successOf,
} from '#core/schemas';
import { pageOf, presentFailures, presentRequestDetail } from '../present/answers.ts';
import { filterParameters, listParameters } from './query-parameters.ts';
import { apiRoutes, json } from './route.ts';

const filters = filterParameters(requestFilters);

export const requestRoutes = apiRoutes('Requests', {
  'GET /v1/requests': {
    operationId: 'listRequests',
    summary: 'List requests',
    description:
      'Answered requests, newest first, without their bodies: all that were made with a key of this environment except reads of this log, and the changes and refusals of members in the console. A request appears within two seconds of its answer. Of a caller’s requests that are refused alike (method, route, connection, status, code and reason) in ten seconds, five are listed, and after that time one more with `repeats`: how many others it stands for, which are counted and not stored.',
    query: [...listParameters, ...filters],
    success: json(200, 'One page of requests.', listOf(RequestAnswer)),
    handle: async ({ core, caller, query }) =>
      pageOf('Requests', await core.requests.list(caller, query), presentRequest),
  },
  'GET /v1/request-failures': {
    operationId: 'listRequestFailures',
    summary: 'Group failed requests',
    description:
      'The newest 10,000 failed requests, grouped by route, code and reason, the largest group first, each with those that its entries’ `repeats` count. `meta.total_is_estimate` says that there are more failures than were grouped.',
    query: filters,
    success: json(200, 'All groups.', listOf(RequestFailuresAnswer)),
    handle: async ({ core, caller, query }) => presentFailures(await core.requests.failures(caller, query)),
  },
  'GET /v1/requests/:request_id': {
    operationId: 'getRequest',
    summary: 'Get a request',
    description:
      'By its id, or the newest with this `X-Request-ID`; with its operation, the events that it announced and the calls to the provider that its answer needed. `body` only where the service is set to store bodies.',
    success: json(200, 'The request.', successOf(RequestDetailAnswer)),
    handle: async ({ core, caller, param }) => {
      const found = await core.requests.find(caller, param('request_id'));
      return { message: 'Request found', data: presentRequestDetail(found) };
    },
  },
});
