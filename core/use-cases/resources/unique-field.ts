// Creates of a family whose records share no code: the provider would change the record that has the code already.
import { conflict, ServiceError, type WriteOutcome } from '../../domain/errors.ts';
import { type LedgerRecord, type PreparedWrite, textField } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { familyOf } from '../../families/all-families.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import type { LedgerGateway } from '../../ports/ledger-gateway.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { LedgerWrite } from '../writes/holder.ts';
import { assertNoRival, unresolved } from '../writes/read-back.ts';
import { type LeasingWrite, leaseRecord, type RecordLease } from '../writes/record-lease.ts';
import { type Exactly, findExactly, findKnownOfMany } from './find-record.ts';
import type { WriteRequest } from './parse-write.ts';

/** The value that the write gives to its record's unique field; undefined for a family without one and a write that sets none. */
export function uniqueIn(
  { describe }: Pick<LedgerGateway, 'describe'>,
  type: ResourceType,
  request: WriteRequest,
): Exactly | undefined {
  return valueIn(type, request.kind === 'native' ? describe(type, request.document) : request.fields);
}

function valueIn(type: ResourceType, fields: LedgerRecord['fields']): Exactly | undefined {
  const field = familyOf(type).unique;
  const value = field && textField({ fields }, field);
  return field && value !== null ? { type, field, value } : undefined;
}

/** As `uniqueIn`, of a create that is prepared; undefined where the gateway does not tell what was asked. */
export function uniqueOf({ asked }: Pick<LedgerGateway, 'asked'>, bytes: PreparedWrite): Exactly | undefined {
  return valueIn(bytes.type, asked?.(bytes) ?? {});
}

/** The record that has the value; one budgeted call. */
export async function holderOf(ledger: Pick<Ledger, 'find'>, unique: Exactly): Promise<LedgerRecord | undefined> {
  const [holder] = (await findExactly(ledger, unique)).records;
  return holder;
}

/** Throws CONFLICT `item_code_taken` if a record other than `own` has the value. */
export async function requireFree(ledger: Pick<Ledger, 'find'>, unique: Exactly, own?: string): Promise<void> {
  const holder = await holderOf(ledger, unique);
  if (holder && holder.providerId !== own) throw taken(holder);
}

type Looking = Pick<LedgerWrite, 'ports' | 'ledger'> & { readonly claim: Pick<LedgerWrite['claim'], 'writer'> };

/** As long as a loss of the database's latest commits may explain a record that nobody here remembers. */
const afterLossMs = 86_400_000;

/**
 * True if a sending of this very create that the database has lost may have made the record: sent again under its key, it makes
 * and changes nothing, because the record has what it sends.
 */
export async function mayBeForgotten(
  { ports, ledger, claim }: Looking,
  holder: LedgerRecord,
  bytes: PreparedWrite,
): Promise<boolean> {
  const loss = ports.databaseWatch?.loss();
  if (!loss || ports.clock.now().getTime() - loss.until.getTime() > afterLossMs) return false;
  return couldBeOwn({ ports, ledger, claim }, holder, bytes);
}

/** False for a record that another write of ours made, or that does not have what this create sends. */
async function couldBeOwn(
  { ports, ledger, claim }: Looking,
  holder: LedgerRecord,
  bytes: PreparedWrite,
): Promise<boolean> {
  const place = { connectionId: ledger.connection.id, type: bytes.type };
  const others = await ports.storage.idempotency.producedByOthers(place, [holder.providerId], claim.writer);
  return !others.has(holder.providerId) && ledger.provider.gateway.couldBe(bytes, holder);
}

/** For a create that is not known to have been sent. Throws as `requireFree`. */
export async function requireFreeFor(write: Looking, unique: Exactly, bytes: PreparedWrite): Promise<void> {
  const holder = await holderOf(write.ledger, unique);
  if (holder && !(await mayBeForgotten(write, holder, bytes))) throw taken(holder);
}

/** `outcome` `unknown`: a create that was lost may have made the record, and somebody has changed it since. */
export function taken({ type, providerId }: LedgerRecord, outcome?: WriteOutcome): ServiceError {
  const { singular, unique } = familyOf(type);
  const resourceId = resourceIdOf(type, providerId);
  const lost = outcome
    ? '; the earlier attempt may have made it, and it has other values now, or somebody else has made it'
    : '';
  const message = `the ${singular} ${resourceId} has this ${unique}${lost}`;
  const { code, details } = conflict('item_code_taken', message);
  return new ServiceError(code, message, { ...details, resourceId, ...(outcome && { outcome }) });
}

/**
 * Holds the value for one create at a time, over all hosts and workers. A second create then finds the record of the first
 * one.
 */
export function leaseValue(write: LeasingWrite, { type, field, value }: Exactly): Promise<RecordLease> {
  // No provider's id has a blank in front.
  return leaseRecord(write, { type: type as ResourceType, providerId: ` ${field} ${value.toLowerCase()}` });
}

export interface HeldValues {
  readonly leases: readonly RecordLease[];
  release(): Promise<void>;
}

/**
 * As `leaseValue`, of the values of a call. All who hold several take them in one order, so that no two wait for each other; none
 * is held if one of them is not to be had.
 */
export async function leaseValues(write: LeasingWrite, values: readonly Exactly[]): Promise<HeldValues> {
  const leases: RecordLease[] = [];
  const release = async () => {
    for (const lease of leases) await lease.release();
  };
  const inOrder = new Map(values.map((value) => [value.value.toLowerCase(), value]));
  try {
    for (const [, value] of [...inOrder].sort(([a], [b]) => (a < b ? -1 : 1)))
      leases.push(await leaseValue(write, value));
  } catch (error) {
    await release();
    throw error;
  }
  return { leases, release };
}

/**
 * For creates that may have been sent. Throws `write_unresolved` if a record that they did not make has one of their values: sent
 * again they would change it, if the first sending never arrived.
 */
export async function requireOwn({ ports, ledger, claim }: Looking, creates: readonly PreparedWrite[]): Promise<void> {
  const { gateway } = ledger.provider;
  const named = creates.flatMap((bytes) => {
    const unique = uniqueOf(gateway, bytes);
    return unique ? [{ bytes, unique }] : [];
  });
  const [first] = named;
  if (!first) return;
  const found = await findKnownOfMany(
    ledger,
    named.map(({ unique }) => unique),
  );
  const place = { connectionId: ledger.connection.id, type: first.bytes.type };
  const ids = [...found.values()].map(({ providerId }) => providerId);
  const others = await ports.storage.idempotency.producedByOthers(place, ids, claim.writer);
  for (const { bytes, unique } of named) {
    const holder = found.get(unique.value);
    if (holder && (others.has(holder.providerId) || !gateway.couldBe(bytes, holder))) throw unresolved();
  }
}

/**
 * The record that a lost create made, found by the value that it gave to the unique field; undefined if no record has it, so
 * that the create may be sent again. Throws CONFLICT `item_code_taken` for a record that another write made or that does not have
 * what was sent.
 */
export async function madeByLost(
  write: LedgerWrite,
  bytes: PreparedWrite,
): Promise<LedgerRecord | undefined | 'unsaid'> {
  const { ledger } = write;
  const unique = uniqueOf(ledger.provider.gateway, bytes);
  if (!unique) return 'unsaid';
  const holder = await holderOf(ledger, unique);
  if (!holder) return undefined;
  await assertNoRival(write, [holder]);
  if (!(await couldBeOwn(write, holder, bytes))) throw taken(holder, 'unknown');
  return holder;
}
