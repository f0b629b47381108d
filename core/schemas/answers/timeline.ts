import * as v from 'valibot';
import { timelineEntriesMax, timelineKinds } from '../../domain/timeline.ts';
import { Timestamp } from '../../families/answer-fields.ts';

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));

/** One thing that happened. Never what was sent or answered, only that it was. */
export const TimelineEntryAnswer = v.object({
  at: v.pipe(Timestamp, v.description('When it happened; for work that takes time, when it began.')),
  kind: v.picklist(timelineKinds),
  id: v.pipe(
    v.nullable(v.string()),
    v.description('Of the operation, event, delivery or audit entry that it is about.'),
  ),
  title: v.pipe(v.string(), v.description('What happened, in a few words for a person.')),
  request_id: v.pipe(
    v.nullable(v.string()),
    v.description('The request that caused it; null where that is no longer known.'),
  ),
  operation_id: v.pipe(v.nullable(v.string()), v.description('The operation that did it.')),
  details: v.pipe(
    v.record(v.string(), v.unknown()),
    v.description(
      'By kind. `operation`: phase (created, started, finished), type, connection_id; when finished state, run, error. `attempt`: run, number, outcome, error, finished_at, duration_ms. `step`: name, state, error, finished_at, duration_ms. `provider_call`: connection_id, method, path, status (null: no answer), bytes_in, duration_ms. `event`: type, connection_id, sequence. `delivery`: event_id, event_type, webhook_endpoint_id, state, next_attempt_at. `delivery_attempt`: run, number, response_status, error, duration_ms. `replay`: actor, reason, previous_state, previous_attempt_count. `audit`: actor, action, subject and the details of the act.',
    ),
  ),
});
export type TimelineEntryShape = v.InferOutput<typeof TimelineEntryAnswer>;

/** A timeline is one page. */
export const TimelineMetaAnswer = v.object({
  page: v.literal(1),
  limit: v.pipe(v.literal(timelineEntriesMax), v.description('How many entries a timeline has at most.')),
  total: v.pipe(v.nullable(whole), v.description('How many entries there are; null when some were left out.')),
  total_pages: v.literal(1),
  has_more: v.literal(false),
  next_cursor: v.null(),
  truncated: v.pipe(
    v.boolean(),
    v.description('Whether entries between the beginning and the latest were left out: there were too many.'),
  ),
});
export type TimelineMetaShape = v.InferOutput<typeof TimelineMetaAnswer>;

/** The success envelope around a timeline, in order of time. */
export const TimelineAnswer = v.object({
  success: v.literal(true),
  message: v.pipe(v.string(), v.description('What happened, in words for a person.')),
  data: v.object({ items: v.array(TimelineEntryAnswer) }),
  meta: TimelineMetaAnswer,
});
