// The cache is a copy. What the provider answered goes out, and what follows from it is kept, without the copy if need be.
import type { Connection } from '../domain/connection.ts';
import type { RequestId } from '../domain/ids.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { Storage, Stores } from '../ports/storage.ts';
import { draftNotifiedSync } from './notifications/draft-notified-sync.ts';

export type CopyPorts = Pick<CorePorts, 'storage' | 'clock' | 'ids' | 'log'>;

export interface ProviderCopy {
  /** In the transaction that keeps what the answer gives rise to; where it throws, that is kept without the copy. */
  keep(stores: Stores): Promise<void>;
  /** After that. Never throws. */
  missed(cause: unknown): Promise<void>;
}

export function providerCopy(
  ports: CopyPorts,
  connection: Connection,
  requestId: RequestId,
  keep: ProviderCopy['keep'],
): ProviderCopy {
  return { keep, missed: (cause) => readAgain(ports, connection, requestId, cause) };
}

/** One transaction for `work` and the copy; for `work` alone where the copy fails. */
export async function keepWithCopy<T>(
  storage: Storage,
  copy: ProviderCopy | undefined,
  work: (stores: Stores) => Promise<T>,
): Promise<T> {
  let failed: { readonly cause: unknown } | undefined;
  const keepCopy = async (stores: Stores) => {
    await copy?.keep(stores).catch((cause: unknown) => {
      failed = { cause };
      throw cause;
    });
  };
  try {
    return await storage.transaction(async (stores) => {
      const done = await work(stores);
      await keepCopy(stores);
      return done;
    });
  } catch (error) {
    if (!copy || !failed) throw error;
    const done = await storage.transaction(work);
    await copy.missed(failed.cause);
    return done;
  }
}

/** What was read or written now is among what changed since the last sync, so that the next one reads it. */
async function readAgain(
  ports: CopyPorts,
  connection: Connection,
  requestId: RequestId,
  cause: unknown,
): Promise<void> {
  const names = { connection_id: connection.id, request_id: requestId };
  ports.log.error('a copy of what the provider answered was not kept; a sync reads it again', cause, names);
  try {
    const sync = { owner: connection, scope: 'all', requestId } as const;
    await ports.storage.operations.insertCoalesced([await draftNotifiedSync(ports.storage, ports, sync)]);
  } catch (error) {
    ports.log.error('that sync could not be queued; the next one reads it', error, names);
  }
}
