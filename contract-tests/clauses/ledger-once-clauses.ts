import { deepEqual, equal, notEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { JsonObject, ResourceType, WriteIntent } from '#core/ports';
import type { Clause } from '../contract.ts';
import {
  accountOf,
  type Bench,
  benchOf,
  type LedgerUnderTest,
  newContact,
  newInvoice,
  newKey,
  refusalOf,
  reread,
  unique,
} from '../ledger-bench.ts';

type Written = Exclude<ResourceType, 'organizations' | 'tax_rates' | 'branding_themes'>;
const documents = ['invoices', 'credit_notes', 'quotes', 'purchase_orders', 'payments'] as const;
const named = ['contacts', 'accounts'] as const;

async function documentFields(bench: Bench, kind: 'REVENUE' | 'EXPENSE'): Promise<JsonObject> {
  const contact = await newContact(bench);
  const { fields: account } = await accountOf(bench, kind);
  const line = { description: 'Once', quantity: 1, unit_amount: 20, account_code: account['code'] ?? '' };
  const dates = { issue_date: '2026-09-14' };
  return { contact_id: contact.providerId, ...dates, external_reference: unique('once'), line_items: [line] };
}

async function paymentFields(bench: Bench): Promise<JsonObject> {
  const invoice = await newInvoice(bench, { status: 'AUTHORISED' });
  const account = await accountOf(bench, 'BANK');
  const money = { invoice_id: invoice.providerId, account_id: account.providerId, amount: 1 };
  return { ...money, date: '2026-09-14', external_reference: unique('once') };
}

/** Makes what a creation presupposes; the creation itself is still to come. */
const creations: Readonly<Record<Written, (bench: Bench) => Promise<WriteIntent>>> = {
  contacts: async () => ({ kind: 'create', type: 'contacts', fields: { name: unique('Once') } }),
  accounts: async () => {
    const document = { Code: randomUUID().slice(0, 8), Name: unique('Once'), Type: 'EXPENSE' };
    return { kind: 'create_native', type: 'accounts', document };
  },
  invoices: async (bench) => ({ kind: 'create', type: 'invoices', fields: await documentFields(bench, 'REVENUE') }),
  credit_notes: async (bench) => {
    const fields = { type: 'payable', ...(await documentFields(bench, 'EXPENSE')) };
    return { kind: 'create', type: 'credit_notes', fields };
  },
  quotes: async (bench) => ({ kind: 'create', type: 'quotes', fields: await documentFields(bench, 'REVENUE') }),
  purchase_orders: async (bench) => {
    return { kind: 'create', type: 'purchase_orders', fields: await documentFields(bench, 'EXPENSE') };
  },
  payments: async (bench) => ({ kind: 'create', type: 'payments', fields: await paymentFields(bench) }),
};

export const ledgerOnceClauses: readonly Clause<LedgerUnderTest>[] = [
  {
    name: 'in every family a write that is sent again under its key made one record, and gives it again',
    async check(subject) {
      const bench = benchOf(subject);
      for (const type of [...named, ...documents]) {
        const write = bench.gateway.prepare(await creations[type](bench));
        const key = newKey();
        const first = await bench.gateway.send(bench.access, write, key);
        const again = await bench.gateway.send(bench.access, write, key);
        equal(again.providerId, first.providerId, type);
      }
    },
  },
  {
    name: 'in every family of documents another key makes another one of the same bytes',
    async check(subject) {
      const bench = benchOf(subject);
      for (const type of documents) {
        const write = bench.gateway.prepare(await creations[type](bench));
        const one = await bench.gateway.send(bench.access, write, newKey());
        const other = await bench.gateway.send(bench.access, write, newKey());
        notEqual(other.providerId, one.providerId, type);
      }
    },
  },
  {
    name: 'another key with the name of a contact or an account that is there is refused, and changes nothing',
    async check(subject) {
      const bench = benchOf(subject);
      for (const type of named) {
        const write = bench.gateway.prepare(await creations[type](bench));
        const record = await bench.gateway.send(bench.access, write, newKey());
        const before = await reread(bench, record);
        const twin = bench.gateway.send(bench.access, write, newKey());
        equal((await refusalOf(twin)).code, 'PROVIDER_REJECTED', type);
        deepEqual(await reread(bench, record), before, type);
      }
    },
  },
];
