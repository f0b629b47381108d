import { expect } from 'chai';
import {
  type JsonObject,
  type LedgerRecord,
  type PreparedWrite,
  type ResourceType,
  type SentRecord,
  ServiceError,
  type WriteIntent,
} from '../../../core/ports.ts';
import { createTrytonGateway } from '../gateway.ts';
import { type Paperwork, paperworkIn, today } from '../testing/paperwork.ts';
import { describeTryton, startTryton, type TestTryton } from '../testing/tryton-server.ts';

describeTryton('writes to Tryton', () => {
  let tryton: TestTryton;
  let work: Paperwork;
  let gateway: ReturnType<typeof createTrytonGateway>;
  let keys = 0;
  before(async () => {
    tryton = await startTryton();
    work = await paperworkIn(tryton);
    gateway = createTrytonGateway(tryton.rpc);
  });
  after(() => tryton.stop());

  const newKey = () => `key-${keys++}`;
  /** Every call of a write, up to its end. */
  async function whole(write: PreparedWrite, key = newKey()): Promise<LedgerRecord> {
    let sent: SentRecord = await gateway.send(work.access, write, key);
    for (let calls = 0; sent.next && calls < 5; calls++) sent = await gateway.send(work.access, sent.next, key);
    return sent;
  }
  const write = (intent: WriteIntent, key?: string) => whole(gateway.prepare(intent), key);
  const create = (type: ResourceType, fields: JsonObject, key?: string) => write({ kind: 'create', type, fields }, key);
  const change = ({ type, providerId }: LedgerRecord, fields: JsonObject, version?: string) =>
    write({ kind: 'update', type, providerId, fields, existing: null, version });
  const read = ({ type, providerId }: LedgerRecord) => gateway.read(work.access, type, providerId);
  const refusal = async (work: Promise<unknown>): Promise<ServiceError> => {
    const error: unknown = await work.then(
      () => 'it succeeded',
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(ServiceError);
    return error as ServiceError;
  };
  const contact = () => create('contacts', { name: 'Harbour Coffee Ltd' });
  const line = (more: JsonObject = {}) => ({ description: 'Cups', quantity: 2, unit_amount: 50, ...more });
  const tax = () => String(tryton.seeded.salesTax);
  async function invoice(fields: JsonObject = {}): Promise<LedgerRecord> {
    const { providerId: contact_id } = await contact();
    const dates = { issue_date: today(), due_date: today(30) };
    return create('invoices', { contact_id, ...dates, line_items: [line({ tax_type: tax() })], ...fields });
  }
  const count = async (model: string, domain: JsonObject[string][] = []) =>
    (await work.hand.find(model, domain)).length;

  it('a contact holds what was sent, and a change touches what it names', async () => {
    const sent = { name: 'Kiln Ltd', contact_number: 'C-1', email: 'a@example.com', tax_number: '12-345' };
    const phones = [{ type: 'MOBILE', country_code: null, area_code: null, number: '64 21 123' }];
    const addresses = [{ type: 'STREET', line1: '1 Quay', city: 'Nelson', postal_code: '7010' }];
    const made = await create('contacts', { ...sent, phones, addresses });
    expect(made.fields).to.deep.include({ ...sent, phones, status: 'ACTIVE' });
    expect((made.fields['addresses'] as JsonObject[])[0]).to.include(addresses[0]);
    const changed = await change(made, {
      email: 'b@example.com',
      tax_number: null,
      phones: [{ ...phones[0], type: 'FAX' }],
    });
    const fax = [{ ...phones[0], type: 'FAX' }];
    expect(changed.fields).to.deep.equal({ ...made.fields, email: 'b@example.com', tax_number: null, phones: fax });
    expect((await change(made, { status: 'ARCHIVED' })).fields['status']).to.equal('ARCHIVED');
    const { type, providerId } = made;
    expect((await write({ kind: 'restore', type, providerId })).fields).to.deep.equal(changed.fields);
    expect((await refusal(create('contacts', { name: 'Twin', contact_number: 'C-1' }))).code).to.equal(
      'PROVIDER_REJECTED',
    );
  });

  it('every create is found again by its mark, and leaves nothing that people see', async () => {
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
    const [type] = await work.hand.find('account.account.type', [
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
    expect((await refusal(write(intents[5]?.[0] as WriteIntent))).code).to.equal('PROVIDER_REJECTED');
  });

  it('an invoice is authorised by a call of its own; a due date in the past is no question', async () => {
    const { providerId: contact_id } = await contact();
    const fields = {
      contact_id,
      status: 'AUTHORISED',
      issue_date: today(),
      due_date: today(-2),
      line_items: [line()],
    };
    const [bytes, key] = [gateway.prepare({ kind: 'create', type: 'invoices', fields }), newKey()];
    const { next, ...draft } = await gateway.send(work.access, bytes, key);
    expect([draft.fields['status'], next?.creates]).to.deep.equal(['DRAFT', false]);
    const again = await gateway.send(work.access, bytes, key);
    expect([again.providerId, again.next]).to.deep.equal([draft.providerId, next]);
    const posted = await gateway.send(work.access, next as PreparedWrite, key);
    expect(posted.fields).to.include({ status: 'AUTHORISED', due_date: today(-2), amount_due: 100 });
    expect(posted).not.to.have.property('next');
    expect((await gateway.send(work.access, next as PreparedWrite, key)).fields).to.deep.equal(posted.fields);
    expect(await gateway.send(work.access, bytes, key)).not.to.have.property('next');
    // A bill without its date is refused when it is posted, and so is a date without a fiscal year: nothing is left.
    for (const refused of [
      { ...fields, type: 'payable', issue_date: '' },
      { ...fields, issue_date: '1999-01-01' },
    ]) {
      const before = await count('account.invoice');
      const error = await refusal(create('invoices', refused));
      expect([error.code, error.details.outcome]).to.deep.equal(['PROVIDER_REJECTED', 'not_applied']);
      expect(await count('account.invoice')).to.equal(before);
    }
  });

  it('a document moves only where its state allows it, and what a button does not do is said', async () => {
    const sale = await invoice({ status: 'SUBMITTED' });
    const changed = await change(sale, { status: 'DRAFT', external_reference: 'R-2' });
    expect(changed.fields).to.deep.include({ status: 'DRAFT', external_reference: 'R-2', total: 115 });
    expect((await change(changed, { external_reference: 'R-3', status: 'AUTHORISED' })).fields).to.include({
      ...{ status: 'AUTHORISED', external_reference: 'R-3', amount_due: 115 },
    });
    expect((await change(sale, { external_reference: 'R-3' })).fields['status']).to.equal('AUTHORISED');
    expect((await refusal(change(sale, { external_reference: 'R-4' }))).message).to.include('cannot modify');
    await work.pay(Number(sale.providerId), '30.00');
    for (const [paid, due] of [
      ['30.00', 85],
      ['85.00', 0],
    ] as const) {
      if (due === 0) await work.pay(Number(sale.providerId), paid);
      for (const status of ['VOIDED', 'DELETED']) {
        const error = await refusal(change(sale, { status }));
        expect([error.code, error.details.outcome]).to.deep.equal(['PROVIDER_REJECTED', 'not_applied']);
      }
      expect((await read(sale)).fields).to.include({ amount_due: due, amount_paid: 115 - due });
    }
    expect((await change(await invoice(), { status: 'DELETED' })).fields['status']).to.equal('DELETED');
    expect((await change(await invoice({ status: 'AUTHORISED' }), { status: 'VOIDED' })).fields['status']).to.equal(
      'VOIDED',
    );
    const unknown = { type: 'invoices', providerId: '999999' } as LedgerRecord;
    const error = await refusal(change(unknown, { status: 'VOIDED' }));
    expect([error.code, error.details.outcome]).to.deep.equal(['NOT_FOUND', 'not_applied']);
  });

  it('drafts show the tax that posting gives, and halves go to the even cent', async () => {
    const cents: readonly [unit_amount: number, quantity: number, net: number, gross: number][] = [
      [0.125, 1, 0.12, 0.14],
      [0.3, 1, 0.3, 0.34],
      [0.1, 1, 0.1, 0.12],
      [0.375, 1, 0.38, 0.44],
    ];
    for (const [unit_amount, quantity, net, gross] of cents) {
      const draft = await invoice({ line_items: [line({ quantity, unit_amount, tax_type: tax() })] });
      expect([draft.fields['sub_total'], draft.fields['total']]).to.deep.equal([net, gross]);
      expect((await change(draft, { status: 'AUTHORISED' })).fields).to.include({ sub_total: net, total: gross });
    }
    const named = await invoice({ line_items: [line({ tax_type: 'GST 15% on sales' }), line({ tax_type: null })] });
    expect(named.fields).to.include({ total: 215, line_amount_mode: 'exclusive' });
  });

  it('what the books cannot hold is refused by the name of its field', async () => {
    const prepared: readonly [JsonObject, string][] = [
      [{ line_amount_mode: 'inclusive' }, 'line_amount_mode'],
      [{ line_items: [line(), line({ discount_rate: 10 })] }, 'line_items[1].discount_rate'],
      [{ line_items: [line({ unit_amount: -1 })] }, 'line_items[0].unit_amount'],
      [{ line_items: [line({ unit_amount: 0.12345 })] }, 'line_items[0].unit_amount'],
      [{ line_items: [line({ quantity: 0.125 })] }, 'line_items[0].quantity'],
      [{ line_items: [line({ tax_amount: 3 })] }, 'line_items[0].tax_amount'],
      [{ number: 'INV-1' }, 'number'],
      [{ currency_rate: 2 }, 'currency_rate'],
      [{ status: 'PAID' }, 'status'],
    ];
    const pathOf = ({ code, details }: ServiceError) => [code, details.errors?.[0]?.path];
    for (const [fields, path] of prepared) {
      expect(pathOf(await refusal(invoice(fields)))).to.deep.equal(['BAD_REQUEST', path]);
    }
    const before = await count('account.invoice');
    const looked: readonly [JsonObject, string][] = [
      [{ line_items: [line({ account_code: '999' })] }, 'line_items[0].account_code'],
      [{ line_items: [line({ account_id: '999' })] }, 'line_items[0].account_id'],
      [{ line_items: [line({ tax_type: 'no such' })] }, 'line_items[0].tax_type'],
      [{ currency: 'XXX' }, 'currency'],
      [{ contact_id: '999' }, 'contact_id'],
    ];
    for (const [fields, path] of looked) {
      expect(pathOf(await refusal(invoice(fields)))).to.deep.equal(['PROVIDER_REJECTED', path]);
    }
    const foreign = await write({ kind: 'create_native', type: 'invoices', document: { company: 99 } }).catch((e) => e);
    expect(pathOf(foreign)).to.deep.equal(['PROVIDER_REJECTED', 'provider_data.company']);
    expect(await count('account.invoice')).to.equal(before);
    const euros = await invoice({ currency: 'EUR', status: 'AUTHORISED', line_items: [line()] });
    expect(euros.fields).to.include({ currency: 'EUR', total: 100, amount_due: 100 });
  });

  it('a change that names an older version than the live one is refused, unless it is there already', async () => {
    const draft = await invoice();
    const { version = '' } = draft;
    const moved = await change(draft, { external_reference: 'R-1' });
    for (const fields of [{ external_reference: 'mine' }, { status: 'AUTHORISED' }]) {
      const error = await refusal(change(draft, fields, version));
      expect([error.code, error.details.reason, error.details.outcome]).to.deep.equal([
        'CONFLICT',
        'record_changed',
        'not_applied',
      ]);
    }
    const again = { external_reference: String(moved.fields['external_reference']) };
    expect((await change(draft, again, version)).version).to.equal(moved.version);
    const bytes = gateway.prepare({
      kind: 'update',
      type: 'invoices',
      providerId: draft.providerId,
      fields: again,
      existing: null,
    });
    expect([gateway.couldBe(bytes, moved), gateway.couldBe(bytes, draft)]).to.deep.equal([true, false]);
    expect((await change(draft, { external_reference: 'mine' }, moved.version)).fields['external_reference']).to.equal(
      'mine',
    );
  });

  it('replaced lines keep their ids, and the document its mark', async () => {
    const { providerId: contact_id } = await contact();
    const bytes = gateway.prepare({
      kind: 'create',
      type: 'invoices',
      fields: { contact_id, line_items: [line(), line()] },
    });
    const key = newKey();
    const made = await whole(bytes, key);
    const [, { line_item_id = null } = {}] = made.fields['line_items'] as JsonObject[];
    const lines = [line({ description: 'New', tax_type: tax() }), line({ line_item_id, unit_amount: 0.1234 })];
    const [one, two, ...rest] = (await change(made, { line_items: lines })).fields['line_items'] as JsonObject[];
    expect([one?.['description'], two?.['line_item_id'], two?.['unit_amount'], rest.length]).to.deep.equal([
      'New',
      line_item_id,
      0.1234,
      0,
    ]);
    expect((await whole(bytes, key)).providerId).to.equal(made.providerId);
  });

  it('a payment is made once and taken back; more than is due is refused', async () => {
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
    expect((await refusal(create('payments', { ...fields, amount: 200 }))).message).to.include('greater than');
    expect(
      (await refusal(create('payments', { ...fields, account_code: '999', amount: 1 }))).details.errors?.[0]?.path,
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
    const sale = await invoice({ status: 'AUTHORISED' });
    const fields = { invoice_id: sale.providerId, account_code: '090', amount: 115, date: today() };
    const [bytes, key] = [gateway.prepare({ kind: 'create', type: 'payments', fields }), newKey()];
    const leaving = createTrytonGateway(async (call) => {
      if (call.method.endsWith('pay.execute')) await tryton.rpc({ ...call, method: 'common.db.logout', params: [] });
      return tryton.rpc(call);
    });
    const error = await refusal(leaving.send(work.access, bytes, key));
    expect([error.details.reason, error.details.outcome]).to.deep.equal(['token_rejected', 'not_applied']);
    work = await paperworkIn(tryton);
    expect((await read(sale)).fields['payments']).to.deep.equal([]);
    const [one, again] = [await whole(bytes, key), await whole(bytes, key)];
    expect(again.providerId).to.equal(one.providerId);
    expect((await read(sale)).fields).to.include({ status: 'PAID' });
  });

  it('a quote becomes one invoice, which confirming makes by itself', async () => {
    const { providerId: contact_id } = await contact();
    const fields = { contact_id, title: 'Cups', terms: 'Thirty days', line_items: [line({ tax_type: tax() })] };
    const draft = await create('quotes', fields);
    expect(draft.fields).to.include({ title: 'Cups', terms: 'Thirty days', total: 115, status: 'DRAFT' });
    const convert = (quote: LedgerRecord) => write({ kind: 'convert_quote', type: 'invoices', quote });
    expect((await refusal(convert(draft))).code).to.equal('PROVIDER_REJECTED');
    const quote = await change(draft, { status: 'SENT', title: 'More cups' });
    expect(quote.fields).to.include({ status: 'SENT', title: 'More cups', total: 115 });
    const before = await count('account.invoice');
    const [made, again] = [await convert(quote), await convert(quote)];
    expect([made.providerId, await count('account.invoice')]).to.deep.equal([again.providerId, before + 1]);
    expect(made.fields).to.include({ status: 'DRAFT', total: 115 });
    const terms = { issue_date: today(), due_date: today(9), external_reference: 'R-5', status: 'AUTHORISED' };
    expect((await change(made, terms)).fields).to.include({ ...terms, total: 115 });
    expect((await refusal(change(quote, { status: 'DECLINED' }))).code).to.equal('PROVIDER_REJECTED');
    expect((await read(quote)).fields['status']).to.equal('INVOICED');
    expect(
      (await change(await create('quotes', { ...fields, status: 'SENT' }), { status: 'DECLINED' })).fields['status'],
    ).to.equal('DELETED');
    const booked = await refusal(create('quotes', { ...fields, line_items: [line({ account_code: '400' })] }));
    expect(booked.details.errors?.[0]?.path).to.equal('line_items[0].account_code');
  });

  it('a purchase order is authorised by two more calls, and not deleted after', async () => {
    const { providerId: contact_id } = await contact();
    const fields = { contact_id, delivery_date: '2027-01-31', line_items: [line()] };
    const order = await create('purchase_orders', { ...fields, status: 'AUTHORISED' });
    expect(order.fields).to.include({ status: 'AUTHORISED', delivery_date: '2027-01-31', total: 100 });
    expect((await refusal(change(order, { status: 'DELETED' }))).code).to.equal('PROVIDER_REJECTED');
    expect((await change(await create('purchase_orders', fields), { status: 'DELETED' })).fields['status']).to.equal(
      'DELETED',
    );
  });

  it('several are made in one call; the refused ones are told, and a repeat makes nothing more', async () => {
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
      const answers = await gateway.sendMany(work.access, writes, key);
      const told = answers.map((answer) => (answer instanceof ServiceError ? answer.code : answer?.fields['status']));
      expect(told).to.deep.equal(some.map(([, word]) => word));
      expect(await count('account.invoice')).to.equal(before + 2);
      const again = await gateway.sendMany(work.access, writes, key);
      const ids = (all: typeof answers) => all.map((one) => (one && 'providerId' in one ? one.providerId : null));
      expect(ids(again)).to.deep.equal(ids(answers));
      expect(await count('account.invoice')).to.equal(before + 2);
    }
  });
});
