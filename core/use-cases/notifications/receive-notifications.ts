// Takes a signed batch of changes from the provider and queues the work; never calls the provider.
import type { RequestId } from '../../domain/ids.ts';
import { isKnownCategory } from '../../domain/notification.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Arrival } from './draft-work.ts';
import { inSharedCommits } from './in-shared-commits.ts';
import { type Kept, keepBatches } from './keep-batches.ts';
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

/** Hosts answer 200 for `accepted` and 401 for both others. */
export type Reception = 'accepted' | 'refused' | 'unknown_app';

/** Of events; a group of batches that is no larger does not keep its last one waiting for long. */
const groupEventsMost = 1_000;
/** The provider hangs up after five. */
const patienceSeconds = 10;
/** Unknown categories that are noted. */
const unknownMost = 100;
const categoryLongest = 50;
/** While one group is being committed the next is drafted; and whose rows somebody holds stops no more than a share. */
const lanesCount = 2;

/**
 * Batches that come at one time are kept together, whatever their apps; each is accepted once its own are durable.
 * Throws BAD_REQUEST when a rightly signed body is not a batch.
 */
export function receiveNotifications(ports: Ports) {
  const find = findReceiver(ports);
  const lanes = Array.from({ length: lanesCount }, () => laneOf(ports));
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
    report(ports, arrival, await keepIn(lanes, arrival));
    return 'accepted';
  };
  return {
    /** Whether a body is worth reading: somebody could have signed it. */
    isReceiver: async (appId: string | null): Promise<boolean> => (await find(appId)) !== undefined,
    receive,
  };
}

type Keep = (arrival: Arrival) => Promise<Kept>;

function laneOf(ports: Ports): Keep {
  return inSharedCommits<Arrival, Kept>(ports.clock, {
    keep: keepBatches(ports),
    keyOf: ({ receiver }) => receiver.app,
    weightOf: ({ batch }) => batch.events.length,
    weightMost: groupEventsMost,
    patienceSeconds,
  });
}

/** An app keeps its lane, and with it the order of its batches. */
function keepIn(lanes: readonly Keep[], arrival: Arrival): Promise<Kept> {
  const letter = arrival.receiver.app.charCodeAt(arrival.receiver.app.length - 1);
  const lane = lanes[letter % lanes.length];
  if (!lane) throw new Error('there is no lane');
  return lane(arrival);
}

function report({ log }: Ports, { receiver, batch, requestId }: Arrival, kept: Kept): void {
  const { queued, duplicate, cursor, skipped } = kept;
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
