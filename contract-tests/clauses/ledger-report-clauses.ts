import { deepEqual, equal, ok } from 'node:assert/strict';
import { type AskedReport, type LedgerReport, type ReportName, reportNames } from '#core/ports';
import type { Clause } from '../contract.ts';
import { type Bench, benchOf, type LedgerUnderTest, newContact } from '../ledger-bench.ts';

const needs = ({ traits }: Pick<LedgerUnderTest, 'traits'>) => (traits.reports ?? []).length > 0;

const plain = { basis: 'accrual', layout: 'standard', earlier: null, contactId: null, tracking: null } as const;

/** November 2025 is over, and ends a day before a longer month. */
function askedOf(report: ReportName, contactId: string): AskedReport {
  const isOver = report === 'profit_and_loss' || report === 'bank_summary';
  const of = report.startsWith('aged') ? { contactId } : {};
  return { report, ...plain, from: isOver ? '2025-11-01' : null, to: '2025-11-30', ...of };
}

async function readReport({ gateway, access }: Bench, asked: AskedReport): Promise<LedgerReport> {
  ok(gateway.readReport, 'the traits have reports, and the gateway reads none');
  return gateway.readReport(access, asked);
}

const amountForm = /^-?\d+\.\d{2,}$/;

export const ledgerReportClauses: readonly Clause<LedgerUnderTest>[] = [
  {
    name: 'every report that the traits name is read in one call, and its rows have a cell for the columns and no other',
    needs,
    async check(subject) {
      const bench = benchOf(subject);
      const { providerId } = await newContact(bench);
      for (const report of reportNames.filter((one) => subject.traits.reports?.includes(one))) {
        const before = bench.calls.length;
        const { columns, rows } = await readReport(bench, askedOf(report, providerId));
        equal(bench.calls.length - before, 1, report);
        const keys = columns.map(({ key }) => key);
        equal(new Set(keys).size, keys.length, report);
        ok(rows.length > 0, `${report} has no rows`);
        for (const { kind, values, texts, accountId, pseudo } of rows) {
          for (const key of [...Object.keys(values), ...Object.keys(texts)]) ok(keys.includes(key), `${report} ${key}`);
          for (const value of Object.values(values)) ok(value === null || amountForm.test(value), `${report} ${value}`);
          if (kind === 'section') deepEqual([values, texts], [{}, {}], report);
          ok(accountId === null || pseudo === null, 'an account that is none');
        }
      }
    },
  },
  {
    name: 'the columns of a report over time are what was asked for, the latest first, whole months all of them',
    needs: ({ traits }) => traits.reports?.includes('profit_and_loss') === true,
    async check(subject) {
      const bench = benchOf(subject);
      const asked = askedOf('profit_and_loss', '');
      const { columns } = await readReport(bench, { ...asked, earlier: { periods: 2, period: 'month' } });
      deepEqual(
        columns.map(({ from, to }) => [from, to]),
        [
          ['2025-11-01', '2025-11-30'],
          ['2025-10-01', '2025-10-31'],
          ['2025-09-01', '2025-09-30'],
        ],
      );
    },
  },
  {
    name: 'the day in the books is one of the days that the moment has on earth',
    needs,
    async check(subject) {
      const { gateway, access } = benchOf(subject);
      const [organization] = (await gateway.list(access, 'organizations', { since: null, after: null })).records;
      const day = gateway.dayInBooks?.(organization?.fields ?? {}, new Date('2026-11-29T11:00:00Z')) ?? '';
      ok(['2026-11-28', '2026-11-29', '2026-11-30'].includes(day), day);
    },
  },
];
