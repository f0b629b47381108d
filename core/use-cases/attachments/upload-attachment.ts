// Attaches a file once for each Idempotency-Key. The bytes pass through memory alone: what is stored of them is a digest, as a
// part of the key's fingerprint. So only a caller who sends them again can repeat an upload whose end is unknown.
import {
  type AttachedFile,
  type Attachment,
  assertFirstBytes,
  assertKnownKind,
  assertSize,
  attachmentName,
  isNamed,
  onlineFamilies,
  replacedBy,
  typeToSend,
} from '../../domain/attachment.ts';
import type { Caller } from '../../domain/caller.ts';
import { badRequest, ServiceError } from '../../domain/errors.ts';
import { isJsonObject, type Json } from '../../domain/json.ts';
import type { WriteWarning } from '../../domain/ledger-record.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { NamedRecord } from '../../ports/ledger-gateway.ts';
import { type OtherGate, otherGate } from '../agents/other-gate.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { finish } from '../writes/after-write.ts';
import { claimKey, type KeyClaim } from '../writes/claim-key.ts';
import type { LedgerWrite } from '../writes/holder.ts';
import { requiredKey } from '../writes/provider-key.ts';
import { repeatedBy } from '../writes/read-back.ts';
import { leaseRecord } from '../writes/record-lease.ts';
import { sendFile } from '../writes/send.ts';
import { type FilesPath, requireFiles, shownAttachment, shownId } from './attachment-target.ts';
import { type Attached, fromStored, toStored } from './stored-attachment.ts';

/** A file as it arrives: what is said of it, and its bytes, which are not read yet. */
export interface ArrivingFile {
  /** From Content-Length; null without one. */
  readonly size: number | null;
  readonly contentType: string;
  /** Reads all of it into memory. */
  read(): Promise<Uint8Array>;
}

export interface UploadPath extends FilesPath {
  readonly key?: string | undefined;
  /** As with any write. */
  readonly companyName?: string | undefined;
  readonly filename?: string | undefined;
  /** Take the place of a file of this name. */
  readonly replace?: boolean;
  /** Show it to the customer of a sale. */
  readonly includeOnline?: boolean;
  readonly file: ArrivingFile;
}

interface Upload {
  readonly record: NamedRecord;
  readonly file: AttachedFile;
  readonly replace: boolean;
}

/**
 * Attaches a file. Everything that its name, type and size tell is checked before a byte is read. Throws BAD_REQUEST
 * `kind_not_allowed` or `kind_mismatch`, PAYLOAD_TOO_LARGE `attachment_too_large`, CONFLICT `attachment_exists`,
 * `attachments_full` or, for a lost upload whose name somebody else has used since, `target_changed`.
 */
export function uploadAttachment(ports: CorePorts) {
  return async (caller: Caller, path: UploadPath) => {
    const { connection, provider, record, ledger } = await requireFiles(ports, caller, path);
    requiredKey(path);
    const write = { key: path.key, body: null, companyName: path.companyName };
    const gate = await otherGate(ports, caller, { kind: 'attachment', ledger, write });
    const { replace = false, includeOnline = false, file: arriving } = path;
    const said = { ...path, includeOnline, size: arriving.size, contentType: arriving.contentType };
    const { filename, contentType } = declaredFile(record, said, provider.traits.attachments?.bytesMost);
    const bytes = await arriving.read();
    assertFirstBytes(filename, bytes);
    await inspect(ports, filename, bytes);
    const upload: Upload = { record, file: { filename, contentType, includeOnline, bytes }, replace };
    const digest = ports.digester.sha256(bytes);
    const body = { filename, content_type: contentType, replace, include_online: includeOnline, sha256: digest };
    const act = ['attachment.upload', connection.id, record.type, record.providerId];
    const claim = await claimKey(ports, caller, { key: path.key, body }, { act, connection });
    if ('answered' in claim) return answered(fromStored(claim.answered, upload.file), bytes.length, true);
    return answered(await attachOnce({ ports, ledger, claim }, upload, gate), bytes.length, false);
  };
}

/** What is said of a file before it is read. */
export interface SaidOfFile {
  readonly filename?: string | undefined;
  readonly size: number | null;
  readonly contentType: string;
  readonly includeOnline: boolean;
}

/** The name and the type under which the file is sent. Throws for what its name, type and size alone tell. */
export function declaredFile(record: NamedRecord, said: SaidOfFile, bytesMost: number | undefined) {
  const filename = attachmentName(said.filename);
  assertKnownKind(filename);
  const contentType = typeToSend(filename, said.contentType);
  if (said.includeOnline && !onlineFamilies.includes(record.type)) throw notOnline();
  assertSize(said.size, bytesMost);
  return { filename, contentType };
}

function answered({ attachment, replaced, resolution }: Attached, bytesSent: number, isReplayed: boolean) {
  const message = `size: ${bytesSent} bytes were sent, and the provider’s answer has another number`;
  const warnings: readonly WriteWarning[] = [{ code: 'echo_differs', path: 'size', message }];
  const value = {
    ...shownAttachment(attachment),
    replaced: replaced === null ? null : shownId(replaced),
    ...(attachment.size !== bytesSent && { warnings }),
  };
  return { value, replayed: isReplayed, resolution };
}

/** Ends the claim with the answer, in one transaction with what is metered. */
async function attachOnce(
  { ports, ledger, claim }: { readonly ports: CorePorts; readonly ledger: Ledger; readonly claim: KeyClaim },
  upload: Upload,
  gate: OtherGate | undefined,
): Promise<Attached> {
  const write = { ports, ledger, claim };
  try {
    await gate?.pass(claim);
    if (upload.file.includeOnline) await assertSale(ports, ledger, upload.record);
    const attached = await attach(write, upload);
    const sentAt = claim.lastAttempt()?.firstSentAt ?? ports.clock.now();
    const keeps = (isLive: boolean) => (isLive && ledger.connection.retentionMode === 'cached' ? 'all' : 'ids');
    await ports.storage.transaction((stores) =>
      finish(stores, write, {
        ...{ records: [], found: [], made: [], uses: 1, sentAt },
        async end(_, live) {
          await claim.answer(stores, toStored(attached, keeps(live !== undefined)));
          await gate?.made(stores);
        },
      }),
    );
    return attached;
  } catch (error) {
    const failure = await claim.fail(error);
    await gate?.failed();
    throw failure;
  }
}

/**
 * Lists the files first. After an unknown end it lists them again: a new id with this name and size is this file. What is not
 * found may still arrive, and a repeat takes its place under the same name, so that there is never a second file. The files of
 * a record are leased meanwhile, so that no other upload of ours comes between the list and the sending.
 */
async function attach(write: LedgerWrite, upload: Upload): Promise<Attached> {
  const { claim, ledger } = write;
  const { record, file, replace } = upload;
  // Changes of the record itself need not wait for its files.
  const lease = await leaseRecord(write, { ...record, providerId: `${record.providerId} attachments` });
  try {
    const there = await ledger.attachments(record);
    const begun = claim.openAttempt && begunWith(claim.openAttempt.prepared);
    const made = begun ? madeBy(upload, there, begun.replaced) : undefined;
    if (begun && made) {
      lease.settled();
      return { attachment: made, replaced: begun.replaced, resolution: 'found' };
    }
    const filesMost = ledger.provider.traits.attachments?.filesMost ?? null;
    const { replaced } = begun ?? {
      replaced: replacedBy(file.filename, there, { replace, filesMost })?.attachmentId ?? null,
    };
    const resolution = begun ? 'repeated' : 'sent';
    const attempt = sending(write, upload, replaced);
    try {
      const sent = await sendFile(write, { ...attempt, leases: [lease] }, { record, file });
      return { attachment: sent, replaced, resolution };
    } catch (error) {
      const late = isUnknown(error) ? await madeMeanwhile(ledger, upload, replaced) : undefined;
      if (!late) throw error;
      lease.settled();
      return { attachment: late, replaced, resolution: 'found' };
    }
  } finally {
    await lease.release();
  }
}

/** What the sender needs to know of the call. The attempt holds ids alone: neither the name nor the bytes are stored. */
function sending(write: LedgerWrite, { record }: Upload, replaced: string | null) {
  const { openAttempt } = write.claim;
  const isRemembered = openAttempt !== null && repeatedBy(write, openAttempt.firstSentAt) === 'key';
  const repeated = isRemembered ? openAttempt : null;
  const prepared = { attach: record.providerId, replaced };
  return {
    name: 'attach',
    attempt: (now: Date) => repeated ?? { prepared, firstSentAt: now, createdType: null },
    rememberedSince: repeated?.firstSentAt ?? null,
    about: { ...record, part: 'attachments' as const },
    ...(openAttempt && !isRemembered && { earlier: 'void' as const }),
  };
}

/** The file whose place the earlier attempt was to take. */
function begunWith(prepared: Json): { readonly replaced: string | null } {
  const replaced = isJsonObject(prepared) ? prepared['replaced'] : null;
  return { replaced: typeof replaced === 'string' ? replaced : null };
}

/**
 * The file that an attempt made. Throws CONFLICT `target_changed` if the name has gone to a file of somebody else since, which a
 * repeat would overwrite.
 */
function madeBy({ file }: Upload, there: readonly Attachment[], replaced: string | null): Attachment | undefined {
  const named = there.find(isNamed(file.filename));
  if (!named || named.attachmentId === replaced) return undefined;
  if (named.size === file.bytes.length) return named;
  const message = 'the answer to the upload was lost, and another file has its name now; look at the record’s files';
  throw new ServiceError('CONFLICT', message, { reason: 'target_changed', outcome: 'unknown' });
}

/** Undefined if the list does not tell: then the end stays unknown. */
async function madeMeanwhile(ledger: Ledger, upload: Upload, replaced: string | null): Promise<Attachment | undefined> {
  try {
    return madeBy(upload, await ledger.attachments(upload.record), replaced);
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

function isUnknown(error: unknown): boolean {
  return error instanceof ServiceError && error.details.outcome === 'unknown';
}

const inspectionMs = 20_000;

async function inspect({ fileInspector, clock }: CorePorts, filename: string, bytes: Uint8Array): Promise<void> {
  if (!fileInspector) return;
  const kind = filename.slice(filename.lastIndexOf('.') + 1).toLowerCase();
  const late = clock.wait(inspectionMs).then(() => {
    throw new Error('the inspector of files did not answer in time');
  });
  const refusal = await Promise.race([fileInspector.inspect(bytes, kind), late]);
  if (refusal === undefined) return;
  throw new ServiceError('BAD_REQUEST', `the file is refused: ${refusal}`, { reason: 'file_refused' });
}

function notOnline(): ServiceError {
  return badRequest('include_online', 'only sales invoices and their credit notes are shown to a customer');
}

/** A bill is never shown online. What a document is does not change, so its copy tells it, too. */
export async function assertSale(ports: CorePorts, ledger: Ledger, { type, providerId }: NamedRecord): Promise<void> {
  const { id: connectionId } = ledger.connection;
  const copies = await ports.storage.records.fieldsOf({ connectionId, type }, [providerId]);
  const fields = copies.get(providerId) ?? (await ledger.read(type, providerId)).fields;
  if (fields['type'] === 'receivable') return;
  throw notOnline();
}
