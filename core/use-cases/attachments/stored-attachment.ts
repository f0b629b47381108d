// The answer of an upload as it is stored for repetitions of the request. Where nothing of a record may be kept it holds ids
// alone: the request that is repeated has the same name, type and bytes, or its key would not be this one.
import type { AttachedFile, Attachment } from '../../domain/attachment.ts';
import { type WriteResolution, writeResolutions } from '../../domain/idempotency.ts';
import type { Json } from '../../domain/json.ts';

/** A file that was attached just now. */
export interface Attached {
  readonly attachment: Attachment;
  /** The provider's id of the file whose place it took. */
  readonly replaced: string | null;
  readonly resolution: WriteResolution;
}

interface StoredIds {
  readonly attachmentId: string;
  readonly replaced: string | null;
  readonly resolution: WriteResolution;
  readonly whole?: Attachment;
}

export function toStored({ attachment, replaced, resolution }: Attached, keeps: 'all' | 'ids'): Json {
  const ids: StoredIds = { attachmentId: attachment.attachmentId, replaced, resolution };
  return (keeps === 'ids' ? ids : { ...ids, whole: attachment }) as unknown as Json;
}

export function fromStored(stored: Json, { bytes, ...file }: AttachedFile): Attached {
  const { attachmentId, replaced, resolution, whole } = stored as unknown as StoredIds;
  const known = writeResolutions.find((one) => one === resolution) ?? 'sent';
  return { attachment: whole ?? { ...file, attachmentId, size: bytes.length }, replaced, resolution: known };
}
