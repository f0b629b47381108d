import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { JsonObject, LedgerRecord, ResourceType } from '#core/ports';
import type { Clause } from '../contract.ts';
import {
  accountOf,
  type Bench,
  benchOf,
  create,
  type LedgerUnderTest,
  newContact,
  newInvoice,
  refusalOf,
  reread,
  unique,
  update,
  write,
} from '../ledger-bench.ts';

async function newQuote(bench: Bench, fields: JsonObject = {}): Promise<LedgerRecord> {
  const contact = await newContact(bench);
  const { fields: account } = await accountOf(bench, 'REVENUE');
  const line = {
    description: 'Bench',
    quantity: 1,
    unit_amount: 19.95,
    discount_rate: 10,
    tax_type: account['tax_type'],
  };
  return create(bench, 'quotes', {
    contact_id: contact.providerId,
    issue_date: '2026-09-14',
    expiry_date: '2026-10-14',
    line_amount_mode: 'inclusive',
    external_reference: 'Q-12',
    terms: '30 days',
    title: 'Title',
    summary: 'Summary',
    line_items: [{ ...line, account_code: account['code'] ?? '' } as JsonObject],
    ...fields,
  });
}

async function newOrder(bench: Bench): Promise<LedgerRecord> {
  const contact = await newContact(bench);
  const { fields: account } = await accountOf(bench, 'EXPENSE');
  return create(bench, 'purchase_orders', {
    contact_id: contact.providerId,
    issue_date: '2026-09-14',
    delivery_date: '2026-09-21',
    delivery_address: '1 Quay',
    delivery_instructions: 'Ring twice',
    attention_to: 'Bo',
    telephone: '123',
    external_reference: 'P-1',
    line_items: [{ description: 'Ply', quantity: 1, unit_amount: 20, account_code: account['code'] ?? '' }],
  });
}

/** The live document with some keys laid over it, written as the provider's own. */
async function overlayNative(bench: Bench, record: LedgerRecord, document: JsonObject): Promise<void> {
  const existing = (await reread(bench, record)).native;
  const { type, providerId } = record;
  await write(bench, { kind: 'update_native', type, providerId, document, existing });
}

export const ledgerFamilyClauses: readonly Clause<LedgerUnderTest>[] = [
  {
    name: 'a new quote and a new purchase order hold what was sent',
    async check(subject) {
      const bench = benchOf(subject);
      const quote = (await reread(bench, await newQuote(bench))).fields;
      deepEqual([quote['title'], quote['summary'], quote['terms']], ['Title', 'Summary', '30 days']);
      deepEqual([quote['issue_date'], quote['expiry_date']], ['2026-09-14', '2026-10-14']);
      deepEqual([quote['line_amount_mode'], quote['total']], ['inclusive', 17.96]);
      const order = (await reread(bench, await newOrder(bench))).fields;
      deepEqual([order['delivery_date'], order['delivery_instructions']], ['2026-09-21', 'Ring twice']);
      deepEqual([order['attention_to'], order['telephone'], order['sub_total']], ['Bo', '123', 20]);
    },
  },
  {
    name: 'a status-only update of a quote over the live one keeps its whole header, its lines and its total',
    async check(subject) {
      const bench = benchOf(subject);
      const quote = await newQuote(bench);
      const before = await reread(bench, quote);
      await update(bench, quote, { status: 'sent' }, before.native);
      const after = await reread(bench, quote);
      deepEqual(after.fields, { ...before.fields, status: 'SENT' });
      await update(bench, quote, { terms: null }, after.native);
      deepEqual((await reread(bench, quote)).fields, { ...after.fields, terms: null });
    },
  },
  {
    name: 'a partial update of a purchase order keeps the rest',
    async check(subject) {
      const bench = benchOf(subject);
      const order = await newOrder(bench);
      const before = (await reread(bench, order)).fields;
      await update(bench, order, { status: 'authorised', telephone: '456' });
      deepEqual((await reread(bench, order)).fields, { ...before, status: 'AUTHORISED', telephone: '456' });
    },
  },
  {
    name: 'native documents reach the provider as they are',
    async check(subject) {
      const bench = benchOf(subject);
      const contact = await newContact(bench);
      const document = {
        Type: 'ACCPAY',
        Contact: { ContactID: contact.providerId },
        InvoiceNumber: unique('BILL'),
        LineItems: [{ Description: 'Only words' }],
        NoSuchKey: { of: ['the provider'] },
      };
      const bill = await write(bench, { kind: 'create_native', type: 'invoices', document });
      const { native, fields } = await reread(bench, bill);
      deepEqual([native['Type'], native['InvoiceNumber']], ['ACCPAY', document.InvoiceNumber]);
      equal(fields['type'], 'payable');
    },
  },
  {
    name: 'native keys laid over a live document leave every other as it was',
    async check(subject) {
      const bench = benchOf(subject);
      const records = [await newQuote(bench), await newInvoice(bench), await newOrder(bench)];
      for (const record of records) {
        const before = (await reread(bench, record)).fields;
        await overlayNative(bench, record, { Reference: 'changed' });
        const after = (await reread(bench, record)).fields;
        deepEqual(after, { ...before, external_reference: 'changed' }, record.type);
      }
      const contact = await newContact(bench, { email: 'a@example.com', account_number: 'A-1' });
      const before = (await reread(bench, contact)).fields;
      await overlayNative(bench, contact, { FirstName: 'Ann' });
      deepEqual((await reread(bench, contact)).fields, { ...before, first_name: 'Ann' });
    },
  },
  {
    name: 'an account is created and changed through its own transport',
    async check(subject) {
      const bench = benchOf(subject);
      const code = randomUUID().slice(0, 8);
      const document = { Code: code, Name: unique('Tools').slice(0, 60), Type: 'EXPENSE', Description: 'before' };
      const account = await write(bench, { kind: 'create_native', type: 'accounts', document });
      equal(account.fields['code'], code);
      const { type, providerId } = account;
      const changes = { Description: 'after' };
      await write(bench, { kind: 'update_native', type, providerId, document: changes, existing: null });
      const { fields } = await reread(bench, account);
      deepEqual([fields['code'], fields['description'], fields['class']], [code, 'after', 'EXPENSE']);
      const twin = write(bench, { kind: 'create_native', type: 'accounts', document });
      equal((await refusalOf(twin)).code, 'PROVIDER_REJECTED');
    },
  },
  {
    name: 'a native document names its record, in any case of letters, or none',
    async check({ gateway }) {
      const id = randomUUID();
      equal(gateway.identify('invoices', { InvoiceID: id.toUpperCase() }), id);
      equal(gateway.identify('contacts', { ContactID: id }), id);
      equal(gateway.identify('invoices', { ContactID: id }), undefined);
      equal(gateway.identify('invoices', { InvoiceID: '00000000-0000-0000-0000-000000000000' }), undefined);
      ok(gateway.identify('quotes', {}) === undefined);
      // In an envelope, too long, or with an identifier that means two things, it is refused by name.
      const refused: readonly [ResourceType, JsonObject, string][] = [
        ['contacts', { Contacts: [{ Name: 'One' }] }, 'Contacts'],
        ['quotes', { LineItems: Array(501).fill({}) }, 'LineItems'],
        ['quotes', { Title: 'x'.repeat(101) }, 'Title'],
        ['accounts', { Code: '\ud800' }, 'Code'],
      ];
      for (const [type, document, key] of refused) {
        const error = await refusalOf((async () => gateway.identify(type, document))());
        equal(error.code, 'BAD_REQUEST');
        deepEqual(
          error.details.errors?.map(({ path }) => path),
          [`provider_data.${key}`],
        );
      }
    },
  },
];
