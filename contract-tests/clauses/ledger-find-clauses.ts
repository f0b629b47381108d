import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { LedgerFindQuery, LedgerRecord } from '#core/ports';
import type { Clause } from '../contract.ts';
import {
  all,
  type Bench,
  benchOf,
  can,
  create,
  finds,
  kept,
  type LedgerUnderTest,
  newContact,
  newInvoice,
  noSuchId,
  pagesOf,
  refusalOf,
  reread,
  unique,
  update,
  write,
  writes,
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
  const line = { description: 'Hire', quantity: 1, unit_amount: 10 };
  return create(bench, 'quotes', { contact_id: contactId, number, issue_date: '2026-09-14', line_items: [line] });
}

/** Texts that mean something in a query, an expression or an address. */
const awkward = ['O"Brien', 'back\\slash', 'a&b=c', '50% + "x" OR 1==1', "L'été ünï", 'a,b;c', '\\" OR Name!="'];

export const ledgerFindClauses: readonly Clause<LedgerUnderTest>[] = [
  {
    name: 'contacts are found by number and by name, archived ones too',
    needs: all(finds('contacts', 'name', 'contact_number'), writes('contacts', 'contact_number', 'status')),
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
    needs: all(finds('contacts', 'name', 'contact_number'), writes('contacts', 'contact_number')),
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
    name: 'quotes are narrowed by number, status and contact, and by nothing else',
    needs: all(can('quotes', 'create'), finds('quotes', 'number', 'status', 'contact_id'), writes('quotes', 'number')),
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
    name: 'what is archived is made active again, and is otherwise as it was',
    needs: can('contacts', 'create', 'update', 'restore'),
    async check(subject) {
      const bench = benchOf(subject);
      const contact = await newContact(bench, kept(bench, 'contacts', { email: 'a@example.com', tax_number: '12' }));
      await update(bench, contact, { status: 'ARCHIVED' });
      await write(bench, { kind: 'restore', type: 'contacts', providerId: contact.providerId });
      deepEqual((await reread(bench, contact)).fields, contact.fields);
    },
  },
  {
    name: 'an approved sale has an online address; a draft, a bill and an unknown invoice have none',
    needs: can('invoices', 'link'),
    async check(subject) {
      const bench = benchOf(subject);
      const { gateway, access } = bench;
      const sale = await newInvoice(bench, { status: 'AUTHORISED' });
      const url = await gateway.onlineInvoiceUrl(access, sale.providerId);
      ok(url !== undefined && URL.canParse(url));
      equal(await gateway.onlineInvoiceUrl(access, sale.providerId), url);
      equal(await gateway.onlineInvoiceUrl(access, (await newInvoice(bench)).providerId), undefined);
      const missing = await refusalOf(gateway.onlineInvoiceUrl(access, noSuchId(bench, 'invoices')));
      equal(missing.code, 'NOT_FOUND');
    },
  },
];
