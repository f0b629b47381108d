import type { Plane } from './caller.ts';
import type { ConnectionId } from './ids.ts';

/**
 * read_cached: lists of the service's own copies · read_live: requests answered from the provider · write: creates,
 * changes and cancellations · provider_request: requests of a caller's own that the provider did · automation_run:
 * automations that succeeded · webhook_event: events that an endpoint wanted, counted once · provider_calls, provider_bytes_in: calls and answers of the provider for all of these and for
 * syncs.
 */
export const meters = [
  'read_cached',
  'read_live',
  'write',
  'provider_request',
  'automation_run',
  'webhook_event',
  'provider_calls',
  'provider_bytes_in',
] as const;
export type Meter = (typeof meters)[number];

const billable: readonly Meter[] = ['read_live', 'write', 'provider_request', 'automation_run'];

/** Other meters are shown and cost nothing. */
export function isBillable(meter: Meter): boolean {
  return billable.includes(meter);
}

/**
 * A use, stored once for each id and meter; holds nothing of what was read or written. Requests count only when they
 * succeed: no refusal, failure, replay or cancellation.
 */
export interface UsageEvent extends Plane {
  /** Made by the service, because a caller may repeat its X-Request-ID. */
  readonly id: string;
  readonly meter: Meter;
  readonly connectionId: ConnectionId;
  readonly quantity: number;
  readonly at: Date;
}

/** UTC days, `YYYY-MM-DD`, both included. */
export interface UsagePeriod {
  readonly from: string;
  readonly to: string;
}

export const usageGroupings = ['day', 'connection', 'meter'] as const;
export type UsageGrouping = (typeof usageGroupings)[number];

/** One meter's sum in one group; keys are null unless grouped by them. */
export interface UsageTotal {
  readonly day: string | null;
  readonly connectionId: ConnectionId | null;
  readonly meter: Meter;
  readonly quantity: number;
}

export const usageDaysDefault = 30;
export const usageDaysMax = 400;
const dayMs = 86_400_000;

export function usageDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}

export function isUsageDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(at.getTime()) && usageDay(at) === text;
}

export function daysAfter(day: string, days: number): string {
  return usageDay(new Date(Date.parse(`${day}T00:00:00.000Z`) + days * dayMs));
}

export function daysIn({ from, to }: UsagePeriod): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1);
}
