// Meters a request's use of a connection and sums it by day. Called when the request's end is certain; sees no content.
import type { Connection } from '../../domain/connection.ts';
import type { Meter, UsageEvent } from '../../domain/usage.ts';
import type { Schedule } from '../../engine/run-schedules.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';

type Owner = Pick<Connection, 'id' | 'organizationId' | 'environment'>;

function used({ clock }: CorePorts, owner: Owner, meter: Meter): Omit<UsageEvent, 'id'> {
  const { id: connectionId, organizationId, environment } = owner;
  return { organizationId, environment, connectionId, meter, quantity: 1, at: clock.now() };
}

/** Each use has an id of its own: two requests with one X-Request-ID are two. */
function named(ports: CorePorts, owner: Owner, meter: Meter): UsageEvent {
  return { id: ports.ids.next('req'), ...used(ports, owner, meter) };
}

export function meterCachedList(ports: CorePorts, connection: Connection): void {
  ports.meter.count(used(ports, connection, 'read_cached'));
}

/** Durable soon after the answer: a crash may lose it, but never counts it twice. */
export async function meterLiveRead(ports: CorePorts, connection: Connection): Promise<void> {
  await ports.meter.keep(named(ports, connection, 'read_live'));
}

/** Counts a document when its last part is sent; a broken or aborted one does not count. */
export async function* meteredDocument(
  ports: CorePorts,
  connection: Connection,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let last: Uint8Array | undefined;
  for await (const chunk of chunks) {
    if (last) yield last;
    last = chunk;
  }
  await meterLiveRead(ports, connection);
  if (last) yield last;
}

/** Runs in the transaction that stores the key's answer, so that a replay finds it counted. */
export async function meterWrites(
  { usage }: Stores,
  ports: CorePorts,
  connection: Connection,
  records = 1,
): Promise<void> {
  await usage.insert(Array.from({ length: records }, () => named(ports, connection, 'write')));
}

/** As `meterWrites`, for a request of the caller's own. */
export async function meterProviderRequest({ usage }: Stores, ports: CorePorts, connection: Connection): Promise<void> {
  await usage.insert([named(ports, connection, 'provider_request')]);
}

const eventsABatch = 500;
/** After this, other schedules have their turn. */
const batchesAPart = 20;

/** Adds uses to their day every minute. A delay makes reading slower, but nothing wrong. */
export function usageSchedule({ storage, clock }: Pick<CorePorts, 'storage' | 'clock'>): Schedule {
  return {
    name: 'usage',
    everyMs: 60_000,
    offsetMs: 0,
    async part() {
      for (let batch = 0; batch < batchesAPart; batch++) {
        const added = await storage.usage.rollUp(eventsABatch, clock.now());
        if (added < eventsABatch) return { next: null };
      }
      return { next: 'more' };
    },
  };
}
