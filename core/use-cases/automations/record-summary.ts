import type { JsonObject } from '../../domain/json.ts';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { resourceIdOf } from '../../families/resource-id.ts';

/** What a step stores of a record, under the API's names: its ids and the fields that people look for first. */
export type RecordSummary = JsonObject & {
  readonly type: ResourceType;
  readonly id: string;
  readonly provider_id: string;
};

/** `unchanged`: the record was already as it should be. */
export type WriteAction = 'created' | 'updated' | 'emailed' | 'unchanged';
export type WrittenRecord = RecordSummary & { readonly action: WriteAction };

const summaryFields = [
  'number',
  'name',
  'narration',
  'external_reference',
  'status',
  'contact_id',
  'invoice_id',
  'credit_note_id',
  'prepayment_id',
  'overpayment_id',
  'currency',
  'sub_total',
  'total_tax',
  'total',
  'amount',
  'amount_paid',
  'amount_due',
  'amount_credited',
] as const;

export function summaryOf({ type, providerId, fields, warnings }: LedgerRecord): RecordSummary {
  const known = summaryFields
    .map((name) => [name, fields[name] ?? null] as const)
    .filter(([, value]) => value !== null);
  const told = warnings
    ? { warnings: warnings.map(({ code, path, message }) => ({ code, ...(path !== undefined && { path }), message })) }
    : {};
  return { type, id: resourceIdOf(type, providerId), provider_id: providerId, ...Object.fromEntries(known), ...told };
}

/** The summary as a result shows it: the name of its property tells what it is. */
export function shown(summary: RecordSummary | WrittenRecord): JsonObject {
  const { type: _type, action: _action, ...rest } = summary;
  return rest as JsonObject;
}
