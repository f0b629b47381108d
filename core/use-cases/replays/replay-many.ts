// Replays by a filter: a preview of what it matches, and the durable operation that replays it.
import { actorOf } from '../../domain/actor.ts';
import type { Caller, Plane } from '../../domain/caller.ts';
import type { OperationId } from '../../domain/ids.ts';
import { canonicalObject, type JsonObject } from '../../domain/json.ts';
import { type Operation, unfinishedMost } from '../../domain/operation.ts';
import { type CreatedFilter, type Keyset, type Page, type PageRequest, totalExactBelow } from '../../domain/page.ts';
import { type OperationKind, succeeded } from '../../engine/operation-kind.ts';
import type { StepDone } from '../../engine/step-runner.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import type { DeliveryReplaysRequest, OperationReplaysRequest } from '../../schemas/requests/replays.ts';
import { agentOf, notForAgents } from '../access/for-agents.ts';
import { recordAct } from '../access/record-act.ts';
import { requireConnection } from '../connections/read-connections.ts';
import { findOperation } from '../operations/read-operations.ts';
import { draftOperation } from '../queue/draft-operation.ts';
import { requireBacklogCapacity } from '../queue/require-backlog-capacity.ts';
import { findEndpoint } from '../webhooks/read-endpoints.ts';
import { changeOnce } from '../writes/change-once.ts';
import type { Write } from '../writes/claim-key.ts';

export interface Replayable<Filter, Item> {
  readonly type: 'operation.replay_many' | 'webhook.redeliver_many';
  readonly parse: (body: unknown) => OperationReplaysRequest | DeliveryReplaysRequest;
  readonly filterOf: (given: JsonObject) => Filter;
  readonly store: {
    list(plane: Plane, filter: Filter, page: PageRequest): Promise<Page<Item>>;
    walk(plane: Plane, filter: Filter, after: Keyset | null, limit: number): Promise<readonly Keyset[]>;
  };
  /** Replays for `operation` what these operations do; returns for each that it skips why. */
  replay(stores: Stores, operation: Operation, ids: readonly OperationId[]): Promise<readonly string[]>;
}

export type Replays<Item> =
  | { readonly kind: 'queued'; readonly operation: Operation; readonly replayed: boolean }
  | { readonly kind: 'preview'; readonly total: number; readonly isWhole: boolean; readonly sample: readonly Item[] };

const sampleMost = 10;

/**
 * Queues the replay of everything that the filter matches now, or with `dry_run` counts it up to 10,000 and shows the newest
 * ten. Throws BAD_REQUEST naming the field, NOT_FOUND, RATE_LIMITED `operations_backlog`.
 */
export function replayMany<Filter, Item>(ports: CorePorts, what: Replayable<Filter, Item>) {
  return async (caller: Caller, write: Write): Promise<Replays<Item>> => {
    if (agentOf(caller)) throw notForAgents('a replay of failed work');
    const { filter: given, reason, dry_run } = what.parse(write.body);
    const filter = canonicalObject(given);
    const asked = what.filterOf(filter);
    const { connection_id: connectionId, webhook_endpoint_id: endpointId } = filter;
    const connection = connectionId ? await requireConnection(ports, caller, String(connectionId)) : null;
    if (endpointId) await findEndpoint(ports)(caller, String(endpointId));
    if (dry_run) {
      const { total, items } = await what.store.list(caller, asked, { limit: sampleMost, page: 1 });
      return { kind: 'preview', total, isWhole: total < totalExactBelow, sample: items };
    }
    const operation = draftOperation(ports, caller, {
      type: what.type,
      connectionId: connection?.id ?? null,
      subject: null,
      input: { filter, reason },
      requestId: caller.requestId,
      begunBy: actorOf(caller),
    });
    const { value, replayed: isRepeated } = await changeOnce(ports, caller, write, {
      act: [what.type],
      keyRequired: true,
      queuesWork: true,
      draft: async () => ({
        forReplay: operation.id,
        async apply(stores) {
          await stores.operations.insert([operation]);
          const act = { action: `${what.type}_requested`, subject: operation.id, details: operation.input };
          await recordAct(stores, ports, caller, act);
          return operation;
        },
      }),
      replay: (stored) => findOperation(ports)(caller, String(stored)),
    });
    return { kind: 'queued', operation: value, replayed: isRepeated };
  };
}

const batchMost = 100;
/** Others may use the database, and a process that has it within, between two batches. */
const pauseMs = 5;
/** Leaves half of an organization's backlog to other work. */
const backlogShare = unfinishedMost / 2;

type Progress = {
  readonly matched: number;
  readonly replayed: number;
  readonly skipped: number;
  /** Counts by reason. */
  readonly skipped_because: Readonly<Record<string, number>>;
  /** The next batch begins after this place; null at the end. */
  readonly next: { readonly at: string; readonly id: string } | null;
};

/**
 * Walks through what existed when it was asked for, oldest first. Each batch stores its progress with its replays, so
 * nothing is replayed twice, and what fails again is behind the walk.
 */
export function runReplays<Filter extends CreatedFilter, Item>(
  ports: CorePorts,
  what: Replayable<Filter, Item>,
): OperationKind {
  return async ({ operation, steps }) => {
    for (;;) {
      const { next, ...counts } = await steps.advance<Progress>('replays', (before) =>
        replayBatch(ports, what, operation, before),
      );
      ports.wakeUp.signal();
      if (!next) return succeeded(counts);
      await ports.clock.wait(pauseMs);
    }
  };
}

async function replayBatch<Filter extends CreatedFilter, Item>(
  ports: CorePorts,
  { filterOf, store, replay }: Replayable<Filter, Item>,
  operation: Operation,
  before: Progress | null,
): Promise<StepDone<Progress>> {
  const { next: from = null, ...sums } = before ?? { matched: 0, replayed: 0, skipped: 0, skipped_because: {} };
  if (before && !from) return { result: before };
  const filter = filterOf(operation.input['filter'] as JsonObject);
  const { createdBefore: until = operation.createdAt } = filter;
  const asked = { ...filter, createdBefore: until < operation.createdAt ? until : operation.createdAt };
  const places = await store.walk(operation, asked, from && { at: new Date(from.at), id: from.id }, batchMost);
  if (places.length > 0) await requireBacklogCapacity(ports, operation.organizationId, { most: backlogShare });
  const last = places.length < batchMost ? undefined : places.at(-1);
  const matched = sums.matched + places.length;
  const result = { ...sums, matched, next: last ? { at: last.at.toISOString(), id: last.id } : null };
  return {
    result,
    async also(stores) {
      // Everybody locks operations in the order of their ids.
      const reasons = await replay(stores, operation, places.map(({ id }) => id as OperationId).sort());
      const because: Record<string, number> = { ...sums.skipped_because };
      for (const reason of reasons) because[reason] = (because[reason] ?? 0) + 1;
      return {
        ...result,
        replayed: sums.replayed + places.length - reasons.length,
        skipped: sums.skipped + reasons.length,
        skipped_because: because,
      };
    },
  };
}
