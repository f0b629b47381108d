// Meters what a request used of a connection, and adds it up by day. Called where the request's end is certain; no content
// comes here.
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

/** One use, under an id of its own: two requests with one X-Request-ID are two. */
function named(ports: CorePorts, owner: Owner, meter: Meter): UsageEvent {
  return { id: ports.ids.next('req'), ...used(ports, owner, meter) };
}

/** A list of our own copies: counted soon. */
export function meterCachedList(ports: CorePorts, connection: Connection): void {
  ports.meter.count(used(ports, connection, 'read_cached'));
}

/** A request that is answered from the provider: durable soon after the answer. A crash may forget it, none counts it twice. */
export async function meterLiveRead(ports: CorePorts, connection: Connection): Promise<void> {
  await ports.meter.keep(named(ports, connection, 'read_live'));
}

/** A document that counts when its last part goes out. One that broke off, or that the client did not want to the end, is none. */
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

/** A write: in the transaction that stores the answer to its key, so that a replay finds it counted already. */
export async function meterWrite(
  { usage }: Pick<Stores, 'usage'>,
  ports: CorePorts,
  connection: Connection,
): Promise<void> {
  await usage.insert([named(ports, connection, 'write')]);
}

const eventsABatch = 500;
/** Beyond this the others have their turn. */
const batchesAPart = 20;

/** Every minute: adds what was used to its day. Nothing reads wrong while it is late; only reading costs more. */
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
