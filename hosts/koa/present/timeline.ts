import {
  type Timeline,
  type TimelineEntry,
  type TimelineEntryShape,
  type TimelineMetaShape,
  timelineEntriesMax,
} from '#core';
import { presentTime } from './time.ts';

export function presentTimelineEntry(entry: TimelineEntry): TimelineEntryShape {
  return {
    at: presentTime(entry.at),
    kind: entry.kind,
    id: entry.id,
    title: entry.title,
    request_id: entry.requestId,
    operation_id: entry.operationId,
    details: entry.details,
  };
}

export function presentTimelineMeta({ items, truncated }: Timeline): TimelineMetaShape {
  return {
    page: 1,
    limit: timelineEntriesMax,
    total: truncated ? null : items.length,
    total_pages: 1,
    has_more: false,
    next_cursor: null,
    truncated,
  };
}
