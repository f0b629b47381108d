// Clauses of the gateway's contract that speak the provider's own words: its native documents, what it alone refuses.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type Clause, type LedgerUnderTest, ledgerGatewayContract } from '#contract-tests';
import type { JsonObject, LedgerRecord, ResourceType, WriteIntent } from '#core/ports';
import { newOrder, newQuote } from '../../../contract-tests/clauses/ledger-family-clauses.ts';
import {
  type Bench,
  benchOf,
  lineOf,
  newContact,
  newInvoice,
  newKey,
  refusalOf,
  reread,
  unique,
  write,
} from '../../../contract-tests/ledger-bench.ts';

const short = (): string => randomUUID().slice(0, 8);
const accountDocument = (Code = short()) => ({ Code, Name: unique('Tools').slice(0, 60), Type: 'EXPENSE' });

/** The live document with some keys laid over it, written as the provider's own. */
async function overlayNative(bench: Bench, record: LedgerRecord, document: JsonObject): Promise<void> {
  const existing = (await reread(bench, record)).native;
  const { type, providerId } = record;
  await write(bench, { kind: 'update_native', type, providerId, document, existing });
}

export const ownWordsClauses: readonly Clause<LedgerUnderTest>[] = [
  {
    name: 'native documents with the same keys are the same payload, in whatever order',
    async check({ gateway }) {
      const native = (document: JsonObject) => gateway.prepare({ kind: 'create_native', type: 'contacts', document });
      deepEqual(native({ Name: 'A', Phones: [{ A: 1, B: 2 }] }), native({ Phones: [{ B: 2, A: 1 }], Name: 'A' }));
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
      // A document in an envelope, with a value too long, or with an ambiguous identifier is refused by the name of its field.
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
  {
    name: 'a native document says in normalized words what it says, and null for the rest',
    async check({ gateway }) {
      equal(gateway.describe('contacts', { ContactNumber: 'C-1' })['contact_number'], 'C-1');
      equal(gateway.describe('contacts', {})['contact_number'], null);
      equal(gateway.describe('accounts', { Code: '200' })['code'], '200');
      deepEqual(gateway.describe('quotes', { Title: 'x' })['line_items'], []);
      for (const mode of ['INCLUSIVE', 'Inclusive']) {
        equal(gateway.describe('quotes', { LineAmountTypes: mode })['line_amount_mode'], 'inclusive');
      }
    },
  },
  {
    name: 'accounts are found by code, archived ones too, whatever the code, and made active again',
    async check(subject) {
      const bench = benchOf(subject);
      const found = async (code: string) => {
        const { records } = await bench.gateway.find(bench.access, { type: 'accounts', where: { code }, after: null });
        return records.map(({ providerId }) => providerId);
      };
      for (const code of [short(), `"${short()}`, `\\${short()}`]) {
        const document = accountDocument(code);
        const { type, providerId } = await write(bench, { kind: 'create_native', type: 'accounts', document });
        ok((await found(code)).includes(providerId), code);
        const archive = { Status: 'ARCHIVED' };
        await write(bench, { kind: 'update_native', type, providerId, document: archive, existing: null });
        ok((await found(code)).includes(providerId), `archived ${code}`);
        await write(bench, { kind: 'restore', type, providerId });
        equal((await bench.gateway.read(bench.access, type, providerId)).fields['status'], 'ACTIVE');
      }
    },
  },
  {
    name: 'net lines that are inherited are written as exclusive, with their tax, and the total stays',
    async check(subject) {
      const bench = benchOf(subject);
      const line = await lineOf(bench, 'REVENUE', { description: 'Hire', quantity: 1, unit_amount: 10 });
      const made = await newQuote(bench, { line_amount_mode: 'exclusive', line_items: [line] });
      const before = await reread(bench, made);
      // As the provider may show it: net lines under a header that says otherwise.
      const existing = { ...before.native, LineAmountTypes: 'INCLUSIVE' };
      const { type, providerId } = made;
      const net = { type, providerId, existing, linesAreNet: true } as const;
      await write(bench, { kind: 'update', fields: { status: 'SENT' }, ...net });
      const after = await reread(bench, made);
      deepEqual(after.fields, { ...before.fields, status: 'SENT' });
      const document = { Title: 'x', Status: 'SENT', LineAmountTypes: 'Inclusive', LineItems: [] };
      await write(bench, { kind: 'update_native', document, ...net });
      deepEqual((await reread(bench, made)).fields, { ...after.fields, title: 'x' });
    },
  },
  {
    name: 'an organization has the tenant’s id, and is opened by its short code',
    async check(subject) {
      const { gateway, access } = benchOf(subject);
      const organization = await gateway.read(access, 'organizations', subject.tenantId);
      const link = gateway.organizationLink(organization);
      ok(link?.includes(String(organization.fields['short_code'])));
      equal(gateway.organizationLink({ ...organization, fields: {} }), undefined);
    },
  },
  {
    name: 'another key with the name of a contact or an account that is there is refused, and changes nothing',
    async check(subject) {
      const bench = benchOf(subject);
      const contact: WriteIntent = { kind: 'create', type: 'contacts', fields: { name: unique('Once') } };
      const account: WriteIntent = { kind: 'create_native', type: 'accounts', document: accountDocument() };
      for (const intent of [contact, account]) {
        const prepared = bench.gateway.prepare(intent);
        const key = newKey();
        const record = await bench.gateway.send(bench.access, prepared, key);
        equal((await bench.gateway.send(bench.access, prepared, key)).providerId, record.providerId, intent.type);
        const before = await reread(bench, record);
        const twin = bench.gateway.send(bench.access, prepared, newKey());
        equal((await refusalOf(twin)).code, 'PROVIDER_REJECTED', intent.type);
        deepEqual(await reread(bench, record), before, intent.type);
        const { records } = await bench.gateway.list(bench.access, intent.type, { since: null, after: null });
        const listed = intent.type === 'accounts' && records.find(({ providerId }) => providerId === record.providerId);
        if (listed) ok(bench.gateway.couldBe(prepared, listed));
      }
      const draft = await newInvoice(bench);
      ok(typeof draft.fields['number'] === 'string' && draft.fields['number'] !== '', 'a draft has a number');
    },
  },
  {
    name: 'a request of one’s own that is repeated under its key is made once, under another key twice',
    async check(subject) {
      const { gateway, access } = benchOf(subject);
      const { passRead, passWrite } = gateway;
      ok(passRead && passWrite);
      const Name = unique('Wholesale');
      const listed = {
        template: '/ContactGroups',
        path: '/ContactGroups',
        accept: 'json',
        ifModifiedSince: null,
      } as const;
      const body = Buffer.from(JSON.stringify({ ContactGroups: [{ Name }] }));
      const make = (key: string) => passWrite(access, { ...listed, method: 'PUT', body }, key);
      const times = async () => {
        const { bytes } = await passRead(access, { ...listed, method: 'GET', body: null });
        return (
          Buffer.from(bytes ?? [])
            .toString()
            .split(Name).length - 1
        );
      };
      const key = newKey();
      const first = await make(key);
      equal(first.status, 200);
      deepEqual(Buffer.from((await make(key)).bytes ?? []), Buffer.from(first.bytes ?? []));
      equal(await times(), 1);
      await make(newKey());
      equal(await times(), 2);
    },
  },
];

/** Every gateway's promises, and this one's own. */
export const gatewayContract = {
  ...ledgerGatewayContract,
  clauses: [...ledgerGatewayContract.clauses, ...ownWordsClauses],
};
