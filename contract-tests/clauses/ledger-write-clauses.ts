import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Clause } from '../contract.ts';
import {
  accountOf,
  benchOf,
  create,
  type LedgerUnderTest,
  listAll,
  newContact,
  newInvoice,
  newKey,
  oneLine,
  refusalOf,
  reread,
  unique,
  update,
  write,
} from '../ledger-bench.ts';

const phone = { type: 'MOBILE', country_code: '64', area_code: '21', number: '123456' };
const address = { type: 'STREET', line1: '1 Quay', city: 'Auckland', postal_code: '1010' };

export const ledgerWriteClauses: readonly Clause<LedgerUnderTest>[] = [
  {
    name: 'a new contact holds what was sent',
    async check(subject) {
      const bench = benchOf(subject);
      const sent = {
        name: unique('Contact'),
        contact_number: randomUUID().slice(0, 20),
        email: 'a@example.com',
        tax_number: '12-345',
        contact_persons: [{ first_name: 'Ann', last_name: 'Bo', email: 'ann@example.com', include_in_emails: true }],
      };
      const contact = await create(bench, 'contacts', { ...sent, phones: [phone], addresses: [address] });
      const { fields } = await reread(bench, contact);
      for (const [name, value] of Object.entries(sent)) deepEqual(fields[name], value, name);
      deepEqual(fields['phones'], [phone]);
      equal((fields['addresses'] as readonly { city?: string }[])[0]?.city, 'Auckland');
    },
  },
  {
    name: 'a partial update of a contact keeps what it does not name, and clears what it blanks',
    async check(subject) {
      const bench = benchOf(subject);
      const contact = await newContact(bench, { email: 'a@example.com', tax_number: '12', phones: [phone] });
      const before = (await reread(bench, contact)).fields;
      await update(bench, contact, { email: 'b@example.com', tax_number: null });
      const after = (await reread(bench, contact)).fields;
      deepEqual(after, { ...before, email: 'b@example.com', tax_number: null });
      await update(bench, contact, { phones: [{ ...phone, type: 'DDI' }] });
      deepEqual((await reread(bench, contact)).fields['phones'], [{ ...phone, type: 'DDI' }]);
    },
  },
  {
    name: 'a new invoice is a receivable draft unless it says otherwise, with the provider’s number and totals',
    async check(subject) {
      const bench = benchOf(subject);
      const written = await newInvoice(bench, { external_reference: 'JOB-77' });
      const { fields } = await reread(bench, written);
      deepEqual([fields['type'], fields['status'], fields['external_reference']], ['receivable', 'DRAFT', 'JOB-77']);
      ok(typeof fields['number'] === 'string' && fields['number'] !== '');
      deepEqual([fields['sub_total'], fields['amount_paid']], [100, 0]);
      equal(fields['total'], fields['amount_due']);
      equal(written.fields['number'], fields['number']);
    },
  },
  {
    name: 'the same bytes under the same key make one document',
    async check(subject) {
      const bench = benchOf(subject);
      const contact = await newContact(bench);
      const reference = unique('once');
      const fields = { contact_id: contact.providerId, external_reference: reference };
      const prepared = bench.gateway.prepare({ kind: 'create', type: 'invoices', fields });
      const key = newKey();
      const sends = Array.from({ length: 3 }, () => bench.gateway.send(bench.access, prepared, key));
      const ids = (await Promise.all(sends)).map(({ providerId }) => providerId);
      equal(new Set(ids).size, 1);
      const held = (await listAll(bench, 'invoices')).filter(({ fields: f }) => f['external_reference'] === reference);
      equal(held.length, 1);
    },
  },
  {
    name: 'creating never changes a record that is there: a taken name or number is refused',
    async check(subject) {
      const bench = benchOf(subject);
      const contact = await newContact(bench, { email: 'a@example.com' });
      const twin = create(bench, 'contacts', { name: contact.fields['name'] ?? '', email: 'b@example.com' });
      equal((await refusalOf(twin)).code, 'PROVIDER_REJECTED');
      equal((await reread(bench, contact)).fields['email'], 'a@example.com');
      const invoice = await newInvoice(bench);
      const again = newInvoice(bench, { number: invoice.fields['number'] ?? '' });
      equal((await refusalOf(again)).code, 'PROVIDER_REJECTED');
    },
  },
  {
    name: 'a status-only update of an invoice keeps number, reference, theme and lines with their ids',
    async check(subject) {
      const bench = benchOf(subject);
      const invoice = await newInvoice(bench, { external_reference: 'JOB-78' });
      const before = (await reread(bench, invoice)).fields;
      await update(bench, invoice, { status: 'submitted' });
      deepEqual((await reread(bench, invoice)).fields, { ...before, status: 'SUBMITTED' });
      equal((await update(bench, invoice, { status: 'deleted' })).fields['status'], 'DELETED');
    },
  },
  {
    name: 'a replaced line keeps its id and its unit amount to four decimals',
    async check(subject) {
      const bench = benchOf(subject);
      const { fields: account } = await accountOf(bench, 'REVENUE');
      const invoice = await newInvoice(bench);
      const id = oneLine(invoice.fields)['line_item_id'] ?? '';
      const line = { line_item_id: id, description: 'New', quantity: 1, unit_amount: 0.1234 };
      await update(bench, invoice, { line_items: [{ ...line, account_code: account['code'] ?? '' }] });
      const after = oneLine((await reread(bench, invoice)).fields);
      deepEqual([after['line_item_id'], after['description'], after['unit_amount']], [id, 'New', 0.1234]);
    },
  },
  {
    name: 'what the provider refuses is PROVIDER_REJECTED with its messages, and was not applied',
    async check(subject) {
      const bench = benchOf(subject);
      const reference = unique('refused');
      const error = await refusalOf(
        newInvoice(bench, { status: 'AUTHORISED', due_date: '', external_reference: reference }),
      );
      equal(error.code, 'PROVIDER_REJECTED');
      equal(error.details.outcome, 'not_applied');
      equal(error.retryable, false);
      const messages = error.details.providerError?.messages ?? [];
      ok(messages.length > 0 && messages.every((message) => message !== ''));
      ok(!JSON.stringify([error.message, error.details]).includes(reference), 'the error holds the document');
      equal(
        (await listAll(bench, 'invoices')).filter(({ fields }) => fields['external_reference'] === reference).length,
        0,
      );
    },
  },
  {
    name: 'updating what is not there is NOT_FOUND and was not applied',
    async check(subject) {
      const bench = benchOf(subject);
      const nobody = { kind: 'update', type: 'invoices', providerId: randomUUID(), existing: null } as const;
      const error = await refusalOf(write(bench, { ...nobody, fields: { external_reference: 'x' } }));
      deepEqual([error.code, error.details.outcome], ['NOT_FOUND', 'not_applied']);
    },
  },
  {
    name: 'a payment pays its invoice, and deleting it gives the debt back',
    async check(subject) {
      const bench = benchOf(subject);
      const invoice = await newInvoice(bench, { status: 'AUTHORISED' });
      const { total } = invoice.fields;
      const account = await accountOf(bench, 'BANK');
      const payment = await create(bench, 'payments', {
        invoice_id: invoice.providerId,
        account_id: account.providerId,
        amount: total ?? 0,
        date: '2026-09-14',
      });
      const paid = (await reread(bench, invoice)).fields;
      deepEqual([paid['status'], paid['amount_due'], paid['amount_paid']], ['PAID', 0, total]);
      equal((paid['payments'] as readonly unknown[]).length, 1);
      await update(bench, payment, { status: 'deleted' });
      const owed = (await reread(bench, invoice)).fields;
      deepEqual([owed['status'], owed['amount_due'], owed['amount_paid']], ['AUTHORISED', total, 0]);
      equal((await reread(bench, payment)).fields['status'], 'DELETED');
    },
  },
];
