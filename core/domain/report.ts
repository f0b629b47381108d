// Reports that a provider computes of an organization's books: what may be asked, and the form in which they are told. Pure.
import { Decimal } from 'decimal.js';
import type { ReportBasis, ReportLayout, ReportName, ReportPeriod } from './report-query.ts';
import type { ResourceType } from './resource.ts';

/** Days of the books, both included; `from` is null for a balance at the end of `to`. */
export interface ReportSpan {
  readonly from: string | null;
  readonly to: string;
}

/** Of ACTION_REQUIRED: what the person who connected may do at the provider includes no reports. Everything else goes on. */
export const reportsRoleMissing = 'reports_role_missing';

export interface AskedReport extends ReportSpan {
  readonly report: ReportName;
  readonly basis: ReportBasis;
  readonly layout: ReportLayout;
  /** How many earlier ones stand beside the span, and how far apart; null for what the provider shows unasked. */
  readonly earlier: { readonly periods: number; readonly period: ReportPeriod } | null;
  /** The provider's id of the contact whose documents are told. */
  readonly contactId: string | null;
  /** The provider's ids. */
  readonly tracking: { readonly categoryId: string; readonly optionId: string } | null;
}

export interface ReportColumn {
  /** Follows from the report and the column's place: never a word of the provider. */
  readonly key: string;
  /** The provider's heading, in the words of the organization's country. */
  readonly label: string;
  readonly from: string | null;
  /** Null if the provider's columns are others than were asked for. */
  readonly to: string | null;
}

export const reportRowKinds = ['section', 'line', 'total'] as const;

/**
 * Amounts without an account in the chart. `current_year_earnings`: what the year has earned so far · `exchange_group`: the
 * gains and losses of currencies, in one sum.
 */
export const pseudoAccounts = ['current_year_earnings', 'exchange_group'] as const;
export type PseudoAccount = (typeof pseudoAccounts)[number];

export interface ReportRow {
  readonly kind: (typeof reportRowKinds)[number];
  /** 0 for the outermost rows. */
  readonly depth: number;
  /** Rows of one section of the provider, titled or not, have the same number. */
  readonly group: number;
  /** The title of the section that holds the row; null outside of titled ones. */
  readonly section: string | null;
  readonly label: string;
  /** The provider's id. */
  readonly accountId: string | null;
  readonly pseudo: PseudoAccount | null;
  readonly document: { readonly type: ResourceType; readonly providerId: string } | null;
  /** Amounts in the organization's currency, by column; null for an empty cell. A column of texts is left out. */
  readonly values: Readonly<Record<string, string | null>>;
  /** What is no amount, by column: a day, a percentage, a phrase. */
  readonly texts: Readonly<Record<string, string>>;
}

/**
 * `total_differs`: the lines of a section do not sum to its total · `date_moved`: the provider shows another day than was
 * asked for · `columns_differ`: it shows other columns, whose days are not known.
 */
export const reportWarningCodes = ['total_differs', 'date_moved', 'columns_differ'] as const;

export interface ReportWarning {
  readonly code: (typeof reportWarningCodes)[number];
  /** A place in the report, e.g. `rows[4].values.current`. */
  readonly path: string;
  readonly message: string;
}

/** A report as a provider computed it. */
export interface LedgerReport {
  /** When, if the provider says. */
  readonly generatedAt: Date | null;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly ReportRow[];
  readonly warnings: readonly ReportWarning[];
}

/** Amounts may have more digits than usual arithmetic keeps. */
const Exact = Decimal.clone({ precision: 60 });
/** The provider rounds each amount for itself. */
const toleratedDifference = new Exact('0.01');

/**
 * The totals that the lines of their section do not sum to, one warning for each column. A trial balance has one total, of all its
 * lines. A total of sections is not judged, because only the provider knows which it adds and which it subtracts.
 */
export function differingTotals(
  report: ReportName,
  { columns, rows }: Pick<LedgerReport, 'columns' | 'rows'>,
): readonly ReportWarning[] {
  const totals = rows.flatMap((row, place) => (row.kind === 'total' ? [{ row, place }] : []));
  const isOfAll = report === 'trial_balance' && totals.length === 1;
  return totals.flatMap(({ row, place }) => {
    const lines = isOfAll ? rows.filter(({ kind }) => kind === 'line') : linesOf(rows, row.group);
    return columns.flatMap(({ key }) => {
      const differing = difference(lines, row, key);
      return differing
        ? [{ code: 'total_differs' as const, path: `rows[${place}].values.${key}`, message: differing }]
        : [];
    });
  });
}

/** The lines of a section; none if it holds other sections, too. */
function linesOf(rows: readonly ReportRow[], group: number): readonly ReportRow[] {
  const first = rows.findIndex((row) => row.group === group);
  const last = rows.findLastIndex((row) => row.group === group);
  const within = rows.slice(first, last + 1);
  return within.every((row) => row.group === group) ? within.filter(({ kind }) => kind === 'line') : [];
}

/** Undefined if they agree, and if the total or every line is empty. */
function difference(lines: readonly ReportRow[], total: ReportRow, key: string): string | undefined {
  const said = total.values[key];
  const amounts = lines.flatMap((line) => line.values[key] ?? []);
  if (said === undefined || said === null || amounts.length === 0) return undefined;
  const sum = amounts.reduce((at, amount) => at.plus(amount), new Exact(0));
  if (sum.minus(said).abs().lessThanOrEqualTo(toleratedDifference)) return undefined;
  return `the lines sum to ${sum.toFixed(Math.max(2, sum.decimalPlaces()))}, and the total says ${said}`;
}
