import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { LedgerFindQuery, LedgerRecord } from '#core/ports';
import type { Clause } from '../contract.ts';
import {
  accountOf,
  type Bench,
  benchOf,
  create,
  type LedgerUnderTest,
  newContact,
  newInvoice,
  pagesOf,
  refusalOf,
  reread,
  unique,
  update,
  write,
} from '../ledger-bench.ts';

const short = (): string => randomUUID().slice(0, 8);

/** Every record that a question finds. */
async function findAll({ gateway, access }: Bench, query: Omit<LedgerFindQuery, 'after'>): Promise<readonly string[]> {
  const found: LedgerRecord[] = [];
  for await (const { records } of pagesOf((after) => gateway.find(access, { ...query, after }))) {
    ok(records.length <= 100, `a page of ${records.length}`);
    found.push(...records);
  }
  return found.map(({ providerId }) => providerId);
}

async function newQuote(bench: Bench, contactId: string, number: string): Promise<LedgerRecord> {
  const { fields } = await accountOf(bench, 'REVENUE');
  const line = { description: 'Hire', quantity: 1, unit_amount: 10, account_code: fields['code'] ?? '' };
  return create(bench, 'quotes', { contact_id: contactId, number, issue_date: '2026-09-14', line_items: [line] });
}

/** Texts that mean something in a query, an expression or an address. */
const awkward = ['O"Brien', 'back\\slash', 'a&b=c', '50% + "x" OR 1==1', "L'été ünï", 'a,b;c', '\\" OR Name!="'];

export const ledgerFindClauses: readonly Clause<LedgerUnderTest>[] = [
  {
    name: 'contacts are found by number and by name, archived ones too',
    async check(subject) {
      const bench = benchOf(subject);
      const [number, name] = [short(), unique('Contact')];
      const contact = await create(bench, 'contacts', { name, contact_number: number });
      for (const status of ['ACTIVE', 'ARCHIVED']) {
        if (status === 'ARCHIVED') await update(bench, contact, { status });
        for (const where of [{ contact_number: number }, { name }]) {
          const ids = await findAll(bench, { type: 'contacts', where });
          deepEqual(ids, [contact.providerId], `${status} by ${Object.keys(where)}`);
        }
      }
      deepEqual(await findAll(bench, { type: 'contacts', where: { contact_number: unique('none') } }), []);
    },
  },
  {
    name: 'no character of what is asked for changes the question',
    async check(subject) {
      const bench = benchOf(subject);
      for (const text of awkward) {
        const [name, number] = [`${text} ${short()}`, `${text} ${short()}`];
        const contact = await create(bench, 'contacts', { name, contact_number: number });
        for (const where of [{ name }, { contact_number: number }]) {
          deepEqual(await findAll(bench, { type: 'contacts', where }), [contact.providerId], JSON.stringify(where));
        }
      }
      deepEqual(await findAll(bench, { type: 'contacts', where: { name: `" OR Name!="${short()}` } }), []);
    },
  },
  {
    name: 'accounts are found by code, archived ones too, whatever the code',
    async check(subject) {
      const bench = benchOf(subject);
      for (const code of [short(), `"${short()}`, `\\${short()}`]) {
        const document = { Code: code, Name: unique('Tools').slice(0, 60), Type: 'EXPENSE' };
        const { type, providerId } = await write(bench, { kind: 'create_native', type: 'accounts', document });
        ok((await findAll(bench, { type: 'accounts', where: { code } })).includes(providerId), code);
        const archive = { Status: 'ARCHIVED' };
        await write(bench, { kind: 'update_native', type, providerId, document: archive, existing: null });
        ok((await findAll(bench, { type: 'accounts', where: { code } })).includes(providerId), `archived ${code}`);
      }
    },
  },
  {
    name: 'quotes are narrowed by number, status and contact, and by nothing else',
    async check(subject) {
      const bench = benchOf(subject);
      const contact = await newContact(bench);
      const other = await newContact(bench);
      const number = `Q-${short()}`;
      const quote = await newQuote(bench, contact.providerId, number);
      const second = await newQuote(bench, other.providerId, `Q-${short()}`);
      const asked = (where: Record<string, string>) => findAll(bench, { type: 'quotes', where });
      ok((await asked({ number })).includes(quote.providerId));
      ok(!(await asked({ number })).includes(second.providerId));
      deepEqual(await asked({ contact_id: contact.providerId }), [quote.providerId]);
      deepEqual(await asked({ contact_id: contact.providerId, status: 'SENT' }), []);
      deepEqual(await asked({ contact_id: contact.providerId, status: 'DRAFT', number }), [quote.providerId]);
      const all = await asked({});
      ok(all.includes(quote.providerId) && all.includes(second.providerId));
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
    name: 'net lines that are inherited are written as exclusive, with their tax, and the total stays',
    async check(subject) {
      const bench = benchOf(subject);
      const contact = await newContact(bench);
      const made = await newQuote(bench, contact.providerId, `Q-${short()}`);
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
    name: 'what is archived is made active again, and is otherwise as it was',
    async check(subject) {
      const bench = benchOf(subject);
      const contact = await newContact(bench, { email: 'a@example.com', tax_number: '12' });
      await update(bench, contact, { status: 'ARCHIVED' });
      await write(bench, { kind: 'restore', type: 'contacts', providerId: contact.providerId });
      deepEqual((await reread(bench, contact)).fields, contact.fields);
      const document = { Code: short(), Name: unique('Tools').slice(0, 60), Type: 'EXPENSE' };
      const account = await write(bench, { kind: 'create_native', type: 'accounts', document });
      const { type, providerId } = account;
      const archive = { Status: 'ARCHIVED' };
      await write(bench, { kind: 'update_native', type, providerId, document: archive, existing: null });
      await write(bench, { kind: 'restore', type: 'accounts', providerId });
      deepEqual((await reread(bench, account)).fields, account.fields);
    },
  },
  {
    name: 'an approved sale has an online address; a draft, a bill and an unknown invoice have none',
    async check(subject) {
      const bench = benchOf(subject);
      const { gateway, access } = bench;
      const sale = await newInvoice(bench, { status: 'AUTHORISED' });
      const url = await gateway.onlineInvoiceUrl(access, sale.providerId);
      ok(url !== undefined && URL.canParse(url));
      equal(await gateway.onlineInvoiceUrl(access, sale.providerId), url);
      equal(await gateway.onlineInvoiceUrl(access, (await newInvoice(bench)).providerId), undefined);
      const missing = await refusalOf(gateway.onlineInvoiceUrl(access, randomUUID()));
      equal(missing.code, 'NOT_FOUND');
    },
  },
  {
    name: 'an organization is opened by its short code',
    async check(subject) {
      const { gateway, access } = benchOf(subject);
      const organization = await gateway.read(access, 'organizations', subject.tenantId);
      const link = gateway.organizationLink(organization);
      ok(link?.includes(String(organization.fields['short_code'])));
      equal(gateway.organizationLink({ ...organization, fields: {} }), undefined);
    },
  },
];
