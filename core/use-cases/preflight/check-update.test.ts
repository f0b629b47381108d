// Looks before changes of records, and before files are attached.
import { expect } from 'chai';
import { onBothDatabases } from '../../../contract-tests/testing/doubles.ts';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { write } from '../testing/connecting.ts';
import { givenService } from '../testing/worlds.ts';
import { cameOf, type LookedAt, leavingNothing, openLookedAt } from './testing/looked-at.ts';

const rejected = 'PROVIDER_REJECTED';
const nobody = '6c0fca75-9a3c-4d0a-a1f3-1f2d3c4b5a69';

type Record = keyof Awaited<ReturnType<typeof recordsOf>>;
type Row = readonly [
  record: Record,
  body: (of: LookedAt, former: string) => object,
  code: string | null,
  paths: readonly string[],
];

/** A record of each kind of state, with its family. */
async function recordsOf({ books, document, contact, archived, due, draft, account }: LookedAt) {
  const made = async (type: string, body: object) => (await books.create(type, body)).providerId;
  const voided = await made('invoices', { ...document, status: 'AUTHORISED', due_date: '2030-01-31' });
  await books.update('invoices', voided, { status: 'VOIDED' });
  const order = await made('purchase_orders', document);
  const quote = await made('quotes', document);
  const note = await made('credit_notes', { ...document, type: 'receivable' });
  const bench = await made('items', { code: 'SHELF' });
  const old = await made('invoices', { ...document, issue_date: '2018-06-30' });
  const former = await made('contacts', { name: 'Former' });
  const ofFormer = await made('invoices', { ...document, contact_id: former });
  await books.update('contacts', former, { status: 'ARCHIVED' });
  return {
    ...{ contact: ['contacts', contact], archived: ['contacts', archived], account: ['accounts', account] },
    ...{ due: ['invoices', due], draft: ['invoices', draft], voided: ['invoices', voided], old: ['invoices', old] },
    ...{ ofFormer: ['invoices', ofFormer], order: ['purchase_orders', order], quote: ['quotes', quote] },
    ...{
      former: ['contacts', former],
      note: ['credit_notes', note],
      bench: ['items', bench],
      nobody: ['contacts', nobody],
    },
  } as const satisfies Readonly<{ [name: string]: readonly [string, string] }>;
}

const lines = (changed: object) => () => ({
  line_items: [{ description: 'Desk', quantity: 1, unit_amount: 10, account_code: '200', ...changed }],
});

const table: readonly Row[] = [
  ['contact', () => ({ first_name: 'Ada' }), null, []],
  ['contact', () => ({ name: '' }), 'BAD_REQUEST', ['name']],
  ['archived', () => ({ first_name: 'Ada' }), rejected, ['first_name']],
  ['nobody', () => ({ first_name: 'Ada' }), 'NOT_FOUND', []],
  ['archived', () => ({ first_name: null }), rejected, ['first_name']],
  ['draft', () => ({ external_reference: 'x' }), null, []],
  ['draft', lines({ account_code: '090' }), rejected, ['line_items[0].account_code']],
  [
    'draft',
    lines({ tracking: [{ name: 'Regoin', option: 'North' }] }),
    'BAD_REQUEST',
    ['line_items[0].tracking[0].name'],
  ],
  ['draft', (of) => ({ contact_id: of.archived }), rejected, ['contact_id']],
  ['draft', () => ({ issue_date: '2018-01-01' }), rejected, ['issue_date']],
  ['draft', () => ({ provider_data: { Date: '2018-01-01' } }), rejected, ['provider_data']],
  ['old', () => ({ external_reference: 'x' }), rejected, ['issue_date']],
  ['ofFormer', () => ({ external_reference: 'x' }), null, []],
  ['ofFormer', (_, former) => ({ contact_id: former }), null, []],
  ['draft', (_, former) => ({ contact_id: former }), rejected, ['contact_id']],
  ['voided', () => ({ external_reference: 'x' }), rejected, ['external_reference']],
  ['due', () => ({ status: 'NONE' }), 'BAD_REQUEST', ['status']],
  ['order', lines({ account_code: '400' }), null, []],
  ['order', lines({ account_code: '20' }), rejected, ['line_items[0].account_code']],
  ['quote', () => ({ title: 'Fit-out' }), null, []],
  ['quote', lines({ tax_type: 'NO' }), rejected, ['line_items[0].tax_type']],
  ['note', () => ({ external_reference: 'x' }), null, []],
  ['note', () => ({ issue_date: '2018-01-01' }), rejected, ['issue_date']],
  ['bench', () => ({ code: 'BENCH' }), 'CONFLICT', []],
  ['bench', () => ({ sale: { account_code: '499' } }), rejected, ['sale.account_code']],
  ['bench', () => ({ name: 'Shelf' }), null, []],
  ['archived', () => ({ status: 'ACTIVE' }), null, []],
  ['account', () => ({ provider_data: { Name: 'Older' } }), null, []],
];

onBothDatabases('a look before an update', (given) => {
  const { service, tenancy } = givenService({ open: () => given().open() });
  const of = openedOnce(() => openLookedAt(service, tenancy));
  let records: Awaited<ReturnType<typeof recordsOf>>;
  before(async () => {
    records = await recordsOf(of);
    await of.rules({ period_lock_date: '2018-12-31' });
  });

  for (const [record, body, code, paths] of table) {
    it(`of ${record} with ${body.toString().slice(0, 60).replace(/\s+/g, ' ')} is ${code ?? 'passed'}, as the write is`, async () => {
      const [type, id] = records[record];
      const asked = body(of, records.former[1]);
      const { result, calls } = await leavingNothing(service, of, () => cameOf(of.checkChange(type, id, asked)));
      expect(result).to.deep.include({ code, paths });
      expect(calls).to.be.at.most(7);
      const written = await cameOf(of.books.update(type, id, asked));
      expect(written.code).to.equal(code);
      if (code !== rejected) expect(written.paths).to.deep.equal(paths);
    });
  }

  it('does not wait for a change that holds the record', async () => {
    const { storage, clock } = service.ports;
    const [type, providerId] = ['purchase_orders' as const, records.order[1]];
    const now = clock.now();
    const lease = { owner: 'another', token: 'another', now, until: new Date(now.getTime() + 60_000) };
    const record = { tenantId: of.books.tenantId, type, providerId };
    expect(await storage.recordLeases.take(record, lease)).to.equal(true);
    expect(await cameOf(of.checkChange(type, providerId, { telephone: '1' }))).to.include({ code: null });
    await storage.recordLeases.release(record, 'another');
  });

  it('costs no call where the copies know enough', async () => {
    const [type, id] = records.contact;
    await cameOf(of.checkChange(type, id, { last_name: 'B' }));
    const { calls } = await leavingNothing(service, of, () => cameOf(of.checkChange(type, id, { last_name: 'B' })));
    expect(calls).to.equal(0);
  });
});

describe('a look before a file is attached', () => {
  const { service, tenancy } = givenService();
  const of = openedOnce(() => openLookedAt(service, tenancy));
  const bytes = Buffer.from('%PDF-1.7');
  const at = (of: LookedAt, resourceId = of.due) => ({
    connectionId: of.books.connection.id,
    type: 'invoices',
    resourceId,
  });
  const upload = (of: LookedAt, said: object) =>
    service.core.attachments.upload(tenancy.test, {
      ...at(of),
      key: write(null).key,
      file: { size: bytes.length, contentType: '', read: async () => bytes },
      ...said,
    });
  const check = (of: LookedAt, said: object) =>
    service.core.attachments.check(tenancy.test, { ...at(of), size: bytes.length, ...said });
  before(() =>
    upload(of, { filename: 'bill.pdf', file: { size: 8, contentType: 'application/pdf', read: async () => bytes } }),
  );

  const rows: readonly [what: string, said: object, refusal: string][] = [
    ['a name without an ending', { filename: 'bill' }, 'BAD_REQUEST kind_not_allowed'],
    ['a page', { filename: 'bill.html' }, 'BAD_REQUEST kind_not_allowed'],
    ['another type', { filename: 'a.pdf', contentType: 'image/png' }, 'BAD_REQUEST kind_mismatch'],
    ['no name', {}, 'BAD_REQUEST '],
    ['nothing', { filename: 'a.pdf', size: 0 }, 'BAD_REQUEST '],
    ['a byte too many', { filename: 'a.pdf', size: 10_000_001 }, 'PAYLOAD_TOO_LARGE attachment_too_large'],
    ['no size', { filename: 'a.pdf', size: null }, 'BAD_REQUEST length_required'],
    ['a name that is taken', { filename: 'BILL.pdf' }, 'CONFLICT attachment_exists'],
  ];
  for (const [what, said, refusal] of rows) {
    it(`is ${refusal} for ${what}, as the upload is`, async () => {
      const { result } = await leavingNothing(service, of, () => cameOf(check(of, said)));
      expect(`${result.code} ${result.reason ?? ''}`).to.equal(refusal);
      const { size = bytes.length, contentType = 'application/octet-stream' } = said as {
        size?: number;
        contentType?: string;
      };
      const file = { size, contentType, read: async () => bytes };
      expect(await cameOf(upload(of, { ...said, file }))).to.deep.equal(result);
    });
  }

  it('passes a new name, and one that is replaced; it needs one call, but once an hour two', async () => {
    const { result, calls } = await leavingNothing(service, of, () => check(of, { filename: 'terms.pdf' }));
    expect(result.item).to.include({ filename: 'terms.pdf', content_type: 'application/pdf', replaced: null });
    expect(result.notChecked).to.include('bytes');
    expect(calls).to.be.at.most(2);
    const { item } = await check(of, { filename: 'bill.pdf', replace: true });
    expect(item['replaced']).to.match(/^att_/);
  });

  it('refuses an eleventh file, and files where the provider does not allow them', async () => {
    for (let n = 2; n <= 10; n++) {
      const file = { size: 8, contentType: 'application/pdf', read: async () => bytes };
      await upload(of, { filename: `${n}.pdf`, file });
    }
    expect(await cameOf(check(of, { filename: '11.pdf' }))).to.include({ reason: 'attachments_full' });
    await of.rules({ not_allowed: ['AttachFilesIntoInvoice'] });
    service.advance(3_601);
    expect(await cameOf(check(of, { filename: 'bill.pdf', replace: true }))).to.include({ reason: 'would_be_refused' });
    const file = { size: 8, contentType: 'application/pdf', read: async () => bytes };
    expect(await cameOf(upload(of, { filename: 'bill.pdf', replace: true, file }))).to.include({ code: rejected });
  });
});
