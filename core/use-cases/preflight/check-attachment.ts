import { replacedBy, unknownType } from '../../domain/attachment.ts';
import type { PassedLook } from '../../domain/books-rules.ts';
import type { Caller } from '../../domain/caller.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { type FilesPath, requireFiles, shownId } from '../attachments/attachment-target.ts';
import { assertSale, declaredFile } from '../attachments/upload-attachment.ts';
import { fileFaults } from './books-faults.ts';
import { wouldBeRefused } from './check-write.ts';
import { dryLedger } from './dry-ledger.ts';
import type { OrganizationRules } from './organization-rules.ts';

export interface CheckedFile extends FilesPath {
  readonly filename?: string | undefined;
  /** In bytes; null if it is not said, which an upload must. */
  readonly size: number | null;
  /** Empty if it is not said. */
  readonly contentType?: string;
  readonly replace?: boolean;
  readonly includeOnline?: boolean;
}

/**
 * Looks before a file is attached, without the file: its name, kind, type and size, and the record's other files. Throws as the
 * upload does, and as `checkCreate`.
 */
export function checkAttachment(ports: CorePorts, rules: OrganizationRules) {
  return async (caller: Caller, path: CheckedFile): Promise<PassedLook> => {
    const { provider, record, ledger: open } = await requireFiles(ports, caller, path);
    const ledger = dryLedger(open);
    const { replace = false, includeOnline = false, size, contentType = '' } = path;
    const traits = provider.traits.attachments;
    const said = { ...path, includeOnline, size, contentType: contentType || unknownType };
    const { filename, contentType: type } = declaredFile(record, said, traits?.bytesMost);
    const { faults, unchecked } = await fileFaults({ ports, ledger, rules }, record.type);
    if (faults.length > 0) throw wouldBeRefused(faults);
    if (includeOnline) await assertSale(ports, ledger, record);
    const there = await ledger.attachments(record);
    const replaced = replacedBy(filename, there, { replace, filesMost: traits?.filesMost ?? null });
    const named = { filename, content_type: type, size, include_online: includeOnline };
    const item = { ...named, replaced: replaced ? shownId(replaced.attachmentId) : null };
    return { item, notChecked: [...unchecked, 'role', 'plan', 'bytes'] };
  };
}
