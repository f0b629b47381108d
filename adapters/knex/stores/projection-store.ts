import type { ConnectionId, PaymentProjection, ProjectionStore } from '#core/ports';
import { decimal, type RowOf, tableOf, text, time } from '../columns.ts';
import { insertRows } from '../insert-rows.ts';
import { chunksOf, requireTransaction, type Session } from '../session.ts';

const projections = tableOf<PaymentProjection>()('payment_projections', {
  connectionId: text,
  providerInvoiceId: text,
  status: text,
  total: decimal,
  amountPaid: decimal,
  amountDue: decimal,
  amountCredited: decimal,
  providerRevision: text,
  updatedAt: time,
});

type ProjectionRow = RowOf<typeof projections>;

/** A row of an invoice that is not yet announced: all but its key is null. */
type Placeholder = { readonly [Column in keyof ProjectionRow]: ProjectionRow[Column] | null };

const { name: table, toEntity, toRow } = projections;
const key = ['connection_id', 'provider_invoice_id'] as const;

/** A placeholder is filled; a row that was announced is left. */
const filled = `on conflict (${key.join(', ')}) do update
  set ${projections.columns.map((column) => `${column} = excluded.${column}`).join(', ')} where ${table}.status is null`;
const projectionsAStatement = 1_000;

export function projectionStore(session: Session): ProjectionStore {
  const { db } = session;
  return {
    async lock(connectionId, providerInvoiceId) {
      requireTransaction(session, 'projections.lock');
      const ids = [providerInvoiceId];
      let [row] = await rows(connectionId, ids).forUpdate();
      if (!row) {
        await insertPlaceholders(connectionId, ids);
        [row] = await rows(connectionId, ids).forUpdate();
      }
      return row && isFilled(row) ? toEntity(row) : undefined;
    },
    async lockAll(connectionId, providerInvoiceIds) {
      requireTransaction(session, 'projections.lockAll');
      const ids = [...new Set(providerInvoiceIds)].sort();
      for (const chunk of chunksOf(ids)) await insertPlaceholders(connectionId, chunk);
      const locked = await rows(connectionId, ids).orderBy('provider_invoice_id').forUpdate();
      return new Map(locked.filter(isFilled).map((row) => [row.provider_invoice_id, toEntity(row)]));
    },
    async revisions(connectionId, providerInvoiceIds) {
      const found = await rows(connectionId, providerInvoiceIds);
      return new Map(found.filter(isFilled).map((row) => [row.provider_invoice_id, row.provider_revision]));
    },
    async seed(announced) {
      const ordered = [...announced].sort((a, b) => (a.providerInvoiceId < b.providerInvoiceId ? -1 : 1));
      for (const chunk of chunksOf(ordered.map(toRow), projectionsAStatement)) {
        await insertRows(session, projections, chunk, filled);
      }
    },
    async put(projection) {
      await projections
        .in(db)
        .insert(toRow(projection))
        .onConflict([...key])
        .merge();
    },
  };

  function rows(connectionId: ConnectionId, ids: readonly string[]) {
    return db<Placeholder, Placeholder[]>(table)
      .where({ connection_id: connectionId })
      .whereIn('provider_invoice_id', ids);
  }

  /** A missing row cannot be locked: of two that announce an invoice first, the second waits here for the first. */
  async function insertPlaceholders(connectionId: ConnectionId, ids: readonly string[]): Promise<void> {
    await db<object>(table)
      .insert(ids.map((id) => ({ connection_id: connectionId, provider_invoice_id: id })))
      .onConflict([...key])
      .ignore();
  }
}

function isFilled(row: Placeholder): row is ProjectionRow {
  return row.status !== null;
}
