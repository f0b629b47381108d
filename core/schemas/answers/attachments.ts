import * as v from 'valibot';
import { count, described, field, WriteWarning, warningsMeaning } from '../../families/answer-fields.ts';
import { presenter } from './present.ts';

const entries = {
  attachment_id: v.string(),
  filename: v.string(),
  content_type: v.string(),
  size: count,
  include_online: v.boolean(),
};

/** A file of a record, without its bytes. */
export const AttachmentAnswer = v.object(entries);

/** A file that was attached. */
export const AttachedAnswer = v.object({
  ...entries,
  replaced: field.text,
  warnings: v.optional(described(v.array(WriteWarning), warningsMeaning)),
});

export const presentAttachment = presenter(AttachmentAnswer);
export const presentAttached = presenter(AttachedAnswer);
