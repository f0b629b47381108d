// Tryton's JSON: decimals, dates and bytes are objects that name their class.
import { isJsonObject, type Json, type JsonObject, ServiceError } from '../../core/ports.ts';

/** Sends an exact amount, such as `50.00`. */
export const decimalValue = (decimal: string): JsonObject => ({ __class__: 'Decimal', decimal });

/** Sends a calendar date, given as `2026-11-22`. */
export function dateValue(text: string): JsonObject {
  const [year, month, day] = text.split('-').map(Number);
  return { __class__: 'date', year: year ?? 0, month: month ?? 0, day: day ?? 0 };
}

/** Sends a moment to the microsecond, given as `plainValue` shows it. */
export function datetimeValue(text: string): JsonObject {
  const [hour = 0, minute = 0, second = 0] = text.slice(11, 19).split(':').map(Number);
  const microsecond = Number(text.slice(20, 26).replace('Z', '').padEnd(6, '0'));
  return { ...dateValue(text.slice(0, 10)), __class__: 'datetime', hour, minute, second, microsecond };
}

/** Records have a few levels. A hostile server could nest thousands and exhaust the stack. */
const depthMost = 64;

/**
 * A value as plain JSON: decimals as exact text (`50.00`), dates as `2026-11-22`, moments as `2026-11-22T10:20:30.123456Z`,
 * bytes as base 64, durations in seconds. Values of unknown classes stay as they are. Throws PROVIDER_ERROR for a value of
 * more than 64 levels.
 */
export function plainValue(value: Json): Json {
  return plainAt(value, depthMost);
}

function plainAt(value: Json, levels: number): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) throw new ServiceError('PROVIDER_ERROR', `a value of the provider has over ${depthMost} levels`);
  if (Array.isArray(value)) return value.map((item: Json) => plainAt(item, levels - 1));
  if (!isJsonObject(value)) return value;
  const plainEntries = () =>
    Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plainAt(inner, levels - 1)]));
  switch (value['__class__']) {
    case undefined:
      return plainEntries();
    case 'Decimal':
      return String(value['decimal']);
    case 'date':
      return dayOf(value);
    case 'datetime':
      // Tryton: a datetime has no zone and is meant in UTC.
      return `${dayOf(value)}T${clockOf(value)}.${digits(value['microsecond'], 6)}Z`;
    case 'time':
      return clockOf(value);
    case 'bytes':
      return String(value['base64']).replace(/\s/g, '');
    case 'timedelta':
      return value['seconds'] ?? 0;
    default:
      // A value of an unknown class stays as it is; only its depth is checked.
      plainEntries();
      return value;
  }
}

function dayOf({ year, month, day }: JsonObject): string {
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
}

function clockOf({ hour, minute, second }: JsonObject): string {
  return [hour, minute, second].map((part) => digits(part, 2)).join(':');
}

function digits(part: Json | undefined, count: number): string {
  return String(part ?? 0).padStart(count, '0');
}
