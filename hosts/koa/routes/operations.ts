import { bulkItemStatuses, operationFilters } from '#core';
import {
  BulkItemAnswer,
  listedOf,
  listOf,
  OperationAnswer,
  OperationFailuresAnswer,
  OperationReplaysPreview,
  OperationReplaysRequest,
  presentBulkItem,
  presentOperation,
  successOf,
} from '#core/schemas';
import { pageOf, presentFailedOperations, presentReplays } from '../present/answers.ts';
import { filter, filterParameters, listParameters, wholePageLimit } from './query-parameters.ts';
import { apiRoutes, json, reasonBody } from './route.ts';

const moved = json(202, 'The operation as it is now.', successOf(OperationAnswer));

const filters = filterParameters(operationFilters);

export const operationRoutes = apiRoutes('Operations', {
  'GET /v1/operations': {
    operationId: 'listOperations',
    summary: 'List operations',
    description: 'Background work of the key’s environment, newest first.',
    query: [...listParameters, ...filters],
    success: json(200, 'One page of operations.', listOf(listedOf(OperationAnswer))),
    handle: async ({ core, caller, query }) =>
      pageOf('Operations', await core.operations.list(caller, query), presentOperation),
  },
  'GET /v1/operation-failures': {
    operationId: 'listOperationFailures',
    summary: 'Group failed operations',
    description:
      'The newest 10,000 operations that ended as `failed` or `dead_letter`, without deliveries, grouped by type, code and reason, the largest group first. `meta.total_is_estimate` says that there are more than were grouped.',
    query: filters,
    success: json(200, 'All groups.', listOf(OperationFailuresAnswer)),
    handle: async ({ core, caller, query }) => presentFailedOperations(await core.operations.failures(caller, query)),
  },
  'POST /v1/operations/replay': {
    scope: 'automate',
    audits: true,
    operationId: 'replayManyOperations',
    summary: 'Replay all operations that match',
    description:
      'Starts an `operation.replay_many` operation that replays, oldest first, each operation that ended as `failed` or `dead_letter`, matches the filter and was created before this request; deliveries have a replay of their own. Nothing is replayed twice, and what fails again is not replayed again. Its steps show the progress, its result the counts: `matched`, `replayed`, `skipped`, and `skipped_because` by reason. Cancelling it stops it between two hundreds. It waits while the organization has 50,000 unfinished operations. With `dry_run` nothing is replayed: the answer counts what matches now and shows the newest ten.',
    idempotencyKey: 'required',
    body: {
      description: 'Which operations, and why; stored in the audit log.',
      schemas: [OperationReplaysRequest],
      examples: {
        reason: {
          summary: 'All that failed for one reason',
          value: {
            filter: { connection_id: 'conn_01jd9x8fbee5wv1tzd4nq6c2m7', reason: 'target_changed' },
            reason: 'the documents are as they were',
            dry_run: true,
          },
        },
      },
    },
    success: json(202, 'The operation, queued.', successOf(OperationAnswer)),
    others: [json(200, 'The count and sample of a dry run.', successOf(OperationReplaysPreview))],
    handle: async ({ core, caller, write }) =>
      presentReplays(await core.operations.replayMany(caller, write), presentOperation),
  },
  'GET /v1/operations/:operation_id': {
    operationId: 'getOperation',
    summary: 'Get an operation',
    description: 'Its state, steps, attempts, and its result or final error, for as long as the operation is stored.',
    success: json(200, 'The operation.', successOf(OperationAnswer)),
    handle: async ({ core, caller, param }) => {
      const operation = await core.operations.find(caller, param('operation_id'));
      return { message: `Operation is ${operation.state}`, data: presentOperation(operation) };
    },
  },
  'GET /v1/operations/:operation_id/items': {
    operationId: 'listOperationItems',
    summary: 'List the items of a bulk write',
    description:
      'In the order of the request. `unknown` items were sent, and what became of them is not known, or not yet. Other operations have no items.',
    query: [
      wholePageLimit,
      ...listParameters.slice(1),
      filter('status', 'Only items with this status.', bulkItemStatuses),
    ],
    success: json(200, 'One page of items.', listOf(BulkItemAnswer)),
    handle: async ({ core, caller, param, query }) =>
      pageOf('Items', await core.operations.items(caller, param('operation_id'), query), presentBulkItem),
  },
  'POST /v1/operations/:operation_id/replay': {
    scope: 'automate',
    audits: true,
    operationId: 'replayOperation',
    summary: 'Replay an operation',
    description:
      'Runs a `failed` or `dead_letter` operation again: the same operation, without the steps that succeeded, with a new retry budget. Of a bulk write only items that did not succeed are sent again; those of unknown status are looked for in the provider’s books first. CONFLICT with `reason` `operation_not_replayable` for any other state, for an operation whose documents were deleted with its connection, for a bulk write of a connection with zero retention, and for `retention.purge`; with `already_running` and its `operation_id` while another automation works on the same document.',
    idempotencyKey: 'required',
    body: reasonBody('Why; stored in the audit log.', 'Why', 'the account code was corrected'),
    success: moved,
    handle: async ({ core, caller, param, write }) => {
      const { value, replayed } = await core.operations.replay(caller, { operationId: param('operation_id'), write });
      return { message: `Operation is ${value.state}`, data: presentOperation(value), replayed };
    },
  },
  'POST /v1/operations/:operation_id/cancel': {
    scope: 'automate',
    audits: true,
    operationId: 'cancelOperation',
    summary: 'Cancel an operation',
    description:
      'A queued or retrying operation ends at once, a running one after its current step. A cancelled automation names the writes that it had made (`applied`). CONFLICT with `reason` `operation_terminal` for an operation that has ended, `operation_not_cancellable` for `retention.purge`.',
    idempotencyKey: 'required',
    body: reasonBody('Why; stored in the audit log.', 'Why', 'entered twice'),
    success: moved,
    handle: async ({ core, caller, param, write }) => {
      const { value, replayed } = await core.operations.cancel(caller, { operationId: param('operation_id'), write });
      return {
        message: value.state === 'running' ? 'Operation stops at its next step' : `Operation is ${value.state}`,
        data: presentOperation(value),
        replayed,
      };
    },
  },
});
