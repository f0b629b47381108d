import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type LedgerRecord, type ResourceType, resourceTypes } from '#core/ports';
import type { Clause } from '../contract.ts';
import {
  accountOf,
  benchOf,
  fromStart,
  type LedgerUnderTest,
  listAll,
  newContact,
  newInvoice,
  newKey,
  oneLine,
  pagesOf,
  refusalOf,
  reread,
  unique,
  update,
} from '../ledger-bench.ts';

const byId = (a: LedgerRecord, b: LedgerRecord) => (a.providerId < b.providerId ? -1 : 1);

export const ledgerReadClauses: readonly Clause<LedgerUnderTest>[] = [
  {
    name: 'lists every family, and reads each record again by its id',
    async check(subject) {
      const bench = benchOf(subject);
      await newInvoice(bench);
      for (const type of resourceTypes) {
        const { records } = await bench.gateway.list(bench.access, type, fromStart);
        for (const record of records.slice(0, 2)) {
          equal(record.type, type);
          if (subject.traits.families[type]?.sync === 'changes') ok(record.providerUpdatedAt, type);
          const again = await reread(bench, record);
          equal(again.providerId, record.providerId, type);
          deepEqual(Object.keys(again.fields), Object.keys(record.fields), type);
        }
      }
    },
  },
  {
    name: 'a tenant has one organization, read by the tenant’s id',
    async check(subject) {
      const { gateway, access } = benchOf(subject);
      const { records, next } = await gateway.list(access, 'organizations', fromStart);
      deepEqual([records.length, next], [1, null]);
      equal(records[0]?.providerId, subject.tenantId);
      equal((await refusalOf(gateway.read(access, 'organizations', randomUUID()))).code, 'NOT_FOUND');
    },
  },
  {
    name: 'many are read by one call, each as it is read alone, archived ones too; unknown ids are left out',
    async check(subject) {
      const bench = benchOf(subject);
      const contacts = [await newContact(bench), await newContact(bench)] as const;
      await update(bench, contacts[0], { status: 'archived' });
      const invoices = [await newInvoice(bench), await newInvoice(bench)];
      for (const made of [contacts, invoices]) {
        const type = made[0]?.type ?? 'contacts';
        const alone = await Promise.all(made.map((record) => reread(bench, record)));
        const most = bench.traits.families[type]?.together.reads ?? 0;
        ok(most >= 3, `${type}: ${most}`);
        const others = Array.from({ length: most - 3 }, () => randomUUID());
        const ids = [...others, 'no id', ...made.map(({ providerId }) => providerId)];
        const before = bench.calls.length;
        const { records, unreadable } = await bench.gateway.readMany(bench.access, type, ids);
        equal(bench.calls.length, before + 1);
        deepEqual(unreadable, []);
        deepEqual(
          records.toSorted(byId).map(({ providerId, fields }) => [providerId, fields]),
          alone.toSorted(byId).map(({ providerId, fields }) => [providerId, fields]),
        );
      }
      deepEqual(await bench.gateway.readMany(bench.access, 'invoices', ['no id']), { records: [], unreadable: [] });
    },
  },
  {
    name: 'an id that names nothing is NOT_FOUND in every family, and says what was not found',
    async check(subject) {
      const { gateway, access } = benchOf(subject);
      for (const type of resourceTypes) {
        const id = type === 'tax_rates' ? 'NOSUCHTAX' : randomUUID();
        const error = await refusalOf(gateway.read(access, type, id));
        equal(error.code, 'NOT_FOUND', type);
        ok(error.message.startsWith('no such '), error.message);
        equal(error.details.outcome, undefined);
      }
    },
  },
  {
    name: 'a number or a code is no id',
    async check(subject) {
      const bench = benchOf(subject);
      const { records } = await bench.gateway.list(bench.access, 'accounts', fromStart);
      const invoice = await newInvoice(bench);
      const contact = await newContact(bench, { contact_number: randomUUID().slice(0, 20) });
      const names: readonly [ResourceType, unknown][] = [
        ['invoices', invoice.fields['number']],
        ['contacts', contact.fields['contact_number']],
        ['accounts', records[0]?.fields['code']],
      ];
      for (const [type, name] of names) {
        equal((await refusalOf(bench.gateway.read(bench.access, type, String(name)))).code, 'NOT_FOUND', type);
      }
    },
  },
  {
    name: 'a list read page by page ends with the last state of every record, though some change between two pages',
    async check(subject) {
      const bench = benchOf(subject);
      const { gateway, access } = bench;
      const fields = Array.from({ length: 30 }, () => ({ name: unique('Walked') }));
      const writes = fields.map((one) => gateway.prepare({ kind: 'create', type: 'contacts', fields: one }));
      const made = (await gateway.sendMany(access, writes, newKey())) as LedgerRecord[];
      const since = made[0]?.providerUpdatedAt ?? null;
      const shown = new Map<string, LedgerRecord>();
      const changed = new Map<string, LedgerRecord>();
      let pages = 0;
      for await (const page of pagesOf((after) => gateway.list(access, 'contacts', { since, after }))) {
        for (const record of page.records) shown.set(record.providerId, record);
        pages += 1;
        // Two that were read and one that was not go to the end of the list, and the others move up.
        const [read, left] = [true, false].map((is) =>
          made.filter(({ providerId }) => shown.has(providerId) === is && !changed.has(providerId)),
        );
        for (const record of [...(read ?? []).slice(0, 2), ...(left ?? []).slice(0, 1)])
          if (page.next !== null && pages <= 3)
            changed.set(record.providerId, await update(bench, record, { tax_number: `T-${pages}` }));
      }
      ok(pages > 1 && changed.size > 0, `${pages} pages`);
      for (const record of made) {
        const { fields } = changed.get(record.providerId) ?? record;
        deepEqual(shown.get(record.providerId)?.fields, fields, record.providerId);
      }
    },
  },
  {
    name: 'a cursor that the gateway cannot read begins the list again; a family that is synced whole is one page',
    async check(subject) {
      const { gateway, access, traits } = benchOf(subject);
      const list = (after: string | null) => gateway.list(access, 'contacts', { since: null, after });
      const find = (after: string | null) => gateway.find(access, { type: 'contacts', where: { name: 'x' }, after });
      for (const cursor of ['no cursor', '', '-1', '9'.repeat(1000), '{"page":1e9}']) {
        deepEqual(await list(cursor), await list(null), cursor);
        deepEqual(await find(cursor), await find(null), cursor);
      }
      for (const type of resourceTypes.filter((type) => traits.families[type]?.sync === 'whole'))
        equal((await gateway.list(access, type, fromStart)).next, null, type);
    },
  },
  {
    name: 'a list leaves out what has not changed since',
    async check(subject) {
      const bench = benchOf(subject);
      const invoice = await newInvoice(bench);
      const at = invoice.providerUpdatedAt ?? new Date(0);
      const since = async (seconds: number) => {
        const records = await listAll(bench, 'invoices', new Date(at.getTime() + seconds * 1000));
        return records.map(({ providerId }) => providerId);
      };
      ok((await since(-1)).includes(invoice.providerId));
      deepEqual(await since(3600), []);
    },
  },
  {
    name: 'archived contacts are listed and read like others',
    async check(subject) {
      const bench = benchOf(subject);
      const contact = await newContact(bench);
      await update(bench, contact, { status: 'archived' });
      equal((await reread(bench, contact)).fields['status'], 'ARCHIVED');
      const ids = (await listAll(bench, 'contacts')).map(({ providerId }) => providerId);
      ok(ids.includes(contact.providerId));
    },
  },
  {
    name: 'listed documents are whole: lines, and unit amounts to four decimals',
    async check(subject) {
      const bench = benchOf(subject);
      const { fields: account } = await accountOf(bench, 'REVENUE');
      const line = { description: 'Fine', quantity: 3, unit_amount: 1.2345, account_code: account['code'] ?? '' };
      const invoice = await newInvoice(bench, { line_items: [line] });
      const listed = (await listAll(bench, 'invoices')).find(({ providerId }) => providerId === invoice.providerId);
      for (const record of [invoice, listed, await reread(bench, invoice)]) {
        equal(oneLine(record?.fields ?? {})['unit_amount'], 1.2345);
      }
    },
  },
  {
    name: 'the native document is the provider’s own, beside the normalized record',
    async check(subject) {
      const bench = benchOf(subject);
      const { native, fields } = await reread(bench, await newInvoice(bench));
      equal(native['Type'], 'ACCREC');
      equal(fields['type'], 'receivable');
      notEqual(native['UpdatedDateUTC'], undefined);
      equal(fields['issue_date'], '2026-09-14');
      ok(String(native['Date']).startsWith('/Date('));
    },
  },
  {
    name: 'a document is rendered as PDF; what is none or does not exist is refused',
    async check(subject) {
      const bench = benchOf(subject);
      const invoice = await newInvoice(bench);
      const chunks: Uint8Array[] = [];
      const document = await bench.gateway.renderPdf(bench.access, 'invoices', invoice.providerId);
      for await (const chunk of document) chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      equal(bytes.subarray(0, 5).toString('latin1'), '%PDF-');
      equal(bench.calls.at(-1)?.bytesIn, bytes.length);
      const missing = bench.gateway.renderPdf(bench.access, 'invoices', randomUUID());
      equal((await refusalOf(missing)).code, 'NOT_FOUND');
    },
  },
];
