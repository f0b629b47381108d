/** Controls over organisations and their books. */

import { fillTenant, isSeedName, newTenant, type Seed, stableIds } from '../books/seed.ts';
import type { TenantBooks } from '../books/tenant-books.ts';
import type { JsonObject } from '../http/json.ts';
import { reportCountries } from '../reports/report-words.ts';
import { wireContactGroup } from '../routes/contact-group-routes.ts';
import { actionNames } from '../rules/fields.ts';
import { stockOf } from '../rules/items.ts';
import { wireBankTransaction, wireDeposit } from '../wire/wire-bank-transaction.ts';
import { wireContact } from '../wire/wire-contact.ts';
import { wireCreditNote } from '../wire/wire-credit-note.ts';
import { wireInvoice } from '../wire/wire-invoice.ts';
import { wireItem } from '../wire/wire-item.ts';
import { wireJournal, wireRepeating, wireTransfer } from '../wire/wire-journals.ts';
import { wirePayment } from '../wire/wire-payment.ts';
import { wirePurchaseOrder } from '../wire/wire-purchase-order.ts';
import { wireQuote } from '../wire/wire-quote.ts';
import { wireAccount, wireTrackingCategory } from '../wire/wire-settings.ts';
import {
  onlyFields,
  optionalCount,
  optionalText,
  optionalWord,
  requiredText,
  tenantField,
  textList,
  wrongField,
} from './control-fields.ts';
import type { ControlPorts, Controls } from './control-ports.ts';
import { noQuirks } from './quirks.ts';

/** Shows the documents of a type, whatever quirks are set. */
const families: Readonly<Record<string, (books: TenantBooks) => readonly JsonObject[]>> = {
  Contacts: (books) => books.contacts.list().map(wireContact),
  Invoices: (books) =>
    books.invoices.list().map((r) =>
      wireInvoice(books, r, books.contacts.get(r.contactId), {
        form: 'full',
        unitPlaces: 4,
        kinder: noQuirks.kinder,
      }),
    ),
  CreditNotes: (books) => books.creditNotes.list().map((r) => wireCreditNote(books, r, 4)),
  Payments: (books) => books.payments.list().map((r) => wirePayment(books, r, 'read')),
  BankTransactions: (books) => books.bankTransactions.list().map((r) => wireBankTransaction(books, r, 4)),
  Prepayments: (books) => books.prepayments.list().map((r) => wireDeposit(books, r, 4)),
  Overpayments: (books) => books.overpayments.list().map((r) => wireDeposit(books, r, 4)),
  Quotes: (books) => books.quotes.list().map((r) => wireQuote(r, books.contacts.get(r.contactId), 'one', noQuirks)),
  PurchaseOrders: (books) =>
    books.purchaseOrders.list().map((r) => wirePurchaseOrder(r, books.contacts.get(r.contactId), 'read')),
  Accounts: (books) => books.accounts.list().map(wireAccount),
  Items: (books) => books.items.list().map((r) => wireItem(r, stockOf({ books }, r), 4)),
  ContactGroups: (books) => books.contactGroups.list().map((r) => wireContactGroup(books, r, true)),
  TrackingCategories: (books) => books.trackingCategories.list().map((r) => wireTrackingCategory(r, true)),
  ManualJournals: (books) => books.manualJournals.list().map((r) => wireJournal(r, true)),
  BankTransfers: (books) => books.bankTransfers.list().map((r) => wireTransfer(books, r)),
  RepeatingInvoices: (books) => books.repeatingInvoices.list().map((r) => wireRepeating(books, r, 4)),
};

function seedField(body: JsonObject): Seed {
  const seed = optionalText(body, 'seed') ?? 'small';
  const [months, random] = [optionalCount(body, 'months', 24), optionalCount(body, 'random', 1_000_000_000)];
  if (seed === 'company') return { months: months || 12, random: random ?? 1 };
  if (months !== undefined || random !== undefined) wrongField('seed', 'must be company, for months and random');
  return isSeedName(seed) ? seed : wrongField('seed', 'must be empty, small, large or company');
}

export function bookControls({ books, clock, newId }: ControlPorts): Controls {
  return {
    'GET organisations': () => ({
      organisations: books.tenants.list().map(({ id, name, type }) => ({ tenant_id: id, name, type })),
    }),
    'POST organisations'(body) {
      onlyFields(body, ['name', 'seed', 'months', 'random', 'period_lock_date', 'currencies']);
      const sent = textList(body, 'currencies');
      const currencies = sent.length > 0 ? sent : undefined;
      const name = requiredText(body, 'name');
      const seed = seedField(body);
      const nextId = typeof seed === 'object' ? stableIds(`${name} ${JSON.stringify(seed)}`) : newId;
      const tenantId = nextId();
      if (books.tenants.get(tenantId)) wrongField('name', 'is that of the same company, which is there already');
      const tenant = books.addTenant(newTenant(tenantId, name, clock.now()));
      fillTenant(tenant, seed, clock.now, nextId);
      tenant.change({ periodLockDate: optionalText(body, 'period_lock_date'), currencies });
      return { tenant_id: tenant.id, name };
    },
    /** A person locks periods; a plan or a role ends what is allowed. What is left out stays as it is. */
    'POST organisation-rules'(body) {
      onlyFields(body, [
        ...['tenant_id', 'period_lock_date', 'end_of_year_lock_date', 'not_allowed'],
        ...['report_country', 'reports_role'],
      ]);
      const tenant = tenantField(books, requiredText(body, 'tenant_id'));
      const { periodLockDate, endOfYearLockDate, notAllowed, reportCountry, reportsRole } = tenant.tenant;
      const country = optionalWord(body, 'report_country', reportCountries);
      const role = optionalWord(body, 'reports_role', ['held', 'missing', 'missing_in_words']);
      const day = (field: string, before: string | undefined) =>
        body[field] === undefined ? before : optionalText(body, field) || undefined;
      const refused = textList(body, 'not_allowed');
      const wrong = refused.find((name) => !actionNames.some((known) => known === name));
      if (wrong !== undefined) wrongField('not_allowed', `must be some of ${actionNames}`);
      tenant.change({
        periodLockDate: day('period_lock_date', periodLockDate),
        endOfYearLockDate: day('end_of_year_lock_date', endOfYearLockDate),
        notAllowed: body['not_allowed'] === undefined ? notAllowed : refused,
        reportCountry: country ?? reportCountry,
        reportsRole: role === undefined ? reportsRole : role === 'held' ? undefined : role,
      });
      return { tenant_id: tenant.id };
    },
    'GET books'(_body, query) {
      const tenant = tenantField(books, query.get('tenant_id') ?? undefined);
      return Object.fromEntries(Object.entries(families).map(([name, list]) => [name, list(tenant).length]));
    },
    'GET mails'(_body, query) {
      const tenant = tenantField(books, query.get('tenant_id') ?? undefined);
      const mailed = tenant.invoices.list().filter(({ timesMailed = 0 }) => timesMailed > 0);
      return { mails: mailed.map(({ id, number, timesMailed }) => ({ invoice_id: id, number, times: timesMailed })) };
    },
    'GET documents'(_body, query) {
      const tenant = tenantField(books, query.get('tenant_id') ?? undefined);
      const type = query.get('type') ?? '';
      const list = Object.hasOwn(families, type) ? families[type] : undefined;
      if (!list) return wrongField('type', `must be one of ${Object.keys(families)}`);
      return { documents: list(tenant) };
    },
  };
}
