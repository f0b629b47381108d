// What may be asked of a report, by the names of requests. Pure, and also in the console's pages.

export const reportNames = [
  'profit_and_loss',
  'balance_sheet',
  'trial_balance',
  'aged_receivables',
  'aged_payables',
  'bank_summary',
] as const;
export type ReportName = (typeof reportNames)[number];

/** `accrual`: when it was invoiced · `cash`: when it was paid. */
export const reportBases = ['accrual', 'cash'] as const;
export type ReportBasis = (typeof reportBases)[number];

/** `standard`: the provider's own rows · `own`: the rows that the organization has laid out itself, if it has. */
export const reportLayouts = ['standard', 'own'] as const;
export type ReportLayout = (typeof reportLayouts)[number];

export const reportPeriods = ['month', 'quarter', 'year'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** Earlier periods beside the one that was asked for. */
export const earlierPeriodsMost = 11;

export const reportParameters = {
  profit_and_loss: ['from', 'to', 'periods', 'period', 'basis', 'layout', 'tracking_option_id'],
  balance_sheet: ['date', 'periods', 'period', 'basis', 'layout', 'tracking_option_id'],
  trial_balance: ['date', 'basis'],
  aged_receivables: ['contact_id', 'date'],
  aged_payables: ['contact_id', 'date'],
  bank_summary: ['from', 'to'],
} as const satisfies Readonly<Record<ReportName, readonly string[]>>;
export type ReportParameter = (typeof reportParameters)[ReportName][number];

export function takes(report: ReportName, parameter: ReportParameter): boolean {
  const taken: readonly ReportParameter[] = reportParameters[report];
  return taken.includes(parameter);
}
