import { connectionStatuses, connectionView, SyncRequest } from '#core';
import { ConnectionAnswer, listedOf, listOf, OperationAnswer, successOf } from '#core/schemas';
import { presentOperation } from '../present/answers.ts';
import { pageOf } from '../present/lists.ts';
import { filter, listParameters } from './query-parameters.ts';
import { apiRoute, json, type Route } from './route.ts';

export const connectionRoutes: readonly Route[] = [
  apiRoute({
    method: 'GET',
    path: '/v1/connections',
    operationId: 'listConnections',
    tag: 'Connections',
    summary: 'List connections',
    description: 'The connections of the key’s environment, newest first.',
    query: [
      ...listParameters,
      filter('external_account_id', 'Only connections of this customer of yours.'),
      filter('status', 'Only connections in this status.', { type: 'string', enum: connectionStatuses }),
      filter(
        'q',
        'Only connections whose organization’s name or external account id holds this text, in whatever case, or whose connection id or tenant id it is.',
        { type: 'string', minLength: 1, maxLength: 200 },
      ),
    ],
    success: json(200, 'One page of connections.', listOf(listedOf(ConnectionAnswer))),
    handle: async ({ core, caller, query }) =>
      pageOf('Connections', await core.connections.list(caller, query), connectionView),
  }),
  apiRoute({
    method: 'GET',
    path: '/v1/connections/:connection_id',
    operationId: 'getConnection',
    tag: 'Connections',
    summary: 'Get a connection',
    success: json(200, 'The connection.', successOf(ConnectionAnswer)),
    errors: ['NOT_FOUND'],
    handle: async ({ core, caller, param }) => {
      const connection = await core.connections.find(caller, param('connection_id'));
      return { message: 'Connection', data: connectionView(connection) };
    },
  }),
  apiRoute({
    method: 'DELETE',
    path: '/v1/connections/:connection_id',
    audits: true,
    operationId: 'deleteConnection',
    tag: 'Connections',
    summary: 'Disconnect',
    description:
      'Removes the connection at the provider first, then purges the credentials and cancels unfinished work. In the background everything goes that was told of its records: the cache, the documents in operations, in events and in kept answers (each becomes `{ "purged": true }`), from where ids, states and times stay. From then on its Idempotency-Keys answer CONFLICT with `reason` `connection_not_active`. When the provider cannot be reached nothing is lost and the call can be repeated.',
    success: json(200, 'The connection as it is now.', successOf(ConnectionAnswer)),
    errors: ['NOT_FOUND', 'CONFLICT', 'PROVIDER_ERROR', 'PROVIDER_UNAVAILABLE', 'PROVIDER_TIMEOUT'],
    handle: async ({ core, caller, param }) => {
      const connection = await core.connections.disconnect(caller, param('connection_id'));
      return { message: 'Disconnected', data: connectionView(connection) };
    },
  }),
  apiRoute({
    method: 'POST',
    path: '/v1/connections/:connection_id/sync',
    operationId: 'syncConnection',
    tag: 'Connections',
    summary: 'Sync a connection',
    description:
      'Queues an operation that reads what changed at the provider since the last sync into the cache, and announces what no notification told of. Its result counts, family by family, what was read, changed, announced and removed; `sync.completed` says when it is through. A connection that keeps no records is CONFLICT with `reason` `zero_retention`, one that is not active `connection_not_active`.',
    idempotencyKey: 'required',
    body: {
      description: 'What to read; an empty object takes the defaults.',
      schemas: [SyncRequest],
      examples: {
        invoices: { summary: 'Changed invoices', value: { scope: 'invoices' } },
        all: {
          summary: 'Everything, with every invoice announced',
          value: { scope: 'all', emit_invoice_snapshots: true },
        },
      },
    },
    success: json(202, 'The queued operation.', successOf(OperationAnswer)),
    errors: ['NOT_FOUND', 'CONFLICT', 'ACTION_REQUIRED'],
    handle: async ({ core, caller, param, write }) => {
      const { value, replayed } = await core.connections.sync(caller, { connectionId: param('connection_id'), write });
      return { message: 'Sync is queued', data: presentOperation(value), replayed };
    },
  }),
];
