// What a request of a caller's own changed may be cached here: the copy is read again where the path names its record, else its
// family is read by the next sync.
import type { Connection } from '../../domain/connection.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { liveConnection } from '../connections/read-connections.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { draftNotifiedSync } from '../queue/draft-notified-sync.ts';
import { readLive } from '../resources/read-live.ts';
import type { AskedRequest } from './prepare-request.ts';

interface Toucher extends Pick<AskedRequest, 'listed' | 'touchedId'> {
  readonly ports: CorePorts;
  readonly ledger: Ledger;
}

const keepsCopies = ({ listed, ledger }: Toucher) =>
  listed.touches !== undefined && ledger.connection.retentionMode === 'cached';

/** Queues the sync of a family of which no record is named, in the transaction that stores the answer. */
export async function markTouched(stores: Stores, toucher: Toucher, live: Connection): Promise<void> {
  if (keepsCopies(toucher) && toucher.touchedId === null) await queueSync(stores, toucher, live);
}

async function queueSync(stores: Stores, { ports, ledger }: Toucher, live: Connection): Promise<void> {
  const { requestId } = ledger.context;
  const sync = { owner: live, scope: 'all', requestId, trigger: 'gap' } as const;
  await stores.operations.insertCoalesced([await draftNotifiedSync(stores, ports, sync)]);
}

/** Reads the record that the path names; what cannot be read, such as one that is gone, is left to a sync. */
export async function readTouched(toucher: Toucher): Promise<void> {
  const { ports, ledger, listed, touchedId } = toucher;
  if (!listed.touches || !keepsCopies(toucher)) return;
  if (touchedId === null) return ports.wakeUp.signal();
  try {
    await readLive(ports, ledger, listed.touches.family, touchedId);
  } catch {
    await syncTouched(toucher);
  }
}

/** Never throws: the request has its answer, and a later sync sees what this one would have seen. */
export async function syncTouched(toucher: Toucher): Promise<void> {
  if (!keepsCopies(toucher)) return;
  const { ports, ledger } = toucher;
  const { connection } = ledger;
  try {
    await ports.storage.transaction(async (stores) => {
      const live = await liveConnection(stores, connection, connection.id);
      if (live) await queueSync(stores, toucher, live);
    });
    ports.wakeUp.signal();
  } catch (error) {
    ports.log.error('a sync after a provider request could not be queued', error, { connection_id: connection.id });
  }
}
