import * as v from 'valibot';
import { bulkItemStatuses } from '../../domain/bulk.ts';
import { count, field } from '../../families/answer-fields.ts';
import { ErrorAnswer } from './error.ts';

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
});
