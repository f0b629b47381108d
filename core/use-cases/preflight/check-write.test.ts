// A look before a write refuses what the write, or the books, would refuse, at the same fields; and it leaves nothing.
import { expect } from 'chai';
import fc from 'fast-check';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { JsonObject } from '../../domain/json.ts';
import { familyOf } from '../../families/all-families.ts';
import { line } from '../resources/testing/books.ts';
import { banksOf, writtenFamilies } from '../resources/testing/written-families.ts';
import { givenService } from '../testing/worlds.ts';
import { cameOf, type LookedAt, leavingNothing, openLookedAt } from './testing/looked-at.ts';

const rejected = 'PROVIDER_REJECTED';
const refused = 'BAD_REQUEST';
const nobody = '6c0fca75-9a3c-4d0a-a1f3-1f2d3c4b5a69';

type Banked = LookedAt & { readonly banks: readonly [string, string] };
type Row = readonly [what: string, body: (of: Banked) => object, code: string, paths: readonly string[]];
const lined = (changed: object) => (of: LookedAt) => ({ ...of.document, line_items: [{ ...line, ...changed }] });
const paying = (changed: object) => (of: LookedAt) => ({
  ...{ invoice_id: of.due, account_code: '090', amount: 15, date: '2030-01-12' },
  ...changed,
});

const journal = (mode: string, ...lines: readonly object[]) => ({
  ...{ narration: 'Pay', date: '2030-01-12', line_amount_mode: mode },
  lines: lines.map((one) => ({ account_code: '970', tax_type: 'NONE', ...one })),
});
const two = (changed: object, mode = 'no_tax') =>
  journal(mode, { line_amount: 100, ...changed }, { line_amount: -100, account_code: '461' });
const moving = (changed: object) => (of: Banked) => ({
  ...{ from_account_id: of.banks[0], to_account_id: of.banks[1], amount: 5, date: '2030-01-12' },
  ...changed,
});

const ofDocuments: readonly Row[] = [
  ['a line without sense', lined({ quantity: -1 }), refused, ['line_items[0].quantity']],
  [
    'tracking that is not there',
    lined({ tracking: [{ name: 'Region', option: 'Nroth' }] }),
    refused,
    ['line_items[0].tracking[0].option'],
  ],
  ['an account that is not there', lined({ account_code: '20' }), rejected, ['line_items[0].account_code']],
  ['an archived account', lined({ account_code: '499' }), rejected, ['line_items[0].account_code']],
  [
    'an archived account by its id',
    (of) => lined({ account_code: undefined, account_id: of.account })(of),
    rejected,
    ['line_items[0].account_id'],
  ],
  ['a bank account', lined({ account_code: '090' }), rejected, ['line_items[0].account_code']],
  ['a tax that is not there', lined({ tax_type: 'OUTPUT' }), rejected, ['line_items[0].tax_type']],
  ['an item that is not there', lined({ item_code: 'BENHC' }), rejected, ['line_items[0].item_code']],
  ['a contact that is not there', (of) => ({ ...of.document, contact_id: nobody }), rejected, ['contact_id']],
  ['an archived contact', (of) => ({ ...of.document, contact_id: of.archived }), rejected, ['contact_id']],
  [
    'a theme that is not there',
    (of) => ({ ...of.document, branding_theme_id: nobody }),
    rejected,
    ['branding_theme_id'],
  ],
  [
    'two faults of the books',
    (of) => ({ ...lined({ account_code: '090' })(of), contact_id: of.archived }),
    rejected,
    ['contact_id', 'line_items[0].account_code'],
  ],
];
/** A bank transaction with what a document's row changes. */
const spent = (of: LookedAt, changed: object = {}) => {
  const { contact_id, line_items } = { ...of.document, ...changed } as typeof of.document;
  return {
    ...{ kind: 'spend', contact_id, bank_account_code: '090', date: '2030-01-12' },
    ...{ line_amount_mode: 'exclusive', line_items },
  };
};
const inLockedPeriod: Row = [
  'a locked period',
  (of) => ({ ...of.document, issue_date: '2019-06-30' }),
  rejected,
  ['issue_date'],
];
const table: Readonly<Record<string, readonly Row[]>> = {
  invoices: [...ofDocuments, inLockedPeriod],
  credit_notes: [...ofDocuments, inLockedPeriod].map(([what, body, ...came]) => [
    what,
    (of) => ({ ...body(of), type: 'receivable' }),
    ...came,
  ]),
  quotes: ofDocuments,
  purchase_orders: [...ofDocuments, inLockedPeriod],
  payments: [
    ['an amount of nothing', paying({ amount: 0 }), refused, ['amount']],
    ['more than is due', paying({ amount: 115.01 }), rejected, ['amount']],
    ['an invoice that is no debt yet', (of) => paying({ invoice_id: of.draft })(of), rejected, ['invoice_id']],
    ['an invoice that is not there', paying({ invoice_id: nobody }), rejected, ['invoice_id']],
    ['an account for sales', paying({ account_code: '200' }), rejected, ['account_code']],
    ['a locked period', paying({ date: '2018-12-31' }), rejected, ['date']],
  ],
  bank_transactions: [
    ...ofDocuments
      .filter(([what]) => what !== 'a theme that is not there')
      .map(([what, body, ...came]): Row => [what, (of) => spent(of, body(of)), ...came]),
    ['a tax of one’s own', (of) => spent(of, lined({ tax_amount: 1 })(of)), refused, ['line_items[0].tax_amount']],
    ['no mode of amounts', (of) => ({ ...spent(of), line_amount_mode: undefined }), refused, ['line_amount_mode']],
    ['no bank account', (of) => ({ ...spent(of), bank_account_code: undefined }), refused, ['bank_account_id']],
    [
      'an account that is no bank’s',
      (of) => ({ ...spent(of), bank_account_code: '200' }),
      rejected,
      ['bank_account_code'],
    ],
    [
      'a bank account that is not there',
      (of) => ({ ...spent(of), bank_account_code: '09' }),
      rejected,
      ['bank_account_code'],
    ],
    ['a locked period', (of) => ({ ...spent(of), date: '2019-06-30' }), rejected, ['date']],
    [
      'a reference of a deposit',
      (of) => ({ ...spent(of), settles: 'prepayment', external_reference: 'x' }),
      refused,
      ['external_reference'],
    ],
    ['an overpayment with tax', (of) => ({ ...spent(of), settles: 'overpayment' }), refused, ['line_amount_mode']],
    ['a kind that is none', (of) => ({ ...spent(of), kind: 'transfer' }), refused, ['kind']],
  ],
  items: [
    ['a code that is taken', () => ({ code: 'bench' }), 'CONFLICT', []],
    [
      'an account that is not there',
      () => ({ code: 'N1', sale: { account_code: '20' } }),
      rejected,
      ['sale.account_code'],
    ],
    ['a tax that is not there', () => ({ code: 'N2', purchase: { tax_type: 'NO' } }), rejected, ['purchase.tax_type']],
  ],
  manual_journals: [
    ['no mode of amounts', () => ({ ...two({}), line_amount_mode: undefined }), refused, ['line_amount_mode']],
    ['sums that differ', () => two({ line_amount: 99.99 }), refused, ['lines']],
    ['sums that differ by the tax', () => two({ tax_type: 'INPUT2' }, 'exclusive'), rejected, ['lines']],
    ['a bank account', () => two({ account_code: '090' }), rejected, ['lines[0].account_code']],
    ['an account of the provider', () => two({ account_code: '610' }), rejected, ['lines[0].account_code']],
    ['an archived account', () => two({ account_code: '499' }), rejected, ['lines[0].account_code']],
    ['a tax that is not there', () => two({ tax_type: 'OUTPUT' }, 'inclusive'), rejected, ['lines[0].tax_type']],
    ['a locked period', () => ({ ...two({}), date: '2019-06-30' }), rejected, ['date']],
  ],
  bank_transfers: [
    ['the same account', (of) => moving({ to_account_id: of.banks[0] })(of), refused, ['to_account_id']],
    ['an amount of nothing', moving({ amount: 0 }), refused, ['amount']],
    ['an account that is no bank’s', (of) => moving({ to_account_id: of.account })(of), rejected, ['to_account_id']],
    ['an account that is not there', moving({ from_account_id: nobody }), rejected, ['from_account_id']],
    ['a locked period', moving({ date: '2018-12-31' }), rejected, ['date']],
  ],
  contacts: [['no name', () => ({ email: 'a@b.example' }), refused, ['name']]],
  accounts: [['no document', () => ({ code: '1' }), refused, []]],
};

describe('a look before a create', () => {
  const { service, tenancy } = givenService();
  const of = openedOnce(async () => {
    const looked = await openLookedAt(service, tenancy);
    await looked.rules({ period_lock_date: '2019-12-31', end_of_year_lock_date: '2018-12-31' });
    return { ...looked, banks: await banksOf(looked.books) };
  });

  for (const { type, item } of writtenFamilies) {
    it(`passes one of the ${type}, and leaves nothing`, async () => {
      const body = item({ contact_id: of.contact, invoice_id: of.due, banks: of.banks }, `Look ${of.unique()}`);
      const { result, calls } = await leavingNothing(service, of, () => of.check(type, body));
      expect(result.notChecked).to.include.members(['role', 'plan', ...(familyOf(type).books?.leaves ?? [])]);
      expect(Object.keys(result.item)).to.not.deep.equal([]);
      expect(calls).to.be.at.most(6);
      expect(await cameOf(of.books.create(type, body))).to.include({ code: null });
    });
  }

  for (const [type, rows] of Object.entries(table)) {
    for (const [what, body, code, paths] of rows) {
      it(`refuses one of the ${type} for ${what}, as the write is refused`, async () => {
        const asked = body(of);
        const { result } = await leavingNothing(service, of, () => cameOf(of.check(type, asked)));
        expect(result).to.deep.include({ code, ...(paths.length > 0 && { paths }) });
        const written = await cameOf(of.books.create(type, asked));
        expect(written.code).to.equal(code);
        if (code !== rejected) expect(written.paths).to.deep.equal(result.paths);
      });
    }
  }

  it('has a row for every family that can be written', () => {
    expect(Object.keys(table).sort()).to.deep.equal(writtenFamilies.map(({ type }) => type).sort());
  });

  it('refuses a transfer between currencies, as the write is refused', async () => {
    const dollars = { Code: 'USD', Name: 'Dollars', Type: 'BANK', BankAccountNumber: '1', CurrencyCode: 'USD' };
    const { providerId: to_account_id } = await of.books.create('accounts', { provider_data: dollars });
    const asked = moving({ to_account_id })(of);
    const looked = await cameOf(of.check('bank_transfers', asked));
    expect(looked).to.deep.include({ code: rejected, paths: ['to_account_id'] });
    expect(await cameOf(of.books.create('bank_transfers', asked))).to.include({ code: rejected });
  });

  it('passes a journal whose account nobody knows, as the provider does, and says that it did not check accounts', async () => {
    const unknown = two({ account_code: 'NONE' });
    expect((await of.check('manual_journals', unknown)).notChecked).to.include('accounts');
    expect(await of.books.warnedOf('manual_journals', null, unknown)).to.deep.equal(['', 'lines[0].account_code']);
  });

  it('adds up a journal with the tax that is added to its lines', async () => {
    const taxed = (line_amount: number) =>
      journal('exclusive', { line_amount: 100, tax_type: 'INPUT2' }, { line_amount, account_code: '461' });
    expect(await cameOf(of.check('manual_journals', taxed(-115)))).to.include({ code: null });
    expect(await cameOf(of.books.create('manual_journals', taxed(-115)))).to.include({ code: null });
    const open = taxed(-100);
    expect(await cameOf(of.check('manual_journals', open))).to.include({ code: rejected });
    const untold = { ...open, lines: open.lines.map(({ tax_type: _tax, ...line }) => line) };
    expect((await of.check('manual_journals', untold)).notChecked).to.include('amounts');
  });

  it('passes a payment of all that is due', async () => {
    const own = await openLookedAt(service, tenancy);
    const all = (await own.books.read('invoices', own.due)).fields['amount_due'];
    expect(await cameOf(own.check('payments', paying({ amount: all })(own)))).to.include({ code: null });
  });

  it('shows what would be sent, in normalized fields', async () => {
    const { item } = await of.check('invoices', { ...of.document, external_reference: 'job-7' });
    expect(item).to.deep.include({ type: 'receivable', external_reference: 'job-7', issue_date: '2030-01-10' });
    expect((item['line_items'] as unknown as JsonObject[])[0]).to.include({ account_code: '200' });
  });

  it('asks the books for a bounded number of items, and says that it did not ask for the others', async () => {
    const line_items = Array.from({ length: 60 }, (_, n) => ({ ...line, item_code: `NO+${n}` }));
    await service.sandbox.control('DELETE', 'requests');
    const { paths } = await cameOf(of.check('invoices', { ...of.document, line_items }));
    expect(paths).to.have.length(20);
    expect(await service.calls('GET /api.xro/2.0/Items')).to.have.length(20);
  });

  it('believes no copy that refuses, but reads the books', async () => {
    const [held, other] = ['Held', 'Other'].map((name) => `${name} ${of.unique()}`);
    const contact = await of.books.create('contacts', { name: held });
    await of.books.update('contacts', contact.providerId, { status: 'ARCHIVED' });
    await of.books.byHand('contacts', contact.providerId, { status: 'ACTIVE' });
    const body = { ...of.document, contact_id: contact.providerId, external_reference: other };
    expect(await cameOf(of.check('invoices', body))).to.include({ code: null });
  });

  it('asks for locks and actions once an hour, and again before it refuses', async () => {
    const own = await openLookedAt(service, tenancy);
    const body = { ...own.document, status: 'AUTHORISED', due_date: '2030-02-01' };
    const asked = async () => {
      await service.sandbox.control('DELETE', 'requests');
      const came = await cameOf(own.check('invoices', body));
      return {
        code: came.code,
        calls: (await service.calls('GET /api.xro/2.0/Organisation')).length,
        paths: came.paths,
      };
    };
    expect(await asked()).to.deep.equal({ code: null, calls: 2, paths: [] });
    expect(await asked()).to.deep.equal({ code: null, calls: 0, paths: [] });
    await own.rules({ not_allowed: ['CreateApprovedInvoice'] });
    service.advance(3_601);
    expect(await asked()).to.deep.include({ code: rejected, paths: ['status'] });
    expect(await cameOf(own.books.create('invoices', body))).to.include({ code: rejected });
    await own.rules({ not_allowed: [], period_lock_date: '2030-01-10' });
    expect(await asked()).to.deep.include({ code: null });
    service.advance(3_601);
    expect(await asked()).to.deep.include({ code: rejected, paths: ['issue_date'] });
    await own.rules({ period_lock_date: '' });
    expect(await asked()).to.deep.equal({ code: null, calls: 1, paths: [] });
  });

  it('names the currency where other currencies are not allowed', async () => {
    const own = await openLookedAt(service, tenancy);
    await own.rules({ not_allowed: ['UseMulticurrency', 'CreateInvoicePayment'] });
    const foreign = { ...own.document, currency: 'USD' };
    expect(await cameOf(own.check('invoices', foreign))).to.deep.include({ code: rejected, paths: ['currency'] });
    expect(await cameOf(own.books.create('invoices', foreign))).to.include({ code: rejected });
    expect(await cameOf(own.check('invoices', { ...own.document, currency: 'NZD' }))).to.include({ code: null });
    expect(await cameOf(own.check('payments', paying({})(own)))).to.include({ code: rejected });
  });

  const bill = (of: LookedAt, status: string) => ({ ...of.document, type: 'payable', status, due_date: '2030-02-01' });
  const sale = (of: LookedAt, status: string) => ({ ...bill(of, status), type: 'receivable' });
  const acts: readonly [
    action: string,
    type: string,
    body: (of: LookedAt) => object,
    other: (of: LookedAt) => object,
  ][] = [
    ['CreateDraftInvoice', 'invoices', (of) => of.document, (of) => bill(of, 'DRAFT')],
    ['CreateApprovedInvoice', 'invoices', (of) => sale(of, 'AUTHORISED'), (of) => bill(of, 'AUTHORISED')],
    ['CreateDraftBill', 'invoices', (of) => bill(of, 'SUBMITTED'), (of) => of.document],
    ['CreateApprovedBill', 'invoices', (of) => bill(of, 'AUTHORISED'), (of) => sale(of, 'AUTHORISED')],
    ['CreateDraftQuote', 'quotes', (of) => of.document, (of) => ({ ...of.document, status: 'SENT' })],
    ['CreateSentQuote', 'quotes', (of) => ({ ...of.document, status: 'sent' }), (of) => of.document],
    [
      'CreateDraftPurchaseOrder',
      'purchase_orders',
      (of) => of.document,
      (of) => ({ ...of.document, status: 'AUTHORISED' }),
    ],
    [
      'CreateApprovedPurchaseOrder',
      'purchase_orders',
      (of) => ({ ...of.document, status: 'BILLED' }),
      (of) => of.document,
    ],
    ['CreateInvoicePayment', 'payments', (of) => paying({})(of), (of) => paying({})(of)],
  ];
  describe('where the provider bars an act', () => {
    const own = openedOnce(() => openLookedAt(service, tenancy));
    for (const [action, type, body, other] of acts) {
      it(`refuses what ${action} stands for, and nothing else`, async () => {
        await own.rules({ not_allowed: [action] });
        service.advance(3_601);
        expect(await cameOf(own.check(type, body(own)))).to.include({ code: rejected });
        expect(await cameOf(own.books.create(type, body(own)))).to.include({ code: rejected });
        if (type !== 'payments') {
          expect(await cameOf(own.check(type, other(own)))).to.include({ code: null });
          expect(await cameOf(own.books.create(type, other(own)))).to.include({ code: null });
        }
      });
    }
  });

  it('keeps nothing with zero retention, and asks the books each time', async () => {
    const zero = await openLookedAt(service, tenancy, { retention_mode: 'zero' });
    const look = () => leavingNothing(service, zero, () => zero.check('invoices', zero.document));
    const [first, second] = [await look(), await look()];
    expect(first.calls).to.equal(second.calls);
    expect(first.calls).to.be.within(3, 6);
  });

  it('is taken by the books wherever it passes its own words, and is never stricter than they are', async () => {
    // Most of a body is right, so that many bodies are taken.
    const mostly = <T>(right: readonly T[], ...wrong: T[]) =>
      fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...right) },
        { weight: 1, arbitrary: fc.constantFrom(...wrong) },
      );
    const ownLine = {
      account_code: mostly(['200', '260'], '090', '499', '20'),
      tax_type: mostly(['OUTPUT2', 'NONE', 'output2'], 'NO'),
      item_code: mostly(['BENCH', 'bench', null], 'NO-SUCH'),
      quantity: mostly([1, 2.5], -1),
      tracking: mostly<readonly object[]>(
        [[], [{ name: 'region', option: 'NORTH' }]],
        [{ name: 'Region', option: 'No' }],
      ),
    };
    const one = fc.record(
      {
        contact_id: mostly(['contact'], 'archived', 'nobody', 'con_wrong'),
        issue_date: mostly(['2030-01-01', '2020-01-01'], '2019-12-31', '2030-13-01'),
        status: mostly(['DRAFT', 'SUBMITTED', 'draft'], 'VOIDED'),
        currency: mostly(['NZD', 'USD'], 'nzd'),
        line: fc.record(ownLine, { requiredKeys: [] }),
      },
      { requiredKeys: ['contact_id', 'issue_date', 'line'] },
    );
    const kinds = fc.constantFrom('invoices', 'quotes', 'purchase_orders');
    const runs = process.env['TEST_LONG'] ? 400 : 60;
    await fc.assert(
      fc.asyncProperty(kinds, one, async (type, { line: own, contact_id, status, ...asked }) => {
        const ids: Readonly<Record<string, string>> = { contact: of.contact, archived: of.archived, nobody };
        const body = {
          ...asked,
          contact_id: ids[contact_id] ?? contact_id,
          ...(type !== 'quotes' && status !== undefined && { status }),
          line_items: [{ ...line, ...own }],
        };
        const looked = await cameOf(of.check(type, body));
        const written = await cameOf(of.books.create(type, body));
        if (written.code === null) expect(looked.code, JSON.stringify(body)).to.equal(null);
        if (looked.code === refused) expect(written).to.deep.equal(looked);
        if (looked.code === rejected) expect(written.code, JSON.stringify(body)).to.equal(rejected);
      }),
      { numRuns: runs },
    );
  });
});
