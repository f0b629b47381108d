import { deepEqual, equal, notEqual, ok, partialDeepStrictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type LedgerRecord, ServiceError } from '#core/ports';
import type { Clause } from '../contract.ts';
import {
  accountOf,
  benchOf,
  can,
  create,
  kept,
  type LedgerUnderTest,
  lineOf,
  listAll,
  newContact,
  newInvoice,
  newKey,
  noSuchId,
  oneLine,
  refusalOf,
  reread,
  unique,
  update,
  write,
  writes,
} from '../ledger-bench.ts';

const phone = { type: 'MOBILE', number: '123456' };
const address = { type: 'STREET', line1: '1 Quay', city: 'Auckland', postal_code: '1010' };

async function isRefusedOrNew(work: Promise<LedgerRecord>, there: LedgerRecord): Promise<void> {
  const end = await work.catch((error: unknown) => error);
  if (end instanceof ServiceError) equal(end.code, 'PROVIDER_REJECTED');
  else notEqual((end as LedgerRecord).providerId, there.providerId);
}

export const ledgerWriteClauses: readonly Clause<LedgerUnderTest>[] = [
  {
    name: 'asked: a prepared create tells the fields that it sets, as the new record has them',
    needs: ({ gateway }) => gateway.asked !== undefined,
    async check(subject) {
      const { gateway } = benchOf(subject);
      const name = unique('Asked');
      const prepared = gateway.prepare({ kind: 'create', type: 'contacts', fields: { name } });
      equal(gateway.asked?.(prepared)?.['name'], name);
    },
  },
  {
    name: 'a new contact holds what was sent',
    async check(subject) {
      const bench = benchOf(subject);
      const whole = {
        name: unique('Contact'),
        contact_number: randomUUID().slice(0, 20),
        email: 'a@example.com',
        tax_number: '12-345',
        contact_persons: [{ first_name: 'Ann', last_name: 'Bo', email: 'ann@example.com', include_in_emails: true }],
        phones: [phone],
      };
      const sent = kept(bench, 'contacts', whole);
      const contact = await create(bench, 'contacts', kept(bench, 'contacts', { ...sent, addresses: [address] }));
      const { fields } = await reread(bench, contact);
      for (const [name, value] of Object.entries(sent)) partialDeepStrictEqual(fields[name], value, name);
      if (!writes('contacts', 'addresses')(bench)) return;
      equal((fields['addresses'] as readonly { city?: string }[])[0]?.city, 'Auckland');
    },
  },
  {
    name: 'a partial update of a contact keeps what it does not name, and clears what it blanks',
    needs: can('contacts', 'create', 'update'),
    async check(subject) {
      const bench = benchOf(subject);
      const all = {
        email: 'a@example.com',
        tax_number: '12',
        contact_number: randomUUID().slice(0, 20),
        phones: [phone],
      };
      const contact = await newContact(bench, kept(bench, 'contacts', all));
      const before = (await reread(bench, contact)).fields;
      const blanked = writes('contacts', 'tax_number')(bench) ? 'tax_number' : 'contact_number';
      const changes = kept(bench, 'contacts', { email: 'b@example.com', [blanked]: null });
      await update(bench, contact, changes);
      const after = (await reread(bench, contact)).fields;
      deepEqual(after, { ...before, ...changes });
      if (!writes('contacts', 'phones')(bench)) return;
      await update(bench, contact, { phones: [{ ...phone, type: 'FAX' }] });
      partialDeepStrictEqual((await reread(bench, contact)).fields['phones'], [{ ...phone, type: 'FAX' }]);
    },
  },
  {
    name: 'a new invoice is a receivable draft unless it says otherwise, with the provider’s number and totals',
    needs: can('invoices', 'create'),
    async check(subject) {
      const bench = benchOf(subject);
      const written = await newInvoice(bench, { external_reference: 'JOB-77' });
      const { fields } = await reread(bench, written);
      deepEqual([fields['type'], fields['status'], fields['external_reference']], ['receivable', 'DRAFT', 'JOB-77']);
      // Some number a document when it is approved.
      ok(fields['number'] === null || (typeof fields['number'] === 'string' && fields['number'] !== ''));
      deepEqual([fields['sub_total'], fields['amount_paid']], [100, 0]);
      equal(fields['total'], fields['amount_due']);
      equal(written.fields['number'], fields['number']);
    },
  },
  {
    name: 'the same bytes under the same key make one document',
    needs: can('invoices', 'create'),
    async check(subject) {
      const bench = benchOf(subject);
      const contact = await newContact(bench);
      const reference = unique('once');
      const fields = { contact_id: contact.providerId, external_reference: reference };
      const prepared = bench.gateway.prepare({ kind: 'create', type: 'invoices', fields });
      const key = newKey();
      const send = () => bench.gateway.send(bench.access, prepared, key);
      // A mark is found when the call that left it has ended.
      if (bench.traits.repeats.keySeconds === null) await send();
      const ids = (await Promise.all([send(), send(), send()])).map(({ providerId }) => providerId);
      equal(new Set(ids).size, 1);
      const held = (await listAll(bench, 'invoices')).filter(({ fields: f }) => f['external_reference'] === reference);
      equal(held.length, 1);
    },
  },
  {
    name: 'creating never changes a record that is there: a taken name or number is refused, or names another one as well',
    async check(subject) {
      const bench = benchOf(subject);
      const contact = await newContact(bench, { email: 'a@example.com' });
      const twin = create(bench, 'contacts', { name: contact.fields['name'] ?? '', email: 'b@example.com' });
      await isRefusedOrNew(twin, contact);
      equal((await reread(bench, contact)).fields['email'], 'a@example.com');
      if (!can('invoices', 'create')(bench) || !writes('invoices', 'number')(bench)) return;
      const invoice = await newInvoice(bench);
      await isRefusedOrNew(newInvoice(bench, { number: invoice.fields['number'] ?? '' }), invoice);
    },
  },
  {
    name: 'a status-only update of an invoice keeps number, reference, theme and lines with their ids',
    needs: can('invoices', 'create', 'update', 'cancel'),
    async check(subject) {
      const bench = benchOf(subject);
      const invoice = await newInvoice(bench, { external_reference: 'JOB-78' });
      const before = (await reread(bench, invoice)).fields;
      await update(bench, invoice, { status: 'authorised' });
      const { fields } = await reread(bench, invoice);
      // Some number a document when it is approved.
      const number = before['number'] ?? fields['number'] ?? null;
      deepEqual(fields, { ...before, number, status: 'AUTHORISED' });
      const draft = await newInvoice(bench);
      equal((await update(bench, draft, { status: 'deleted' })).fields['status'], 'DELETED');
    },
  },
  {
    name: 'a replaced line keeps its id and its unit amount to four decimals',
    needs: can('invoices', 'create', 'update'),
    async check(subject) {
      const bench = benchOf(subject);
      const invoice = await newInvoice(bench);
      const id = oneLine(invoice.fields)['line_item_id'] ?? '';
      const line = { line_item_id: id, description: 'New', quantity: 1, unit_amount: 0.1234 };
      await update(bench, invoice, { line_items: [await lineOf(bench, 'REVENUE', line)] });
      const after = oneLine((await reread(bench, invoice)).fields);
      deepEqual([after['line_item_id'], after['description'], after['unit_amount']], [id, 'New', 0.1234]);
    },
  },
  {
    name: 'what the provider refuses is PROVIDER_REJECTED with its messages, and was not applied',
    needs: can('invoices', 'create'),
    async check(subject) {
      const bench = benchOf(subject);
      const reference = unique('refused');
      const nobody = noSuchId(bench, 'contacts');
      const error = await refusalOf(newInvoice(bench, { contact_id: nobody, external_reference: reference }));
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
    needs: can('contacts', 'update'),
    async check(subject) {
      const bench = benchOf(subject);
      const providerId = noSuchId(bench, 'contacts');
      const nobody = { kind: 'update', type: 'contacts', providerId, existing: null } as const;
      const error = await refusalOf(write(bench, { ...nobody, fields: { email: 'x@example.com' } }));
      deepEqual([error.code, error.details.outcome], ['NOT_FOUND', 'not_applied']);
    },
  },
  {
    name: 'a payment pays its invoice, and deleting it gives the debt back',
    needs: can('payments', 'create', 'update'),
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
