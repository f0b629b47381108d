// Takes a signed batch of changes from the provider and queues the work; never calls the provider.
import type { RequestId } from '../../domain/ids.ts';
import type { NotificationBatch } from '../../domain/notification.ts';
import type { AppKey } from '../../domain/provider-app.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { CursorMove } from '../../ports/notification-store.ts';
import { type DraftedWork, draftWork } from './draft-work.ts';
import { findReceiver, noteIntent } from './receiver.ts';

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
    const kept = await keep(ports, receiver.app, batch, work);
    if (kept.queued > 0) ports.wakeUp.signal();
    report(ports, receiver.app, batch, work, kept, requestId);
    return 'accepted';
  };
}

interface Kept {
  readonly queued: number;
  readonly cursor: CursorMove | null;
}

/** The cursor moves last: its row is the app's hottest, and is held for the shortest time. */
async function keep(
  { storage, clock }: Ports,
  app: AppKey,
  batch: NotificationBatch,
  work: DraftedWork,
): Promise<Kept> {
  const { firstSequence, lastSequence } = batch;
  return storage.transaction(async ({ notifications, operations }) => {
    const identities = [...work.operations.keys()];
    const fresh = identities.length > 0 ? await notifications.takeNew(app, identities, clock.now()) : [];
    const queued = fresh.flatMap((identity) => work.operations.get(identity) ?? []);
    if (queued.length > 0) await operations.insert(queued);
    const counts = firstSequence > 0 && lastSequence >= firstSequence;
    const cursor = counts ? await notifications.moveCursor(app, firstSequence, lastSequence, clock.now()) : null;
    return { queued: queued.length, cursor };
  });
}

function report(
  { log }: Ports,
  app: AppKey,
  batch: NotificationBatch,
  { operations, skipped }: DraftedWork,
  { queued, cursor }: Kept,
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
    duplicate: operations.size - queued,
    ...skipped,
  });
  if (cursor === 'gap') log.warn('notifications are missing before this batch', fields);
}
