import { expect } from 'chai';
import fc from 'fast-check';
import { differingTotals, type ReportRow } from './report.ts';
import { earlierSpan, endOfMonth, spansOf, wholeMonths } from './report-days.ts';

const columns = ['current', 'earlier_1'].map((key) => ({ key, label: key, from: null, to: '2026-11-30' }));
const nothing = { depth: 0, section: null, accountId: null, pseudo: null, document: null, texts: {} };
const cents = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 });
const cell = fc.option(cents, { freq: 4, nil: null });
const amount = (value: number | null): string | null => (value === null ? null : (value / 100).toFixed(2));

interface Section {
  readonly lines: readonly (readonly [number | null, number | null])[];
  /** What each total says beside the sum of the lines, in cents. */
  readonly off: readonly [number, number];
}

const section: fc.Arbitrary<Section> = fc.record({
  lines: fc.array(fc.tuple(cell, cell), { maxLength: 6 }),
  off: fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 })),
});

const sumOf = (lines: Section['lines'], place: 0 | 1): number =>
  lines.reduce((sum, line) => sum + (line[place] ?? 0), 0);

function rowsOf(sections: readonly Section[]): readonly ReportRow[] {
  return sections.flatMap(({ lines, off }, group) => {
    const row = (kind: ReportRow['kind'], label: string, values: readonly (number | null)[]): ReportRow => ({
      ...{ ...nothing, kind, label, group },
      values: Object.fromEntries(columns.map(({ key }, at) => [key, amount(values[at] ?? null)])),
    });
    const total = ([0, 1] as const).map((place) => sumOf(lines, place) + off[place]);
    return [...lines.map((values) => row('line', 'a line', values)), row('total', 'a total', total)];
  });
}

describe('the totals of a report', () => {
  it('are warned of by place where the lines of their own section miss them by more than a cent, and nowhere else', () => {
    fc.assert(
      fc.property(fc.array(section, { maxLength: 5 }), (sections) => {
        const rows = rowsOf(sections);
        const expected: string[] = [];
        let place = -1;
        for (const { lines, off } of sections) {
          place += lines.length + 1;
          for (const at of [0, 1] as const) {
            const isJudged = lines.some((line) => line[at] !== null);
            if (isJudged && Math.abs(off[at]) > 1) expected.push(`rows[${place}].values.${columns[at]?.key}`);
          }
        }
        const found = differingTotals('profit_and_loss', { columns, rows });
        expect(found.map(({ path }) => path)).to.deep.equal(expected);
        expect(found.every(({ code }) => code === 'total_differs')).to.equal(true);
      }),
      { numRuns: 200 },
    );
  });

  it('of a trial balance are one, of all lines', () => {
    fc.assert(
      fc.property(
        fc.array(section, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: -3, max: 3 }),
        (sections, off) => {
          const all = sections.flatMap(({ lines }) => lines);
          const lines = rowsOf(sections).filter(({ kind }) => kind === 'line');
          const values = { current: amount(sumOf(all, 0) + off), earlier_1: amount(sumOf(all, 1)) };
          const rows: ReportRow[] = [...lines, { ...nothing, kind: 'total', label: 'Total', group: 99, values }];
          const isFound = all.some(([current]) => current !== null) && Math.abs(off) > 1;
          expect(differingTotals('trial_balance', { columns, rows })).to.have.length(isFound ? 1 : 0);
          expect(differingTotals('balance_sheet', { columns, rows })).to.deep.equal([]);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('are compared exactly, however large', () => {
    const row = (kind: 'line' | 'total', current: string): ReportRow => ({
      ...nothing,
      kind,
      label: '',
      group: 0,
      values: { current },
    });
    const of = (...rows: readonly ReportRow[]) => differingTotals('balance_sheet', { columns, rows }).length;
    const large = '99999999999999999999';
    expect(of(row('line', `${large}.10`), row('line', '0.20'), row('total', `${large}.31`))).to.equal(0);
    expect(of(row('line', `${large}.10`), row('line', '0.20'), row('total', `${large}.32`))).to.equal(1);
    expect(of(row('line', '0.10'), row('line', '0.20'), row('total', '0.3101'))).to.equal(1);
  });
});

describe('the days of a report', () => {
  const month = fc.date({ min: new Date('1900-01-01'), max: new Date('2900-12-31'), noInvalidDate: true });
  const period = fc.constantFrom('month', 'quarter', 'year' as const);
  const lengths = { month: 1, quarter: 3, year: 12 };

  it('of earlier periods are whole months, as many as the latest has, that end where a period later begins', () => {
    fc.assert(
      fc.property(
        month,
        period,
        fc.constantFrom(1, 3, 12),
        fc.integer({ min: 1, max: 11 }),
        (at, apart, months, periods) => {
          const from = `${at.toISOString().slice(0, 8)}01`;
          const to = endOfMonth(from, months - 1);
          expect(wholeMonths(from, to)).to.equal(months);
          const spans = spansOf({ from, to, earlier: { periods, period: apart } });
          expect(spans).to.have.length(periods + 1);
          expect(spans[0]).to.deep.equal({ from, to });
          for (const [place, span] of spans.entries()) {
            expect(wholeMonths(span.from ?? '', span.to), JSON.stringify(span)).to.equal(months);
            const before = spans[place + 1];
            if (before) expect(wholeMonths(before.from ?? '', to)).to.equal(months + (place + 1) * lengths[apart]);
          }
          const later = earlierSpan({ from, to }, apart, -1);
          expect(earlierSpan({ from: later.from, to: later.to }, apart, 1)).to.deep.equal({ from, to });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('are no whole months unless they begin and end with one', () => {
    for (const [from, to] of [
      ['2026-11-02', '2026-11-30'],
      ['2026-11-01', '2026-11-29'],
      ['2026-02-01', '2026-02-27'],
      ['2028-02-01', '2028-02-28'],
      ['2026-12-01', '2026-11-30'],
    ] as const) {
      expect(wholeMonths(from, to), from).to.equal(undefined);
    }
    expect(wholeMonths('2028-02-01', '2028-02-29')).to.equal(1);
    expect(endOfMonth('2026-01-31', 1)).to.equal('2026-02-28');
  });
});
