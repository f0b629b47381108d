// Types of records, and of the bodies that write them, as the API shows them.
import type * as v from 'valibot';
import type { JsonObject } from '../domain/json.ts';
import type { ResourceType } from '../domain/resource.ts';
import type { allFamilies } from './all-families.ts';

type Families = typeof allFamilies;

/** A normalized record of a family, as the API shows it; times are ISO 8601, amounts numbers in the record's currency. */
export type RecordOf<T extends ResourceType> = v.InferOutput<Families[T]['answer']>;
export type Invoice = RecordOf<'invoices'>;
export type Contact = RecordOf<'contacts'>;
export type Quote = RecordOf<'quotes'>;
export type CreditNote = RecordOf<'credit_notes'>;
export type Payment = RecordOf<'payments'>;
export type PurchaseOrder = RecordOf<'purchase_orders'>;
export type Account = RecordOf<'accounts'>;
export type LineItem = Invoice['line_items'][number];

/** The provider's own document instead of normalized fields; with `preserve_existing` it is laid over the live record. */
interface NativeBody {
  readonly provider_data: JsonObject;
  readonly preserve_existing?: boolean;
}

type Normalized<T extends ResourceType, Mode extends 'create' | 'update'> =
  Families[T]['requests'] extends Readonly<Record<Mode, infer S extends v.GenericSchema>> ? v.InferInput<S> : never;

/** The body that creates a record of the family. */
export type NewRecord<T extends ResourceType> = Normalized<T, 'create'> | NativeBody;
/** The body that changes a record: a field that is left out stays, null or "" clears it. */
export type RecordChange<T extends ResourceType> = Normalized<T, 'update'> | NativeBody;
