// Allocations by request: made and removed once for each Idempotency-Key, and announced with both documents.
import { type Allocation, namedAllocations } from '../../domain/allocation.ts';
import type { Caller } from '../../domain/caller.ts';
import { notFound, ServiceError } from '../../domain/errors.ts';
import type { WriteResolution } from '../../domain/idempotency.ts';
import { isJsonObject, type Json } from '../../domain/json.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import { providerIdOf, resourceIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { NamedRecord } from '../../ports/ledger-gateway.ts';
import type { Stores } from '../../ports/storage.ts';
import { parse } from '../../schemas/parse.ts';
import { AllocationRequest } from '../../schemas/requests/allocations.ts';
import { otherGate } from '../agents/other-gate.ts';
import { liveConnection } from '../connections/read-connections.ts';
import { requestLedger } from '../ledger/open-ledger.ts';
import { draftNotifiedSync } from '../queue/draft-notified-sync.ts';
import { readRecord } from '../resources/read-live.ts';
import { type RecordPath, requireFamily, requireProviderId, wrongIds } from '../resources/resource-target.ts';
import type { WritePath } from '../resources/write-resources.ts';
import { finish } from '../writes/after-write.ts';
import { type Answered, claimKey, type KeyClaim, replayed } from '../writes/claim-key.ts';
import type { LedgerWrite } from '../writes/holder.ts';
import { adoptProduced } from '../writes/read-back.ts';
import { leaseRecord } from '../writes/record-lease.ts';
import { sendAllocationRemoval } from '../writes/send.ts';
import { allocateOnce, type WantedAllocation } from './allocate-credit.ts';

export type AllocatePath = RecordPath & WritePath;

export interface AnsweredAllocation extends Answered<Allocation> {
  readonly resolution: WriteResolution;
}

/** What an allocation is asked for: a part of which credit goes to which invoice. Throws BAD_REQUEST naming the field. */
export async function requireAllocation(ports: CorePorts, caller: Caller, path: RecordPath, body: unknown) {
  const { connection, type, provider } = await requireFamily(ports, caller, path, 'allocate');
  const credit: NamedRecord = { type, providerId: requireProviderId(type, path.resourceId, provider.traits) };
  const { traits } = provider;
  const { invoice_id, amount, date = null } = parse(AllocationRequest, body, (given) => wrongIds(given, traits));
  const invoice = requireProviderId('invoices', invoice_id, traits);
  const wanted: WantedAllocation = { invoice, amount, date };
  return { connection, credit, wanted };
}

/** Allocates credit to an invoice. Throws as `allocateOnce`. */
export function allocateCredit(ports: CorePorts) {
  return async (caller: Caller, path: AllocatePath): Promise<AnsweredAllocation> => {
    const { connection, credit, wanted } = await requireAllocation(ports, caller, path, path.write.body);
    const ledger = requestLedger(ports, connection, caller, path);
    const act = ['allocation.create', connection.id, credit.type, credit.providerId];
    const fields = { invoice_id: wanted.invoice, amount: wanted.amount };
    const gate = await otherGate(ports, caller, { kind: 'allocation', ledger, write: path.write, fields });
    const claim = await claimKey(ports, caller, path.write, { connection, act });
    if ('answered' in claim) {
      const { allocation, resolution } = fromStored(claim.answered, wanted);
      return { ...(await replayed(ports, Promise.resolve(allocation))), resolution };
    }
    const write = { ports, ledger, claim };
    try {
      await gate?.pass(claim);
      const { allocation, records, producedName, isTold, resolution } = await allocateOnce(write, credit, wanted);
      await ended(write, records, async (stores, isKept) => {
        if (isTold) await adoptProduced(stores, write, [producedName]);
        await claim.answer(stores, toStored(allocation, resolution, isKept), producedName);
        await gate?.made(stores);
      });
      return { value: allocation, replayed: false, resolution };
    } catch (error) {
      const failure = await claim.fail(error);
      await gate?.failed();
      throw failure;
    }
  };
}

/** Where nothing of a record may be kept, ids alone are stored: the request that is repeated brings the rest. */
function toStored({ amount, date, ...ids }: Allocation, resolution: WriteResolution, isKept: boolean): Json {
  return { ...ids, resolution, ...(isKept && { amount, date }) };
}

function fromStored(stored: Json, { amount, date }: WantedAllocation) {
  const { resolution, ...told } = stored as unknown as Partial<Allocation> &
    Pick<Allocation, 'allocationId' | 'invoiceId'> & { readonly resolution: WriteResolution };
  return { allocation: { amount, date, ...told }, resolution };
}

export type RemovalPath = RecordPath & WritePath & { readonly allocationId: string };

export interface RemovedAllocation {
  readonly removed: true;
}
const removed: RemovedAllocation = { removed: true };

/**
 * Takes an allocation back. It is named by its id or, where the provider names none, by its invoice's. Throws NOT_FOUND, and
 * CONFLICT `allocation_ambiguous` if the invoice has several of this credit.
 */
export function removeAllocation(ports: CorePorts) {
  return async (caller: Caller, path: RemovalPath): Promise<Answered<RemovedAllocation>> => {
    const { connection, type, provider } = await requireFamily(ports, caller, path, 'allocate');
    const credit = { type, providerId: requireProviderId(type, path.resourceId, provider.traits) };
    const invoice = path.allocationId.startsWith('inv_')
      ? providerIdOf('invoices', path.allocationId, provider.traits)
      : undefined;
    const named = invoice === undefined ? path.allocationId.toLowerCase() : resourceIdOf('invoices', invoice);
    const ledger = requestLedger(ports, connection, caller, path);
    const act = ['allocation.remove', connection.id, type, credit.providerId, named];
    const gate = await otherGate(ports, caller, { kind: 'allocation', ledger, write: path.write });
    const claim = await claimKey(ports, caller, path.write, { connection, act });
    if ('answered' in claim) return replayed(ports, Promise.resolve(removed));
    const write = { ports, ledger, claim };
    try {
      await gate?.pass(claim);
      const records = await removeOnce(write, credit, named);
      await ended(write, records, async (stores) => {
        await claim.answer(stores, { ...removed });
        await gate?.made(stores);
      });
      return { value: removed, replayed: false };
    } catch (error) {
      const failure = await claim.fail(error);
      await gate?.failed();
      throw failure;
    }
  };
}

/** What is sent: an id that was looked up once, so that a repeat removes no other allocation. */
interface Removal {
  readonly allocationId: string;
  readonly invoice: string;
}

async function removeOnce(write: LedgerWrite, credit: NamedRecord, named: string): Promise<readonly CachedRecord[]> {
  const { claim, ports, ledger } = write;
  const lease = await leaseRecord(write, credit);
  try {
    const open = claim.openAttempt;
    const removal = (open && begunRemoval(open.prepared)) ?? (await lookedUp(write, credit, named));
    const prepared = { remove: removal.allocationId, invoice: removal.invoice };
    const attempt = (now: Date) => open ?? { prepared, firstSentAt: now, createdType: null };
    const call = { name: 'remove allocation', attempt, leases: [lease], about: credit };
    await sendAllocationRemoval(write, call, { credit, allocationId: removal.allocationId }).catch((error: unknown) => {
      const isGone = error instanceof ServiceError && error.code === 'NOT_FOUND';
      if (!isGone || !open) throw error;
    });
    return await readBoth(ports, ledger, credit, removal.invoice);
  } finally {
    await lease.release();
  }
}

function begunRemoval(prepared: Json): Removal | undefined {
  if (!isJsonObject(prepared)) return undefined;
  const { remove, invoice } = prepared;
  return typeof remove === 'string' && typeof invoice === 'string' ? { allocationId: remove, invoice } : undefined;
}

async function lookedUp({ ports, ledger }: LedgerWrite, credit: NamedRecord, named: string): Promise<Removal> {
  const live = await readRecord(ports, ledger, credit.type, credit.providerId);
  const found = namedAllocations(live).filter(
    ({ allocationId, invoiceId }) => allocationId?.toLowerCase() === named || invoiceId === named,
  );
  const [first, ...more] = found;
  if (more.length > 0) {
    const message = 'the invoice has several allocations of this credit; name one by its own id';
    throw new ServiceError('CONFLICT', message, { reason: 'allocation_ambiguous', outcome: 'not_applied' });
  }
  const { allocationId = null, invoiceId = '' } = first ?? {};
  const invoice = providerIdOf('invoices', invoiceId, ledger.provider.traits);
  if (allocationId === null || invoice === undefined) throw notFound('allocation');
  return { allocationId, invoice };
}

/** Both documents after the write. It has happened, so a failure to read them is none of the write. */
async function readBoth(
  ports: CorePorts,
  ledger: LedgerWrite['ledger'],
  credit: NamedRecord,
  invoice: string,
): Promise<readonly CachedRecord[]> {
  try {
    const live = await readRecord(ports, ledger, credit.type, credit.providerId);
    return [live, await readRecord(ports, ledger, 'invoices', invoice)];
  } catch (error) {
    if (error instanceof ServiceError) return [];
    throw error;
  }
}

/** Caches and announces both documents with the answer; a sync reads them if they could not be read. */
async function ended(
  write: LedgerWrite & { readonly claim: KeyClaim },
  records: readonly CachedRecord[],
  answer: (stores: Stores, isKept: boolean) => Promise<unknown>,
): Promise<void> {
  const { ports, ledger, claim } = write;
  const sentAt = records[0]?.fetchedAt ?? claim.lastAttempt()?.firstSentAt ?? ports.clock.now();
  await ports.storage.transaction((stores) =>
    finish(stores, write, {
      ...{ records, found: [], made: [], uses: 1, sentAt },
      async end(_, live) {
        const isKept = live !== undefined && ledger.connection.retentionMode === 'cached';
        if (records.length === 0 && isKept) await readLater(stores, write);
        await answer(stores, isKept);
      },
    }),
  );
  ports.wakeUp.signal();
}

async function readLater(stores: Stores, { ports, ledger }: LedgerWrite): Promise<void> {
  const connection = await liveConnection(stores, ledger.connection, ledger.connection.id);
  if (!connection) return;
  const { requestId } = ledger.context;
  const sync = { owner: connection, scope: 'all', requestId, trigger: 'gap' } as const;
  await stores.operations.insertCoalesced([await draftNotifiedSync(stores, ports, sync)]);
}
