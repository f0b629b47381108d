/** The books that a sandbox begins with: two organisations, a practice, and some documents. */
import { createHash } from 'node:crypto';
import { addDays, dayInZone } from '../http/wire-dates.ts';
import { writeAccount } from '../rules/accounts.ts';
import { writeBankTransaction } from '../rules/bank-transactions.ts';
import { createTransfer } from '../rules/bank-transfers.ts';
import type { BookContext } from '../rules/book-context.ts';
import { writeContact } from '../rules/contacts.ts';
import { creditInvoice } from '../rules/credit-notes.ts';
import { writeInvoice } from '../rules/invoices.ts';
import { writeItem } from '../rules/items.ts';
import { writeJournal } from '../rules/manual-journals.ts';
import { createPayment } from '../rules/payments.ts';
import { writePurchaseOrder } from '../rules/purchase-orders.ts';
import { writeQuote } from '../rules/quotes.ts';
import { createRepeating } from '../rules/repeating-invoices.ts';
import type { Books } from './books.ts';
import { seedChart } from './seed-chart.ts';
import { type CompanySeed, seedCompany } from './seed-company.ts';
import type { TenantBooks } from './tenant-books.ts';
import type { TenantRecord } from './tenant-record.ts';

/**
 * `empty`: settings only. `small`: a few documents. `large`: over two pages of invoices and quotes. A `CompanySeed`: a
 * company's last months.
 */
export type Seed = SeedName | CompanySeed;
export type SeedName = 'empty' | 'small' | 'large';

const largeCount = 250;
const organisations = ['Harbour Tools Ltd', 'Miro Joinery Ltd'];
const practice = 'Kauri Accounting Practice';

export const isSeedName = (text: string): text is SeedName => ['empty', 'small', 'large'].includes(text);

/** Makes the same UUIDs for the same seed, so that a reset sandbox is what it was. */
export function stableIds(name: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    const hex = createHash('sha256').update(`${name}#${count}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}

export function newTenant(id: string, name: string, now: number): TenantRecord {
  const shortCode = `!${createHash('sha256').update(id).digest('base64url').replace(/[-_]/g, '').slice(0, 5)}`;
  const place = { currencyCode: 'NZD', timeZone: 'Pacific/Auckland' };
  return {
    id,
    updated: now,
    type: 'ORGANISATION',
    name,
    shortCode,
    ...place,
    createdAt: now,
    lastStamp: 0,
    nextNumbers: {},
  };
}

export function seedSandbox(books: Books, now: () => number): void {
  for (const name of organisations) {
    const newId = stableIds(name);
    fillTenant(books.addTenant(newTenant(newId(), name, now())), 'small', now, newId);
  }
  books.addTenant({ ...newTenant(stableIds(practice)(), practice, now()), type: 'PRACTICE' });
}

export function fillTenant(tenant: TenantBooks, seed: Seed, now: () => number, newId: () => string): void {
  seedChart(tenant, now(), newId);
  if (seed === 'empty') return;
  const context: BookContext = {
    books: tenant,
    clientId: '',
    now: now(),
    unitPlaces: 4,
    isKinder: () => false,
    newId,
    announce: () => {},
  };
  if (typeof seed === 'object') {
    seedCompany(context, seed);
    return;
  }
  const contactIds = seedContacts(context);
  seedDocuments(context, contactIds);
  if (seed === 'large') seedMany(context, contactIds);
}

const contacts = [
  { Name: 'Ridgeway Cafe', ContactNumber: 'C-1001', EmailAddress: 'accounts@ridgeway.example' },
  { Name: 'Northgate Builders', ContactNumber: 'C-1002', EmailAddress: 'office@northgate.example' },
  { Name: 'Bayside Timber Supplies', EmailAddress: 'sales@bayside.example' },
  { Name: 'City Power' },
];

const items = [
  {
    Code: 'HIRE',
    Name: 'Tool hire',
    Description: 'Tool hire, per day',
    IsPurchased: false,
    SalesDetails: { UnitPrice: 50, AccountCode: '200', TaxType: 'OUTPUT2' },
  },
  {
    Code: 'BENCH',
    Name: 'Workbench',
    Description: 'Workbench, oak',
    PurchaseDescription: 'Workbench, flat-packed',
    SalesDetails: { UnitPrice: 890, AccountCode: '200', TaxType: 'OUTPUT2' },
    PurchaseDetails: { UnitPrice: 512.5, AccountCode: '310', TaxType: 'INPUT2' },
  },
];

function seedContacts(context: BookContext): readonly string[] {
  return contacts.map((contact) => writeContact(context, contact, { how: 'create' }).id);
}

function seedDocuments(context: BookContext, [customer = '', builder = '', supplier = '']: readonly string[]): void {
  const day = dayInZone(context.now, context.books.tenant.timeZone);
  const dates = { Date: day, DueDate: addDays(day, 20) };
  const sale = { Type: 'ACCREC', Contact: { ContactID: customer }, ...dates };
  const hire = { Description: 'Tool hire', Quantity: 2, UnitAmount: 50, AccountCode: '200' };
  const create = { how: 'create' } as const;
  writeInvoice(context, { ...sale, LineItems: [hire] }, create);
  const approved = writeInvoice(
    context,
    { ...sale, Status: 'AUTHORISED', Reference: 'JOB-77', LineItems: [hire] },
    create,
  );
  const paid = writeInvoice(
    context,
    { ...sale, Contact: { ContactID: builder }, Status: 'AUTHORISED', LineItems: [{ ...hire, UnitAmount: 125 }] },
    create,
  );
  createPayment(context, { Invoice: { InvoiceID: paid.id }, Account: { Code: '090' }, Amount: paid.totals.total });
  const timber = { Description: 'Timber', Quantity: 10, UnitAmount: 12.5, AccountCode: '400' };
  const bill = {
    Type: 'ACCPAY',
    Contact: { ContactID: supplier },
    InvoiceNumber: 'B-204',
    Status: 'AUTHORISED',
    ...dates,
  };
  writeInvoice(context, { ...bill, LineItems: [timber] }, create);
  const bench = {
    Description: 'Bench',
    Quantity: 1,
    UnitAmount: 19.95,
    DiscountRate: 10,
    AccountCode: '200',
    TaxType: 'OUTPUT2',
  };
  const quote = { Contact: { ContactID: builder }, Date: day, ExpiryDate: addDays(day, 30), Terms: '30 days' };
  writeQuote(context, { ...quote, Status: 'SENT', Title: 'Workshop bench', LineItems: [bench] }, create);
  writeQuote(
    context,
    { ...quote, LineAmountTypes: 'INCLUSIVE', LineItems: [{ ...bench, DiscountRate: 0, UnitAmount: 500 }] },
    create,
  );
  writePurchaseOrder(context, { Contact: { ContactID: supplier }, Date: day, LineItems: [timber] }, create);
  creditInvoice(context, approved, { amount: 15, isAllocated: false });
  for (const item of items) writeItem(context, item, { how: 'create' });
  const accrued = [
    { Description: 'Printing, not billed yet', LineAmount: 80, AccountCode: '461' },
    { Description: 'Paid by the owner', LineAmount: -80, AccountCode: '970' },
  ];
  writeJournal(
    context,
    { Narration: 'Printing of the month', Date: day, Status: 'POSTED', JournalLines: accrued },
    create,
  );
  const savings = { Code: '091', Name: 'Savings', Type: 'BANK', BankAccountNumber: '00000000000001' };
  const { id: to } = writeAccount(context, savings, undefined);
  const [from] = context.books.accounts.find('code', '090');
  const accounts = { FromBankAccount: { AccountID: from?.id ?? '' }, ToBankAccount: { AccountID: to } };
  createTransfer(context, { ...accounts, Amount: 40, Date: day, Reference: 'To savings' });
  const monthly = {
    Period: 1,
    Unit: 'MONTHLY',
    DueDate: 20,
    DueDateType: 'OFFOLLOWINGMONTH',
    StartDate: addDays(day, 30),
  };
  createRepeating(context, { ...sale, Status: 'AUTHORISED', Reference: 'Hire', LineItems: [hire], Schedule: monthly });
  seedBank(context, { customer, supplier, day });
}

/** Money at the bank: a purchase by card, a deposit, and what a customer paid too much. */
function seedBank(
  context: BookContext,
  { customer, supplier, day }: Readonly<Record<'customer' | 'supplier' | 'day', string>>,
): void {
  const create = (document: object) =>
    writeBankTransaction(context, { BankAccount: { Code: '090' }, Date: day, ...document }, { how: 'create' });
  const line = { Description: 'Screws', Quantity: 1, UnitAmount: 46, AccountCode: '400' };
  create({ Type: 'SPEND', Contact: { ContactID: supplier }, Reference: 'CARD-7781', LineItems: [line] });
  const from = { Contact: { ContactID: customer }, LineAmountTypes: 'NoTax' };
  const deposit = { Description: 'Deposit', Quantity: 1, UnitAmount: 400, AccountCode: '200' };
  create({ ...from, Type: 'RECEIVE-PREPAYMENT', LineItems: [deposit] });
  create({
    ...from,
    Type: 'RECEIVE-OVERPAYMENT',
    LineItems: [{ ...deposit, Description: 'Paid twice', UnitAmount: 30 }],
  });
}

function seedMany(context: BookContext, [customer = '']: readonly string[]): void {
  const day = dayInZone(context.now, context.books.tenant.timeZone);
  const create = { how: 'create' } as const;
  for (let count = 1; count <= largeCount; count += 1) {
    const line = {
      Description: `Item ${count}`,
      Quantity: 1,
      UnitAmount: count,
      AccountCode: '200',
      TaxType: 'OUTPUT2',
    };
    const common = { Contact: { ContactID: customer }, Date: day, LineItems: [line] };
    writeInvoice(context, { ...common, Type: 'ACCREC', Status: 'AUTHORISED', DueDate: addDays(day, 20) }, create);
    writeQuote(context, common, create);
  }
}
