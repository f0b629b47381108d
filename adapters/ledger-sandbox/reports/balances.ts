/** Sums of postings by account. */
import { Decimal } from 'decimal.js';
import type { AccountRecord } from '../books/account-record.ts';
import type { TenantBooks } from '../books/tenant-books.ts';
import { type AccountClass, accountClass } from '../rules/account-class.ts';
import { exchangeGroup, type Posting } from './postings.ts';

export interface Span {
  /** Undefined for everything until `to`. */
  readonly from?: string | undefined;
  readonly to: string;
}

export interface ReportAccount extends Pick<AccountRecord, 'id' | 'name' | 'type'> {
  readonly code: string;
  readonly class: AccountClass;
}

/** Provider: what the currencies gained stands in an account that no chart has. */
const exchange: ReportAccount = {
  id: exchangeGroup,
  code: '499',
  name: 'Foreign Currency Gains and Losses',
  type: 'EXPENSE',
  class: 'EXPENSE',
};

export function accountsOf(books: TenantBooks): readonly ReportAccount[] {
  const charted = books.accounts
    .list()
    .map(({ id, name, type, code = '' }) => ({ id, name, type, code, class: accountClass(type) }));
  return [...charted, exchange].sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0));
}

export const isOfProfit = ({ class: of }: Pick<ReportAccount, 'class'>): boolean =>
  of === 'REVENUE' || of === 'EXPENSE';

export class Balances {
  readonly #postings: readonly Posting[];
  readonly #profit: ReadonlySet<string>;

  constructor(postings: readonly Posting[], accounts: readonly ReportAccount[]) {
    this.#postings = postings;
    this.#profit = new Set(accounts.filter(isOfProfit).map(({ id }) => id));
  }

  /** Debits less credits. */
  of(accountId: string, span: Span): number {
    return this.#sum(span, (posting) => posting.accountId === accountId);
  }

  /** Debits alone, or credits alone, as a positive number. */
  moved(accountId: string, span: Span, side: 'debit' | 'credit'): number {
    const isSide = ({ amount }: Posting) => (side === 'debit' ? amount > 0 : amount < 0);
    return Math.abs(this.#sum(span, (posting) => posting.accountId === accountId && isSide(posting)));
  }

  /** Income less expenses. */
  profit(span: Span): number {
    return new Decimal(this.#sum(span, ({ accountId }) => this.#profit.has(accountId))).negated().toNumber();
  }

  #sum({ from, to }: Span, isOf: (posting: Posting) => boolean): number {
    const within = this.#postings.filter(
      (posting) => posting.date <= to && (from === undefined || posting.date >= from) && isOf(posting),
    );
    return within.reduce((sum, { amount }) => sum.plus(amount), new Decimal(0)).toNumber();
  }
}

export const sumOf = (amounts: readonly number[]): number => Decimal.sum(0, ...amounts).toNumber();
