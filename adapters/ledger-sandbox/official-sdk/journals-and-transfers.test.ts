import { expect } from 'chai';
import { BankTransfer, ManualJournal, RepeatingInvoice } from 'xero-node';
import { type DrivenSdk, driveSdk, only, refusalOf } from './testing/drive-sdk.ts';

describe('official SDK: manual journals, bank transfers and repeating invoices', () => {
  let sdk: DrivenSdk;
  before(async () => {
    sdk = await driveSdk();
  });
  after(() => sdk.close());

  const journalLines = [
    { lineAmount: 80, accountCode: '461', description: 'Printing' },
    { lineAmount: -80, accountCode: '970' },
  ];

  it('posts, changes and voids a journal, and is told of a code that was removed', async () => {
    const { api, tenantId } = sdk;
    const asked = { narration: 'Accrual', date: '2030-01-05', journalLines, status: ManualJournal.StatusEnum.POSTED };
    const made = only((await api.createManualJournals(tenantId, { manualJournals: [asked] })).body.manualJournals);
    expect(made).to.include({ narration: 'Accrual', status: 'POSTED', lineAmountTypes: 'NoTax' });
    expect(made.journalLines?.map(({ lineAmount }) => lineAmount)).to.deep.equal([80, -80]);
    const id = made.manualJournalID ?? '';
    const change = { narration: 'Accrual, November', journalLines };
    const changed = await api.updateManualJournal(tenantId, id, { manualJournals: [change] });
    expect(only(changed.body.manualJournals).narration).to.equal('Accrual, November');
    const ended = { manualJournals: [{ status: ManualJournal.StatusEnum.VOIDED } as ManualJournal] };
    expect(only((await api.updateManualJournal(tenantId, id, ended)).body.manualJournals).status).to.equal('VOIDED');
    const unknown = { ...asked, journalLines: [{ ...journalLines[0], accountCode: 'NONE' }, journalLines[1] ?? {}] };
    const warned = only((await api.createManualJournals(tenantId, { manualJournals: [unknown] })).body.manualJournals);
    expect(warned.warnings?.[0]?.message).to.include("'NONE' has been removed");
    const lone = { ...asked, journalLines: journalLines.slice(0, 1) };
    expect((await refusalOf(api.createManualJournals(tenantId, { manualJournals: [lone] }))).statusCode).to.equal(400);
  });

  it('lists journals with their lines on pages alone', async () => {
    const { api, tenantId } = sdk;
    const listed = async (page?: number) =>
      (await api.getManualJournals(tenantId, undefined, undefined, undefined, page)).body.manualJournals ?? [];
    const [whole, paged] = [await listed(), await listed(1)];
    expect(whole.map(({ manualJournalID }) => manualJournalID)).to.have.members(
      paged.map(({ manualJournalID }) => manualJournalID),
    );
    expect([whole[0]?.journalLines, paged[0]?.journalLines?.length]).to.deep.equal([undefined, 2]);
  });

  it('makes a transfer between two bank accounts, and deletes it', async () => {
    const { api, tenantId } = sdk;
    const accounts = (await api.getAccounts(tenantId, undefined, 'Type=="BANK"')).body.accounts ?? [];
    const [from, to] = accounts.map(({ accountID }) => ({ accountID }));
    const asked = { fromBankAccount: from ?? {}, toBankAccount: to ?? {}, amount: 12.5, date: '2030-01-05' };
    const made = only((await api.createBankTransfer(tenantId, { bankTransfers: [asked] })).body.bankTransfers);
    expect(made).to.include({ amount: 12.5 });
    expect(made.fromBankTransactionID).to.be.a('string');
    const read = await api.getBankTransfer(tenantId, made.bankTransferID ?? '');
    expect(only(read.body.bankTransfers)).to.be.instanceOf(BankTransfer);
  });

  it('reads repeating invoices, and ends one', async () => {
    const { api, tenantId } = sdk;
    const [repeating] = (await api.getRepeatingInvoices(tenantId)).body.repeatingInvoices ?? [];
    expect(repeating?.schedule).to.include({ period: 1, unit: 'MONTHLY' });
    const id = repeating?.repeatingInvoiceID ?? '';
    const end = { repeatingInvoices: [{ status: RepeatingInvoice.StatusEnum.DELETED }] };
    const ended = await api.updateRepeatingInvoice(tenantId, id, end);
    expect(only(ended.body.repeatingInvoices).status).to.equal('DELETED');
    expect((await api.getRepeatingInvoices(tenantId)).body.repeatingInvoices).to.deep.equal([]);
  });
});
