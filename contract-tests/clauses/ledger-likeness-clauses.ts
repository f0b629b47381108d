import { deepEqual, equal, fail, ok } from 'node:assert/strict';
import type { JsonObject, LedgerRecord, PreparedWrite, ResourceType, WriteIntent } from '#core/ports';
import type { Clause } from '../contract.ts';
import {
  accountOf,
  all,
  type Bench,
  benchOf,
  can,
  familiesThat,
  kept,
  type LedgerUnderTest,
  lineOf,
  listAll,
  newContact,
  newInvoice,
  newKey,
  pagesOf,
  unique,
  update,
} from '../ledger-bench.ts';

interface Made {
  readonly write: PreparedWrite;
  readonly record: LedgerRecord;
}

async function make(bench: Bench, intent: WriteIntent): Promise<Made> {
  const write = bench.gateway.prepare(intent);
  const { providerId } = await bench.gateway.send(bench.access, write, newKey());
  return { write, record: await listed(bench, intent.type, providerId) };
}

async function listed(bench: Bench, type: ResourceType, providerId: string): Promise<LedgerRecord> {
  const { providerUpdatedAt } = await bench.gateway.read(bench.access, type, providerId);
  const records = await listAll(bench, type, providerUpdatedAt);
  return records.findLast((record) => record.providerId === providerId) ?? fail(`${type} do not list ${providerId}`);
}

type Sample = readonly [fields: JsonObject, difference: JsonObject];

/** Creates of every family that can be made, and for each one value that another record might hold instead. */
async function creates(bench: Bench): Promise<readonly (readonly [WriteIntent, JsonObject])[]> {
  const { providerId: contact_id } = await newContact(bench);
  const hasAccounts = bench.traits.families.accounts !== undefined;
  const line = { description: 'Fine', quantity: 1.5, unit_amount: 1.2345 };
  const tax_type = hasAccounts ? ((await accountOf(bench, 'REVENUE')).fields['tax_type'] ?? '') : '';
  const sold = hasAccounts ? { ...(await lineOf(bench, 'REVENUE', line)), discount_rate: 10, tax_type } : line;
  const bought = await lineOf(bench, 'EXPENSE', { description: 'Ply', quantity: 2, unit_amount: 20 });
  const dated = { contact_id, issue_date: '2026-09-14', external_reference: 'R-1' };
  const contact = {
    name: unique('Alike'),
    email: 'a@b.example',
    phones: [{ type: 'MOBILE', number: '555' }],
    contact_persons: [{ first_name: 'Bo', email: 'bo@b.example', include_in_emails: true }],
  };
  const samples: readonly (readonly [ResourceType, () => Sample | Promise<Sample>])[] = [
    ['contacts', () => [contact, { email: 'c@b.example' }]],
    [
      'invoices',
      () => [
        { ...dated, due_date: '2026-10-14', line_items: [sold] },
        { line_items: [{ ...sold, unit_amount: 1.2346 }] },
      ],
    ],
    ['credit_notes', () => [{ ...dated, type: 'receivable', line_items: [sold] }, { type: 'payable' }]],
    ['quotes', () => [{ ...dated, title: 'T', terms: '30 days', line_items: [sold] }, { terms: '31 days' }]],
    [
      'purchase_orders',
      () => [{ ...dated, attention_to: 'Bo', line_items: [bought] }, { line_items: [bought, bought] }],
    ],
    [
      'payments',
      async () => {
        const { providerId: invoice_id } = await newInvoice(bench, { status: 'AUTHORISED' });
        const { providerId: account_id } = await accountOf(bench, 'BANK');
        return [{ invoice_id, account_id, amount: 10.5, date: '2026-09-15' }, { amount: 10.51 }];
      },
    ],
  ];
  const made: (readonly [WriteIntent, JsonObject])[] = [];
  for (const [type, sample] of samples) {
    if (!can(type, 'create')(bench)) continue;
    const [fields, difference] = await sample();
    made.push([{ kind: 'create', type, fields: kept(bench, type, fields) }, difference]);
  }
  return made;
}

function changed(intent: WriteIntent, changes: JsonObject): WriteIntent {
  if (intent.kind === 'create') return { ...intent, fields: { ...intent.fields, ...changes } };
  throw new Error('not a create');
}

/** Where only keys tell a repeat, a create whose key is forgotten is searched for. */
const searchesByLikeness = ({ traits }: Pick<LedgerUnderTest, 'traits'>) => traits.repeats.marks === null;

export const ledgerLikenessClauses: readonly Clause<LedgerUnderTest>[] = [
  {
    name: 'a listed record could be what the create that made it made, and no other create of the family',
    needs: searchesByLikeness,
    async check(subject) {
      const bench = benchOf(subject);
      for (const [intent, difference] of await creates(bench)) {
        const { write, record } = await make(bench, intent);
        equal(bench.gateway.couldBe(write, record), true, intent.type);
        const other = bench.gateway.prepare(changed(intent, difference));
        equal(bench.gateway.couldBe(other, record), false, `${intent.type} ${JSON.stringify(difference)}`);
      }
    },
  },
  {
    name: 'a document could still be what a create made after it was authorised, paid and cancelled',
    needs: all(searchesByLikeness, can('invoices', 'create', 'update', 'cancel')),
    async check(subject) {
      const bench = benchOf(subject);
      const invoice =
        (await creates(bench)).map(([intent]) => intent).find(({ type }) => type === 'invoices') ?? fail();
      const { write, record } = await make(bench, invoice);
      await update(bench, record, { status: 'AUTHORISED' });
      const again = await listed(bench, 'invoices', record.providerId);
      deepEqual([again.fields['status'], bench.gateway.couldBe(write, again)], ['AUTHORISED', true]);
      const authorised = bench.gateway.prepare(changed(invoice, { status: 'AUTHORISED' }));
      equal(bench.gateway.couldBe(authorised, record), false, 'a draft was never authorised');
      await update(bench, record, { status: 'VOIDED' });
      const voided = await listed(bench, 'invoices', record.providerId);
      for (const sent of [write, authorised]) equal(bench.gateway.couldBe(sent, voided), true);
    },
  },
  {
    name: 'lists of what can be written show the oldest change first',
    needs: can('invoices', 'create', 'update'),
    async check(subject) {
      const bench = benchOf(subject);
      const first = await newInvoice(bench);
      const second = await newInvoice(bench);
      await update(bench, first, { external_reference: 'changed' });
      for (const type of familiesThat(bench, 'list', 'create').filter((type) => type !== 'accounts')) {
        const since = second.providerUpdatedAt;
        for await (const { records } of pagesOf((after) => bench.gateway.list(bench.access, type, { since, after }))) {
          const stamps = records.map(({ providerUpdatedAt }) => providerUpdatedAt?.getTime() ?? 0);
          deepEqual(
            stamps,
            stamps.toSorted((a, b) => a - b),
            type,
          );
        }
      }
      const ids = (await listAll(bench, 'invoices', second.providerUpdatedAt)).map(({ providerId }) => providerId);
      ok(ids.lastIndexOf(first.providerId) > ids.indexOf(second.providerId));
    },
  },
];
