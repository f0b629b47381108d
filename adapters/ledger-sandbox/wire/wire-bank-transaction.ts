import type { BankTransactionRecord } from '../books/bank-transaction-record.ts';
import type { DepositRecord } from '../books/deposit-record.ts';
import type { TenantBooks } from '../books/tenant-books.ts';
import type { JsonObject } from '../http/json.ts';
import { dayString, momentString, wireDay, wireMoment } from '../http/wire-dates.ts';
import { isOverpayment } from '../rules/bank-transactions.ts';
import { remainingCredit } from '../rules/credits.ts';
import { minus } from '../rules/tax.ts';
import { wireSlimContact } from './wire-contact.ts';
import { refundsOf, wireAllocations } from './wire-credit-note.ts';
import { wireLine } from './wire-lines.ts';

/** `summary`: an unpaged list, which leaves out the lines. */
export type BankForm = 'full' | 'summary';

type Shown = Pick<
  BankTransactionRecord,
  | 'contactId'
  | 'date'
  | 'lines'
  | 'lineAmountTypes'
  | 'totals'
  | 'updated'
  | 'currencyCode'
  | 'currencyRate'
  | 'hasAttachments'
> & { readonly status: string };

function common(books: TenantBooks, record: Shown, unitPlaces: number, form: BankForm): object {
  const contact = books.contacts.get(record.contactId);
  const { subTotal, totalTax, total } = record.totals;
  return {
    Contact: contact ? wireSlimContact(contact) : {},
    DateString: dayString(record.date),
    Date: wireDay(record.date),
    Status: record.status,
    LineAmountTypes: record.lineAmountTypes,
    ...(form === 'full' && { LineItems: record.lines.map((line) => wireLine(line, { unitPlaces, isListed: false })) }),
    SubTotal: subTotal,
    TotalTax: totalTax,
    Total: total,
    UpdatedDateUTC: wireMoment(record.updated),
    UpdatedDateUTCString: momentString(record.updated),
    CurrencyCode: record.currencyCode,
    CurrencyRate: record.currencyRate,
    HasAttachments: record.hasAttachments === true,
  };
}

export function wireBankTransaction(
  books: TenantBooks,
  record: BankTransactionRecord,
  unitPlaces: number,
  form: BankForm = 'full',
): JsonObject {
  const account = books.accounts.get(record.bankAccountId);
  const deposit = isOverpayment(record.type) ? 'OverpaymentID' : 'PrepaymentID';
  return {
    BankTransactionID: record.id,
    Type: record.type,
    BankAccount: {
      AccountID: record.bankAccountId,
      ...(account?.code ? { Code: account.code } : {}),
      ...(account ? { Name: account.name } : {}),
    },
    ...(record.reference === '' ? {} : { Reference: record.reference }),
    IsReconciled: record.isReconciled,
    ...(record.url ? { Url: record.url } : {}),
    ...(record.depositId === undefined ? {} : { [deposit]: record.depositId }),
    ...common(books, record, unitPlaces, form),
  } as JsonObject;
}

export function wireDeposit(books: TenantBooks, record: DepositRecord, unitPlaces: number): JsonObject {
  const isOver = isOverpayment(record.type);
  const remaining = remainingCredit(record);
  return {
    [isOver ? 'OverpaymentID' : 'PrepaymentID']: record.id,
    Type: record.type,
    ...(record.number === '' ? {} : { InvoiceNumber: record.number }),
    ...(record.reference === '' ? {} : { Reference: record.reference }),
    RemainingCredit: remaining,
    AppliedAmount: minus(record.totals.total, remaining),
    Allocations: wireAllocations(books, record),
    Payments: refundsOf(books, record),
    ...common(books, record, unitPlaces, 'full'),
  } as JsonObject;
}
