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
