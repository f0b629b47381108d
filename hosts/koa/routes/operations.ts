import { listOf, OperationAnswer, operationStates, operationTypes, successOf } from '#core';
import { presentListingMeta } from '../present/listing-meta.ts';
import { presentOperation } from '../present/operation.ts';
import { filter, listParameters } from './query-parameters.ts';
import { apiRoute, type Route } from './route.ts';

const instant = { type: 'string', format: 'date-time' };

export const operationRoutes: readonly Route[] = [
  apiRoute({
    method: 'GET',
    path: '/v1/operations',
    operations: [
      {
        operationId: 'listOperations',
        tag: 'Operations',
        summary: 'List operations',
        description: 'Background work of the key’s environment, newest first.',
        query: [
          ...listParameters,
          filter('state', 'Only operations in this state.', { type: 'string', enum: operationStates }),
          filter('type', 'Only operations of this type.', { type: 'string', enum: operationTypes }),
          filter('connection_id', 'Only operations of this connection.'),
          filter('created_after', 'Only operations created after this time.', instant),
          filter('created_before', 'Only operations created before this time.', instant),
        ],
        success: {
          status: 200,
          description: 'One page of operations.',
          contentType: 'application/json',
          schema: listOf(OperationAnswer),
        },
        errors: ['BAD_REQUEST'],
      },
    ],
    handle: async ({ core, caller, query }) => {
      const listing = await core.operations.list(caller, query);
      return {
        message: 'Operations',
        data: { items: listing.items.map(presentOperation) },
        meta: presentListingMeta(listing),
      };
    },
  }),
  apiRoute({
    method: 'GET',
    path: '/v1/operations/:operation_id',
    operations: [
      {
        operationId: 'getOperation',
        tag: 'Operations',
        summary: 'Get an operation',
        description:
          'Its state, steps, attempts, and its result or terminal error, readable for the life of the record.',
        success: {
          status: 200,
          description: 'The operation.',
          contentType: 'application/json',
          schema: successOf(OperationAnswer),
        },
        errors: ['NOT_FOUND'],
      },
    ],
    handle: async ({ core, caller, param }) => {
      const operation = await core.operations.find(caller, param('operation_id'));
      return { message: `Operation is ${operation.state}`, data: presentOperation(operation) };
    },
  }),
];
