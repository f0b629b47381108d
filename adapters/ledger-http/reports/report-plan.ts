// What is asked of the provider for a report, and which columns its answer then has.
import {
  type AskedReport,
  badRequest,
  daysAfter,
  earlierPeriodsMost,
  earlierSpan,
  endOfMonth,
  monthsOf,
  type ReportName,
  type ReportPeriod,
  type ReportSpan,
  type ReportWarning,
  spansOf,
} from '#core/ports';

/** The columns that the provider is known to answer, in their order; `label` is the cell that names a row. */
export interface ReportPlan {
  readonly path: string;
  readonly label: number;
  /** By the place of a cell; undefined for the label and for cells that are not told. */
  readonly cells: readonly (PlannedColumn | undefined)[];
  readonly warnings: readonly ReportWarning[];
}

export interface PlannedColumn {
  readonly key: string;
  readonly from: string | null;
  readonly to: string;
  /** A column of days and phrases. */
  readonly isText?: true;
  /** It was asked for only to have the others whole. */
  readonly isSpare?: true;
}

const names: Readonly<Record<ReportName, string>> = {
  profit_and_loss: 'ProfitAndLoss',
  balance_sheet: 'BalanceSheet',
  trial_balance: 'TrialBalance',
  aged_receivables: 'AgedReceivablesByContact',
  aged_payables: 'AgedPayablesByContact',
  bank_summary: 'BankSummary',
};

type Planned = Pick<ReportPlan, 'cells'> & Partial<Pick<ReportPlan, 'label' | 'warnings'>> & { readonly query: Query };
type Query = Readonly<Record<string, string | number | undefined>>;

const plans: Readonly<Record<ReportName, (asked: AskedReport) => Planned>> = {
  profit_and_loss: profitAndLoss,
  balance_sheet: balanceSheet,
  trial_balance: (asked) => ({
    query: { date: asked.to, ...basisOf(asked) },
    cells: [undefined, ...['debit', 'credit', 'ytd_debit', 'ytd_credit'].map((key) => at(key, asked.to))],
  }),
  aged_receivables: aged,
  aged_payables: aged,
  bank_summary: bankSummary,
};

export function planOf(asked: AskedReport): ReportPlan {
  const { query, cells, label = 0, warnings = [] } = plans[asked.report](asked);
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  return { path: `/Reports/${names[asked.report]}?${given}`, label, cells, warnings };
}

const at = (key: string, to: string, isText?: true): PlannedColumn => ({
  key,
  from: null,
  to,
  ...(isText && { isText }),
});

const over = (place: number, span: ReportSpan & { readonly to: string }): PlannedColumn => ({
  key: place === 0 ? 'current' : `earlier_${place}`,
  ...span,
});

// Provider: without these it takes what the organization prefers, which cannot be read.
const basisOf = ({ basis }: AskedReport) => ({ paymentsOnly: String(basis === 'cash') });
const layoutOf = ({ layout }: AskedReport) => ({ standardLayout: String(layout === 'standard') });

function profitAndLoss(asked: AskedReport): Planned {
  const { from, to, earlier, tracking } = asked;
  if (from === null) throw new Error('a profit and loss has a first day');
  const spare = earlier ? sparePeriods({ from, to }, earlier) : 0;
  const first = earlier ? earlierSpan({ from, to }, earlier.period, -spare) : { from, to };
  const columns = spansOf(asked).map((span, place) => over(place, span));
  const spares = Array.from({ length: spare }, (_, place) => ({ ...at(`spare_${place}`, to), isSpare: true as const }));
  return {
    query: {
      ...{ fromDate: spare > 0 ? first.from : from, toDate: spare > 0 ? first.to : to },
      ...(earlier && { periods: earlier.periods + spare, timeframe: earlier.period.toUpperCase() }),
      ...{ trackingCategoryID: tracking?.categoryId, trackingOptionID: tracking?.optionId },
      ...layoutOf(asked),
      ...basisOf(asked),
    },
    cells: [undefined, ...spares, ...columns],
  };
}

/**
 * Provider: an earlier period has the days of the first one, so after 1 to 28 February comes 1 to 28 January. The periods are
 * whole if the first one ends on a day that is as late as theirs, so the report begins that many periods later.
 */
function sparePeriods(
  span: { readonly from: string; readonly to: string },
  { periods, period }: { readonly periods: number; readonly period: ReportPeriod },
): number {
  const endDay = (times: number) => Number(earlierSpan(span, period, times).to.slice(8));
  const latest = Math.max(...Array.from({ length: periods + 1 }, (_, times) => endDay(times)));
  let spare = 0;
  while (endDay(-spare) < latest) spare += 1;
  if (periods + spare > earlierPeriodsMost) {
    const most = earlierPeriodsMost - spare;
    throw badRequest(
      'periods',
      `must be at most ${most}, because the last month is shorter than some of the earlier ones`,
    );
  }
  return spare;
}

function balanceSheet(asked: AskedReport): Planned {
  const { earlier, tracking } = asked;
  // Provider: the balances are those of the month's end.
  const to = endOfMonth(asked.to);
  const ends = earlier
    ? Array.from({ length: earlier.periods + 1 }, (_, times) => endOfMonth(to, -times * monthsOf(earlier.period)))
    : [to, endOfMonth(to, -12)];
  const columns = ends.map((end, place) => over(place, { from: null, to: end }));
  // Provider: unasked, it adds the same month of the year before.
  const spare = earlier?.periods === 0 ? [{ ...at('spare', to), isSpare: true as const }] : [];
  const moved = `the provider tells the balances of the month’s end, ${to}, and not of ${asked.to}`;
  return {
    query: {
      date: asked.to,
      ...(earlier && earlier.periods > 0 && { periods: earlier.periods, timeframe: earlier.period.toUpperCase() }),
      ...{ trackingOptionID1: tracking?.optionId },
      ...layoutOf(asked),
      ...basisOf(asked),
    },
    cells: [undefined, ...columns, ...spare],
    warnings: to === asked.to ? [] : [{ code: 'date_moved', path: 'columns[0].to', message: moved }],
  };
}

function aged({ contactId, to }: AskedReport): Planned {
  if (contactId === null) throw new Error('an aged report is of a contact');
  const amounts = ['total', 'paid', 'credited', 'due'].map((key) => at(key, to));
  return {
    query: { contactId, date: to },
    label: 1,
    cells: [at('date', to, true), undefined, at('due_date', to, true), at('overdue', to, true), ...amounts],
  };
}

function bankSummary({ from, to }: AskedReport): Planned {
  if (from === null) throw new Error('a bank summary has a first day');
  const within = (key: string) => ({ key, from, to });
  return {
    query: { fromDate: from, toDate: to },
    cells: [
      undefined,
      at('opening_balance', daysAfter(from, -1)),
      within('cash_received'),
      within('cash_spent'),
      at('closing_balance', to),
    ],
  };
}
