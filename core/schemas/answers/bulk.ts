import * as v from 'valibot';
import type { BulkItem } from '../../domain/bulk.ts';
import { bulkItemStatuses } from '../../domain/bulk.ts';
import { fromSnapshot } from '../../domain/errors.ts';
import { count, described, field, WriteWarning, warningsMeaning } from '../../families/answer-fields.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import { ErrorAnswer } from './error.ts';
import { presenter } from './present.ts';

export const BulkCountsAnswer = v.object({ total: count, ...v.entriesFromList(bulkItemStatuses, count) });

const { code, reason, message, retryable, errors, outcome, provider_error } = ErrorAnswer.entries;

/** The error that a single write would have ended with. */
export const BulkItemErrorAnswer = v.object({ code, reason, message, retryable, errors, outcome, provider_error });

export const BulkItemAnswer = v.object({
  item_key: v.string(),
  status: v.picklist(bulkItemStatuses),
  id: field.text,
  provider_id: field.text,
  error: v.nullable(BulkItemErrorAnswer),
  warnings: described(v.array(WriteWarning), warningsMeaning),
});

const itemAnswer = presenter(BulkItemAnswer);

export function presentBulkItem({ type, providerId, error, warnings, ...item }: BulkItem) {
  const failure = error && fromSnapshot(error);
  return itemAnswer({
    ...item,
    id: providerId && resourceIdOf(type, providerId),
    providerId,
    warnings: warnings ?? [],
    error: failure && {
      ...failure.details,
      code: failure.code,
      message: failure.message,
      retryable: failure.retryable,
    },
  });
}
