import { useLoad } from '../../api/use-load.ts';
import type { Connection, Items } from '../../api/wire.ts';
import { Table } from '../../parts/data-table.tsx';
import { Card, type Fact, Facts } from '../../parts/facts.tsx';
import { shortened } from '../../parts/id.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { amountWords } from '../../words/amounts.ts';
import {
  currencyOf,
  dayWords,
  factsOf,
  factWords,
  itemsOf,
  labelOf,
  type Record,
  shapeOf,
  taxesByRate,
} from '../../words/record-shape.ts';
import { recordTitle } from '../../words/record-summary.ts';
import { Lines, rowsAtFirst, type TaxNames, useTaxNames } from './record-lines.tsx';

interface DocumentProps {
  readonly connection: Connection;
  readonly type: string;
  readonly record: Record;
}

/** A record's facts; a document's lines, taxes and sums, and what was paid or credited. */
export function RecordDocument({ connection, type, record }: DocumentProps) {
  const { sums } = shapeOf(type);
  const {
    id: _id,
    fetched_at: _at,
    provider_updated_at: _updated,
    status: _status,
    truncated: _cut,
    ...fields
  } = record;
  const taxNames = useTaxNames(connection, sums !== undefined);
  const contact = record['contact'] as Record | null | undefined;
  const total = amountWords(record['total'], currencyOf(record));
  return (
    <>
      <div class="card">
        <Facts
          many
          facts={[
            contact ? ['Contact', <RecordLink connection={connection} type="contacts" record={contact} />] : undefined,
            sums && total !== '' && ['Amount', <strong>{total}</strong>],
            ...factsOf(type, fields).map((field) => factOf(connection, record, field)),
          ]}
        />
        {sums && <Lines record={record} taxNames={taxNames} />}
        {sums && <Sums connection={connection} record={record} own={sums} taxNames={taxNames} />}
      </div>
      <Settlements connection={connection} record={record} />
    </>
  );
}

/** The fields that name a record of another family, which the page links to. */
const linkedTypes: { readonly [field: string]: string } = {
  credit_note_id: 'credit_notes',
  prepayment_id: 'prepayments',
  overpayment_id: 'overpayments',
};

function factOf(connection: Connection, record: Record, field: string): Fact {
  const words = factWords(record, field);
  if (words.length === 0) return undefined;
  if (field === 'invoice_id') return [labelOf(field), <InvoiceLink connection={connection} id={words.join()} />];
  const linked = linkedTypes[field];
  if (linked !== undefined) {
    const named = { id: words.join(), number: shortened(words.join()) };
    return [labelOf(field), <RecordLink connection={connection} type={linked} record={named} />];
  }
  if (field === 'from_account_id' || field === 'to_account_id')
    return [labelOf(field), <CopyLink connection={connection} type="accounts" id={words.join()} />];
  const lines = words.map((line) => (
    <span key={line} class="line">
      {line}
    </span>
  ));
  return [labelOf(field), lines];
}

interface RecordLinkProps {
  readonly connection: Connection;
  readonly type: string;
  readonly record: Record;
}

function RecordLink({ connection, type, record }: RecordLinkProps) {
  const { to } = usePlace();
  const id = encodeURIComponent(String(record['id']));
  return <a href={to(`connections/${connection.connection_id}/records/${type}/${id}`)}>{recordTitle(type, record)}</a>;
}

interface CopyLinkProps {
  readonly connection: Connection;
  readonly id: string;
}

export function InvoiceLink(named: CopyLinkProps) {
  return <CopyLink {...named} type="invoices" />;
}

/** Names a record as its copy does; without a copy, by its id. */
function CopyLink({ connection, type, id }: CopyLinkProps & { readonly type: string }) {
  const { api } = usePlace();
  const isKept = connection.retention_mode === 'cached';
  const path = api(`connections/${connection.connection_id}/${type}?id=${encodeURIComponent(id)}`);
  const { data } = useLoad<Items<Record>>(isKept ? path : undefined, { once: true });
  const record = data?.items[0] ?? { id, number: shortened(id) };
  return <RecordLink connection={connection} type={type} record={record} />;
}

interface SumsProps {
  readonly connection: Connection;
  readonly record: Record;
  readonly own: readonly string[];
  readonly taxNames: TaxNames;
}

/** All sums are the provider's, but for those of a rate. */
function Sums({ connection, record, own, taxNames }: SumsProps) {
  const { to } = usePlace();
  const rates = taxesByRate(record);
  const credits = to(
    `connections/${connection.connection_id}/records/credit_notes?contact_id=${String(record['contact_id'])}`,
  );
  const sums: readonly (readonly [label: string, amount: unknown])[] = [
    ['Subtotal', record['sub_total']],
    ...rates.map(([type, tax]) => [taxNames.get(type) ?? type, tax] as const),
    ['Tax', rates.length === 1 ? null : record['total_tax']],
    ['Discount in the lines', record['total_discount'] || null],
    ['Total', record['total']],
    ...own.map(
      (field) => [labelOf(field), field === 'amount_credited' ? record[field] || null : record[field]] as const,
    ),
  ];
  return (
    <dl class="sums">
      {sums.map(
        ([label, amount]) =>
          typeof amount === 'number' && (
            <div key={`${label} ${amount}`} class={label === 'Total' || label === 'Due' ? 'sum whole' : 'sum'}>
              <dt class="quiet">{label === 'Credited' ? <a href={credits}>{label}</a> : label}</dt>
              <dd>{amountWords(amount, currencyOf(record))}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** The payments of an invoice, and the invoices that a credit note was applied to. */
function Settlements({ connection, record }: Omit<DocumentProps, 'type'>) {
  const currency = currencyOf(record);
  const isCredit = Array.isArray(record['allocations']);
  const rows = itemsOf(isCredit ? record['allocations'] : record['payments']).slice(0, rowsAtFirst);
  if (rows.length === 0) return null;
  return (
    <Card title={isCredit ? 'Applied to' : 'Payments'}>
      <Table
        caption={isCredit ? 'Invoices that it was applied to' : 'Payments'}
        columns={[
          {
            label: isCredit ? 'Invoice' : 'Payment',
            cell: (row) =>
              isCredit ? (
                <InvoiceLink connection={connection} id={String(row['invoice_id'])} />
              ) : (
                <RecordLink connection={connection} type="payments" record={{ ...row, currency }} />
              ),
          },
          { label: 'Date', cell: (row) => dayWords(row['date']) },
          { label: 'Reference', cell: (row) => String(row['external_reference'] ?? '') },
          { label: 'Amount', kind: 'number', cell: (row) => amountWords(row['amount'], currency) },
        ]}
        rows={rows}
        rowKey={(row) => JSON.stringify(row)}
      />
    </Card>
  );
}
