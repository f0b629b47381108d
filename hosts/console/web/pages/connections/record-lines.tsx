import { useState } from 'preact/hooks';
import { useLoad } from '../../api/use-load.ts';
import { useProvider } from '../../api/use-provider.ts';
import type { Connection, Items } from '../../api/wire.ts';
import { type Column, Table } from '../../parts/data-table.tsx';
import { usePlace } from '../../session/use-environment.ts';
import { amountDigits, numberWords } from '../../words/amounts.ts';
import { plural } from '../../words/quantity.ts';
import { currencyOf, itemsOf, type Record } from '../../words/record-shape.ts';

export type TaxNames = ReadonlyMap<unknown, string>;

/** The names of the tax rates by the word that lines have for them, from the copies. */
export function useTaxNames(connection: Connection, isWanted: boolean): TaxNames {
  const { api } = usePlace();
  const path = api(`connections/${connection.connection_id}/tax_rates?limit=200`);
  const hasRates = useProvider(connection)?.capabilities.tax_rates?.list === true;
  const isKept = connection.retention_mode === 'cached';
  const { data } = useLoad<Items<Record>>(isWanted && hasRates && isKept ? path : undefined, { once: true });
  return new Map(
    data?.items.map(({ tax_type: type, name, effective_rate: rate }) => {
      const isTold = String(name).includes('%') || typeof rate !== 'number';
      return [type, isTold ? String(name) : `${String(name)} (${numberWords(rate)}\u00a0%)`];
    }),
  );
}

export const rowsAtFirst = 100;

/** A long document shows its first lines; a person asks for the others. */
export function Lines({ record, taxNames }: { readonly record: Record; readonly taxNames: TaxNames }) {
  const [isWhole, setWhole] = useState(false);
  const isJournal = Array.isArray(record['lines']);
  const lines = itemsOf(isJournal ? record['lines'] : record['line_items']);
  if (lines.length === 0) return null;
  const shown = isWhole ? lines : lines.slice(0, rowsAtFirst);
  return (
    <div class="lines">
      <Table
        caption={record['line_amount_mode'] === 'inclusive' ? 'Lines, amounts with tax' : 'Lines'}
        columns={lineColumns(currencyOf(record), taxNames, isJournal).filter(({ has }) => lines.some(has))}
        rows={shown.map((line, i) => ({ ...line, row: i }))}
        rowKey={({ row }) => String(row)}
      />
      {shown.length < lines.length && (
        <p class="pad quiet">
          The first {shown.length} of {plural(lines.length, 'line')}.{' '}
          <button type="button" class="link" onClick={() => setWhole(true)}>
            Show all
          </button>
        </p>
      )}
    </div>
  );
}

interface LineColumn extends Column<Record> {
  /** Providers have fewer fields, so a column is shown if one of the lines has it. */
  readonly has: (line: Record) => boolean;
}

function lineColumns(currency: string | null, taxNames: TaxNames, isJournal: boolean): readonly LineColumn[] {
  const amount = (value: unknown) => amountDigits(value, currency);
  const side = (label: string, sign: 1 | -1): LineColumn => ({
    ...{ label, kind: 'number', has: () => true },
    cell: (line) => amount(debitOf(line, sign)),
  });
  return [
    { label: 'Description', has: () => true, cell: (line) => <Description line={line} /> },
    { label: 'Quantity', kind: 'number', has: hasOne('quantity'), cell: (line) => numberWords(line['quantity']) },
    { label: 'Unit price', kind: 'number', has: hasOne('unit_amount'), cell: (line) => amount(line['unit_amount']) },
    { label: 'Account', has: hasOne('account_code'), cell: (line) => String(line['account_code'] ?? '') },
    {
      label: 'Tax',
      kind: 'number',
      has: (line) => hasOne('tax_type')(line) || hasOne('tax_amount')(line),
      cell: ({ tax_type: type, tax_amount: tax }) => (
        <>
          {amount(tax)} <span class="row-under">{taxNames.get(type) ?? String(type ?? '')}</span>
        </>
      ),
    },
    ...(isJournal ? [side('Debit', 1), side('Credit', -1)] : []),
    {
      ...{ label: 'Amount', kind: 'number' },
      has: (line) => !isJournal && hasOne('line_amount')(line),
      cell: (line) => amount(line['line_amount']),
    },
  ];
}

/** The amount of a journal's line on one side: debits are positive, credits negative. */
function debitOf({ line_amount: amount }: Record, side: 1 | -1): number | null {
  return typeof amount === 'number' && amount * side > 0 ? amount * side : null;
}

const hasOne = (field: string) => (line: Record) => line[field] !== null && line[field] !== undefined;

function Description({ line }: { readonly line: Record }) {
  const { description, item_code: item, discount_rate: rate, discount_amount: discount, tracking } = line;
  const under = [
    item,
    rate ? `${numberWords(rate)} % discount` : discount ? `${amountDigits(discount, null)} discount` : '',
    ...itemsOf(tracking).map(({ name, option }) => `${String(name)}: ${String(option)}`),
  ].filter(Boolean);
  return (
    <>
      {String(description ?? '')}
      {under.length > 0 && <span class="row-under">{under.join(' · ')}</span>}
    </>
  );
}
