import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import { type Attachment, filedFamilies, type LedgerGateway, type NamedRecord, type ResourceType } from '#core/ports';
import type { Clause } from '../contract.ts';
import {
  type Bench,
  benchOf,
  can,
  type LedgerUnderTest,
  newContact,
  newInvoice,
  newKey,
  noSuchId,
  refusalOf,
} from '../ledger-bench.ts';

type Files = Required<Pick<LedgerGateway, 'listAttachments' | 'readAttachment' | 'attach'>>;

function filesOf({ gateway }: Bench): Files {
  const { listAttachments, readAttachment, attach } = gateway;
  ok(listAttachments && readAttachment && attach, 'a family can attachments, and the gateway cannot');
  return { listAttachments, readAttachment, attach };
}

const bytesOf = (text: string) => new TextEncoder().encode(`%PDF-1.7 ${text}`);

const attach = (bench: Bench, record: NamedRecord, filename: string, text = filename, key = newKey()) =>
  filesOf(bench).attach(
    bench.access,
    record,
    { filename, contentType: 'application/pdf', includeOnline: false, bytes: bytesOf(text) },
    key,
  );

const list = (bench: Bench, record: NamedRecord) => filesOf(bench).listAttachments(bench.access, record);

async function read(bench: Bench, record: NamedRecord, { attachmentId }: Attachment): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await filesOf(bench).readAttachment(bench.access, record, attachmentId)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

const needs = can('contacts', 'attachments');
const newOwner = async (bench: Bench): Promise<NamedRecord> => {
  const { providerId } = await newContact(bench);
  return { type: 'contacts', providerId };
};

/** Each is taken by the rule for names, and would change an address, a header or a query if it were not encoded. */
const oddNames = [
  'a b.pdf',
  'a#1.pdf',
  'a&b,c=d;e.pdf',
  "it's (a) [b] {c}!.pdf",
  '100%.pdf',
  'a%2Fb.pdf',
  '..a...pdf',
  '~^`$@.pdf',
  'é ü ß 请款单 счёт.pdf',
  'أمر شراء.pdf',
  '🧾 receipt.pdf',
];

export const ledgerAttachmentClauses: readonly Clause<LedgerUnderTest>[] = [
  {
    name: 'a file that was attached is listed with its size and read byte by byte; a record without files has an empty list',
    needs,
    async check(subject) {
      const bench = benchOf(subject);
      const record = await newOwner(bench);
      deepEqual(await list(bench, record), []);
      const made = await attach(bench, record, 'bill.pdf');
      deepEqual([made.filename, made.size, made.includeOnline], ['bill.pdf', bytesOf('bill.pdf').length, false]);
      deepEqual(await list(bench, record), [made]);
      equal(await read(bench, record, made), '%PDF-1.7 bill.pdf');
    },
  },
  {
    name: 'names arrive as they are, whatever characters they have',
    needs,
    async check(subject) {
      const bench = benchOf(subject);
      for (const names of [oddNames.slice(0, 6), oddNames.slice(6)]) {
        const record = await newOwner(bench);
        for (const name of names) equal((await attach(bench, record, name)).filename, name);
        const listed = await list(bench, record);
        deepEqual(listed.map(({ filename }) => filename).sort(), [...names].sort());
        for (const one of listed) equal(await read(bench, record, one), `%PDF-1.7 ${one.filename}`);
      }
    },
  },
  {
    name: 'a file of the same name takes the place of the earlier one: there is never a second',
    needs,
    async check(subject) {
      const bench = benchOf(subject);
      const record = await newOwner(bench);
      await attach(bench, record, 'bill.pdf', 'first');
      const second = await attach(bench, record, 'bill.pdf', 'the second');
      deepEqual(await list(bench, record), [second]);
      equal(await read(bench, record, second), '%PDF-1.7 the second');
    },
  },
  {
    name: 'a repeat under the same key has the same file',
    needs,
    async check(subject) {
      const bench = benchOf(subject);
      const record = await newOwner(bench);
      const key = newKey();
      const made = await attach(bench, record, 'bill.pdf', 'bill', key);
      deepEqual(await attach(bench, record, 'bill.pdf', 'bill', key), made);
      deepEqual(await list(bench, record), [made]);
      const other = await attach(bench, record, 'other.pdf', 'bill');
      notEqual(other.attachmentId, made.attachmentId);
    },
  },
  {
    name: 'a record or a file that is not there is told, and nothing was attached',
    needs,
    async check(subject) {
      const bench = benchOf(subject);
      const nobody: NamedRecord = { type: 'contacts', providerId: noSuchId(bench, 'contacts') };
      equal((await refusalOf(list(bench, nobody))).code, 'NOT_FOUND');
      const refused = await refusalOf(attach(bench, nobody, 'bill.pdf'));
      deepEqual([refused.code, refused.details.outcome], ['NOT_FOUND', 'not_applied']);
      equal((await refusalOf(list(bench, { ...nobody, providerId: '../Contacts' }))).code, 'NOT_FOUND');
      const record = await newOwner(bench);
      const made = await attach(bench, record, 'bill.pdf');
      for (const attachmentId of [noSuchId(bench, 'contacts'), '../../Contacts']) {
        equal((await refusalOf(read(bench, record, { ...made, attachmentId }))).code, 'NOT_FOUND', attachmentId);
      }
    },
  },
  {
    name: 'a file is shown online where a customer of a sale may see it, and told so',
    needs: can('invoices', 'attachments', 'create'),
    async check(subject) {
      const bench = benchOf(subject);
      const { providerId } = await newInvoice(bench);
      const record: NamedRecord = { type: 'invoices', providerId };
      const file = { filename: 'a.pdf', contentType: 'application/pdf', includeOnline: true, bytes: bytesOf('a') };
      equal((await filesOf(bench).attach(bench.access, record, file, newKey())).includeOnline, true);
      const hidden = await attach(bench, record, 'b.pdf');
      const shown = new Map(
        (await list(bench, record)).map(({ filename, includeOnline }) => [filename, includeOnline]),
      );
      deepEqual([shown.get('a.pdf'), shown.get('b.pdf'), hidden.includeOnline], [true, false, false]);
    },
  },
  {
    name: 'each call is reported once, with the bytes that were read',
    needs,
    async check(subject) {
      const bench = benchOf(subject);
      const record = await newOwner(bench);
      const before = bench.calls.length;
      const made = await attach(bench, record, 'bill.pdf', 'x'.repeat(10_000));
      await list(bench, record);
      await read(bench, record, made);
      const calls = bench.calls.slice(before);
      equal(calls.length, 3);
      ok((calls[2]?.bytesIn ?? 0) >= 10_000, 'the bytes of the file are not told');
    },
  },
  {
    name: 'every family that promises files lists them',
    needs,
    async check(subject) {
      const bench = benchOf(subject);
      const promised = filedFamilies.filter((type) => can(type, 'attachments')(subject));
      for (const type of promised) {
        const providerId = noSuchId(bench, type as ResourceType);
        equal((await refusalOf(list(bench, { type, providerId }))).code, 'NOT_FOUND', type);
      }
    },
  },
];
