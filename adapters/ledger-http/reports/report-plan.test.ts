// What is asked of the provider: every preference expressly, and periods that are whole although the provider repeats days.
import { expect } from 'chai';
import fc from 'fast-check';
import { type AskedReport, earlierSpan, endOfMonth, ServiceError } from '#core/ports';
import { planOf } from './report-plan.ts';
import { dayInZone, zoneNames } from './time-zones.ts';

const asked = (part: Partial<AskedReport>): AskedReport => ({
  ...{ report: 'profit_and_loss', from: '2026-11-01', to: '2026-11-30', basis: 'accrual', layout: 'standard' },
  ...{ earlier: null, contactId: null, tracking: null },
  ...part,
});
const month = (periods: number) => ({ periods, period: 'month' as const });
const tracking = { categoryId: 'c', optionId: 'o' };
const fromDate = 'fromDate=2026-11-01&toDate=2026-11-30';

describe('what is asked of the provider for a report', () => {
  const table: readonly (readonly [string, Partial<AskedReport>, string])[] = [
    ['one month', {}, `ProfitAndLoss?${fromDate}&standardLayout=true&paymentsOnly=false`],
    [
      'paid, own layout, tracked',
      { basis: 'cash', layout: 'own', tracking },
      `ProfitAndLoss?${fromDate}&trackingCategoryID=c&trackingOptionID=o&standardLayout=false&paymentsOnly=true`,
    ],
    [
      'a month of 31 days with earlier ones',
      { from: '2026-10-01', to: '2026-10-31', earlier: month(2) },
      'ProfitAndLoss?fromDate=2026-10-01&toDate=2026-10-31&periods=2&timeframe=MONTH&standardLayout=true&paymentsOnly=false',
    ],
    [
      'a shorter month begins one later',
      { earlier: month(2) },
      'ProfitAndLoss?fromDate=2026-12-01&toDate=2026-12-31&periods=3&timeframe=MONTH&standardLayout=true&paymentsOnly=false',
    ],
    [
      'a quarter that ends in June begins two later',
      { from: '2026-04-01', to: '2026-06-30', earlier: { periods: 1, period: 'quarter' } },
      'ProfitAndLoss?fromDate=2026-10-01&toDate=2026-12-31&periods=3&timeframe=QUARTER&standardLayout=true&paymentsOnly=false',
    ],
    [
      'a balance',
      { report: 'balance_sheet', from: null, tracking },
      'BalanceSheet?date=2026-11-30&trackingOptionID1=o&standardLayout=true&paymentsOnly=false',
    ],
    [
      'balances of earlier years',
      { report: 'balance_sheet', from: null, earlier: { periods: 3, period: 'year' } },
      'BalanceSheet?date=2026-11-30&periods=3&timeframe=YEAR&standardLayout=true&paymentsOnly=false',
    ],
    ['a trial balance', { report: 'trial_balance', from: null }, 'TrialBalance?date=2026-11-30&paymentsOnly=false'],
    [
      'what a customer owes',
      { report: 'aged_receivables', from: null, contactId: 'x' },
      'AgedReceivablesByContact?contactId=x&date=2026-11-30',
    ],
    [
      'what a supplier is owed',
      { report: 'aged_payables', from: null, contactId: 'x' },
      'AgedPayablesByContact?contactId=x&date=2026-11-30',
    ],
    ['banks', { report: 'bank_summary' }, `BankSummary?${fromDate}`],
  ];
  for (const [name, part, path] of table) {
    it(`is exactly this: ${name}`, () => expect(planOf(asked(part)).path).to.equal(`/Reports/${path}`));
  }

  it('gives whole periods, although the provider ends each on the day of the first, or is refused by name', () => {
    const lengths = { month: 1, quarter: 3, year: 12 };
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1950-01-01'), max: new Date('2100-12-31'), noInvalidDate: true }),
        fc.constantFrom('month', 'quarter', 'year' as const),
        fc.constantFrom(1, 3, 12),
        fc.integer({ min: 1, max: 11 }),
        (at, period, months, periods) => {
          const from = `${at.toISOString().slice(0, 8)}01`;
          const to = endOfMonth(from, months - 1);
          const isRefused = (error: unknown) => error instanceof ServiceError && error.message.startsWith('periods: ');
          let plan: ReturnType<typeof planOf>;
          try {
            plan = planOf(asked({ from, to, earlier: { periods, period } }));
          } catch (error) {
            expect(isRefused(error)).to.equal(true);
            expect(periods).to.be.greaterThan(11 - 4);
            return;
          }
          const query = new URLSearchParams(plan.path.split('?')[1]);
          const [begins, ends] = [query.get('fromDate') ?? '', query.get('toDate') ?? ''];
          const columns = plan.cells.slice(1);
          expect(columns).to.have.length(Number(query.get('periods')) + 1);
          for (const [place, column] of columns.entries()) {
            // As the provider does it: the same day of the month, or its last one.
            const back = -place * lengths[period];
            const last = endOfMonth(ends, back);
            const day = String(Math.min(Number(ends.slice(8)), Number(last.slice(8)))).padStart(2, '0');
            const provided = {
              from: earlierSpan({ from: begins, to: ends }, period, place).from,
              to: `${last.slice(0, 8)}${day}`,
            };
            if (!column?.isSpare) expect({ from: column?.from, to: column?.to }).to.deep.equal(provided);
          }
          expect(columns.filter((one) => !one?.isSpare)).to.have.length(periods + 1);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('the day in an organization', () => {
  it('is that of its zone, which the platform knows for every name of the provider', () => {
    const at = new Date('2026-11-29T11:30:00Z');
    for (const zone of zoneNames) expect(dayInZone(zone, at), zone).to.match(/^2026-11-(28|29|30)$/);
    expect(dayInZone('NEWZEALANDSTANDARDTIME', at)).to.equal('2026-11-30');
    expect(dayInZone('HAWAIIANSTANDARDTIME', new Date('2026-11-29T09:30:00Z'))).to.equal('2026-11-28');
    expect(dayInZone('GMTSTANDARDTIME', at)).to.equal('2026-11-29');
    for (const unknown of [null, 'MOONSTANDARDTIME', '__proto__'])
      expect(dayInZone(unknown, at)).to.equal('2026-11-29');
  });
});
