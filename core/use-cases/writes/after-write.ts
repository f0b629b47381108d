// What follows every write that did not fail, whoever sent it. All of it is stored in one transaction with the answer.

import type { Connection } from '../../domain/connection.ts';
import type { CachedRecord, LedgerRecord } from '../../domain/ledger-record.ts';
import type { Stores } from '../../ports/storage.ts';
import { liveConnection } from '../connections/read-connections.ts';
import { meterWrites } from '../usage/metering.ts';
import { announceWritten } from './announce-written.ts';
import { cacheRecords } from './cache-records.ts';
import { noteChanged, noteMade } from './likeness.ts';
import { adopt, type BooksReader } from './read-back.ts';

export interface Ended {
  /** As the provider answered them. */
  readonly records: readonly CachedRecord[];
  /** The records that were found in the books. If several writes found the same record, only one of them gets it. */
  readonly found: readonly LedgerRecord[];
  /** The provider's ids of the records that the write created. */
  readonly made: readonly string[];
  /** How many writes are metered. */
  readonly uses: number;
  /** By our own clock, no later than the first sending. */
  readonly sentAt: Date;
  /** What an agent said that the write is for. */
  readonly ref?: string | undefined;
  /** Stores the holder's answer and ends its claim. `live`: undefined if the connection has ended. */
  end(stores: Stores, live: Connection | undefined): Promise<unknown>;
}

/**
 * Caches, announces and meters the written records, and ends the claim. Call it in the transaction that stores the answer. If
 * the connection was disconnected meanwhile, nothing is cached or announced. Throws IDEMPOTENCY_IN_PROGRESS, which rolls the
 * transaction back, if another write already got a record that this one found.
 */
export async function finish(stores: Stores, write: BooksReader, ended: Ended): Promise<void> {
  const { ports, ledger } = write;
  const { connection, context } = ledger;
  const { records, found, made, uses, sentAt, ref = null, end } = ended;
  const { requestId, operationId = null, by = null } = context;
  const live = await liveConnection(stores, connection, connection.id);
  if (live) {
    await cacheRecords(stores, ports, { connection: live, requestId, operationId, records, made: new Set(made) });
    const marking = { ports, connection: live, traits: ledger.provider.traits };
    const isNew = ({ providerId }: LedgerRecord) => made.includes(providerId);
    const news = records.filter(isNew);
    const changed = records.filter((record) => !isNew(record));
    if (news.length > 0) await noteMade(stores, { ...marking, operationId, actor: by, ref }, news);
    if (changed.length > 0) await noteChanged(stores, marking, changed);
    await announceWritten(stores, ports, { connection: live, requestId, operationId, sentAt }, records);
  }
  await meterWrites(stores, ports, connection, uses);
  await adopt(stores, write, found);
  await end(stores, live);
}
