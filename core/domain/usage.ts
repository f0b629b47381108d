// What is metered, what of it is billed, and what counts as one.
import type { Plane } from './caller.ts';
import type { ConnectionId } from './ids.ts';

/**
 * read_cached: lists of the service's own copies · read_live: requests answered from the provider · write: creates,
 * changes and cancellations · automation_run: automations that succeeded · webhook_event: events that some endpoint
 * wanted, once however many do · provider_calls, provider_bytes_in: what all of this, syncs too, asked of the provider.
 */
export const meters = [
  'read_cached',
  'read_live',
  'write',
  'automation_run',
  'webhook_event',
  'provider_calls',
  'provider_bytes_in',
] as const;
export type Meter = (typeof meters)[number];

const billable: readonly Meter[] = ['read_live', 'write', 'automation_run'];

/** Others are shown and cost nothing. */
export function isBillable(meter: Meter): boolean {
  return billable.includes(meter);
}

/**
 * So much was used then; stored once for each id and meter. Holds nothing of what was read or written. Of what is asked
 * for only a success counts: no refusal, failure, replay or cancellation.
 */
export interface UsageEvent extends Plane {
  /** Names what is counted: made by the service, because a caller may send one X-Request-ID with all its requests. */
  readonly id: string;
  readonly meter: Meter;
  readonly connectionId: ConnectionId;
  readonly quantity: number;
  readonly at: Date;
}

/** Between `from` and `to` (UTC days, `YYYY-MM-DD`, both included). */
export interface UsagePeriod {
  readonly from: string;
  readonly to: string;
}

export const usageGroupings = ['day', 'connection', 'meter'] as const;
export type UsageGrouping = (typeof usageGroupings)[number];

/** What one meter came to in one group; a group's key is null where it is not grouped by it. */
export interface UsageTotal {
  readonly day: string | null;
  readonly connectionId: ConnectionId | null;
  readonly meter: Meter;
  readonly quantity: number;
}

export const usageDaysDefault = 30;
export const usageDaysMax = 400;
const dayMs = 86_400_000;

/** The UTC day of a moment. */
export function usageDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Whether `text` is a day of the calendar in the form `YYYY-MM-DD`. */
export function isUsageDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(at.getTime()) && usageDay(at) === text;
}

/** The day so many days later. */
export function daysAfter(day: string, days: number): string {
  return usageDay(new Date(Date.parse(`${day}T00:00:00.000Z`) + days * dayMs));
}

/** How many days a period has; none when it ends before it begins. */
export function daysIn({ from, to }: UsagePeriod): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1);
}
