/** Reads the bodies of the control plane; a wrong body is a 400 that names the field. */
import type { Books } from '../books/books.ts';
import type { TenantBooks } from '../books/tenant-books.ts';
import type { JsonObject } from '../http/json.ts';
import { jsonReply, WireProblem } from '../http/problems.ts';

export function wrongField(field: string, message: string): never {
  throw new WireProblem(jsonReply(400, { message: `${field} ${message}`, field }));
}

export function optionalText(body: JsonObject, field: string): string | undefined {
  const value = body[field];
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : wrongField(field, 'must be text');
}

export const requiredText = (body: JsonObject, field: string): string =>
  optionalText(body, field) || wrongField(field, 'is required');

export function optionalWord<const T extends string>(
  body: JsonObject,
  field: string,
  words: readonly T[],
): T | undefined {
  const text = optionalText(body, field);
  return text === undefined
    ? undefined
    : (words.find((one) => one === text) ?? wrongField(field, `must be one of ${words}`));
}

export function optionalCount(body: JsonObject, field: string, most: number): number | undefined {
  const value = body[field];
  if (value === undefined || value === null) return undefined;
  const isCount = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most;
  return isCount ? value : wrongField(field, `must be a whole number from 0 to ${most}`);
}

export function optionalFlag(body: JsonObject, field: string): boolean | undefined {
  const value = body[field];
  if (value === undefined || value === null) return undefined;
  return typeof value === 'boolean' ? value : wrongField(field, 'must be true or false');
}

export function textList(body: JsonObject, field: string): readonly string[] {
  const value = body[field];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return wrongField(field, 'must be a list of texts');
  return value.map((item, index) =>
    typeof item === 'string' ? item : wrongField(`${field}[${index}]`, 'must be text'),
  );
}

/** Refuses unknown fields, so that a misspelt switch is noticed. */
export function onlyFields(body: JsonObject, known: readonly string[], prefix = ''): void {
  const stranger = Object.keys(body).find((field) => !known.includes(field));
  if (stranger !== undefined) wrongField(`${prefix}${stranger}`, 'is not known');
}

export const tenantField = (books: Books, tenantId: string | undefined): TenantBooks =>
  books.tenantBooks(tenantId?.toLowerCase() ?? '') ?? wrongField('tenant_id', 'is not known');
