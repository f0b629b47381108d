import * as v from 'valibot';
import { timelineEntriesMax, timelineKinds } from '../../domain/timeline.ts';
import { anyObject, count, described, field, Timestamp } from '../../families/answer-fields.ts';
import { pageOf } from './envelope.ts';

/** One thing that happened. Never what was sent or answered, only that it was. */
export const TimelineEntryAnswer = v.object({
  at: described(Timestamp, 'When it happened; for work that takes time, when it began.'),
  kind: v.picklist(timelineKinds),
  id: described(field.text, 'Of the operation, event, delivery or audit entry that it is about.'),
  title: described(v.string(), 'What happened, in a few words for a person.'),
  request_id: described(field.text, 'The request that caused it; null where that is no longer known.'),
  operation_id: described(field.text, 'The operation that did it.'),
  details: described(
    anyObject,
    'By kind. `operation`: phase (created, started, finished), type, connection_id; when finished state, run, error. `attempt`: run, number, outcome, error, finished_at, duration_ms. `step`: name, state, error, finished_at, duration_ms. `provider_call`: connection_id, method, path, status (null: no answer), bytes_in, duration_ms. `event`: type, connection_id, sequence. `delivery`: event_id, event_type, webhook_endpoint_id, state, next_attempt_at. `delivery_attempt`: run, number, response_status, error, duration_ms. `replay`: actor, reason, previous_state, previous_attempt_count. `audit`: actor, action, subject and the details of the act.',
  ),
});

/** A timeline is one page. */
export const TimelineMetaAnswer = v.object({
  page: v.literal(1),
  limit: described(v.literal(timelineEntriesMax), 'How many entries a timeline has at most.'),
  total: described(v.nullable(count), 'How many entries there are; null when some were left out.'),
  total_pages: v.literal(1),
  has_more: v.literal(false),
  next_cursor: v.null(),
  truncated: described(
    v.boolean(),
    'Whether entries between the beginning and the latest were left out: there were too many.',
  ),
});

/** The success envelope around a timeline, in order of time. */
export const TimelineAnswer = pageOf({ items: v.array(TimelineEntryAnswer) }, TimelineMetaAnswer);
