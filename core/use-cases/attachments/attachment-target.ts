// The record that files hang on, and the ids of its files.
import { type Attachment, attachmentPrefix } from '../../domain/attachment.ts';
import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import { partIdOf, providerPartIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { NamedRecord } from '../../ports/ledger-gateway.ts';
import { requestLedger } from '../ledger/open-ledger.ts';
import type { Patience } from '../ledger/wait-for-budget.ts';
import { type RecordPath, requireFamily, requireProviderId } from '../resources/resource-target.ts';

export type FilesPath = RecordPath & Patience;

/** Throws NOT_FOUND, and CONFLICT `not_supported_by_provider` for a family whose records have no files. */
export async function requireFiles(ports: CorePorts, caller: Caller, path: FilesPath) {
  const { connection, type, provider } = await requireFamily(ports, caller, path, 'attachments');
  const record: NamedRecord = { type, providerId: requireProviderId(type, path.resourceId, provider.traits) };
  const { waitSeconds } = path;
  const ledger = requestLedger(ports, connection, caller, { waitSeconds, cause: 'attachments' });
  return { connection, provider, record, ledger };
}

/** With the service's id in place of the provider's. */
export function shownAttachment({ attachmentId, ...file }: Attachment) {
  return { attachmentId: shownId(attachmentId), ...file };
}

export function shownId(attachmentId: string): string {
  return partIdOf(attachmentPrefix, attachmentId);
}

/** Takes the service's id, and the provider's own. Throws NOT_FOUND for a file that the record does not have (any more). */
export function findAttachment(there: readonly Attachment[], id: string): Attachment {
  const named = providerPartIdOf(attachmentPrefix, id)?.toLowerCase();
  const found = there.find(({ attachmentId }) => attachmentId.toLowerCase() === named);
  if (!found) throw notFound('attachment');
  return found;
}
