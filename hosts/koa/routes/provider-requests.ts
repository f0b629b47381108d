import { providerRequestFilters } from '#core';
import {
  listOf,
  ProviderRequestAnswer,
  ProviderRequestDetailAnswer,
  ProviderRequestMade,
  ProviderRequestRequest,
  presentMadeRequest,
  presentProviderRequest,
  presentProviderRequestDetail,
  SettlementRequest,
  successOf,
} from '#core/schemas';
import { pageOf } from '../present/answers.ts';
import { filterParameters, listParameters } from './query-parameters.ts';
import { apiRoutes, json } from './route.ts';

export const providerRequestRoutes = apiRoutes('Provider requests', {
  'POST /v1/connections/:connection_id/provider-requests': {
    scope: 'provider',
    operationId: 'makeProviderRequest',
    summary: 'Make a request of your own to the provider',
    description:
      'For what this API does not model. Taken are the paths of the provider’s list, below its accounting base; all else is refused before it is sent: a path that is not listed with FORBIDDEN `provider_path_not_allowed`, a write of a family that has routes here with CONFLICT `use_family_route`. No header of yours is passed on. The provider’s 2xx, 3xx and 4xx come as `status` inside a 200; redirects are not followed. A write needs an Idempotency-Key: it is stored encrypted before it is sent, and within five minutes of the first sending a repeat with the same key and body is sent again under the same provider key, so that it cannot double. Later it is never sent again: while nobody knows its end, the answer is PROVIDER_ERROR with `reason` `write_unresolved` and `provider_request_id`. The key needs the scope `provider`, and `read` or `write`. Together such requests use at most half of the connection’s budget.',
    idempotencyKey: 'optional',
    waits: true,
    creates: true,
    body: {
      description: 'The request.',
      schemas: [ProviderRequestRequest],
      examples: {
        write: {
          summary: 'A write, with an Idempotency-Key',
          value: { method: 'PUT', path: '/ContactGroups', body: { ContactGroups: [{ Name: 'Wholesale' }] } },
        },
        read: { summary: 'A list that has no route here', value: { method: 'GET', path: '/ContactGroups' } },
      },
    },
    success: json(200, 'The provider’s answer.', successOf(ProviderRequestMade)),
    errors: ['NOT_FOUND', 'CONFLICT', 'FORBIDDEN'],
    handle: async ({ core, caller, param, write, waitSeconds }) => {
      const asked = { connectionId: param('connection_id'), write, waitSeconds };
      const { value, replayed, resolution } = await core.providerRequests.make(caller, asked);
      const message = value.outcome === 'done' ? 'The provider did it' : 'The provider refused it';
      return { message, data: presentMadeRequest(value), replayed, ...(resolution && { resolution }) };
    },
  },
  'GET /v1/connections/:connection_id/provider-requests': {
    scope: 'provider',
    operationId: 'listProviderRequests',
    summary: 'List provider requests',
    description:
      'The requests of one’s own of a connection that were sent, newest first, without what was sent and answered. `outcome=unknown` lists those that a person should settle.',
    query: [...listParameters, ...filterParameters(providerRequestFilters)],
    success: json(200, 'One page of provider requests.', listOf(ProviderRequestAnswer)),
    errors: ['NOT_FOUND'],
    handle: async ({ core, caller, param, query }) => {
      const found = await core.providerRequests.list(caller, { connectionId: param('connection_id'), query });
      return pageOf('Provider requests', found, presentProviderRequest);
    },
  },
  'GET /v1/connections/:connection_id/provider-requests/:provider_request_id': {
    scope: 'provider',
    operationId: 'getProviderRequest',
    summary: 'Get a provider request',
    description:
      'How it ended, and what was sent of a write while that is kept: under zero retention until its outcome is known.',
    success: json(200, 'The provider request.', successOf(ProviderRequestDetailAnswer)),
    errors: ['NOT_FOUND'],
    handle: async ({ core, caller, param }) => {
      const path = { connectionId: param('connection_id'), providerRequestId: param('provider_request_id') };
      const found = await core.providerRequests.find(caller, path);
      return { message: 'Provider request', data: presentProviderRequestDetail(found) };
    },
  },
  'POST /v1/connections/:connection_id/provider-requests/:provider_request_id/settle': {
    scope: 'admin',
    audits: true,
    operationId: 'settleProviderRequest',
    summary: 'Settle a provider request',
    description:
      'Says how a write ended whose outcome is unknown, after a look at the provider’s books. Nothing is sent; a repeat of the write is answered so from then on. CONFLICT with `reason` `still_running` for six minutes after the first sending, in which it may still be repeated, and `already_settled` once the outcome is known. The key needs the scopes `admin` and `provider`.',
    idempotencyKey: 'optional',
    body: {
      description: 'What the books have.',
      schemas: [SettlementRequest],
      examples: {
        done: { summary: 'The books have it', value: { outcome: 'done', reason: 'The group is in the books' } },
      },
    },
    success: json(200, 'The provider request as it is now.', successOf(ProviderRequestDetailAnswer)),
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async ({ core, caller, param, write }) => {
      const path = { connectionId: param('connection_id'), providerRequestId: param('provider_request_id') };
      const { value, replayed } = await core.providerRequests.settle(caller, { ...path, write });
      return { message: 'Provider request settled', data: presentProviderRequestDetail(value), replayed };
    },
  },
});
