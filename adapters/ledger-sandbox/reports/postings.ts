/** What each document does to the accounts, in the organisation's currency: the ground of every report. */
import { Decimal } from 'decimal.js';
import type { BankTransferRecord } from '../books/bank-transfer-record.ts';
import type { CreditNoteRecord } from '../books/credit-note-record.ts';
import type { InvoiceRecord } from '../books/invoice-record.ts';
import type { LineRecord } from '../books/line-record.ts';
import type { ManualJournalRecord } from '../books/manual-journal-record.ts';
import type { PaymentRecord } from '../books/payment-record.ts';
import type { TenantBooks } from '../books/tenant-books.ts';
import { type JsonObject, textAt } from '../http/json.ts';
import { minus, round } from '../rules/tax.ts';

/** Debits are positive. */
export interface Posting {
  readonly date: string;
  readonly accountId: string;
  readonly amount: number;
  /** The tracking of the line that it comes from. */
  readonly tracking: readonly JsonObject[];
}

/** Provider: gains and losses of currencies stand under this in place of an account's id. */
export const exchangeGroup = 'FXGROUPID';

export interface TrackedBy {
  readonly categoryId: string;
  readonly option: string;
}

export interface PostingPlan {
  /** Counts what was paid, when it was paid, in place of what was invoiced. */
  readonly isCash: boolean;
  readonly tracked?: TrackedBy | undefined;
}

type Trade = InvoiceRecord | CreditNoteRecord;

/** 1 where the document is a claim of the organisation, -1 where it is a debt. */
const directions: Readonly<Record<Trade['type'], 1 | -1>> = {
  ACCREC: 1,
  ACCPAY: -1,
  ACCRECCREDIT: -1,
  ACCPAYCREDIT: 1,
};

export function postingsOf(books: TenantBooks, { isCash, tracked }: PostingPlan): readonly Posting[] {
  const ledger = new Ledger(books);
  const documents: readonly Trade[] = [...books.invoices.list(), ...books.creditNotes.list()].filter(({ status }) =>
    ['AUTHORISED', 'PAID'].includes(status),
  );
  if (!isCash) for (const document of documents) ledger.invoiced(document);
  for (const payment of books.payments.list()) {
    if (payment.status !== 'AUTHORISED') continue;
    const { invoiceId, creditNoteId = '' } = payment;
    const document = books.invoices.get(invoiceId) ?? books.creditNotes.get(creditNoteId);
    if (!document) continue;
    if (isCash) ledger.paidInCash(payment, document);
    else ledger.paid(payment, document);
  }
  for (const journal of books.manualJournals.list()) {
    if (journal.status === 'POSTED' && (journal.showOnCashBasis || !isCash)) ledger.journaled(journal);
  }
  for (const transfer of books.bankTransfers.list()) if (transfer.status === 'AUTHORISED') ledger.moved(transfer);
  return tracked ? ledger.postings.filter(({ tracking }) => tracking.some(isTrackedBy(tracked))) : ledger.postings;
}

const isTrackedBy =
  ({ categoryId, option }: TrackedBy) =>
  (entry: JsonObject): boolean =>
    textAt(entry, 'TrackingCategoryID') === categoryId && textAt(entry, 'Option') === option;

class Ledger {
  readonly postings: Posting[] = [];
  readonly #books: TenantBooks;
  readonly #system: Readonly<Record<string, string>>;

  constructor(books: TenantBooks) {
    this.#books = books;
    const system = books.accounts
      .list()
      .flatMap(({ id, systemAccount }) => (systemAccount ? [[systemAccount, id]] : []));
    this.#system = Object.fromEntries(system);
  }

  invoiced(document: Trade): void {
    const { type, date, totals, currencyRate } = document;
    const direction = directions[type];
    const legs = [
      { accountId: this.#controlOf(type), amount: base(direction * totals.total, currencyRate), tracking: [] },
      ...this.#lines(document, -direction, currencyRate),
    ];
    this.#post(date, legs, this.#systemAccount('ROUNDING'));
  }

  paid({ type, accountId, amount, currencyRate, date }: PaymentRecord, document: Trade): void {
    const direction = moneyIn(type);
    const legs = [
      { accountId, amount: base(direction * amount, currencyRate), tracking: [] },
      {
        accountId: this.#controlOf(document.type),
        amount: base(-direction * amount, document.currencyRate),
        tracking: [],
      },
    ];
    this.#post(date, legs, exchangeGroup);
  }

  paidInCash({ type, accountId, amount, currencyRate, date }: PaymentRecord, document: Trade): void {
    const direction = moneyIn(type);
    const part = document.totals.total === 0 ? 0 : new Decimal(amount).div(document.totals.total).toNumber();
    const legs = [
      { accountId, amount: base(direction * amount, currencyRate), tracking: [] },
      ...this.#lines(document, -direction * part, currencyRate),
    ];
    this.#post(date, legs, this.#systemAccount('ROUNDING'));
  }

  journaled({ date, lines, lineAmountTypes }: ManualJournalRecord): void {
    const legs = lines.map((line) => ({
      accountId: this.#accountOf(line),
      amount: lineAmountTypes === 'Inclusive' ? minus(line.lineAmount, line.taxAmount) : line.lineAmount,
      tracking: line.tracking,
    }));
    const taxes = lines.map(({ taxAmount }) => ({
      accountId: this.#systemAccount('GST'),
      amount: taxAmount,
      tracking: [],
    }));
    this.#post(date, [...legs, ...taxes], this.#systemAccount('ROUNDING'));
  }

  moved({ date, fromAccountId, toAccountId, amount }: BankTransferRecord): void {
    const legs = [
      { accountId: fromAccountId, amount: -amount, tracking: [] },
      { accountId: toAccountId, amount, tracking: [] },
    ];
    this.#post(date, legs, this.#systemAccount('ROUNDING'));
  }

  #lines({ lines, lineAmountTypes, totals }: Trade, factor: number, rate: number) {
    const priced = lines.filter(({ accountId, accountCode, lineAmount }) => accountId ?? accountCode ?? lineAmount);
    return [
      ...priced.map((line) => {
        const net = lineAmountTypes === 'Inclusive' ? line.lineAmount - line.taxAmount : line.lineAmount;
        return { accountId: this.#accountOf(line), amount: base(factor * net, rate), tracking: line.tracking };
      }),
      { accountId: this.#systemAccount('GST'), amount: base(factor * totals.totalTax, rate), tracking: [] },
    ];
  }

  /** What the roundings or the rates leave goes to `rest`. */
  #post(date: string, legs: readonly Omit<Posting, 'date'>[], rest: string): void {
    const sum = legs.reduce((at, { amount }) => at.plus(amount), new Decimal(0));
    const balanced = [...legs, { accountId: rest, amount: sum.negated().toNumber(), tracking: [] }];
    for (const leg of balanced) if (leg.amount !== 0) this.postings.push({ date, ...leg });
  }

  #accountOf({ accountId, accountCode = '' }: Pick<LineRecord, 'accountId' | 'accountCode'>): string {
    const [byCode] = this.#books.accounts.find('code', accountCode.toLowerCase());
    return accountId ?? byCode?.id ?? this.#systemAccount('ROUNDING');
  }

  #controlOf(type: Trade['type']): string {
    return this.#systemAccount(type.startsWith('ACCREC') ? 'DEBTORS' : 'CREDITORS');
  }

  #systemAccount(name: string): string {
    return this.#system[name] ?? name;
  }
}

const moneyIn = (type: PaymentRecord['type']): 1 | -1 => (['ACCRECPAYMENT', 'APCREDITPAYMENT'].includes(type) ? 1 : -1);

/** A rate is units of the document's currency for one of the organisation's. */
function base(amount: number, rate: number): number {
  return round(new Decimal(amount).div(rate > 0 ? rate : 1), 2);
}
