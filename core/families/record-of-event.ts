// The record in an event `<singular>.changed`, as each family has it.
import * as v from 'valibot';
import type { JsonObject } from '../domain/json.ts';
import { type CachedRecord, changedAt, type LedgerRecord } from '../domain/ledger-record.ts';
import type { ToldType } from '../domain/resource.ts';
import { familyOf, hasField } from './all-families.ts';
import { described, field, Timestamp } from './answer-fields.ts';
import { resourceIdOf } from './resource-id.ts';

/** The event's name of a field, the normalized fields from which it comes, and its type. The first that a family has counts. */
const parts = {
  kind: { from: ['type', 'kind'], is: field.text },
  number: { from: ['number'], is: field.text },
  name: { from: ['name'], is: field.text },
  status: { from: ['status'], is: field.text },
  contact_id: { from: ['contact_id'], is: field.text },
  currency: { from: ['currency'], is: field.text },
  total: { from: ['total', 'amount'], is: field.number },
} as const;

function sourcesOf(type: ToldType): readonly (readonly [name: keyof typeof parts, from: string])[] {
  return (Object.keys(parts) as (keyof typeof parts)[]).flatMap((name) => {
    const from = parts[name].from.find((source) => hasField(type, source));
    return from === undefined ? [] : [[name, from] as const];
  });
}

type Told = Pick<LedgerRecord, 'providerId' | 'fields' | 'providerUpdatedAt'> & { readonly type: ToldType };

/** A stamp in the future is told as the time of reading. */
export function recordOfEvent(record: Told & Partial<Pick<CachedRecord, 'fetchedAt'>>): JsonObject {
  const { type, providerId, fields, providerUpdatedAt, fetchedAt } = record;
  const at = fetchedAt ? changedAt({ providerUpdatedAt, fetchedAt }) : providerUpdatedAt;
  return {
    id: resourceIdOf(type, providerId),
    provider_id: providerId,
    type,
    ...Object.fromEntries(sourcesOf(type).map(([name, from]) => [name, fields[from] ?? null])),
    provider_updated_at: at?.toISOString() ?? null,
  };
}

/** A field is there if the family's records have it; null if this record has none. */
export function eventRecordSchema<T extends ToldType>(type: T) {
  const { idPrefix, singular } = familyOf(type);
  return v.object({
    id: described(v.pipe(v.string(), v.startsWith(`${idPrefix}_`)), `The service’s id of the ${singular}.`),
    provider_id: v.string(),
    type: v.literal(type),
    ...(Object.fromEntries(sourcesOf(type).map(([name]) => [name, parts[name].is])) as unknown as PartSchemas),
    provider_updated_at: v.nullable(Timestamp),
  });
}

/** For the compiler each may be missing, because families differ in what they have. */
type PartSchemas = { readonly [Name in keyof typeof parts]: v.OptionalSchema<(typeof parts)[Name]['is'], undefined> };
