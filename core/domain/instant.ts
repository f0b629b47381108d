import { isUsageDay } from './usage.ts';

/** What a time in a request looks like: ISO 8601 with `Z` or an offset, and up to nine decimals of a second. */
export const instantForm =
  /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:[Zz]|[+-]\d{2}(?::?\d{2})?)$/;

export const notAnInstant = 'must be an ISO 8601 time such as 2026-01-31T00:00:00Z';

const parts = /^(?<day>.{10}).(?<minute>.{5})(?::(?<second>\d{2})(?:[.,](?<decimals>\d+))?)?(?<zone>[Zz]|[+-].+)$/;

/**
 * The moment that a time in a request names, cut to milliseconds; undefined for another text, and for a day, an hour or an
 * offset that does not exist.
 */
export function instantOf(text: string): Date | undefined {
  if (!instantForm.test(text)) return undefined;
  const { day = '', minute = '', second = '00', decimals = '', zone = '' } = parts.exec(text)?.groups ?? {};
  if (!isUsageDay(day)) return undefined;
  const milliseconds = decimals.slice(0, 3).padEnd(3, '0');
  const at = new Date(`${day}T${minute}:${second}.${milliseconds}${offsetOf(zone)}`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** `+0100` and `+01` as `+01:00`. */
function offsetOf(zone: string): string {
  if (/^z$/i.test(zone)) return 'Z';
  const [sign = '', digits = ''] = [zone.slice(0, 1), zone.slice(1).replace(':', '')];
  return `${sign}${digits.slice(0, 2)}:${digits.slice(2).padEnd(2, '0')}`;
}
