// Reads the text of one query parameter; undefined stays undefined. Throws BAD_REQUEST with the parameter's name.
import { badRequest, type ErrorCode, errorCodes } from './errors.ts';
import { type Id, isId } from './ids.ts';
import { instantOf, notAnInstant } from './instant.ts';
import { isUsageDay } from './usage.ts';

export function oneOf<T extends string>(name: string, value: string | undefined, allowed: readonly T[]): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((a) => a === value.toLowerCase());
  if (!found) throw badRequest(name, `must be one of ${allowed.join(', ')}`);
  return found;
}

export function codeOf(name: string, value: string | undefined): ErrorCode | undefined {
  const code = errorCodes.find((one) => one === value?.toUpperCase());
  if (value !== undefined && !code) throw badRequest(name, `must be one of ${errorCodes.join(', ')}`);
  return code;
}

/** Checks the form of an id only. */
export function idOf<P extends string>(name: string, value: string | undefined, prefix: P): Id<P> | undefined {
  if (value === undefined) return undefined;
  if (!isId(prefix, value)) throw badRequest(name, 'is not a well-formed id');
  return value;
}

const idsMost = 100;

/** At most 100 ids, separated by commas; checks their form only. */
export function idsOf<P extends string>(name: string, value: string | undefined, prefix: P): Id<P>[] | undefined {
  const ids = value?.split(',');
  if (ids && ids.length > idsMost) throw badRequest(name, `must be at most ${idsMost} ids`);
  return ids?.flatMap((id) => idOf(name, id, prefix) ?? []);
}

/** An existing day, or a time as `instantOf` reads it; `+` that arrives as a space, because it was not encoded, too. */
export function instant(name: string, value: string | undefined): Date | undefined {
  if (value === undefined) return undefined;
  const text = value.replace(/ (\d{2}(?::?\d{2})?)$/, '+$1');
  const at = isUsageDay(text) ? new Date(text) : instantOf(text);
  if (at) return at;
  throw badRequest(name, notAnInstant);
}

export function day(name: string, value: string | undefined): string | undefined {
  if (value === undefined || isUsageDay(value)) return value;
  throw badRequest(name, 'must be a day such as 2026-01-31');
}

/** An amount in its shortest form, such as `-12.5` for `-012.50`: a text, because a binary number would not be exact. */
export function decimal(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const [, minus, whole, fraction = ''] = /^(-?)0*(\d{1,15})(?:\.(\d{1,10}))?$/.exec(value) ?? [];
  if (whole === undefined)
    throw badRequest(name, 'must be an amount such as 1250.50, with a point and without separators');
  const digits = fraction.replace(/0+$/, '');
  const shortest = digits === '' ? whole : `${whole}.${digits}`;
  return minus === '-' && shortest !== '0' ? `-${shortest}` : shortest;
}

/** ISO 4217 codes, with those of the past. */
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** A currency's code in upper case. */
export function currency(name: string, value: string | undefined): string | undefined {
  const code = value?.toUpperCase();
  if (code === undefined || currencies.has(code)) return code;
  throw badRequest(name, 'must be an ISO 4217 currency code such as NZD');
}

/** Words in upper or lower case, separated by commas, each once. */
export function wordsOf(name: string, value: string | undefined, allowed: readonly string[]): string[] | undefined {
  const words = value?.split(',').map((word) => word.trim().toUpperCase());
  const unknown = words?.find((word) => !allowed.includes(word));
  if (unknown === undefined) return words && [...new Set(words)];
  throw badRequest(name, `must be one of ${allowed.join(', ')}, or several of them separated by commas`);
}
