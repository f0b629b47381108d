/** The provider's date formats. Business dates are stored as `YYYY-MM-DD`, times as UTC milliseconds. */
const dayMs = 86_400_000;
const wirePattern = /^\/?Date\((-?\d+)(?:[+-]\d{4})?\)\/?$/;
const isoPattern = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/;

/** Formats a time as `/Date(1552262400000+0000)/`. */
export const wireMoment = (ms: number): string => `/Date(${ms}+0000)/`;

/** Formats a time as `/Date(1552262400000)/`, without an offset, for quotes and envelopes. */
export const bareMoment = (ms: number): string => `/Date(${ms})/`;

export const wireDay = (day: string): string => wireMoment(Date.parse(`${day}T00:00:00Z`));
export const bareDay = (day: string): string => bareMoment(Date.parse(`${day}T00:00:00Z`));

/** Formats a date as `2019-03-11T00:00:00`, for fields such as `DateString`. */
export const dayString = (day: string): string => `${day}T00:00:00`;

/** Formats a time as `2026-09-14T09:29:59Z`, for `UpdatedDateUTCString`. */
export const momentString = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Formats a time as `2026-09-13T02:11:45.5165400`, without a zone, for connections. */
export const connectionMoment = (ms: number): string => `${new Date(ms).toISOString().slice(0, 23)}0000`;

/** Returns undefined for a year that dates cannot express. */
function dayAt(ms: number): string | undefined {
  return Math.abs(ms) < 8e15 ? new Date(ms).toISOString().slice(0, 10) : undefined;
}

/** Reads a business date from `YYYY-MM-DD`, an ISO date-time or a `/Date()/`; undefined for any other text. */
export function readDay(value: string): string | undefined {
  const wire = wirePattern.exec(value.replaceAll('\\', ''));
  if (wire) return dayAt(Number(wire[1]));
  const iso = isoPattern.exec(value);
  if (!iso) return undefined;
  const day = `${iso[1]}-${iso[2]}-${iso[3]}`;
  const ms = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== day ? undefined : day;
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** Reads an `If-Modified-Since` in milliseconds, cut to the second. A value without a zone is UTC. */
export function readModifiedSince(value: string): number | undefined {
  const zoned = /[zZ]$|[+-]\d{2}:?\d{2}$|GMT$|UTC$/.test(value) ? value : `${value.replace(' ', 'T')}Z`;
  const ms = Date.parse(/^\d{4}-\d{2}-\d{2}Z$/.test(zoned) ? value : zoned);
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000) * 1000;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Returns the calendar day at `ms` in the organisation's time zone. */
export function dayInZone(ms: number, timeZone: string): string {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formatters.set(timeZone, formatter);
  }
  return formatter.format(ms);
}
