import { expect } from 'chai';
import { groupedAmount, reportFacts, reportTitle } from './report-words.ts';

describe('a report in words', () => {
  it('groups the digits of an amount and keeps each of them', () => {
    const amounts = ['0.00', '-5.10', '999.99', '1000.00', '-1234567.8901', '12345678901234567890.12'];
    expect(amounts.map(groupedAmount)).to.deep.equal([
      ...['0.00', '-5.10', '999.99', '1,000.00', '-1,234,567.8901', '12,345,678,901,234,567,890.12'],
    ]);
  });

  it('names report, days, currency and basis, as far as there are any', () => {
    const days = { from: '2026-11-01', to: '2026-11-30' };
    expect(reportTitle({ report: 'bank_summary', ...days })).to.equal('Bank summary, 2026-11-01 to 2026-11-30');
    expect(reportTitle({ report: 'balance_sheet', ...days, from: null })).to.equal('Balance sheet, 2026-11-30');
    expect(reportFacts({ basis: 'cash', currency: 'NZD' })).to.equal('NZD · what was paid (cash)');
    expect(reportFacts({ basis: null, currency: null })).to.equal('');
  });
});
