// Allocates credit to an invoice, once for each write claim. The provider's answer names no allocation, and a repeat after it has
// forgotten the key would allocate again, so the credit's own document tells how a lost attempt ended.
import { type Allocation, assertAllocatable, type NamedAllocation, namedAllocations } from '../../domain/allocation.ts';
import { secondsAfter } from '../../domain/backoff.ts';
import { badRequest, ServiceError } from '../../domain/errors.ts';
import { arrivesUntil, echoSecondsOf, type WriteAttempt, type WriteResolution } from '../../domain/idempotency.ts';
import { isJsonObject } from '../../domain/json.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import type { NamedRecord } from '../../ports/ledger-gateway.ts';
import { keySecondsOf } from '../providers/provider-of.ts';
import { ifThere, readRecord } from '../resources/read-live.ts';
import type { LedgerWrite } from '../writes/holder.ts';
import { repeatedBy, unresolved } from '../writes/read-back.ts';
import { leaseRecord } from '../writes/record-lease.ts';
import { sendAllocation } from '../writes/send.ts';

export interface WantedAllocation {
  /** The provider's id. */
  readonly invoice: string;
  readonly amount: number;
  readonly date: string | null;
}

/** What an allocation came to. */
export interface Allocated {
  readonly allocation: Allocation;
  /** Both documents as they are afterwards; empty if they could not be read. */
  readonly records: readonly CachedRecord[];
  /** Names it among what our writes produced. */
  readonly producedName: string;
  /** False where the books did not tell which it is; then its name stands for each allocation of the credit to the invoice. */
  readonly isTold: boolean;
  readonly resolution: WriteResolution;
}

/**
 * Allocates under the claim. The credit is leased from the read to the answer, so that two allocations cannot spend the same
 * credit. An attempt whose end is unknown is sent again while the provider remembers its key; later the books settle it,
 * and it is never sent again: CONFLICT `allocation_not_there` if they do not have it, `write_unresolved` while another open
 * attempt may have made the one that they have. Throws BAD_REQUEST as `assertAllocatable`, and then nothing was written.
 */
export async function allocateOnce(
  write: LedgerWrite,
  credit: NamedRecord,
  wanted: WantedAllocation,
): Promise<Allocated> {
  const { openAttempt: open } = write.claim;
  const isForgotten = open !== null && repeatedBy(write, open.firstSentAt) !== 'key';
  const lease = await leaseRecord(write, credit);
  try {
    if (open && isForgotten)
      return await settledByBooks(write, { credit, wanted, ...beforeOf(open) }, open.firstSentAt);
    const stood = open ? beforeOf(open) : await standing(write, credit, wanted);
    const asked: Asked = { credit, wanted, ...stood };
    const prepared = { allocate: credit.providerId, invoice: wanted.invoice, ...stood };
    const attempt = (now: Date) => open ?? { prepared, firstSentAt: now, createdType: 'allocations' as const };
    const call = { name: 'allocate', attempt, rememberedSince: open?.firstSentAt ?? null };
    try {
      await sendAllocation(write, { ...call, leases: [lease], about: credit }, { credit, ...wanted });
    } catch (error) {
      const late = isUnknown(error) ? await seenMeanwhile(write, asked) : undefined;
      if (!late) throw error;
      lease.settled();
      return late;
    }
    return { ...(await readAfter(write, asked)), resolution: open ? 'repeated' : 'sent' };
  } finally {
    await lease.release();
  }
}

/** What stood before the write. */
interface Standing {
  /** The names of the credit's allocations. */
  readonly before: readonly string[];
  /** How many of our writes had made an allocation of the credit to the invoice without learning which. */
  readonly untold: number;
}

interface Asked extends Standing {
  readonly credit: NamedRecord;
  readonly wanted: WantedAllocation;
}

/** Empty where a lost database left nothing of the attempt but that it may have been made. */
function beforeOf({ prepared }: WriteAttempt): Standing {
  const { before = [], untold = 0 } = isJsonObject(prepared) ? prepared : {};
  return { before: Array.isArray(before) ? before.map(String) : [], untold: Number(untold) };
}

async function standing(write: LedgerWrite, credit: NamedRecord, wanted: WantedAllocation): Promise<Standing> {
  const untold = await untoldOf(write, { credit, wanted });
  return { before: await checkedBefore(write, credit, wanted), untold };
}

/** The names of the credit's allocations. Throws BAD_REQUEST as `assertAllocatable`. */
export async function checkedBefore(
  { ports, ledger }: Pick<LedgerWrite, 'ports' | 'ledger'>,
  credit: NamedRecord,
  { invoice, amount }: WantedAllocation,
): Promise<readonly string[]> {
  const live = await readRecord(ports, ledger, credit.type, credit.providerId);
  const target = await ifThere(ledger.read('invoices', invoice));
  if (!target) throw badRequest('invoice_id', 'the provider has no such invoice');
  assertAllocatable(live, target, amount);
  return namedAllocations(live).map(({ name }) => name);
}

/** The allocations that this write may have made: equal, new since, and made by no other write of ours. */
async function candidatesIn(
  { ports, ledger, claim }: LedgerWrite,
  live: CachedRecord,
  { wanted, before }: Asked,
): Promise<readonly NamedAllocation[]> {
  const invoiceId = resourceIdOf('invoices', wanted.invoice);
  const alike = namedAllocations(live).filter(
    (one) => one.invoiceId === invoiceId && one.amount === wanted.amount && !before.includes(one.name),
  );
  if (alike.length === 0) return alike;
  const place = { connectionId: ledger.connection.id, type: 'allocations' } as const;
  const names = alike.map(({ name }) => producedNameOf(live, name));
  const others = await ports.storage.idempotency.producedByOthers(place, names, claim.writer);
  return alike.filter(({ name }) => !others.has(producedNameOf(live, name)));
}

/** Ids of allocations are unique at the provider; their places are so within the credit alone. */
function producedNameOf({ providerId }: CachedRecord, name: string): string {
  return name.includes('#') ? `${providerId} ${name}` : name;
}

/** More than ever stay without a name. */
const untoldMost = 20;

/** Under these names our writes made allocations of the credit to the invoice, and nobody knows which: one after the other. */
const untoldNames = ({ credit, wanted }: Pick<Asked, 'credit' | 'wanted'>): readonly string[] =>
  Array.from({ length: untoldMost }, (_, i) => `${credit.providerId} ${wanted.invoice} ?${i + 1}`);

async function untoldOf(
  { ports, ledger, claim }: LedgerWrite,
  asked: Pick<Asked, 'credit' | 'wanted'>,
): Promise<number> {
  const place = { connectionId: ledger.connection.id, type: 'allocations' } as const;
  return (await ports.storage.idempotency.producedByOthers(place, untoldNames(asked), claim.writer)).size;
}

/** True if one of our writes has made an allocation since, without learning which: it may be the one that is there. */
async function mayBeOfAnother(write: LedgerWrite, asked: Asked): Promise<boolean> {
  const now = await untoldOf(write, asked);
  return now > asked.untold || now === untoldMost;
}

function allocatedAs(live: CachedRecord, one: NamedAllocation): Omit<Allocated, 'records' | 'resolution'> {
  const { name, ...allocation } = one;
  return { allocation, producedName: producedNameOf(live, name), isTold: true };
}

/** Reads both documents after a write that was answered. It has happened, so a failure to read them is none of the write. */
async function readAfter(write: LedgerWrite, asked: Asked): Promise<Omit<Allocated, 'resolution'>> {
  const { invoice, amount, date } = asked.wanted;
  const names = untoldNames(asked);
  const untold = {
    allocation: { allocationId: null, invoiceId: resourceIdOf('invoices', invoice), amount, date },
    ...{ records: [], producedName: names[asked.untold] ?? names.at(-1) ?? '', isTold: false },
  };
  try {
    const [live, records] = await bothNow(write, asked);
    const [first, ...more] = await candidatesIn(write, live, asked);
    return first && more.length === 0 ? { ...allocatedAs(live, first), records } : { ...untold, records };
  } catch (error) {
    if (error instanceof ServiceError) return untold;
    throw error;
  }
}

async function bothNow(
  { ports, ledger }: LedgerWrite,
  { credit, wanted }: Pick<Asked, 'credit' | 'wanted'>,
): Promise<readonly [credit: CachedRecord, both: readonly CachedRecord[]]> {
  const live = await readRecord(ports, ledger, credit.type, credit.providerId);
  return [live, [live, await readRecord(ports, ledger, 'invoices', wanted.invoice)]];
}

/** Undefined if the books do not show it: it may still arrive. */
async function seenMeanwhile(write: LedgerWrite, asked: Asked): Promise<Allocated | undefined> {
  try {
    const [live, records] = await bothNow(write, asked);
    const [first, ...more] = await candidatesIn(write, live, asked);
    if (!first || more.length > 0 || (await mayBeOfAnother(write, asked))) return undefined;
    return { ...allocatedAs(live, first), records, resolution: 'found' };
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** How long a call under the provider's key, which may have been repeated until the key was nearly forgotten, may still arrive. */
function underWaySeconds({ ports, ledger }: LedgerWrite, firstSentAt: Date): number {
  const latest = arrivesUntil(keySecondsOf(ledger.provider), firstSentAt);
  return Math.ceil((latest.getTime() - ports.clock.now().getTime()) / 1000);
}

async function settledByBooks(write: LedgerWrite, asked: Asked, firstSentAt: Date): Promise<Allocated> {
  const { live, records, candidates } = await lookedUp(write, asked);
  const [first, ...more] = candidates;
  if (more.length > 0) throw unresolved();
  if (first) {
    await assertNoRival(write, asked);
    if (await mayBeOfAnother(write, asked)) throw unresolved();
    return { ...allocatedAs(live, first), records, resolution: 'found' };
  }
  const waitSeconds = underWaySeconds(write, firstSentAt);
  if (waitSeconds > 0) throw unresolved(waitSeconds);
  const message =
    'the answer to the allocation was lost, and the credit has no such allocation: it was not made, or has been removed since; look at the credit, and use another Idempotency-Key to allocate';
  throw new ServiceError('CONFLICT', message, { reason: 'allocation_not_there', outcome: 'unknown' });
}

/** A refusal of a read would pass for the provider's answer to the write. */
async function lookedUp(write: LedgerWrite, asked: Asked) {
  try {
    const [live, records] = await bothNow(write, asked);
    return { live, records, candidates: await candidatesIn(write, live, asked) };
  } catch (error) {
    const isRefusal = error instanceof ServiceError && ['PROVIDER_REJECTED', 'NOT_FOUND'].includes(error.code);
    throw isRefusal ? unresolved(null, error) : error;
  }
}

const openMost = 1000;

/** Throws `write_unresolved` if another attempt without an answer may have made the allocation. */
async function assertNoRival({ ports, ledger, claim }: LedgerWrite, { credit, wanted }: Asked): Promise<void> {
  const now = ports.clock.now();
  const echoSeconds = echoSecondsOf(keySecondsOf(ledger.provider));
  const place = { connectionId: ledger.connection.id, type: 'allocations' } as const;
  const begun = { after: secondsAfter(now, -echoSeconds), until: now };
  const open = await ports.storage.idempotency.openCreates(place, begun, claim.writer, openMost);
  const last = open.findLast(
    ({ prepared }) =>
      !isJsonObject(prepared) || (prepared['allocate'] === credit.providerId && prepared['invoice'] === wanted.invoice),
  );
  if (!last) return;
  const seconds = echoSeconds - (now.getTime() - last.firstSentAt.getTime()) / 1000;
  throw unresolved(Math.max(1, Math.ceil(seconds)));
}

function isUnknown(error: unknown): boolean {
  return error instanceof ServiceError && error.details.outcome === 'unknown';
}
