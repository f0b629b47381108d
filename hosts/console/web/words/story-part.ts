import type { TimelineEntry } from '../api/wire.ts';
import type { Span } from './story-axis.ts';

/** Covers its children. */
export interface StoryPart extends Span {
  readonly kind: TimelineEntry['kind'] | 'wait';
  readonly title: string;
  /** The entry that it tells of; a wait and the attempt that runs have none. */
  readonly entry?: TimelineEntry;
  /** True while it goes on, so that it ends now. */
  readonly isRunning: boolean;
  /** True for retries, which are shown when asked for. */
  readonly isFolded: boolean;
  /** When a wait is over, if it is known. */
  readonly until?: string;
  readonly children: readonly StoryPart[];
}

type Given = Pick<StoryPart, 'kind' | 'title' | keyof Span> & Partial<StoryPart>;

/** Widens the span until it covers the children. */
export function part(given: Given): StoryPart {
  const children = inOrder(given.children ?? []);
  const from = Math.min(given.from, ...children.map((child) => child.from));
  const to = Math.max(given.to, ...children.map((child) => child.to));
  return { isRunning: false, isFolded: false, ...given, children, from, to };
}

/** What an entry says by itself. */
export function told(entry: TimelineEntry) {
  const { kind, title, at, details } = entry;
  const from = Date.parse(at);
  const { finished_at: finished, duration_ms: ms } = details;
  const to = typeof finished === 'string' ? Date.parse(finished) : from + (typeof ms === 'number' ? ms : 0);
  return { kind, title, entry, from, to: Math.max(from, to) };
}

export function leaf(entry: TimelineEntry): StoryPart {
  return part(told(entry));
}

export function inOrder(parts: readonly StoryPart[]): readonly StoryPart[] {
  return parts.toSorted((a, b) => a.from - b.from);
}

/** Puts a wait into each gap between attempts. */
export function withWaits(attempts: readonly StoryPart[]): readonly StoryPart[] {
  return attempts.flatMap((attempt, i) => {
    const before = attempts[i - 1];
    if (before === undefined || attempt.from <= before.to) return [attempt];
    return [part({ kind: 'wait', title: waitedAfter(before.entry), from: before.to, to: attempt.from }), attempt];
  });
}

function waitedAfter(attempt: TimelineEntry | undefined): string {
  const { outcome, error } = attempt?.details ?? {};
  const { code, reason } = Object(error) as { readonly code?: string; readonly reason?: string };
  switch (outcome) {
    case 'lost':
      return 'The worker was lost; waited for another';
    case 'postponed':
      if (reason === 'record_busy') return 'Waited for the record, which was being changed';
      return code === 'RATE_LIMITED' ? 'Waited for the provider’s budget' : 'Waited to go on';
    case 'succeeded':
    case 'failed':
    case 'dead_letter':
    case 'cancelled':
      return 'Had ended, until it was replayed';
    default:
      return 'Waited to be tried again';
  }
}

/** What unfinished work waits for that is not running. */
export function waitNow(details: TimelineEntry['details'], from: number, now: number): StoryPart {
  const { next_attempt_at: next } = details;
  const isLater = typeof next === 'string' && Date.parse(next) > now;
  const until = isLater ? { until: next } : {};
  return part({ kind: 'wait', title: waitsFor(details, isLater), isRunning: true, from, to: now, ...until });
}

function waitsFor(details: TimelineEntry['details'], isLater: boolean): string {
  const { state, waiting_for: what, next_attempt_at: next } = details;
  if (what === 'provider_budget') return 'Waiting for the provider’s budget';
  if (what === 'record') return 'Waiting for the record, which is being changed';
  if (state === 'awaiting_approval') return 'Waiting for somebody to approve it';
  if (next === null) return 'Held until its endpoint answers';
  if (state === 'retrying') return 'Waiting to be tried again';
  return isLater ? 'Not due yet' : 'In the queue';
}
