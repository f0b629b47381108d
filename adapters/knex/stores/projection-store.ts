import type { Knex } from 'knex';
import type { PaymentProjection, ProjectionStore } from '#core';
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
      const place = { connection_id: connectionId, provider_invoice_id: providerInvoiceId };
      const held = () => db<Placeholder>(table).where(place).forUpdate().first<Placeholder>();
      const row = (await held()) ?? (await insertPlaceholders(connectionId, [providerInvoiceId]).then(held));
      return row && isFilled(row) ? toEntity(row) : undefined;
    },
    async lockAll(connectionId, providerInvoiceIds) {
      requireTransaction(session, 'projections.lockAll');
      const ids = [...new Set(providerInvoiceIds)].sort();
      for (const chunk of chunksOf(ids)) await insertPlaceholders(connectionId, chunk);
      const rows = await atPlaces<Placeholder>(connectionId, ids).orderBy('provider_invoice_id').forUpdate();
      return new Map(rows.filter(isFilled).map((row) => [row.provider_invoice_id, toEntity(row)]));
    },
    async revisions(connectionId, providerInvoiceIds) {
      const rows = await atPlaces<Placeholder>(connectionId, providerInvoiceIds);
      return new Map(rows.filter(isFilled).map((row) => [row.provider_invoice_id, row.provider_revision]));
    },
    async seed(announced) {
      const ordered = [...announced].sort((a, b) => (a.providerInvoiceId < b.providerInvoiceId ? -1 : 1));
      for (const chunk of chunksOf(ordered.map(toRow), projectionsAStatement)) {
        await insertRows<ProjectionRow>(session, table, projections.words, chunk, filled);
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

  function atPlaces<Row>(connectionId: string, ids: readonly string[]): Knex.QueryBuilder<object, Row[]> {
    return db(table)
      .where({ connection_id: connectionId })
      .whereIn('provider_invoice_id', [...ids]) as Knex.QueryBuilder<object, Row[]>;
  }

  /** A row that is not there cannot be held; of two first-timers the second waits here for the first. */
  async function insertPlaceholders(connectionId: string, ids: readonly string[]): Promise<void> {
    await db<object>(table)
      .insert(ids.map((id) => ({ connection_id: connectionId, provider_invoice_id: id })))
      .onConflict([...key])
      .ignore();
  }
}

function isFilled(row: Placeholder): row is ProjectionRow {
  return row.status !== null;
}
