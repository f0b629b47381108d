import type { Knex } from 'knex';
import type { PaymentProjection, ProjectionStore } from '#core';
import { decimalOf, decimalText, millis, timeOf } from '../columns.ts';
import type { ColumnWord } from '../dialect.ts';
import { insertRows } from '../insert-rows.ts';
import { chunksOf, requireTransaction, type Session } from '../session.ts';

interface ProjectionRow {
  readonly connection_id: PaymentProjection['connectionId'];
  readonly provider_invoice_id: string;
  readonly status: string;
  readonly total: string;
  readonly amount_paid: string;
  readonly amount_due: string;
  readonly amount_credited: string;
  readonly provider_revision: string;
  readonly updated_at: number;
}

/** A row that holds the place of an invoice not yet announced. */
type Placeholder = { readonly [column in keyof ProjectionRow]: ProjectionRow[column] | null };

const table = 'payment_projections';
const key = ['connection_id', 'provider_invoice_id'] as const;

const projectionColumns: Readonly<Record<keyof ProjectionRow, ColumnWord>> = {
  connection_id: 'text',
  provider_invoice_id: 'text',
  status: 'text',
  total: 'text',
  amount_paid: 'text',
  amount_due: 'text',
  amount_credited: 'text',
  provider_revision: 'text',
  updated_at: 'bigint',
};
/** A row that only holds its place is filled; one that was announced is left. */
const filled = `on conflict (${key.join(', ')}) do update
  set ${Object.keys(projectionColumns)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')} where ${table}.status is null`;
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
    async seed(projections) {
      const ordered = [...projections].sort((a, b) => (a.providerInvoiceId < b.providerInvoiceId ? -1 : 1));
      for (const chunk of chunksOf(ordered.map(toRow), projectionsAStatement)) {
        await insertRows<ProjectionRow>(session, table, projectionColumns, chunk, filled);
      }
    },
    async put(projection) {
      const row = toRow(projection);
      await db<ProjectionRow>(table)
        .insert(row)
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

function toRow(projection: PaymentProjection): ProjectionRow {
  return {
    connection_id: projection.connectionId,
    provider_invoice_id: projection.providerInvoiceId,
    status: projection.status,
    total: decimalText(projection.total),
    amount_paid: decimalText(projection.amountPaid),
    amount_due: decimalText(projection.amountDue),
    amount_credited: decimalText(projection.amountCredited),
    provider_revision: projection.providerRevision,
    updated_at: millis(projection.updatedAt),
  };
}

function toEntity(row: ProjectionRow): PaymentProjection {
  return {
    connectionId: row.connection_id,
    providerInvoiceId: row.provider_invoice_id,
    status: row.status,
    total: decimalOf(row.total),
    amountPaid: decimalOf(row.amount_paid),
    amountDue: decimalOf(row.amount_due),
    amountCredited: decimalOf(row.amount_credited),
    providerRevision: row.provider_revision,
    updatedAt: timeOf(row.updated_at),
  };
}
