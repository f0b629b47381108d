/** What each document does to the accounts, in the organisation's currency: the ground of every report. */
import { Decimal } from 'decimal.js';
import type { BankTransactionRecord } from '../books/bank-transaction-record.ts';
import type { BankTransferRecord } from '../books/bank-transfer-record.ts';
import type { CreditNoteRecord } from '../books/credit-note-record.ts';
import type { DepositRecord } from '../books/deposit-record.ts';
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
type Priced = Pick<Trade, 'lines' | 'lineAmountTypes' | 'totals'>;

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
  for (const payment of books.payments.list())
    if (payment.status === 'AUTHORISED') postPayment(ledger, payment, isCash);
  for (const transaction of books.bankTransactions.list()) {
    if (transaction.status === 'AUTHORISED') ledger.banked(transaction);
  }
  if (isCash) for (const deposit of depositsOf(books)) ledger.earned(deposit);
  for (const journal of books.manualJournals.list()) {
    if (journal.status === 'POSTED' && (journal.showOnCashBasis || !isCash)) ledger.journaled(journal);
  }
  for (const transfer of books.bankTransfers.list()) if (transfer.status === 'AUTHORISED') ledger.moved(transfer);
  return tracked ? ledger.postings.filter(({ tracking }) => tracking.some(isTrackedBy(tracked))) : ledger.postings;
}

/** The deposits that were left with contacts, or by them. */
export const depositsOf = (books: TenantBooks): readonly DepositRecord[] =>
  [...books.prepayments.list(), ...books.overpayments.list()].filter(({ status }) => status !== 'VOIDED');

function postPayment(ledger: Ledger, payment: PaymentRecord, isCash: boolean): void {
  const { books } = ledger;
  const { invoiceId, creditNoteId = '', depositId = '' } = payment;
  const document = books.invoices.get(invoiceId) ?? books.creditNotes.get(creditNoteId);
  const deposit = books.prepayments.get(depositId) ?? books.overpayments.get(depositId);
  if (document && isCash) ledger.paidInCash(payment, document);
  else if (document) ledger.paid(payment, document);
  else if (deposit) ledger.paid(payment, { type: controlSide(deposit), currencyRate: deposit.currencyRate });
}

/** A deposit stands among the claims or the debts until it is allocated. */
const controlSide = ({ type }: Pick<DepositRecord, 'type'>): 'ACCREC' | 'ACCPAY' =>
  type.startsWith('RECEIVE') ? 'ACCREC' : 'ACCPAY';

const isTrackedBy =
  ({ categoryId, option }: TrackedBy) =>
  (entry: JsonObject): boolean =>
    textAt(entry, 'TrackingCategoryID') === categoryId && textAt(entry, 'Option') === option;

class Ledger {
  readonly postings: Posting[] = [];
  readonly books: TenantBooks;
  readonly #system: Readonly<Record<string, string>>;

  constructor(books: TenantBooks) {
    this.books = books;
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

  paid(
    { type, accountId, amount, currencyRate, date }: PaymentRecord,
    document: Pick<Trade, 'type' | 'currencyRate'>,
  ): void {
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

  /** What settles nothing is earned or spent at once; a deposit is not, until it is allocated. */
  banked(transaction: BankTransactionRecord): void {
    const { type, date, bankAccountId, totals, currencyRate } = transaction;
    const direction = type.startsWith('RECEIVE') ? 1 : -1;
    const control = { accountId: this.#controlOf(direction === 1 ? 'ACCREC' : 'ACCPAY'), tracking: [] };
    const isDeposit = type !== 'SPEND' && type !== 'RECEIVE';
    const legs = [
      { accountId: bankAccountId, amount: base(direction * totals.total, currencyRate), tracking: [] },
      ...(isDeposit
        ? [{ ...control, amount: base(-direction * totals.total, currencyRate) }]
        : this.#lines(transaction, -direction, currencyRate)),
    ];
    this.#post(date, legs, this.#systemAccount('ROUNDING'));
  }

  /** On the cash basis an invoice that a deposit settles is earned on the day of the allocation. */
  earned(deposit: DepositRecord): void {
    for (const { invoiceId, amount, date } of deposit.allocations) {
      const invoice = this.books.invoices.get(invoiceId);
      if (!invoice || invoice.totals.total === 0) continue;
      const direction = directions[invoice.type];
      const part = new Decimal(amount).div(invoice.totals.total).toNumber();
      const legs = [
        {
          accountId: this.#controlOf(invoice.type),
          amount: base(direction * amount, deposit.currencyRate),
          tracking: [],
        },
        ...this.#lines(invoice, -direction * part, deposit.currencyRate),
      ];
      this.#post(date, legs, this.#systemAccount('ROUNDING'));
    }
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

  #lines({ lines, lineAmountTypes, totals }: Priced, factor: number, rate: number) {
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
    const [byCode] = this.books.accounts.find('code', accountCode.toLowerCase());
    return accountId ?? byCode?.id ?? this.#systemAccount('ROUNDING');
  }

  #controlOf(type: Trade['type']): string {
    return this.#systemAccount(type.startsWith('ACCREC') ? 'DEBTORS' : 'CREDITORS');
  }

  #systemAccount(name: string): string {
    return this.#system[name] ?? name;
  }
}

const moneyIn = (type: PaymentRecord['type']): 1 | -1 => (type === 'ACCRECPAYMENT' || type.startsWith('AP') ? 1 : -1);

/** A rate is units of the document's currency for one of the organisation's. */
function base(amount: number, rate: number): number {
  return round(new Decimal(amount).div(rate > 0 ? rate : 1), 2);
}
