// After a gap in an app's notifications, one operation queues a reconciliation of each of its connections.
import { secondsAfter } from '../../domain/backoff.ts';
import type { Plane } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import type { ConnectionId, RequestId } from '../../domain/ids.ts';
import type { Operation } from '../../domain/operation.ts';
import type { AppKey } from '../../domain/provider-app.ts';
import { type Attempt, type Conclusion, inputText, succeeded } from '../../engine/operation-kind.ts';
import type { StepDone } from '../../engine/step-runner.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { draftOperation } from '../queue/draft-operation.ts';
import { draftSync } from '../queue/draft-sync.ts';

/** How many connections are queued in one commit. Each batch is due a second after the one before, to spread the load. */
const batchConnections = 100;
const newestLookedAt = 5;

/** Queues one operation only, because the receiver must answer in seconds. */
export function draftAppReconciliation(ports: CorePorts, owner: Plane, app: AppKey, requestId: RequestId): Operation {
  const input = { scope: 'invoices', emit_invoice_snapshots: false, trigger: 'gap', provider_app: app };
  const work = { type: 'connection.reconcile', connectionId: null, subject: app, input } as const;
  return draftOperation(ports, owner, { ...work, requestId });
}

type Progress = {
  readonly queued: number;
  /** The next batch begins after this connection; null at the end. */
  readonly next: ConnectionId | null;
};

export async function reconcileApp(ports: CorePorts, { operation, steps }: Attempt): Promise<Conclusion> {
  for (;;) {
    const { next, queued } = await steps.advance<Progress>('queue', (before) => queueBatch(ports, operation, before));
    ports.wakeUp.signal();
    if (!next) return succeeded({ queued });
  }
}

async function queueBatch(
  ports: CorePorts,
  operation: Operation,
  before: Progress | null,
): Promise<StepDone<Progress>> {
  if (before?.next === null) return { result: before };
  const { queued, next } = before ?? { queued: 0, next: null };
  const app = inputText(operation, 'provider_app') as AppKey;
  const found = await ports.storage.connections.listActive({ app }, next, batchConnections);
  const dueAt = secondsAfter(ports.clock.now(), Math.floor(queued / batchConnections));
  const reconciliation = { type: 'connection.reconcile', scope: 'invoices', trigger: 'gap' } as const;
  const drafts: Operation[] = [];
  for (const connection of found.filter(({ retentionMode }) => retentionMode === 'cached')) {
    if (await isWaitingMidway(ports, connection)) continue;
    drafts.push(draftSync(ports, connection, { ...reconciliation, requestId: operation.requestId, dueAt }));
  }
  return {
    result: {
      queued: queued + drafts.length,
      next: found.length < batchConnections ? null : (found.at(-1)?.id ?? null),
    },
    also: async ({ operations }) => void (await operations.insertCoalesced(drafts)),
  };
}

/**
 * True if a reconciliation began and waits, e.g. for budget. It absorbs no new one, but it reads the oldest change first,
 * so it will also find later changes.
 */
async function isWaitingMidway({ storage }: CorePorts, connection: Connection): Promise<boolean> {
  const filter = { type: 'connection.reconcile', connectionId: connection.id } as const;
  const { items } = await storage.operations.list(connection, filter, { limit: newestLookedAt, page: 1 });
  return items.some(({ state, startedAt }) => startedAt !== null && (state === 'queued' || state === 'retrying'));
}
