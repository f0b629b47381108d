import * as v from 'valibot';
import { timelineEntriesMax, timelineKinds } from '../../domain/timeline.ts';
import { anyObject, count, field, Timestamp } from '../../families/answer-fields.ts';
import { pageOf } from './envelope.ts';

/** One thing that happened, without its documents. */
export const TimelineEntryAnswer = v.object({
  at: Timestamp,
  kind: v.picklist(timelineKinds),
  id: field.text,
  title: v.string(),
  request_id: field.text,
  operation_id: field.text,
  details: anyObject,
});

export const TimelineMetaAnswer = v.object({
  page: v.literal(1),
  limit: v.literal(timelineEntriesMax),
  total: v.nullable(count),
  total_pages: v.literal(1),
  has_more: v.literal(false),
  next_cursor: v.null(),
  truncated: v.boolean(),
});

export const TimelineAnswer = pageOf({ items: v.array(TimelineEntryAnswer) }, TimelineMetaAnswer);
