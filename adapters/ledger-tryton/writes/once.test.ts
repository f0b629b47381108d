import Database from 'better-sqlite3';
import { expect } from 'chai';
import { type JsonObject, type LedgerRecord, ServiceError, type WriteIntent } from '../../../core/ports.ts';
import { createTrytonGateway } from '../gateway.ts';
import { today } from '../testing/paperwork.ts';
import { describeTryton, startTryton, type TestTryton } from '../testing/tryton-server.ts';
import { line, refusalOf, type Writing, writingOf } from '../testing/writing.ts';

describeTryton('what is written to Tryton is written once', () => {
  let tryton: TestTryton;
  let writing: Writing;
  before(async () => {
    tryton = await startTryton();
    writing = await writingOf(tryton);
  });
  after(() => tryton.stop());

  it('every create is found again by its mark, and leaves nothing that people see', async () => {
    const { gateway, work, newKey, whole, write, contact, invoice } = writing;
    const sale = await invoice({ status: 'AUTHORISED' });
    const { providerId: contact_id } = await contact();
    const lines = { contact_id, line_items: [line()] };
    const payment = {
      invoice_id: sale.providerId,
      account_code: '090',
      amount: 10,
      date: today(),
      external_reference: 'R-1',
    };
    const [type] = await work.client.find('account.account.type', [
      ['statement', '=', 'income'],
      ['expense', '=', true],
    ]);
    const account = {
      name: 'Tools',
      code: '4711',
      type: type?.['id'] ?? null,
      note: 'Mine',
      company: tryton.seeded.company,
    };
    const intents: readonly [WriteIntent, JsonObject][] = [
      [
        { kind: 'create', type: 'contacts', fields: { name: 'Once', phones: [{ type: 'FAX', number: '1' }] } },
        { contact_number: null },
      ],
      [
        { kind: 'create', type: 'invoices', fields: lines },
        { status: 'DRAFT', sub_total: 100 },
      ],
      [
        { kind: 'create', type: 'quotes', fields: lines },
        { status: 'DRAFT', sub_total: 100 },
      ],
      [
        { kind: 'create', type: 'purchase_orders', fields: lines },
        { status: 'DRAFT', sub_total: 100 },
      ],
      [
        { kind: 'create', type: 'payments', fields: payment },
        { external_reference: 'R-1', amount: 10, account_code: '090' },
      ],
      [
        { kind: 'create_native', type: 'accounts', document: account },
        { code: '4711', description: 'Mine' },
      ],
      [{ kind: 'create_native', type: 'invoices', document: await work.head() }, { line_items: [] }],
    ];
    for (const [intent, fields] of intents) {
      const [bytes, key] = [gateway.prepare(intent), newKey()];
      const made = await whole(bytes, key);
      if (intent.type !== 'contacts') expect(made.fields, intent.type).to.deep.include(fields);
      expect(JSON.stringify(made.fields)).not.to.include('lp:');
      expect((await whole(bytes, key)).providerId, intent.type).to.equal(made.providerId);
      if (intent.type !== 'accounts') expect((await whole(bytes)).providerId).not.to.equal(made.providerId);
    }
    expect((await refusalOf(write(intents[5]?.[0] as WriteIntent))).code).to.equal('PROVIDER_REJECTED');
  });

  it('contacts that are made at once each get a code of their own', async () => {
    const { create, work } = writing;
    const names = Array.from({ length: 8 }, (_, i) => `At once ${i}`);
    await Promise.all(names.map((name) => create('contacts', { name })));
    const made = await work.client.find('party.party', [['name', 'like', 'At once %']], ['code']);
    expect(new Set(made.map(({ code }) => code)).size).to.equal(names.length);
  });

  it('a payment is made once and taken back; more than is due is refused', async () => {
    const { create, change, read, invoice } = writing;
    const sale = await invoice({ status: 'AUTHORISED' });
    const fields = { invoice_id: sale.providerId, account_code: '090', date: today() };
    const paid = await create('payments', { ...fields, amount: 30, external_reference: 'R-9' });
    const rest = await create('payments', { ...fields, amount: 85 });
    expect((await read(sale)).fields).to.include({ status: 'PAID', amount_due: 0 });
    for (const [payment, due] of [
      [rest, 85],
      [paid, 115],
    ] as const) {
      expect((await change(payment, { status: 'DELETED' })).fields['status']).to.equal('DELETED');
      expect((await read(sale)).fields).to.include({ status: 'AUTHORISED', amount_due: due });
    }
    expect((await change(paid, { status: 'DELETED' })).fields).to.include({
      status: 'DELETED',
      external_reference: 'R-9',
    });
    expect((await refusalOf(create('payments', { ...fields, amount: 200 }))).message).to.include('greater than');
    expect(
      (await refusalOf(create('payments', { ...fields, account_code: '999', amount: 1 }))).details.errors?.[0]?.path,
    ).to.equal('account_code');
    const bill = await invoice({ type: 'payable', status: 'AUTHORISED', line_items: [line()] });
    const billed = await create('payments', {
      invoice_id: bill.providerId,
      account_id: String(tryton.seeded.accounts.Cash),
      amount: 40,
    });
    expect(billed.fields).to.include({ amount: 40, date: today(), account_code: '090' });
    expect((await read(bill)).fields['amount_due']).to.equal(60);
  });

  it('a payment whose log-in ends between two of its calls is not made; another log-in makes it once', async () => {
    const { gateway, access, newKey, invoice } = writing;
    const sale = await invoice({ status: 'AUTHORISED' });
    const fields = { invoice_id: sale.providerId, account_code: '090', amount: 115, date: today() };
    const [bytes, key] = [gateway.prepare({ kind: 'create', type: 'payments', fields }), newKey()];
    const leaving = createTrytonGateway(async (call) => {
      if (call.method.endsWith('pay.execute')) {
        await tryton.rpc({ ...call, method: 'common.db.logout', params: [] });
      }
      return tryton.rpc(call);
    });
    const error = await refusalOf(leaving.send(access, bytes, key));
    expect([error.details.reason, error.details.outcome]).to.deep.equal(['token_rejected', 'not_applied']);
    writing = await writingOf(tryton);
    expect((await writing.read(sale)).fields['payments']).to.deep.equal([]);
    const [one, again] = [await writing.whole(bytes, key), await writing.whole(bytes, key)];
    expect(again.providerId).to.equal(one.providerId);
    expect((await writing.read(sale)).fields).to.include({ status: 'PAID' });
  });

  it('a quote becomes one invoice, which confirming makes by itself', async () => {
    const { write, create, contact, tax, change, read, count } = writing;
    const { providerId: contact_id } = await contact();
    const fields = { contact_id, title: 'Cups', terms: 'Thirty days', line_items: [line({ tax_type: tax })] };
    const draft = await create('quotes', fields);
    expect(draft.fields).to.include({ title: 'Cups', terms: 'Thirty days', total: 115, status: 'DRAFT' });
    const convert = (quote: LedgerRecord) => write({ kind: 'convert_quote', type: 'invoices', quote });
    expect((await refusalOf(convert(draft))).code).to.equal('PROVIDER_REJECTED');
    const quote = await change(draft, { status: 'SENT', title: 'More cups' });
    expect(quote.fields).to.include({ status: 'SENT', title: 'More cups', total: 115 });
    const before = await count('account.invoice');
    const [made, again] = [await convert(quote), await convert(quote)];
    expect([made.providerId, await count('account.invoice')]).to.deep.equal([again.providerId, before + 1]);
    expect(made.fields).to.include({ status: 'DRAFT', total: 115 });
    const terms = { issue_date: today(), due_date: today(9), external_reference: 'R-5', status: 'AUTHORISED' };
    expect((await change(made, terms)).fields).to.include({ ...terms, total: 115 });
    expect((await refusalOf(change(quote, { status: 'DECLINED' }))).code).to.equal('PROVIDER_REJECTED');
    expect((await read(quote)).fields['status']).to.equal('INVOICED');
    expect(
      (await change(await create('quotes', { ...fields, status: 'SENT' }), { status: 'DECLINED' })).fields['status'],
    ).to.equal('DELETED');
    const booked = await refusalOf(create('quotes', { ...fields, line_items: [line({ account_code: '400' })] }));
    expect(booked.details.errors?.[0]?.path).to.equal('line_items[0].account_code');
  });

  it('a quote that a killed server left confirmed is set back and confirmed again, from wherever that was cut off', async () => {
    const { gateway, access, create, contact, newKey, count, tax } = writing;
    const { providerId: contact_id } = await contact();
    const fields = { contact_id, issue_date: today(), status: 'SENT', line_items: [line({ tax_type: tax })] };
    const before = await count('account.invoice');
    for (const cutOffAt of ['confirmed', 'draft', 'quotation']) {
      const quote = await create('quotes', fields);
      const books = new Database(tryton.file);
      const isNow = books.prepare('update sale_sale set state = ? where id = ?');
      isNow.run('confirmed', Number(quote.providerId));
      const convert = gateway.prepare({ kind: 'convert_quote', type: 'invoices', quote });
      const { next } = await gateway.send(access, convert, newKey());
      if (!next) throw new Error('the conversion does not go on');
      isNow.run(cutOffAt, Number(quote.providerId));
      books.close();
      const [made, again] = [await gateway.send(access, next, newKey()), await gateway.send(access, next, newKey())];
      expect(made, cutOffAt).to.deep.include({ type: 'invoices', providerId: again.providerId });
      expect(made.fields).to.include({ status: 'DRAFT', total: 115 });
    }
    expect(await count('account.invoice')).to.equal(before + 3);
  });

  it('a purchase order is authorised by two more calls, and not deleted after', async () => {
    const { create, contact, change } = writing;
    const { providerId: contact_id } = await contact();
    const fields = { contact_id, delivery_date: '2027-01-31', line_items: [line()] };
    const order = await create('purchase_orders', { ...fields, status: 'AUTHORISED' });
    expect(order.fields).to.include({ status: 'AUTHORISED', delivery_date: '2027-01-31', total: 100 });
    expect((await refusalOf(change(order, { status: 'DELETED' }))).code).to.equal('PROVIDER_REJECTED');
    expect((await change(await create('purchase_orders', fields), { status: 'DELETED' })).fields['status']).to.equal(
      'DELETED',
    );
  });

  it('several are made in one call; the refused ones are told, and a repeat makes nothing more', async () => {
    const { gateway, access, newKey, contact, count } = writing;
    const { providerId: contact_id } = await contact();
    const fields = { contact_id, issue_date: today(), line_items: [line()] };
    const made: readonly (readonly [JsonObject, string])[] = [
      [{ ...fields, status: 'AUTHORISED' }, 'AUTHORISED'],
      [{ ...fields, line_items: [line({ account_code: '999' })] }, 'PROVIDER_REJECTED'],
      [fields, 'DRAFT'],
      [{ ...fields, issue_date: '1999-01-01', status: 'AUTHORISED' }, 'PROVIDER_REJECTED'],
    ];
    for (const some of [made, made.filter(([, told]) => told !== 'PROVIDER_REJECTED')]) {
      const writes = some.map(([one]) => gateway.prepare({ kind: 'create', type: 'invoices', fields: one }));
      const [key, before] = [newKey(), await count('account.invoice')];
      const answers = await gateway.sendMany(access, writes, key);
      const told = answers.map((answer) => (answer instanceof ServiceError ? answer.code : answer?.fields['status']));
      expect(told).to.deep.equal(some.map(([, word]) => word));
      expect(await count('account.invoice')).to.equal(before + 2);
      const again = await gateway.sendMany(access, writes, key);
      const ids = (all: typeof answers) => all.map((one) => (one && 'providerId' in one ? one.providerId : null));
      expect(ids(again)).to.deep.equal(ids(answers));
      expect(await count('account.invoice')).to.equal(before + 2);
    }
  });
});
