// Reads values of a native document: a record as Tryton shows it, or the values of a create or write, in plain JSON.
import { Decimal } from 'decimal.js';
import { isJsonObject, type Json, type JsonObject, type ResourceType, resourceIdOf } from '../../../core/ports.ts';

/** Blank text counts as no value. */
export function textAt(document: JsonObject, name: string): string | null {
  const value = document[name];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** A text without the mark of a create behind it. */
export function unmarked(text: string | null): string | null {
  const rest = text?.replace(/ ?lp:[0-9a-f]{32}$/, '') ?? '';
  return rest === '' ? null : rest;
}

/** The first ten characters of a date or moment. */
export function dayAt(document: JsonObject, name: string): string | null {
  return textAt(document, name)?.slice(0, 10) ?? null;
}

export function decimalAt(document: JsonObject, name: string): Decimal | null {
  const value = document[name];
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?(e-?\d+)?$/i.test(value));
  return isNumber ? new Decimal(value) : null;
}

export function numberAt(document: JsonObject, name: string): number | null {
  return decimalAt(document, name)?.toNumber() ?? null;
}

/** Tryton on SQLite shows booleans as 0 and 1. */
export function flagAt(document: JsonObject, name: string): boolean {
  return document[name] === true || document[name] === 1;
}

/** The related record, as far as it was read; in values to write only its id is known. Empty without one. */
export function relatedAt(document: JsonObject, name: string): JsonObject {
  const read = document[`${name}.`];
  if (isJsonObject(read)) return read;
  const id = document[name];
  return typeof id === 'number' ? { id } : {};
}

/** The related records, as far as they were read; in values to write, those that are created or added. */
export function relatedListAt(document: JsonObject, name: string): readonly JsonObject[] {
  const read = document[`${name}.`];
  if (Array.isArray(read)) return (read as readonly Json[]).filter(isJsonObject);
  const commands = document[name];
  if (!Array.isArray(commands)) return [];
  return (commands as readonly Json[]).flatMap((command) => {
    const [verb, items] = Array.isArray(command) ? (command as readonly Json[]) : [];
    if (!Array.isArray(items)) return [];
    if (verb === 'create') return (items as readonly Json[]).filter(isJsonObject);
    return verb === 'add' ? (items as readonly Json[]).map((id): JsonObject => ({ id })) : [];
  });
}

export function idAt(document: JsonObject): string | null {
  const { id } = document;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? String(id) : null;
}

/** The service's id of a related record. */
export function resourceIdAt(document: JsonObject, type: ResourceType): string | null {
  const id = idAt(document);
  return id === null ? null : resourceIdOf(type, id);
}

/** Tryton: amounts are rounded to the currency's smallest step, half to even (0.125 is 0.12). */
export function rounded(value: Decimal, step: Decimal): Decimal {
  return value.toNearest(step, Decimal.ROUND_HALF_EVEN);
}
