// Sends every write to the provider, for all senders. It reserves a call, stores the attempt, and then sends it, unless its time is
// over: then the write stays unresolved. No other file calls a writing method of the gateway or stores an attempt.
import type { AttachedFile, Attachment } from '../../domain/attachment.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { HistoryEntry } from '../../domain/history.ts';
import { sendBefore } from '../../domain/idempotency.ts';
import { canonicalJson } from '../../domain/json.ts';
import type { LedgerRecord, PreparedWrite } from '../../domain/ledger-record.ts';
import type { PassedAnswer, PreparedRequest } from '../../domain/provider-request.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type {
  LedgerAccess,
  LedgerGateway,
  NamedRecord,
  NewAllocation,
  SentRecord,
} from '../../ports/ledger-gateway.ts';
import type { Apart, CalledAbout } from '../ledger/open-ledger.ts';
import { unsupported } from '../providers/coverage.ts';
import { assertApprovedBytes, assertApprovedRemoval, assertNotHeld } from './approved.ts';
import { WouldSend } from './dry-write.ts';
import type { Earlier, LedgerWrite, UnsentAttempt } from './holder.ts';
import { repeatedBy, unresolved } from './read-back.ts';
import type { RecordLease } from './record-lease.ts';

/** A call that writes, before it is made. */
export interface Call {
  /** Tells the calls of a write apart: the same for a call that is repeated. */
  readonly name: string;
  /** What is stored of it before it is sent. */
  readonly attempt: (now: Date) => UnsentAttempt;
  /** When it was first sent, if it is repeated because the provider remembers its key. */
  readonly rememberedSince?: Date | null;
  /** The last moment to send it, if that comes before the process counts as stalled. */
  readonly latest?: (now: Date) => Date;
  /** Of the records that it changes. */
  readonly leases?: readonly RecordLease[];
  readonly about?: CalledAbout;
  /** Why a refusal of it tells nothing of the connection. */
  readonly apart?: Apart;
  readonly earlier?: Earlier;
}

export interface RecordCall extends Call {
  readonly bytes: PreparedWrite;
  /** What is stored of the call with which the write goes on after this record was answered. */
  readonly following: (next: PreparedWrite, answered: LedgerRecord, now: Date) => UnsentAttempt;
}

/**
 * Writes one record, with as many calls as the provider asks for. Undefined if the time was over before it was sent: the call
 * was not made, but an earlier one may have been. Throws what the gateway's `send` throws.
 */
export async function sendRecord(write: LedgerWrite, first: RecordCall): Promise<LedgerRecord | undefined> {
  const { ports, ledger } = write;
  if (ledger.isDry) throw new WouldSend(first.bytes);
  // The bytes of the calls that follow are made from this one's answer.
  assertApprovedBytes(write, first.bytes);
  const { gateway } = ledger.provider;
  let [call, bytes]: [Call, PreparedWrite] = [first, first.bytes];
  for (let calls = 0; calls < callsMost; calls++) {
    const sending = bytes;
    const sent: SentRecord | undefined = await once(write, call, (access, key) => gateway.send(access, sending, key));
    if (!sent?.next) return sent;
    const { next, ...answered } = sent;
    const { leases = [], about } = first;
    const following = (now: Date) => first.following(next, answered, now);
    call = { name: nameOfCall(ports, next), attempt: following, leases, ...(about && { about }) };
    bytes = next;
    // From here on the write has begun, so a later refusal does not mean that nothing was written.
    await store(write, { ...call, earlier: 'made' }, ports.clock.now());
  }
  throw new ServiceError('PROVIDER_ERROR', 'the provider asks for one call after another', { outcome: 'unknown' });
}

/** Far more calls than one write needs. */
const callsMost = 10;

type Answers = Awaited<ReturnType<LedgerGateway['sendMany']>>;

/** Writes records together, as the gateway's `sendMany`. Throws `write_unresolved` if the time was over before. */
export async function sendRecords(write: LedgerWrite, call: Call, bytes: readonly PreparedWrite[]): Promise<Answers> {
  assertNotHeld(write);
  const { gateway } = write.ledger.provider;
  return inTime(await once(write, call, (access, key) => gateway.sendMany(access, bytes, key)));
}

/** Makes the provider mail an invoice. Throws `write_unresolved` if the time was over before. */
export async function sendMail(write: LedgerWrite, call: Call, providerId: string): Promise<void> {
  assertNotHeld(write);
  const { gateway } = write.ledger.provider;
  const mail = (access: LedgerAccess, key: string) => gateway.emailInvoice(access, providerId, key).then(() => true);
  inTime(await once(write, call, mail));
}

/** Deletes a record. Throws `write_unresolved` if the time was over before. */
export async function sendRemoval(write: LedgerWrite, call: Call, { type, providerId }: NamedRecord): Promise<void> {
  const { gateway, traits } = write.ledger.provider;
  const { remove } = gateway;
  if (!remove) throw unsupported(traits, `delete ${type}`);
  assertApprovedRemoval(write, { type, providerId });
  inTime(await once(write, call, (access) => remove(access, type, providerId).then(() => true)));
}

/** A part of a credit that is about to settle an invoice. */
export interface SentAllocation extends NewAllocation {
  readonly credit: NamedRecord;
}

/** Allocates credit to an invoice. Throws `write_unresolved` if the time was over before. */
export async function sendAllocation(write: LedgerWrite, call: Call, sent: SentAllocation): Promise<void> {
  assertNotHeld(write);
  const { credit, ...allocation } = sent;
  // The provider was checked at the start: a family that can `allocate` has a gateway with it and the next.
  const { allocate } = write.ledger.provider.gateway;
  if (!allocate) throw new Error('the gateway has no allocations');
  inTime(await once(write, call, (access, key) => allocate(access, credit, allocation, key).then(() => true)));
}

/** Takes an allocation back. Throws `write_unresolved` if the time was over before. */
export async function sendAllocationRemoval(
  write: LedgerWrite,
  call: Call,
  { credit, allocationId }: { readonly credit: NamedRecord; readonly allocationId: string },
): Promise<void> {
  assertNotHeld(write);
  const { removeAllocation } = write.ledger.provider.gateway;
  if (!removeAllocation) throw new Error('the gateway has no allocations');
  inTime(await once(write, call, (access) => removeAllocation(access, credit, allocationId).then(() => true)));
}

/** Attaches a file to a record. Throws `write_unresolved` if the time was over before. */
export async function sendFile(
  write: LedgerWrite,
  call: Call,
  { record, file }: { readonly record: NamedRecord; readonly file: AttachedFile },
): Promise<Attachment> {
  assertNotHeld(write);
  // The provider was checked at the start: a family that can `attachments` has a gateway with it.
  const { attach } = write.ledger.provider.gateway;
  if (!attach) throw new Error('the gateway has no attachments');
  return inTime(await once(write, call, (access, key) => attach(access, record, file, key)));
}

/** Adds a note to a record's history. Throws `write_unresolved` if the time was over before. */
export async function sendNote(
  write: LedgerWrite,
  call: Call,
  { record, text }: { readonly record: NamedRecord; readonly text: string },
): Promise<HistoryEntry> {
  assertNotHeld(write);
  const { addNote } = write.ledger.provider.gateway;
  if (!addNote) throw new Error('the gateway has no history');
  return inTime(await once(write, call, (access, key) => addNote(access, record, text, key)));
}

/** Makes a request of the caller's own that writes. Undefined if the time was over before: this call was not made. */
export function sendRequest(
  write: LedgerWrite,
  call: Call,
  request: PreparedRequest,
): Promise<PassedAnswer | undefined> {
  assertNotHeld(write);
  // The provider was checked at the start: one whose traits have `requests` has a gateway with it.
  const { passWrite } = write.ledger.provider.gateway;
  if (!passWrite) throw new Error('the gateway takes no requests of a caller’s own');
  return once(write, call, (access, key) => passWrite(access, request, key));
}

/** Throws `write_unresolved` for a call that was not made. */
export function inTime<T>(sent: T | undefined): T {
  if (sent === undefined) throw unresolved();
  return sent;
}

/** Names a call by what it creates or sends. */
export function nameOfCall({ digester }: Pick<CorePorts, 'digester'>, { creates, payload }: PreparedWrite): string {
  return creates ? 'write' : `write ${digester.sha256(canonicalJson(payload))}`;
}

/** Undefined, and nothing is sent, once the time is over. */
async function once<T>(
  write: LedgerWrite,
  call: Call,
  act: (access: LedgerAccess, providerKey: string) => Promise<T>,
): Promise<T | undefined> {
  const { ports, ledger } = write;
  const { rememberedSince, latest = sendBefore, leases = [] } = call;
  const reserved = await ledger.reserve(call.about, call.apart);
  try {
    const isForgotten = rememberedSince ? repeatedBy(write, rememberedSince) !== 'key' : false;
    const now = ports.clock.now();
    const until = latest(now);
    // Waiting for a token or for the budget may have taken too long.
    if (isForgotten || now > until) return undefined;
    for (const lease of leases) await lease.renew();
    const key = await store(write, call, now);
    const sent = reserved.make(until, (access) => act(access, key));
    for (const lease of leases) lease.answerOf(sent).catch(() => {});
    return await sent;
  } finally {
    reserved.release();
  }
}

/** Stores what is about to be sent, and returns the key under which it goes. */
function store({ claim }: LedgerWrite, { attempt, name, earlier }: Call, now: Date): Promise<string> {
  return claim.storeAttempt(attempt(now), name, earlier);
}
