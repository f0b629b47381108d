import { expect } from 'chai';
import type { JsonObject, LedgerRecord, PreparedWrite } from '../../../core/ports.ts';
import { today } from '../testing/paperwork.ts';
import { describeTryton, startTryton, type TestTryton } from '../testing/tryton-server.ts';
import { line, pathOf, refusalOf, type Writing, writingOf } from '../testing/writing.ts';

describeTryton('contacts and documents are written to Tryton', () => {
  let tryton: TestTryton;
  let writing: Writing;
  before(async () => {
    tryton = await startTryton();
    writing = await writingOf(tryton);
  });
  after(() => tryton.stop());

  it('a contact holds what was sent, and a change touches what it names', async () => {
    const { write, create, change } = writing;
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
    expect((await refusalOf(create('contacts', { name: 'Twin', contact_number: 'C-1' }))).code).to.equal(
      'PROVIDER_REJECTED',
    );
  });

  it('an invoice is authorised by a call of its own; a due date in the past is no question', async () => {
    const { gateway, access, newKey, create, contact, count } = writing;
    const { providerId: contact_id } = await contact();
    const fields = {
      contact_id,
      status: 'AUTHORISED',
      issue_date: today(),
      due_date: today(-2),
      line_items: [line()],
    };
    const [bytes, key] = [gateway.prepare({ kind: 'create', type: 'invoices', fields }), newKey()];
    const { next, ...draft } = await gateway.send(access, bytes, key);
    expect([draft.fields['status'], next?.creates]).to.deep.equal(['DRAFT', false]);
    const again = await gateway.send(access, bytes, key);
    expect([again.providerId, again.next]).to.deep.equal([draft.providerId, next]);
    const posted = await gateway.send(access, next as PreparedWrite, key);
    expect(posted.fields).to.include({ status: 'AUTHORISED', due_date: today(-2), amount_due: 100 });
    expect(posted).not.to.have.property('next');
    expect((await gateway.send(access, next as PreparedWrite, key)).fields).to.deep.equal(posted.fields);
    expect(await gateway.send(access, bytes, key)).not.to.have.property('next');
    // A bill without its date is refused when it is posted, and so is a date without a fiscal year: nothing is left.
    for (const refused of [
      { ...fields, type: 'payable', issue_date: '' },
      { ...fields, issue_date: '1999-01-01' },
    ]) {
      const before = await count('account.invoice');
      const error = await refusalOf(create('invoices', refused));
      expect([error.code, error.details.outcome]).to.deep.equal(['PROVIDER_REJECTED', 'not_applied']);
      expect(await count('account.invoice')).to.equal(before);
    }
  });

  it('a document moves only where its state allows it, and what a button does not do is said', async () => {
    const { work, change, read, invoice } = writing;
    const sale = await invoice({ status: 'SUBMITTED' });
    const changed = await change(sale, { status: 'DRAFT', external_reference: 'R-2' });
    expect(changed.fields).to.deep.include({ status: 'DRAFT', external_reference: 'R-2', total: 115 });
    expect((await change(changed, { external_reference: 'R-3', status: 'AUTHORISED' })).fields).to.include({
      ...{ status: 'AUTHORISED', external_reference: 'R-3', amount_due: 115 },
    });
    expect((await change(sale, { external_reference: 'R-3' })).fields['status']).to.equal('AUTHORISED');
    expect((await refusalOf(change(sale, { external_reference: 'R-4' }))).message).to.include('cannot modify');
    await work.pay(Number(sale.providerId), '30.00');
    for (const [paid, due] of [
      ['30.00', 85],
      ['85.00', 0],
    ] as const) {
      if (due === 0) await work.pay(Number(sale.providerId), paid);
      for (const status of ['VOIDED', 'DELETED']) {
        const error = await refusalOf(change(sale, { status }));
        expect([error.code, error.details.outcome]).to.deep.equal(['PROVIDER_REJECTED', 'not_applied']);
      }
      expect((await read(sale)).fields).to.include({ amount_due: due, amount_paid: 115 - due });
    }
    expect((await change(await invoice(), { status: 'DELETED' })).fields['status']).to.equal('DELETED');
    expect((await change(await invoice({ status: 'AUTHORISED' }), { status: 'VOIDED' })).fields['status']).to.equal(
      'VOIDED',
    );
    const unknown = { type: 'invoices', providerId: '999999' } as LedgerRecord;
    const error = await refusalOf(change(unknown, { status: 'VOIDED' }));
    expect([error.code, error.details.outcome]).to.deep.equal(['NOT_FOUND', 'not_applied']);
  });

  it('drafts show the tax that posting gives, and halves go to the even cent', async () => {
    const { tax, change, invoice } = writing;
    const cents: readonly [unit_amount: number, quantity: number, net: number, gross: number][] = [
      [0.125, 1, 0.12, 0.14],
      [0.3, 1, 0.3, 0.34],
      [0.1, 1, 0.1, 0.12],
      [0.375, 1, 0.38, 0.44],
    ];
    for (const [unit_amount, quantity, net, gross] of cents) {
      const draft = await invoice({ line_items: [line({ quantity, unit_amount, tax_type: tax })] });
      expect([draft.fields['sub_total'], draft.fields['total']]).to.deep.equal([net, gross]);
      expect((await change(draft, { status: 'AUTHORISED' })).fields).to.include({ sub_total: net, total: gross });
    }
    const named = await invoice({ line_items: [line({ tax_type: 'GST 15% on sales', tax_amount: 15 }), line()] });
    expect(named.fields).to.include({ total: 215, line_amount_mode: 'exclusive' });
  });

  it('what the books cannot hold is refused by the name of its field', async () => {
    const { write, invoice, count } = writing;
    const prepared: readonly [JsonObject, string][] = [
      [{ line_amount_mode: 'inclusive' }, 'line_amount_mode'],
      [{ line_items: [line(), line({ discount_rate: 10 })] }, 'line_items[1].discount_rate'],
      [{ line_items: [line({ unit_amount: -1 })] }, 'line_items[0].unit_amount'],
      [{ line_items: [line({ unit_amount: 0.12345 })] }, 'line_items[0].unit_amount'],
      [{ line_items: [line({ quantity: 0.125 })] }, 'line_items[0].quantity'],
      [{ number: 'INV-1' }, 'number'],
      [{ currency_rate: 2 }, 'currency_rate'],
      [{ status: 'PAID' }, 'status'],
    ];
    for (const [fields, path] of prepared) {
      expect(pathOf(await refusalOf(invoice(fields)))).to.deep.equal(['BAD_REQUEST', path]);
    }
    const before = await count('account.invoice');
    const looked: readonly [JsonObject, string][] = [
      [{ line_items: [line({ account_code: '999' })] }, 'line_items[0].account_code'],
      [{ line_items: [line({ account_id: '999' })] }, 'line_items[0].account_id'],
      [{ line_items: [line({ tax_type: writing.tax, tax_amount: 3 })] }, 'line_items[0].tax_amount'],
      [{ line_items: [line({ tax_type: 'no such' })] }, 'line_items[0].tax_type'],
      [{ currency: 'XXX' }, 'currency'],
      [{ contact_id: '999' }, 'contact_id'],
    ];
    for (const [fields, path] of looked) {
      expect(pathOf(await refusalOf(invoice(fields)))).to.deep.equal(['PROVIDER_REJECTED', path]);
    }
    const foreign = await write({ kind: 'create_native', type: 'invoices', document: { company: 99 } }).catch((e) => e);
    const unknown = await refusalOf(write({ kind: 'create_native', type: 'contacts', document: { Name: 'x' } }));
    expect(pathOf(unknown)).to.deep.equal(['PROVIDER_REJECTED', 'provider_data.Name']);
    expect(pathOf(foreign)).to.deep.equal(['PROVIDER_REJECTED', 'provider_data.company']);
    expect(await count('account.invoice')).to.equal(before);
    const euros = await invoice({ currency: 'EUR', status: 'AUTHORISED', line_items: [line()] });
    expect(euros.fields).to.include({ currency: 'EUR', total: 100, amount_due: 100 });
  });

  it('a change that names an older version than the live one is refused, unless it is there already', async () => {
    const { gateway, change, invoice } = writing;
    const draft = await invoice();
    const { version = '' } = draft;
    const moved = await change(draft, { external_reference: 'R-1' });
    for (const fields of [{ external_reference: 'mine' }, { status: 'AUTHORISED' }]) {
      const error = await refusalOf(change(draft, fields, version));
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
    const { gateway, newKey, whole, contact, tax, change } = writing;
    const { providerId: contact_id } = await contact();
    const bytes = gateway.prepare({
      kind: 'create',
      type: 'invoices',
      fields: { contact_id, line_items: [line(), line()] },
    });
    const key = newKey();
    const made = await whole(bytes, key);
    const [, { line_item_id = null } = {}] = made.fields['line_items'] as JsonObject[];
    const lines = [line({ description: 'New', tax_type: tax }), line({ line_item_id, unit_amount: 0.1234 })];
    const [one, two, ...rest] = (await change(made, { line_items: lines })).fields['line_items'] as JsonObject[];
    expect([one?.['description'], two?.['line_item_id'], two?.['unit_amount'], rest.length]).to.deep.equal([
      'New',
      line_item_id,
      0.1234,
      0,
    ]);
    expect((await whole(bytes, key)).providerId).to.equal(made.providerId);
  });
});
