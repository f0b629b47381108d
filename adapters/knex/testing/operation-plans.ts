import { samples } from '#contract-tests';
import { anyRoom, type Storage } from '#core/ports';
import type { PlannedQuery, World } from './query-plans.ts';

const page = { limit: 50, page: 1 };
const deep = { limit: 50, after: { at: samples.moment(1_000), id: 'z' } };

export const operationQueries: readonly PlannedQuery[] = [
  ...[page, deep].map((request) => ({
    name: `operations, ${'page' in request ? 'first page' : 'by cursor'}`,
    index: 'operations_list',
    run: (storage: Storage, { plane }: World) => storage.operations.list(plane, {}, request),
  })),
  {
    name: 'operations but deliveries',
    index: 'operations_but_deliveries',
    isSorted: false,
    run: (storage, { plane }) => storage.operations.list(plane, { excludeType: 'webhook.deliver' }, deep),
  },
  {
    name: 'operations but routine',
    index: 'operations_but_routine',
    isSorted: false,
    run: (storage, { plane }) => storage.operations.list(plane, { excludeRoutine: 'true' }, deep),
  },
  {
    name: 'unfinished operations of an organization, counted',
    index: 'operations_by_type_state',
    searched: 'type=? AND state=?',
    run: (storage, { plane }) => storage.operations.countUnfinished(plane.organizationId, 100_000),
  },
  {
    name: 'operations by state',
    index: 'operations_by_type_state',
    run: (storage, { plane }) => storage.operations.list(plane, { state: 'failed' }, deep),
  },
  {
    name: 'operations by type',
    index: 'operations_by_type_state',
    run: (storage, { plane }) => storage.operations.list(plane, { type: 'connection.sync' }, deep),
  },
  {
    name: 'operations by type and state',
    index: 'operations_by_type_state',
    run: (storage, { plane }) => storage.operations.list(plane, { type: 'webhook.deliver', state: 'failed' }, deep),
  },
  {
    name: 'operations by connection',
    index: 'operations_by_connection',
    run: (storage, { plane, connectionId }) => storage.operations.list(plane, { connectionId }, deep),
  },
  {
    name: 'operations by connection, type and state',
    index: 'operations_by_connection',
    run: (storage, { plane, connectionId }) =>
      storage.operations.list(plane, { connectionId, type: 'connection.sync', state: 'failed' }, deep),
  },
  {
    name: 'what a key asked members for',
    // PostgreSQL finds what the key asked for by the index, and sorts these few.
    index: 'held_writes_by_key',
    run: (storage, { plane }) => storage.operations.list(plane, { heldOf: samples.sampleId('key') }, deep),
  },
  {
    name: 'failed operations in groups',
    index: 'operations_failed',
    run: (storage, { plane }) => storage.operations.groupFailures(plane, {}, 10_000),
  },
  {
    name: 'failed operations of a reason, walked',
    index: 'operations_failed',
    run: (storage, { plane }) =>
      storage.operations.walk(plane, { failed: true, reason: 'r' }, { at: samples.moment(1_000), id: 'a' }, 100),
  },
  {
    name: 'failed deliveries, walked',
    index: 'operations_failed_deliveries',
    run: (storage, { plane }) =>
      storage.deliveries.walk(plane, { failed: true }, { at: samples.moment(1_000), id: 'a' }, 100),
  },
  {
    name: 'the claim',
    index: 'operations_ready',
    // In this transaction the statements are sent unchanged, so that their plans can be read.
    run: (storage) =>
      storage.transaction(({ operations }) =>
        operations.claimDue({ now: samples.moment(), leaseUntil: samples.moment(30), ...anyRoom(10) }),
      ),
  },
  ...['operations_queue_keys', 'operations_admitted'].map((index) => ({
    name: 'a place in the queue',
    index,
    run: (storage: Storage, { plane, connectionId }: World) =>
      storage.operations.insert([samples.sampleOperation(plane, { connectionId })]),
  })),
  {
    name: 'stranded groups, and whom they admit',
    index: 'operations_waiting',
    run: (storage) => storage.operations.admitStranded(),
  },
  { name: 'what is due', index: 'operations_waiting', run: (storage) => storage.operations.depth(samples.moment()) },
  { name: 'the next due time', index: 'operations_timers', run: (storage) => storage.operations.nextDueAt() },
  {
    name: 'lapsed leases',
    index: 'operations_leased',
    run: (storage) => storage.operations.listLapsed(samples.moment(), 100),
  },
  {
    name: 'unfinished work of a connection',
    index: 'operations_unfinished',
    run: (storage, { plane, connectionId }) =>
      storage.transaction(({ operations }) => operations.cancelUnfinished(plane, connectionId, samples.moment(), 500)),
  },
  {
    name: 'unfinished work of a subject',
    index: 'operations_by_subject',
    run: (storage, { plane }) =>
      storage.transaction(({ operations }) =>
        operations.lockUnfinished(plane, { type: 'webhook.deliver', subject: 'we_0' }, 500),
      ),
  },
];
