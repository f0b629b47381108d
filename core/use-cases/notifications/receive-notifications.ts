// Takes a signed batch of changes from the provider and queues the work; never calls the provider.
import type { RequestId } from '../../domain/ids.ts';
import { isKnownCategory } from '../../domain/notification.ts';
import { oneAfterAnother } from '../../domain/one-after-another.ts';
import type { AppKey } from '../../domain/provider-app.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { findReceiver, noteIntent } from './receiver.ts';
import { type Arrival, type StoredBatch, storeBatch } from './store-batch.ts';

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

/** Hosts answer 200 for `accepted` and 401 for both others. */
export type Reception = 'accepted' | 'refused' | 'unknown_app';

/** Unknown categories that are noted. */
const unknownMost = 100;
const categoryLongest = 50;
/**
 * A batch is accepted once it is stored. An app's batches wait for each other here, and not each with a database
 * connection for the app's row. Throws BAD_REQUEST when a rightly signed body is not a batch.
 */
export function receiveNotifications(ports: Ports) {
  const find = findReceiver(ports);
  const turns = oneAfterAnother<AppKey>();
  const unknown = new Set<string>();
  const receive = async ({ appId, body, signature, requestId }: InboundBatch): Promise<Reception> => {
    const receiver = await find(appId);
    if (!receiver) return 'unknown_app';
    if (!ports.verifier.verify(body, signature, receiver.signingKey)) return 'refused';
    const batch = ports.verifier.parse(body);
    if (batch.events.length === 0) {
      await noteIntent(ports, receiver, requestId);
      return 'accepted';
    }
    const arrival: Arrival = { receiver, batch, requestId };
    noteUnknown(ports, arrival, unknown);
    report(ports, arrival, await turns.run(receiver.app, () => storeBatch(ports, arrival)));
    return 'accepted';
  };
  return {
    /** Whether a body is worth reading: somebody could have signed it. */
    isReceiver: async (appId: string | null): Promise<boolean> => (await find(appId)) !== undefined,
    receive,
  };
}

function report({ log }: Ports, { receiver, batch, requestId }: Arrival, stored: StoredBatch): void {
  const { queued, duplicate, cursor, skipped } = stored;
  const fields = {
    provider_app: receiver.app,
    request_id: requestId,
    first_sequence: batch.firstSequence,
    last_sequence: batch.lastSequence,
    cursor,
  };
  log.info('notifications accepted', { ...fields, events: batch.events.length, queued, duplicate, ...skipped });
  if (cursor === 'gap') log.warn('notifications are missing before this batch', fields);
  if (cursor === 'jump') log.warn('a sequence number that jumps ahead is not taken over', fields);
}

/** Each once a process: what the provider has added is to be read in the log, and not with every batch. */
function noteUnknown({ log }: Ports, { receiver, batch, requestId }: Arrival, unknown: Set<string>): void {
  for (const { category: whole } of batch.events) {
    const category = whole.slice(0, categoryLongest);
    if (isKnownCategory(whole) || unknown.has(category) || unknown.size >= unknownMost) continue;
    unknown.add(category);
    const fields = { provider_app: receiver.app, request_id: requestId, category };
    log.warn('notifications of a category that is not known here start nothing', fields);
  }
}
