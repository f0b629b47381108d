import { deepEqual, equal, ok } from 'node:assert/strict';
import {
  creditTypes,
  isJsonObject,
  type JsonObject,
  type LedgerGateway,
  type LedgerRecord,
  type NewAllocation,
  type ResourceType,
} from '#core/ports';
import type { Clause } from '../contract.ts';
import {
  type Bench,
  benchOf,
  can,
  create,
  invoiceFields,
  type LedgerUnderTest,
  newKey,
  noSuchId,
  refusalOf,
  reread,
} from '../ledger-bench.ts';

type Allocations = Required<Pick<LedgerGateway, 'allocate' | 'removeAllocation'>>;

function allocationsOf({ gateway }: Bench): Allocations {
  const { allocate, removeAllocation } = gateway;
  ok(allocate && removeAllocation, 'a family can allocate, and the gateway cannot');
  return { allocate, removeAllocation };
}

const allocate = (bench: Bench, credit: LedgerRecord, to: Omit<NewAllocation, 'date'>, key = newKey()) =>
  allocationsOf(bench).allocate(bench.access, credit, { date: null, ...to }, key);

const remove = (bench: Bench, credit: LedgerRecord, id: string) =>
  allocationsOf(bench).removeAllocation(bench.access, credit, id);

/** A credit note and an invoice of one contact, each of 100 and its taxes. */
async function newPair(bench: Bench) {
  const fields = { ...(await invoiceFields(bench)), type: 'receivable', status: 'AUTHORISED' };
  const { due_date: _due, ...ofCredit } = fields as JsonObject;
  return {
    credit: await create(bench, 'credit_notes', ofCredit),
    invoice: await create(bench, 'invoices', fields),
  };
}

async function allocationsIn(bench: Bench, credit: LedgerRecord): Promise<readonly JsonObject[]> {
  const { allocations } = (await reread(bench, credit)).fields;
  return (Array.isArray(allocations) ? allocations : []).filter(isJsonObject);
}

const needs = can('credit_notes', 'create', 'allocate');

export const ledgerAllocationClauses: readonly Clause<LedgerUnderTest>[] = [
  {
    name: 'credit that was allocated is shown by the credit, with a name, and by the remainders of both documents',
    needs,
    async check(subject) {
      const bench = benchOf(subject);
      const { credit, invoice } = await newPair(bench);
      await allocate(bench, credit, { invoice: invoice.providerId, amount: 12.34 });
      await allocate(bench, credit, { invoice: invoice.providerId, amount: 20 });
      const shown = await allocationsIn(bench, credit);
      deepEqual(
        shown.map(({ amount }) => amount),
        [12.34, 20],
      );
      ok(shown.every((one) => String(one['invoice_id']).startsWith('inv_') && typeof one['date'] === 'string'));
      equal(new Set(shown.map((one) => one['allocation_id'])).size, 2);
      const [left, due] = [await reread(bench, credit), await reread(bench, invoice)];
      const spent = (total: unknown, rest: unknown) => Math.round((Number(total) - Number(rest)) * 100) / 100;
      equal(spent(credit.fields['total'], left.fields['remaining_credit']), 32.34);
      equal(spent(invoice.fields['total'], due.fields['amount_due']), 32.34);
    },
  },
  {
    name: 'a repeat under the same key allocates no second time, under another key it does',
    needs,
    async check(subject) {
      const bench = benchOf(subject);
      const { credit, invoice } = await newPair(bench);
      const key = newKey();
      for (const _ of [1, 2]) await allocate(bench, credit, { invoice: invoice.providerId, amount: 10 }, key);
      equal((await allocationsIn(bench, credit)).length, 1);
      await allocate(bench, credit, { invoice: invoice.providerId, amount: 10 });
      equal((await allocationsIn(bench, credit)).length, 2);
    },
  },
  {
    name: 'an allocation that the books do not take is refused, and nothing of it is made',
    needs,
    async check(subject) {
      const bench = benchOf(subject);
      const { credit, invoice } = await newPair(bench);
      const nobody = noSuchId(bench, 'invoices');
      for (const to of [
        { invoice: invoice.providerId, amount: 100_000 },
        { invoice: nobody, amount: 1 },
      ]) {
        const { code, details } = await refusalOf(allocate(bench, credit, to));
        ok(['PROVIDER_REJECTED', 'NOT_FOUND'].includes(code), code);
        equal(details.outcome, 'not_applied');
      }
      deepEqual(await allocationsIn(bench, credit), []);
      const gone = { ...credit, providerId: noSuchId(bench, 'credit_notes') };
      const refused = await refusalOf(allocate(bench, gone, { invoice: invoice.providerId, amount: 1 }));
      deepEqual([refused.code, refused.details.outcome], ['NOT_FOUND', 'not_applied']);
    },
  },
  {
    name: 'an allocation is taken back by its name, and that alone; one that is gone is told',
    needs,
    async check(subject) {
      const bench = benchOf(subject);
      const { credit, invoice } = await newPair(bench);
      for (const amount of [10, 11]) await allocate(bench, credit, { invoice: invoice.providerId, amount });
      const [first] = await allocationsIn(bench, credit);
      const id = String(first?.['allocation_id']);
      await remove(bench, credit, id);
      deepEqual(
        (await allocationsIn(bench, credit)).map(({ amount }) => amount),
        [11],
      );
      for (const one of [id, noSuchId(bench, 'credit_notes'), '../../Invoices']) {
        equal((await refusalOf(remove(bench, credit, one))).code, 'NOT_FOUND', one);
      }
    },
  },
  {
    name: 'each act on an allocation is one call, which is reported',
    needs,
    async check(subject) {
      const bench = benchOf(subject);
      const { credit, invoice } = await newPair(bench);
      const before = bench.calls.length;
      await allocate(bench, credit, { invoice: invoice.providerId, amount: 10 });
      equal(bench.calls.length, before + 1);
      const [made] = await allocationsIn(bench, credit);
      await remove(bench, credit, String(made?.['allocation_id']));
      equal(bench.calls.length, before + 3);
    },
  },
  {
    name: 'every family that promises allocations takes them',
    needs,
    async check(subject) {
      const bench = benchOf(subject);
      const promised = creditTypes.filter((type) => can(type, 'allocate')(subject));
      for (const type of promised) {
        const nobody = { type, providerId: noSuchId(bench, type as ResourceType) } as LedgerRecord;
        const to = { invoice: noSuchId(bench, 'invoices'), amount: 1 };
        equal((await refusalOf(allocate(bench, nobody, to))).code, 'NOT_FOUND', type);
      }
    },
  },
];
