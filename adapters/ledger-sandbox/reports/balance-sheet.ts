import type { JsonObject } from '../http/json.ts';
import { addDays } from '../http/wire-dates.ts';
import { type Span, sumOf } from './balances.ts';
import type { Statement } from './profit-and-loss.ts';
import { yearBegan } from './report-days.ts';
import { accountAttribute, accountRow, amount, cell, figure, header, row, section, summary } from './report-rows.ts';
import { usDay } from './report-words.ts';

/** Provider: this id is in no chart. */
const currentYearEarnings = 'abababab-abab-abab-abab-abababababab';

interface Part {
  readonly title: string;
  readonly rows: readonly JsonObject[];
  readonly totals: readonly number[];
}

export function balanceSheet(statement: Statement, ends: readonly Span[]): readonly JsonObject[] {
  const { words, isStandard } = statement;
  const assets = [
    partOf(statement, ends, { title: 'Bank', types: ['BANK'], sign: 1 }),
    partOf(statement, ends, { title: 'Current Assets', types: ['CURRENT', 'INVENTORY', 'PREPAYMENT'], sign: 1 }),
    partOf(statement, ends, { title: 'Fixed Assets', types: ['FIXED', 'NONCURRENT'], sign: 1 }),
  ];
  const current = { title: 'Current Liabilities', types: ['CURRLIAB', 'LIABILITY', 'PAYG'], sign: -1 } as const;
  const liabilities = [
    partOf(statement, ends, current),
    partOf(statement, ends, { title: 'Non-Current Liabilities', types: ['TERMLIAB'], sign: -1 }),
  ];
  const equity = equityOf(statement, ends);
  const totalOf = (parts: readonly Part[]) => ends.map((_, at) => sumOf(parts.map(({ totals }) => totals[at] ?? 0)));
  const [owned, owed] = [totalOf(assets), totalOf(liabilities)];
  const net = owned.map((total, at) => sumOf([total, -(owed[at] ?? 0)]));
  const parts = (some: readonly Part[]) => some.filter(({ rows }) => rows.length > 0).map(withTotal);
  const total = (title: string, totals: readonly number[]) => section('', [summary(title, totals.map(amount))]);
  const [first, second] = [
    [section('Assets', []), ...parts(assets), total('Total Assets', owned)],
    [section('Liabilities', []), ...parts(liabilities), total('Total Liabilities', owed)],
  ];
  return [
    header('', ...ends.map(({ to }) => words.heading(to, 'day'))),
    ...(isStandard ? [...first, ...second] : [...second, ...first]),
    figure(isStandard ? 'Net Assets' : 'What the company is worth', net.map(amount)),
    withTotal(equity),
  ];
}

const withTotal = ({ title, rows, totals }: Part): JsonObject =>
  section(title, [...rows, summary(`Total ${title}`, totals.map(amount))]);

interface Asked {
  readonly title: string;
  readonly types: readonly string[];
  readonly sign: 1 | -1;
}

function partOf({ accounts, balances }: Statement, ends: readonly Span[], { title, types, sign }: Asked): Part {
  const held = accounts
    .filter(({ type }) => types.includes(type))
    .map((account) => ({ account, amounts: ends.map((end) => sign * balances.of(account.id, end)) }))
    .filter(({ amounts }) => amounts.some((one) => one !== 0));
  return {
    title,
    rows: held.map(({ account, amounts }) => accountRow(account.name, account.id, amounts.map(amount))),
    totals: ends.map((_, at) => sumOf(held.map(({ amounts }) => amounts[at] ?? 0))),
  };
}

function equityOf(statement: Statement, ends: readonly Span[]): Part {
  const { balances } = statement;
  const own = partOf(statement, ends, { title: 'Equity', types: ['EQUITY'], sign: -1 });
  const years = ends.map(({ to }) => ({ from: yearBegan(to), to }));
  const earned = years.map((year) => balances.profit(year));
  const before = years.map(({ from }) => balances.profit({ to: addDays(from, -1) }));
  const attributes = accountAttribute(currentYearEarnings);
  const cells = earned.map((one, at) => {
    const { from = '', to = '' } = years[at] ?? {};
    // Provider: these cells say in days of the United States what they sum.
    const days = [
      { Id: 'fromDate', Value: usDay(from) },
      { Id: 'toDate', Value: usDay(to) },
    ];
    return cell(amount(one), [...attributes, ...days]);
  });
  const current = row([cell('Current Year Earnings', attributes), ...cells]);
  // Without an account in the chart, it is a row that names none.
  const retained = row([cell('Retained Earnings'), ...before.map((one) => cell(amount(one)))]);
  return {
    title: 'Equity',
    rows: [current, ...own.rows, ...(before.some((one) => one !== 0) ? [retained] : [])],
    totals: ends.map((_, at) => sumOf([own.totals[at] ?? 0, earned[at] ?? 0, before[at] ?? 0])),
  };
}
