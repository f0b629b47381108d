import { deepEqual } from 'node:assert/strict';
import type { JsonObject, LedgerRecord } from '#core/ports';
import type { Clause } from '../contract.ts';
import {
  accountOf,
  all,
  type Bench,
  benchOf,
  can,
  create,
  kept,
  type LedgerUnderTest,
  newContact,
  reread,
  update,
  writes,
} from '../ledger-bench.ts';

export async function newQuote(bench: Bench, fields: JsonObject = {}): Promise<LedgerRecord> {
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

export async function newOrder(bench: Bench): Promise<LedgerRecord> {
  const contact = await newContact(bench);
  const fields = {
    contact_id: contact.providerId,
    issue_date: '2026-09-14',
    delivery_date: '2026-09-21',
    delivery_address: '1 Quay',
    delivery_instructions: 'Ring twice',
    attention_to: 'Bo',
    telephone: '123',
    external_reference: 'P-1',
    line_items: [{ description: 'Ply', quantity: 1, unit_amount: 20 }],
  };
  return create(bench, 'purchase_orders', kept(bench, 'purchase_orders', fields));
}

export const ledgerFamilyClauses: readonly Clause<LedgerUnderTest>[] = [
  {
    name: 'a new quote and a new purchase order hold what was sent',
    needs: all(can('quotes', 'create'), can('purchase_orders', 'create'), writes('quotes', 'expiry_date', 'summary')),
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
    needs: all(can('quotes', 'create', 'update'), writes('quotes', 'expiry_date', 'summary')),
    async check(subject) {
      const bench = benchOf(subject);
      const quote = await newQuote(bench);
      const before = await reread(bench, quote);
      await update(bench, quote, { status: 'sent' });
      const after = await reread(bench, quote);
      deepEqual(after.fields, { ...before.fields, status: 'SENT' });
      await update(bench, quote, { terms: null });
      deepEqual((await reread(bench, quote)).fields, { ...after.fields, terms: null });
    },
  },
  {
    name: 'a partial update of a purchase order keeps the rest',
    needs: can('purchase_orders', 'create', 'update'),
    async check(subject) {
      const bench = benchOf(subject);
      const order = await newOrder(bench);
      const before = (await reread(bench, order)).fields;
      const changes = kept(bench, 'purchase_orders', { external_reference: 'P-2', telephone: '456' });
      await update(bench, order, changes);
      deepEqual((await reread(bench, order)).fields, { ...before, ...changes });
    },
  },
];
