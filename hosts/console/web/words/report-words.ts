// Reports in words, and their amounts, which are texts: no number would hold each of them exactly.
import type { ReportName } from '../../../../core/domain/report-query.ts';
import type { Report } from '../api/wire.ts';

export const reportLabels: Readonly<Record<ReportName, string>> = {
  profit_and_loss: 'Profit and loss',
  balance_sheet: 'Balance sheet',
  trial_balance: 'Trial balance',
  aged_receivables: 'Aged receivables',
  aged_payables: 'Aged payables',
  bank_summary: 'Bank summary',
};

/** Such as `Balance sheet, 2026-11-30`. */
export function reportTitle({ report, from, to }: Pick<Report, 'report' | 'from' | 'to'>): string {
  return `${reportLabels[report]}, ${from === null ? to : `${from} to ${to}`}`;
}

/** What is counted, in which currency; for the line under the title. */
export function reportFacts({ basis, currency }: Pick<Report, 'basis' | 'currency'>): string {
  const counted =
    basis === null ? undefined : basis === 'cash' ? 'what was paid (cash)' : 'what was invoiced (accrual)';
  return [currency, counted].filter((one) => one !== null && one !== undefined).join(' · ');
}

/** `-1234.5` as `-1,234.5`. */
export function groupedAmount(amount: string): string {
  const [whole = '', ...fraction] = amount.split('.');
  return [whole.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
}
