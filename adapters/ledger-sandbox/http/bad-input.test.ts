import { expect } from 'chai';
import fc from 'fast-check';
import { runsOf } from '../../../tools/run-length.ts';
import { type Drive, driveSandbox } from '../drive-sandbox.test.ts';

const keys = [
  'Type',
  'Contact',
  'ContactID',
  'Name',
  'LineItems',
  'LineItemID',
  'Quantity',
  'UnitAmount',
  'TaxAmount',
  'LineAmount',
  'DiscountRate',
  'AccountCode',
  'AccountID',
  'TaxType',
  'Tracking',
  'Status',
  'Date',
  'DueDate',
  'CurrencyCode',
  'CurrencyRate',
  'LineAmountTypes',
  'InvoiceNumber',
  'Phones',
  'Addresses',
  'ContactPersons',
  'Invoice',
  'Account',
  'Amount',
  'Code',
  '__proto__',
  'constructor',
];
const lines = [{ Description: 'x', Quantity: 1, UnitAmount: 10, AccountCode: '200' }];
const common = { Contact: { Name: 'Ridgeway Cafe' }, Date: '2026-11-01', LineItems: lines };
/** Documents that are right, for the wrong to be laid over. */
const right: Readonly<Record<string, object>> = {
  Invoices: { ...common, Type: 'ACCREC', DueDate: '2026-12-01', Status: 'AUTHORISED' },
  Contacts: {},
  Quotes: common,
  PurchaseOrders: common,
  Payments: { Invoice: { InvoiceNumber: 'INV-0002' }, Account: { Code: '090' }, Amount: 0.01 },
  Accounts: { Type: 'EXPENSE' },
};
const families = ['Invoices', 'Contacts', 'Quotes', 'PurchaseOrders', 'Payments', 'Accounts'];

const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    'ACCREC',
    'AUTHORISED',
    '2026-01-31',
    '2026-02-30',
    '/Date(99999999999999999)/',
    '200',
    '090',
    '',
    null,
  ),
  fc.constantFrom<unknown>(
    0,
    -1,
    1e308,
    -1e308,
    1e-9,
    0.1,
    'NaN',
    'Infinity',
    true,
    [],
    {},
    'OUTPUT2',
    'Ridgeway Cafe',
    'constructor',
  ),
  fc.string(),
);
const { document } = fc.letrec<{ document: unknown; value: unknown }>((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, leaf, tie('document'), fc.array(tie('document'), { maxLength: 3 })),
  document: fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 8 }),
}));

describe('sandbox and bad input', () => {
  let drive: Drive;
  const defects: string[] = [];
  before(async () => {
    drive = await driveSandbox({ log: (message) => void defects.push(message) });
  });
  after(() => drive.close());

  it('never breaks on a document, whatever is in it', async () => {
    const call = fc.tuple(fc.constantFrom('PUT', 'POST'), fc.constantFrom(...families), document);
    await fc.assert(
      fc.asyncProperty(call, async ([method, family, body]) => {
        const answer = await drive.api(method, family, { ...right[family], ...(body as object) });
        expect(defects.splice(0)).to.deep.equal([]);
        expect([200, 400, 404, 501]).to.include(answer.status);
      }),
      { numRuns: runsOf({ long: 1000, short: 400 }) },
    );
    for (const family of families)
      expect((await drive.api('GET', family)).text).to.not.match(/:(NaN|Infinity|undefined)/);
  });

  it('never breaks on a filter, a path or bytes', async () => {
    const parts = [
      'constructor',
      'Name',
      '==',
      '"x"',
      '(',
      ')',
      'AND',
      '||',
      '.ToLower()',
      'Contains(',
      'Guid("1")',
      'DateTime(1,2)',
      '>',
      'null',
      '1',
    ];
    const where = fc.array(fc.constantFrom(...parts), { maxLength: 8 }).map((some) => some.join(' '));
    await fc.assert(
      fc.asyncProperty(where, fc.string(), async (text, path) => {
        const listed = await drive.api('GET', `Contacts?where=${encodeURIComponent(text)}`);
        expect([200, 400]).to.include(listed.status);
        await drive.api('GET', `Invoices?order=${encodeURIComponent(text)}`);
        await drive.api('GET', `Invoices/${path.replaceAll('?', '')}`);
        await drive.send('POST', `/${path}`, { raw: text });
        expect(defects.splice(0)).to.deep.equal([]);
      }),
    );
    for (const raw of ['{', '[]', '"x"', 'null', '\u0000', '{"Invoices":1}', '{"Invoices":[null]}']) {
      const headers = {
        authorization: `Bearer ${drive.tokens['access_token']}`,
        'ledger-tenant-id': drive.tenantId,
        accept: '*/*',
      };
      expect((await drive.send('PUT', '/api.xro/2.0/Invoices', { raw, headers }))?.status, raw).to.equal(400);
    }
  });

  it('never breaks on a control body', async () => {
    const calls = [
      'faults',
      'notifications',
      'organisations',
      'revoke',
      'apps',
      'consent',
      'payments',
      'credits',
      'quirks',
    ];
    const names = [
      'match',
      'action',
      'times',
      'tenant_id',
      'client_id',
      'redirect_uris',
      'authorize_url',
      'invoice_id',
      'limits',
    ];
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.constantFrom<unknown>(null, {}, [], [1], true, drive.tenantId),
    );
    const sent = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 4 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...calls), sent, async (path, body) => {
        const answer = await drive.control('POST', path, body);
        expect([200, 400], JSON.stringify(defects)).to.include(answer.status);
        await drive.control('DELETE', 'faults');
      }),
    );
  });
});
