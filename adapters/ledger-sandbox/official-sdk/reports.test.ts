import { expect } from 'chai';
import {
  BankTransaction,
  Invoice,
  LineAmountTypes,
  ManualJournal,
  type ReportRows,
  type ReportWithRow,
  type ReportWithRows,
} from 'xero-node';
import { type DrivenSdk, driveSdk, only, refusalOf } from './testing/drive-sdk.ts';

describe('official SDK: reports', () => {
  let sdk: DrivenSdk;
  let contact: string;
  before(async () => {
    sdk = await driveSdk();
    const all = (await sdk.api.getInvoices(sdk.tenantId)).body.invoices ?? [];
    contact = all.find(({ status }) => String(status) === 'AUTHORISED')?.contact?.contactID ?? '';
  });
  after(() => sdk.close());

  const told = async (answer: Promise<{ body: ReportWithRows }>): Promise<ReportWithRow> =>
    only((await answer).body.reports);
  const rowsIn = ({ rows = [] }: ReportWithRow): readonly ReportRows[] =>
    rows.flatMap((row) => (row.rows ? [row, ...(row.rows as ReportRows[])] : [row]));
  const valuesOf = ({ cells = [] }: ReportRows) => cells.map(({ value }) => value);
  const find = (report: ReportWithRow, label: string) =>
    rowsIn(report).find(({ cells = [] }) => cells[0]?.value === label) as ReportRows;

  it('reads all six, with titles, a time and rows that name accounts and documents by attributes', async () => {
    const { api, tenantId } = sdk;
    const reports = [
      await told(api.getReportProfitAndLoss(tenantId, '2026-01-01', '2026-12-31')),
      await told(api.getReportBalanceSheet(tenantId)),
      await told(api.getReportTrialBalance(tenantId)),
      await told(api.getReportAgedReceivablesByContact(tenantId, contact)),
      await told(api.getReportAgedPayablesByContact(tenantId, contact)),
      await told(api.getReportBankSummary(tenantId)),
    ];
    expect(reports.map(({ reportType }) => reportType)).to.deep.equal([
      ...['ProfitAndLoss', 'BalanceSheet', 'TrialBalance', 'AgedReceivablesByContact', 'AgedPayablesByContact'],
      'BankSummary',
    ]);
    for (const report of reports) {
      expect(report.updatedDateUTC).to.be.an.instanceOf(Date);
      expect(report.reportTitles?.length).to.be.within(3, 4);
      for (const row of rowsIn(report)) {
        expect(['Header', 'Section', 'Row', 'SummaryRow']).to.include(String(row.rowType));
        for (const { value } of row.cells ?? []) expect(value).to.be.a('string');
      }
    }
    const [profit, sheet, , aged, , bank] = reports as ReportWithRow[];
    const attributesOf = (row: ReportRows | undefined) => row?.cells?.[0]?.attributes?.map(({ id }) => id);
    expect(attributesOf(find(profit as ReportWithRow, 'Sales'))).to.deep.equal(['account']);
    expect(attributesOf(find(bank as ReportWithRow, 'Business Bank Account'))).to.deep.equal(['accountID']);
    const earnings = find(sheet as ReportWithRow, 'Current Year Earnings');
    expect(earnings.cells?.[1]?.attributes?.map(({ id }) => id)).to.deep.equal(['account', 'fromDate', 'toDate']);
    const open = rowsIn(aged as ReportWithRow).find(({ cells = [] }) => cells[0]?.attributes?.[0]?.id === 'invoiceID');
    expect(open?.cells).to.have.length(8);
  });

  it('repeats the days of the first period, so that a short month cuts longer ones', async () => {
    const { api, tenantId } = sdk;
    const headings = async (...dates: readonly [string, string, number, 'MONTH' | 'QUARTER' | 'YEAR']) => {
      const report = await told(api.getReportProfitAndLoss(tenantId, ...dates));
      return valuesOf((report.rows ?? [])[0] as ReportRows);
    };
    expect(await headings('2026-02-01', '2026-02-28', 2, 'MONTH')).to.deep.equal([
      '',
      '28 Feb 26',
      '28 Jan 26',
      '28 Dec 25',
    ]);
    expect(await headings('2026-03-01', '2026-03-31', 1, 'MONTH')).to.deep.equal(['', '31 Mar 26', '28 Feb 26']);
    expect(await headings('2026-01-01', '2026-03-31', 1, 'YEAR')).to.deep.equal(['', '31 Mar 26', '31 Mar 25']);
  });

  it('balances: debits are credits, and what is owned less what is owed is the equity, on either basis and day', async () => {
    const { api, tenantId } = sdk;
    for (const isCash of [false, true]) {
      const trial = await told(api.getReportTrialBalance(tenantId, undefined, isCash));
      const [, debit, credit, yearDebit, yearCredit] = valuesOf(find(trial, 'Total'));
      expect([debit, yearDebit], `cash: ${isCash}`).to.deep.equal([credit, yearCredit]);
      const sheet = await told(
        api.getReportBalanceSheet(tenantId, undefined, 3, 'MONTH', undefined, undefined, true, isCash),
      );
      expect(valuesOf(find(sheet, 'Net Assets')).slice(1)).to.deep.equal(
        valuesOf(find(sheet, 'Total Equity')).slice(1),
      );
    }
  });

  it('counts journals, unless they stay out of the cash basis, and transfers between banks', async () => {
    const { api, tenantId } = sdk;
    const [from, to] = [{ code: '090' }, { code: '091' }];
    await api.createBankTransfer(tenantId, {
      bankTransfers: [{ fromBankAccount: from, toBankAccount: to, amount: 25, date: '2026-02-10' }],
    });
    const journalLines = [
      { lineAmount: 900, accountCode: '461' },
      { lineAmount: -900, accountCode: '970' },
    ];
    const journal = { narration: 'Payroll', date: '2026-02-28', journalLines, showOnCashBasisReports: false };
    const posted = ManualJournal.StatusEnum.POSTED;
    await api.createManualJournals(tenantId, { manualJournals: [{ ...journal, status: posted }, journal] });
    const printing = async (isCash: boolean) =>
      find(await told(api.getReportTrialBalance(tenantId, '2026-02-28', isCash)), 'Printing & Stationery (461)');
    expect(valuesOf(await printing(false))[1]).to.equal('900.00');
    expect(await printing(true)).to.equal(undefined);
    const banks = await told(api.getReportBankSummary(tenantId, '2026-02-01', '2026-02-28'));
    expect(valuesOf(find(banks, 'Savings')).slice(1)).to.deep.equal(['0.00', '25.00', '0.00', '25.00']);
    const trial = await told(api.getReportTrialBalance(tenantId, '2026-02-28'));
    const [, debit, credit] = valuesOf(find(trial, 'Total'));
    expect(debit).to.equal(credit);
  });

  it('counts money spent and received, and deposits once they are earned on the cash basis', async () => {
    const { api, tenantId } = sdk;
    const common = {
      contact: { contactID: contact },
      bankAccount: { code: '090' },
      lineAmountTypes: LineAmountTypes.NoTax,
    };
    const line = (unitAmount: number, accountCode: string) => [
      { description: 'x', quantity: 1, unitAmount, accountCode },
    ];
    const { TypeEnum } = BankTransaction;
    const spent = { ...common, type: TypeEnum.SPEND, date: '2025-08-01', lineItems: line(40, '461') };
    const left = { ...common, type: TypeEnum.RECEIVEPREPAYMENT, date: '2025-08-02', lineItems: line(70, '200') };
    const made = await api.createBankTransactions(tenantId, { bankTransactions: [spent, left] });
    const prepaymentID = made.body.bankTransactions?.[1]?.prepaymentID ?? '';
    const invoice = {
      ...{ type: Invoice.TypeEnum.ACCREC, contact: { contactID: contact }, date: '2025-08-03', dueDate: '2025-08-20' },
      ...{ status: Invoice.StatusEnum.AUTHORISED, lineAmountTypes: LineAmountTypes.NoTax, lineItems: line(100, '200') },
    };
    const invoiced = only((await api.createInvoices(tenantId, { invoices: [invoice] })).body.invoices);
    const allocation = { invoice: { invoiceID: invoiced.invoiceID ?? '' }, amount: 70, date: '2025-08-04' };
    await api.createPrepaymentAllocations(tenantId, prepaymentID, { allocations: [allocation] });
    const unasked = [undefined, undefined, undefined, undefined, undefined, undefined] as const;
    const profit = (isCash: boolean) =>
      told(api.getReportProfitAndLoss(tenantId, '2025-08-01', '2025-08-31', ...unasked, true, isCash));
    const [accrual, cash] = [await profit(false), await profit(true)];
    expect([valuesOf(find(accrual, 'Sales'))[1], valuesOf(find(cash, 'Sales'))[1]]).to.deep.equal(['100.00', '70.00']);
    expect(valuesOf(find(cash, 'Printing & Stationery'))[1]).to.equal('40.00');
    for (const isCash of [false, true]) {
      const [, debit, credit] = valuesOf(
        find(await told(api.getReportTrialBalance(tenantId, '2025-08-31', isCash)), 'Total'),
      );
      expect(debit).to.equal(credit);
    }
    const aged = await told(api.getReportAgedReceivablesByContact(tenantId, contact, '2025-08-31'));
    const open = rowsIn(aged)
      .map(valuesOf)
      .find(([, number]) => number === invoiced.invoiceNumber);
    expect(open?.slice(4)).to.deep.equal(['100.00', '0.00', '70.00', '30.00']);
  });

  it('takes the organisation’s own layout unless the standard one is asked for', async () => {
    const { api, tenantId } = sdk;
    const titles = async (isStandard?: boolean) => {
      const asked = [undefined, undefined, undefined, undefined, undefined, undefined, isStandard] as const;
      return rowsIn(await told(api.getReportProfitAndLoss(tenantId, '2026-01-01', '2026-12-31', ...asked))).map(
        ({ title }) => title,
      );
    };
    expect(await titles())
      .to.include('Directors')
      .and.not.to.include(' Income');
    expect(await titles(true))
      .to.include(' Income')
      .and.not.to.include('Directors');
  });

  it('refuses what it cannot compute, and each report without its own scope', async () => {
    const { api, tenantId } = sdk;
    const unasked = [undefined, undefined, undefined, undefined, undefined, undefined] as const;
    const wrong = [
      api.getReportProfitAndLoss(tenantId, '2026-12-31', '2026-01-01'),
      api.getReportProfitAndLoss(tenantId, '2026-01-01', '2026-12-31', 12),
      api.getReportProfitAndLoss(tenantId, ...unasked, 'an option without its category'),
      api.getReportAgedReceivablesByContact(tenantId, tenantId),
      api.getReportBalanceSheet(tenantId, 'yesterday'),
    ];
    for (const one of wrong) expect((await refusalOf(one)).statusCode).to.equal(400);
    const { accountingApi } = await sdk.connect(
      [tenantId],
      ['openid', 'offline_access', 'accounting.reports.aged.read'],
    );
    expect((await refusalOf(accountingApi.getReportTrialBalance(tenantId))).statusCode).to.equal(401);
    await accountingApi.getReportAgedPayablesByContact(tenantId, contact);
  });
});
