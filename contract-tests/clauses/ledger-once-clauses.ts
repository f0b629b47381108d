import { equal, notEqual } from 'node:assert/strict';
import type { JsonObject, ResourceType, WriteIntent } from '#core/ports';
import type { Clause } from '../contract.ts';
import {
  accountOf,
  type Bench,
  benchOf,
  can,
  type LedgerUnderTest,
  lineOf,
  newContact,
  newInvoice,
  newKey,
  unique,
} from '../ledger-bench.ts';

const documents = ['invoices', 'credit_notes', 'quotes', 'purchase_orders', 'payments'] as const;

async function documentFields(bench: Bench, kind: 'REVENUE' | 'EXPENSE'): Promise<JsonObject> {
  const contact = await newContact(bench);
  const line = await lineOf(bench, kind, { description: 'Once', quantity: 1, unit_amount: 20 });
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
const creations = {
  contacts: async () => ({ kind: 'create', type: 'contacts', fields: { name: unique('Once') } }),
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
} satisfies { readonly [T in ResourceType]?: (bench: Bench) => Promise<WriteIntent> };

export const ledgerOnceClauses: readonly Clause<LedgerUnderTest>[] = [
  {
    name: 'in every family a write that is sent again under its key made one record, and gives it again',
    async check(subject) {
      const bench = benchOf(subject);
      for (const type of (['contacts', ...documents] as const).filter((type) => can(type, 'create')(bench))) {
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
      for (const type of documents.filter((type) => can(type, 'create')(bench))) {
        const write = bench.gateway.prepare(await creations[type](bench));
        const one = await bench.gateway.send(bench.access, write, newKey());
        const other = await bench.gateway.send(bench.access, write, newKey());
        notEqual(other.providerId, one.providerId, type);
      }
    },
  },
];
