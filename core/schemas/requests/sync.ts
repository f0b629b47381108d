import * as v from 'valibot';
import { syncScopes } from '../../domain/sync.ts';

/** What an explicit sync reads (the specification's "Sync payload"). */
export const SyncRequest = v.strictObject({
  scope: v.optional(
    v.pipe(
      v.picklist(syncScopes, `must be one of ${syncScopes.join(', ')}`),
      v.description('`all`: every family of records.'),
    ),
    'invoices',
  ),
  emit_invoice_snapshots: v.optional(
    v.pipe(
      v.boolean('must be true or false'),
      v.description('Reads every invoice and announces `invoice.updated` for each, whether or not it changed.'),
    ),
    false,
  ),
});
export type SyncRequest = v.InferOutput<typeof SyncRequest>;
