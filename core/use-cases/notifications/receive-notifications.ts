// Takes a signed batch of changes from the provider and queues the work; never calls the provider.
import type { RequestId } from '../../domain/ids.ts';
import type { NotificationBatch } from '../../domain/notification.ts';
import type { Operation } from '../../domain/operation.ts';
import type { AppKey } from '../../domain/provider-app.ts';
import { systemPlane } from '../../domain/system-plane.ts';
import { draftAppReconciliation } from '../../operations/sync/reconcile-app.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { CursorMove } from '../../ports/notification-store.ts';
import type { Stores } from '../../ports/storage.ts';
import { type DraftedWork, draftWork } from './draft-work.ts';
import { findReceiver, noteIntent, type Receiver } from './receiver.ts';

type Ports = Pick<
  CorePorts,
  'storage' | 'vault' | 'verifier' | 'digester' | 'clock' | 'ids' | 'log' | 'wakeUp' | 'settings'
>;

export interface InboundBatch {
  /** As the path names it; null on the hosted app's receiver. */
  readonly appId: string | null;
  /** The exact bytes. */
  readonly body: Uint8Array;
  readonly signature: string | undefined;
  readonly requestId: RequestId;
}

/** Hosts answer 200 for `accepted` and 401 for both others, so that nobody learns which apps exist. */
export type Reception = 'accepted' | 'refused' | 'unknown_app';

/** Throws BAD_REQUEST when a rightly signed body is not a batch. */
export function receiveNotifications(ports: Ports) {
  return async ({ appId, body, signature, requestId }: InboundBatch): Promise<Reception> => {
    const receiver = await findReceiver(ports, appId);
    if (!receiver) return 'unknown_app';
    if (!ports.verifier.verify(body, signature, receiver.signingKey)) return 'refused';
    const batch = ports.verifier.parse(body);
    if (batch.events.length === 0) {
      await noteIntent(ports, receiver, requestId);
      return 'accepted';
    }
    const work = await draftWork(ports, receiver.app, batch, requestId);
    const kept = await keep(ports, receiver, batch, work, requestId);
    if (kept.queued > 0 || kept.cursor === 'gap') ports.wakeUp.signal();
    report(ports, receiver.app, batch, work, kept, requestId);
    return 'accepted';
  };
}

interface Kept {
  readonly queued: number;
  /** Notifications that were not known. */
  readonly fresh: number;
  readonly cursor: CursorMove | null;
}

/**
 * The cursor moves last: its row is the app's hottest, and is held for the shortest time. Behind a gap any of the app's
 * connections may have missed something; one operation finds out which there are.
 */
async function keep(
  ports: Ports,
  { app, own }: Receiver,
  batch: NotificationBatch,
  work: DraftedWork,
  requestId: RequestId,
): Promise<Kept> {
  const { storage, clock } = ports;
  const { firstSequence, lastSequence } = batch;
  return storage.transaction(async (stores) => {
    const identities = [...work.operations.keys()];
    const fresh = identities.length > 0 ? await stores.notifications.takeNew(app, identities, clock.now()) : [];
    const queued = await queue(stores, new Set(fresh.flatMap((identity) => work.operations.get(identity) ?? [])));
    const counts = firstSequence > 0 && lastSequence >= firstSequence;
    const cursor = counts ? await stores.notifications.moveCursor(app, firstSequence, lastSequence, clock.now()) : null;
    if (cursor === 'gap') {
      await stores.operations.insertCoalesced([draftAppReconciliation(ports, own ?? systemPlane, app, requestId)]);
    }
    return { queued, fresh: fresh.length, cursor };
  });
}

/** Returns how many were queued; a sync that is queued already does for this batch too. */
async function queue({ operations }: Stores, drafts: ReadonlySet<Operation>): Promise<number> {
  const reads = [...drafts].filter(({ type }) => type === 'notification.process');
  const syncs = [...drafts].filter(({ type }) => type !== 'notification.process');
  if (reads.length > 0) await operations.insert(reads);
  const doers = syncs.length > 0 ? await operations.insertCoalesced(syncs) : [];
  return reads.length + syncs.filter(({ id }) => doers.includes(id)).length;
}

function report(
  { log }: Ports,
  app: AppKey,
  batch: NotificationBatch,
  { operations, skipped }: DraftedWork,
  { queued, fresh, cursor }: Kept,
  requestId: RequestId,
): void {
  const fields = {
    provider_app: app,
    request_id: requestId,
    first_sequence: batch.firstSequence,
    last_sequence: batch.lastSequence,
    cursor,
  };
  log.info('notifications accepted', {
    ...fields,
    events: batch.events.length,
    queued,
    duplicate: operations.size - fresh,
    ...skipped,
  });
  if (cursor === 'gap') log.warn('notifications are missing before this batch', fields);
}
