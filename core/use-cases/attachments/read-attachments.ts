import { type Attachment, downloadBytesMost, safeTypeOf, tooLarge } from '../../domain/attachment.ts';
import { dayMs, dayOf } from '../../domain/budget.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { unsupported } from '../providers/coverage.ts';
import { meteredDocument, meterLiveRead } from '../usage/metering.ts';
import { type FilesPath, findAttachment, requireFiles, shownAttachment } from './attachment-target.ts';

export interface AttachmentPath extends FilesPath {
  readonly attachmentId: string;
}

/** A file on its way. Its type is that of its extension, never what the provider says of it. */
export interface DownloadedFile {
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly filename: string;
  readonly contentType: string;
}

/** The files of a record, read at the provider by one call. */
export function listAttachments(ports: CorePorts) {
  return async (caller: Caller, path: FilesPath) => {
    const { connection, record, ledger } = await requireFiles(ports, caller, path);
    const there = await ledger.attachments(record);
    await meterLiveRead(ports, connection);
    return there.map(shownAttachment);
  };
}

/**
 * A file's bytes, passed on as they arrive. Two calls: the list tells name and size first. Throws PAYLOAD_TOO_LARGE
 * `attachment_too_large`, and RATE_LIMITED `attachment_bytes_day` where the connection has read its share of the day.
 */
export function downloadAttachment(ports: CorePorts) {
  return async (caller: Caller, path: AttachmentPath): Promise<DownloadedFile> => {
    const { connection, record, ledger } = await requireFiles(ports, caller, path);
    const file = findAttachment(await ledger.attachments(record), path.attachmentId);
    await takeBytes(ports, connection, file);
    const chunks = await ledger.attachmentBytes(record, file.attachmentId);
    const { filename } = file;
    return { chunks: meteredDocument(ports, connection, chunks), filename, contentType: safeTypeOf(filename) };
  };
}

async function takeBytes(
  { storage, clock, settings: { attachmentBytesPerDay: most } }: CorePorts,
  connection: Connection,
  { size }: Attachment,
): Promise<void> {
  if (size > downloadBytesMost) {
    throw tooLarge(`the file has ${size} bytes; at most ${downloadBytesMost} are passed on: open it at the provider`);
  }
  const nowMs = clock.now().getTime();
  const day = dayOf(nowMs);
  if (await storage.usage.takeBytes(connection, day, { bytes: size, most })) return;
  const message = `the attachments read of this connection would be more than ${most} bytes today`;
  const retryAfterSeconds = Math.ceil(((day + 1) * dayMs - nowMs) / 1000);
  throw new ServiceError('RATE_LIMITED', message, { reason: 'attachment_bytes_day', retryAfterSeconds });
}

/** Throws CONFLICT `not_supported_by_provider`: no provider lets an attached file be removed through its API. */
export function removeAttachment(ports: CorePorts) {
  return async (caller: Caller, path: AttachmentPath): Promise<never> => {
    const { provider } = await requireFiles(ports, caller, path);
    throw unsupported(provider.traits, 'remove attached files through its API');
  };
}
