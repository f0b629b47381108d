import type { JsonObject } from '../http/json.ts';
import { addDays } from '../http/wire-dates.ts';
import { isOfProfit, type ReportAccount, sumOf } from './balances.ts';
import type { Statement } from './profit-and-loss.ts';
import { firstOfMonth, yearBegan } from './report-days.ts';
import { accountRow, amount, cell, header, row, section, summary } from './report-rows.ts';

interface Sides {
  readonly month: number;
  readonly year: number;
}

const sections = [
  ['Revenue', 'REVENUE'],
  ['Expenses', 'EXPENSE'],
  ['Assets', 'ASSET'],
  ['Liabilities', 'LIABILITY'],
  ['Equity', 'EQUITY'],
] as const;

/** Provider: an amount stands on its side, and the other cell is empty; the first two are of the month, the others of the year. */
export function trialBalance({ accounts, balances }: Statement, date: string): readonly JsonObject[] {
  const month = { from: firstOfMonth(date), to: date };
  const sidesOf = (account: ReportAccount): Sides => ({
    month: balances.of(account.id, month),
    year: balances.of(account.id, { from: isOfProfit(account) ? yearBegan(date) : undefined, to: date }),
  });
  const retained = { month: 0, year: -balances.profit({ to: addDays(yearBegan(date), -1) }) };
  const shown = accounts
    .map((account) => ({ account, sides: sidesOf(account) }))
    .filter(({ sides }) => sides.month !== 0 || sides.year !== 0);
  const rowsOf = (of: string) =>
    shown
      .filter(({ account }) => account.class === of)
      .map(({ account: { id, name, code }, sides }) =>
        accountRow(code ? `${name} (${code})` : name, id, cellsOf(sides)),
      );
  const earlier = retained.year === 0 ? [] : [row(['Retained Earnings', ...cellsOf(retained)].map((one) => cell(one)))];
  const all = [...shown.map(({ sides }) => sides), ...(retained.year === 0 ? [] : [retained])];
  return [
    header('Account', 'Debit', 'Credit', 'YTD Debit', 'YTD Credit'),
    ...sections.flatMap(([title, of]) => {
      const rows = [...rowsOf(of), ...(of === 'EQUITY' ? earlier : [])];
      return rows.length > 0 ? [section(title, rows)] : [];
    }),
    section('', [summary('Total', totalsOf(all))]),
  ];
}

const sideOf = (value: number, sign: 1 | -1): number => (Math.sign(value) === sign ? Math.abs(value) : 0);

function cellsOf({ month, year }: Sides): readonly string[] {
  return [month, year].flatMap((value) => (value < 0 ? ['', amount(-value)] : [amount(value), '']));
}

const totalsOf = (all: readonly Sides[]): readonly string[] =>
  (['month', 'year'] as const).flatMap((of) =>
    ([1, -1] as const).map((sign) => amount(sumOf(all.map((sides) => sideOf(sides[of], sign))))),
  );
