/** What every New Zealand organisation starts with: tax rates, accounts, branding themes and tracking categories. */
import type { AccountRecord } from './account-record.ts';
import type { TaxRateRecord } from './tax-rate-record.ts';
import type { TenantBooks } from './tenant-books.ts';
import { firstCategories } from './tracking-categories.ts';

const everything = ['ASSET', 'EQUITY', 'EXPENSE', 'LIABILITY', 'REVENUE'];

type SeededRate = Pick<TaxRateRecord, 'id' | 'name' | 'ratePercent' | 'reportTaxType' | 'appliesTo'>;

const without = (name: string): readonly string[] => everything.filter((other) => other !== name);

const rates: readonly SeededRate[] = [
  { id: 'OUTPUT2', name: '15% GST on Income', ratePercent: 15, reportTaxType: 'OUTPUT', appliesTo: without('EXPENSE') },
  { id: 'INPUT2', name: '15% GST on Expenses', ratePercent: 15, reportTaxType: 'INPUT', appliesTo: without('REVENUE') },
  { id: 'NONE', name: 'No GST', ratePercent: 0, reportTaxType: 'NONE', appliesTo: everything },
  { id: 'ZERORATED', name: 'Zero Rated', ratePercent: 0, reportTaxType: 'ZERORATED', appliesTo: everything },
  { id: 'GSTONIMPORTS', name: 'GST on Imports', ratePercent: 0, reportTaxType: 'GSTONIMPORTS', appliesTo: [] },
];

type SeededAccount = Pick<AccountRecord, 'code' | 'name' | 'type' | 'taxType'> &
  Partial<Pick<AccountRecord, 'systemAccount' | 'enablePayments'>>;

const accounts: readonly SeededAccount[] = [
  { code: '090', name: 'Business Bank Account', type: 'BANK', taxType: 'NONE' },
  { code: '200', name: 'Sales', type: 'REVENUE', taxType: 'OUTPUT2' },
  { code: '260', name: 'Other Revenue', type: 'REVENUE', taxType: 'OUTPUT2' },
  { code: '310', name: 'Cost of Goods Sold', type: 'DIRECTCOSTS', taxType: 'INPUT2' },
  { code: '400', name: 'Materials', type: 'EXPENSE', taxType: 'INPUT2' },
  { code: '461', name: 'Printing & Stationery', type: 'EXPENSE', taxType: 'INPUT2' },
  { code: '610', name: 'Accounts Receivable', type: 'CURRENT', taxType: 'NONE', systemAccount: 'DEBTORS' },
  { code: '800', name: 'Accounts Payable', type: 'CURRLIAB', taxType: 'NONE', systemAccount: 'CREDITORS' },
  { code: '820', name: 'GST', type: 'CURRLIAB', taxType: 'NONE', systemAccount: 'GST' },
  { code: '860', name: 'Rounding', type: 'CURRLIAB', taxType: 'NONE', systemAccount: 'ROUNDING' },
  { code: '970', name: 'Owner Funds', type: 'EQUITY', taxType: 'NONE', enablePayments: true },
];

export function seedChart(books: TenantBooks, now: number, newId: () => string): void {
  for (const rate of rates) {
    const component = { Name: 'GST', Rate: rate.ratePercent, IsCompound: false, IsNonRecoverable: false };
    books.taxRates.put({ ...rate, updated: now, status: 'ACTIVE', components: [component] });
  }
  for (const account of accounts) {
    const isBank = account.type === 'BANK';
    books.accounts.put({
      enablePayments: false,
      ...account,
      id: newId(),
      updated: books.stamp(),
      status: 'ACTIVE',
      description: '',
      ...(isBank ? { bankAccountNumber: '00000000000000', bankAccountType: 'BANK', currencyCode: 'NZD' } : {}),
      showInExpenseClaims: false,
      addToWatchlist: false,
    });
  }
  for (const [sortOrder, name] of ['Standard', 'Special Projects'].entries()) {
    books.brandingThemes.put({ id: newId(), updated: now, name, sortOrder, createdAt: now });
  }
  seedTracking(books, now);
}

/** Also for the books of an earlier sandbox, which kept no categories. */
export function seedTracking(books: TenantBooks, now: number): void {
  for (const one of firstCategories) books.trackingCategories.put({ ...one, updated: now });
}
