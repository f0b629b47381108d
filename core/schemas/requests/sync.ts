import * as v from 'valibot';
import { syncScopes } from '../../domain/sync.ts';
import { described } from '../../families/answer-fields.ts';
import { flag, oneWord } from '../../families/request-fields.ts';

/** What an explicit sync reads (the specification's "Sync payload"). */
export const SyncRequest = v.strictObject({
  scope: v.optional(described(oneWord(syncScopes), '`all`: every family of records.'), 'invoices'),
  emit_invoice_snapshots: v.optional(
    described(flag(), 'Reads every invoice and announces `invoice.updated` for each, whether or not it changed.'),
    false,
  ),
});
export type SyncRequest = v.InferOutput<typeof SyncRequest>;
