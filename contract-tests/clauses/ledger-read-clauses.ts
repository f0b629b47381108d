import { deepEqual, equal, notDeepEqual, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type LedgerRecord, type ResourceType, resourceTypes } from '#core/ports';
import type { Clause } from '../contract.ts';
import {
  type Bench,
  benchOf,
  can,
  familiesThat,
  fromStart,
  type LedgerUnderTest,
  lineOf,
  listAll,
  newContact,
  newInvoice,
  newKey,
  noSuchId,
  oneLine,
  pagesOf,
  refusalOf,
  reread,
  unique,
  update,
  writes,
} from '../ledger-bench.ts';

/** By one call where the provider makes several by one. */
async function thirtyContacts(bench: Bench): Promise<readonly LedgerRecord[]> {
  const { gateway, access, traits } = bench;
  const made = Array.from({ length: 30 }, () => ({ name: unique('Walked') }));
  if ((traits.families.contacts?.together.creates ?? 0) >= made.length) {
    const prepared = made.map((fields) => gateway.prepare({ kind: 'create', type: 'contacts', fields }));
    return (await gateway.sendMany(access, prepared, newKey())) as LedgerRecord[];
  }
  const records: LedgerRecord[] = [];
  for (const fields of made) records.push(await newContact(bench, fields));
  return records;
}

const byId = (a: LedgerRecord, b: LedgerRecord) => (a.providerId < b.providerId ? -1 : 1);

export const ledgerReadClauses: readonly Clause<LedgerUnderTest>[] = [
  {
    name: 'lists every family, and reads each record again by its id',
    async check(subject) {
      const bench = benchOf(subject);
      if (can('invoices', 'create')(bench)) await newInvoice(bench);
      for (const type of familiesThat(bench, 'list')) {
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
    name: 'a tenant has one organization',
    needs: can('organizations', 'list', 'read'),
    async check(subject) {
      const { gateway, access } = benchOf(subject);
      const { records, next } = await gateway.list(access, 'organizations', fromStart);
      deepEqual([records.length, next], [1, null]);
      const { providerId } = await gateway.read(access, 'organizations', records[0]?.providerId ?? '');
      equal(providerId, records[0]?.providerId);
      equal(
        (await refusalOf(gateway.read(access, 'organizations', noSuchId(subject, 'organizations')))).code,
        'NOT_FOUND',
      );
    },
  },
  {
    name: 'many are read by one call, each as it is read alone, archived ones too; unknown ids are left out',
    needs: ({ traits }) => (traits.families.contacts?.together.reads ?? 0) > 0,
    async check(subject) {
      const bench = benchOf(subject);
      const contacts = [await newContact(bench), await newContact(bench)] as const;
      await update(bench, contacts[0], { status: 'archived' });
      const hasInvoices = can('invoices', 'create')(bench) && bench.traits.families.invoices?.together.reads;
      const invoices = hasInvoices ? [await newInvoice(bench), await newInvoice(bench)] : contacts;
      for (const made of new Set([contacts, invoices])) {
        const type = made[0]?.type ?? 'contacts';
        const alone = await Promise.all(made.map((record) => reread(bench, record)));
        const most = bench.traits.families[type]?.together.reads ?? 0;
        ok(most >= 3, `${type}: ${most}`);
        const others = Array.from({ length: most - 3 }, (_, i) => noSuchId(bench, type, i));
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
      deepEqual(await bench.gateway.readMany(bench.access, 'contacts', ['no id']), { records: [], unreadable: [] });
    },
  },
  {
    name: 'an id that names nothing is NOT_FOUND in every family, and says what was not found',
    async check(subject) {
      const { gateway, access } = benchOf(subject);
      for (const type of familiesThat(subject, 'read')) {
        const error = await refusalOf(gateway.read(access, type, noSuchId(subject, type)));
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
      const names: [ResourceType, unknown][] = [];
      if (writes('contacts', 'contact_number')(bench)) {
        const contact = await newContact(bench, { contact_number: randomUUID().slice(0, 20) });
        names.push(['contacts', contact.fields['contact_number']]);
      }
      if (can('invoices', 'create')(bench)) names.push(['invoices', (await newInvoice(bench)).fields['number']]);
      if (can('accounts', 'list', 'read')(bench)) {
        const { records } = await bench.gateway.list(bench.access, 'accounts', fromStart);
        names.push(['accounts', records[0]?.fields['code']]);
      }
      for (const [type, name] of names) {
        if (typeof name !== 'string') continue;
        equal((await refusalOf(bench.gateway.read(bench.access, type, String(name)))).code, 'NOT_FOUND', type);
      }
    },
  },
  {
    name: 'a list read page by page ends with the last state of every record, though some change between two pages',
    async check(subject) {
      const bench = benchOf(subject);
      const { gateway, access } = bench;
      const made = await thirtyContacts(bench);
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
            changed.set(record.providerId, await update(bench, record, { email: `${pages}@example.com` }));
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
      const type = can('invoices', 'create')(bench) ? 'invoices' : 'contacts';
      const record = type === 'invoices' ? await newInvoice(bench) : await newContact(bench);
      const at = record.providerUpdatedAt ?? new Date(0);
      const since = async (seconds: number) => {
        const records = await listAll(bench, type, new Date(at.getTime() + seconds * 1000));
        return records.map(({ providerId }) => providerId);
      };
      ok((await since(-1)).includes(record.providerId));
      deepEqual(await since(3600), []);
    },
  },
  {
    name: 'archived contacts are listed and read like others',
    needs: writes('contacts', 'status'),
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
    needs: can('invoices', 'create'),
    async check(subject) {
      const bench = benchOf(subject);
      const line = await lineOf(bench, 'REVENUE', { description: 'Fine', quantity: 3, unit_amount: 1.2345 });
      const invoice = await newInvoice(bench, { line_items: [line] });
      const listed = (await listAll(bench, 'invoices')).find(({ providerId }) => providerId === invoice.providerId);
      for (const record of [invoice, listed, await reread(bench, invoice)]) {
        equal(oneLine(record?.fields ?? {})['unit_amount'], 1.2345);
      }
    },
  },
  {
    name: 'the native document is the provider’s own, beside the normalized record',
    needs: can('invoices', 'create', 'native'),
    async check(subject) {
      const bench = benchOf(subject);
      const { native, fields } = await reread(bench, await newInvoice(bench));
      const described = bench.gateway.describe('invoices', native);
      deepEqual([described['issue_date'], described['number']], [fields['issue_date'], fields['number']]);
      equal(fields['issue_date'], '2026-09-14');
      notDeepEqual(native, fields);
    },
  },
  {
    name: 'a document is rendered as PDF; what is none or does not exist is refused',
    needs: can('invoices', 'create', 'pdf'),
    async check(subject) {
      const bench = benchOf(subject);
      const invoice = await newInvoice(bench);
      const chunks: Uint8Array[] = [];
      const document = await bench.gateway.renderPdf(bench.access, 'invoices', invoice.providerId);
      for await (const chunk of document) chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      equal(bytes.subarray(0, 5).toString('latin1'), '%PDF-');
      equal(bench.calls.at(-1)?.bytesIn, bytes.length);
      const missing = bench.gateway.renderPdf(bench.access, 'invoices', noSuchId(bench, 'invoices'));
      equal((await refusalOf(missing)).code, 'NOT_FOUND');
    },
  },
];
