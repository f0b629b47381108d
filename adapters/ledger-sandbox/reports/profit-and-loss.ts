import type { JsonObject } from '../http/json.ts';
import { type Balances, type ReportAccount, type Span, sumOf } from './balances.ts';
import { accountRow, amount, figure, header, section, summary } from './report-rows.ts';
import type { ReportWords } from './report-words.ts';

export interface Statement {
  readonly accounts: readonly ReportAccount[];
  readonly balances: Balances;
  readonly words: ReportWords;
  readonly isStandard: boolean;
}

/** Accounts that moved in any of the spans; income is told as credits, expenses as debits. */
function groupOf(
  { accounts, balances, isStandard }: Statement,
  spans: readonly Span[],
  types: readonly string[],
): Group {
  const moved = accounts
    .filter(({ type }) => types.includes(type))
    .map((account) => {
      const sign = account.class === 'REVENUE' ? -1 : 1;
      return { account, amounts: spans.map((span) => sign * balances.of(account.id, span)) };
    })
    .filter(({ amounts }) => amounts.some((one) => one !== 0));
  const totals = spans.map((_, place) => sumOf(moved.map(({ amounts }) => amounts[place] ?? 0)));
  // Provider: a cell may have no value; the rows of organisations' own layouts are told so.
  const cellOf = (one: number) => (one === 0 && !isStandard ? undefined : amount(one));
  const rows = moved.map(({ account, amounts }) => accountRow(account.name, account.id, amounts.map(cellOf)));
  return { rows, totals };
}

interface Group {
  readonly rows: readonly JsonObject[];
  readonly totals: readonly number[];
}

function withTotal(title: string, { rows, totals }: Group): JsonObject {
  if (rows.length === 0) return section(title, []);
  const plain = title.trim().replace(/^(Less|Plus) /, '');
  return section(title, [...rows, summary(`Total ${plain}`, totals.map(amount))]);
}

const added = (...groups: readonly (readonly [sign: 1 | -1, group: Group])[]): readonly string[] =>
  (groups[0]?.[1].totals ?? []).map((_, place) =>
    amount(sumOf(groups.map(([sign, { totals }]) => sign * (totals[place] ?? 0)))),
  );

export function profitAndLoss(statement: Statement, spans: readonly Span[]): readonly JsonObject[] {
  const { words, isStandard } = statement;
  const income = groupOf(statement, spans, ['REVENUE', 'SALES']);
  const costs = groupOf(statement, spans, ['DIRECTCOSTS']);
  const others = groupOf(statement, spans, ['OTHERINCOME']);
  const expenses = groupOf(statement, spans, ['EXPENSE', 'OVERHEADS', 'DEPRECIATN']);
  const net = added([1, income], [-1, costs], [1, others], [-1, expenses]);
  const headings = header('', ...spans.map(({ to }) => words.heading(to, 'span')));
  if (!isStandard) {
    // An organisation that has laid out its own: the costs first, a section of which nothing is left, and words of its own.
    return [
      headings,
      withTotal('What we spend', { rows: [...costs.rows, ...expenses.rows], totals: addedTotals(costs, expenses) }),
      section('Directors', []),
      withTotal('What we earn', { rows: [...income.rows, ...others.rows], totals: addedTotals(income, others) }),
      figure('What is left', net),
    ];
  }
  return [
    headings,
    withTotal(words.income, income),
    withTotal(words.costOfSales, costs),
    figure(words.grossProfit, added([1, income], [-1, costs])),
    ...(others.rows.length > 0 ? [withTotal(words.otherIncome, others)] : []),
    withTotal(words.expenses, expenses),
    figure(words.netProfit, net),
  ];
}

const addedTotals = (one: Group, other: Group): readonly number[] =>
  one.totals.map((total, place) => sumOf([total, other.totals[place] ?? 0]));
