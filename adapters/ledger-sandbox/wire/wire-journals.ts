import type { BankTransferRecord } from '../books/bank-transfer-record.ts';
import type { ManualJournalRecord } from '../books/manual-journal-record.ts';
import type { RepeatingInvoiceRecord } from '../books/repeating-invoice-record.ts';
import type { TenantBooks } from '../books/tenant-books.ts';
import type { JsonObject } from '../http/json.ts';
import { dayString, wireDay, wireMoment } from '../http/wire-dates.ts';
import { wireSlimContact } from './wire-contact.ts';
import { wireLine } from './wire-lines.ts';

/** Provider: a list without pages leaves the lines out. */
export function wireJournal(journal: ManualJournalRecord, hasLines: boolean): JsonObject {
  const lines = journal.lines.map(
    ({ description, lineAmount, taxAmount, accountCode, accountId, taxType, tracking }) => ({
      LineAmount: lineAmount,
      ...(accountCode === undefined ? {} : { AccountCode: accountCode }),
      ...(accountId === undefined ? {} : { AccountID: accountId }),
      ...(description === '' ? {} : { Description: description }),
      ...(taxType === undefined ? {} : { TaxType: taxType }),
      TaxAmount: taxAmount,
      Tracking: tracking,
      IsBlank: false,
    }),
  );
  return {
    Date: wireDay(journal.date),
    Status: journal.status,
    LineAmountTypes: journal.lineAmountTypes,
    UpdatedDateUTC: wireMoment(journal.updated),
    ManualJournalID: journal.id,
    Narration: journal.narration,
    ...(hasLines ? { JournalLines: lines } : {}),
    ...(journal.url === '' ? {} : { Url: journal.url }),
    ShowOnCashBasisReports: journal.showOnCashBasis,
    HasAttachments: journal.hasAttachments === true,
  };
}

/** Provider: a transfer has the time of its creation and no other. */
export function wireTransfer(books: TenantBooks, transfer: BankTransferRecord): JsonObject {
  const account = (id: string) => {
    const { code, name = '' } = books.accounts.get(id) ?? {};
    return { AccountID: id, ...(code === undefined ? {} : { Code: code }), Name: name };
  };
  return {
    BankTransferID: transfer.id,
    CreatedDateUTCString: dayString(new Date(transfer.createdAt).toISOString().slice(0, 10)),
    CreatedDateUTC: wireMoment(transfer.createdAt),
    DateString: dayString(transfer.date),
    Date: wireDay(transfer.date),
    FromBankAccount: account(transfer.fromAccountId),
    ToBankAccount: account(transfer.toAccountId),
    Amount: transfer.amount,
    FromBankTransactionID: transfer.fromTransactionId,
    ToBankTransactionID: transfer.toTransactionId,
    FromIsReconciled: transfer.fromIsReconciled,
    ToIsReconciled: transfer.toIsReconciled,
    ...(transfer.reference === '' ? {} : { Reference: transfer.reference }),
    CurrencyRate: 1,
    ...(transfer.status === 'DELETED' ? { Status: transfer.status } : {}),
    HasAttachments: transfer.hasAttachments === true,
  };
}

export function wireRepeating(books: TenantBooks, repeating: RepeatingInvoiceRecord, unitPlaces: number): JsonObject {
  const { schedule, totals } = repeating;
  const contact = books.contacts.get(repeating.contactId);
  return {
    Schedule: {
      Period: schedule.period,
      Unit: schedule.unit,
      DueDate: schedule.dueDate,
      DueDateType: schedule.dueDateType,
      StartDate: wireDay(schedule.startDate),
      NextScheduledDate: wireDay(schedule.nextDate),
      ...(schedule.endDate === undefined ? {} : { EndDate: wireDay(schedule.endDate) }),
    },
    RepeatingInvoiceID: repeating.id,
    ID: repeating.id,
    Type: repeating.type,
    Reference: repeating.reference,
    HasAttachments: repeating.hasAttachments === true,
    ApprovedForSending: false,
    SendCopy: false,
    MarkAsSent: false,
    IncludePDF: false,
    Contact: contact ? wireSlimContact(contact) : {},
    Status: repeating.status,
    LineAmountTypes: repeating.lineAmountTypes,
    LineItems: repeating.lines.map((line) => wireLine(line, { unitPlaces, isListed: false })),
    SubTotal: totals.subTotal,
    TotalTax: totals.totalTax,
    Total: totals.total,
    BrandingThemeID: repeating.brandingThemeId,
    CurrencyCode: repeating.currencyCode,
  } as JsonObject;
}
