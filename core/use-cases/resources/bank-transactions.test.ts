// Bank transactions and what they leave: how they are written, listed, changed, ended, used up, and told apart when answers are lost.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { JsonObject } from '../../domain/json.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import { creditsIn } from '../allocations/testing/credits.ts';
import { accessToken } from '../ledger/access-token.ts';
import { write } from '../testing/connecting.ts';
import { gatewayOf } from '../testing/first-provider.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenBooks } from '../testing/worlds.ts';
import { line } from './testing/books.ts';

const type = 'bank_transactions';

describe('bank transactions', () => {
  const { service, tenancy, books } = givenBooks();
  let contact_id: string;
  beforeEach(async () => {
    contact_id = (await books.create('contacts', { name: 'Card Works' })).providerId;
    await service.sandbox.control('DELETE', 'requests');
  });
  const spent = (changed: object = {}) => ({
    ...{ kind: 'spend', contact_id, bank_account_code: '090', date: '2030-01-05', external_reference: 'card-1' },
    ...{ line_amount_mode: 'exclusive', line_items: [line] },
    ...changed,
  });
  const deposit = (settles: 'prepayment' | 'overpayment', changed: object = {}) =>
    spent({ kind: 'receive', settles, external_reference: undefined, line_amount_mode: 'no_tax', ...changed });
  const at = (resourceId: string) => ({ connectionId: books.connection.id, type, resourceId }) as const;
  const cancel = (resourceId: string, key?: string) =>
    service.core.records.cancel(tenancy.test, { ...at(resourceId), write: write({ reason: 'mistaken' }, key) });
  const list = async (query: Record<string, string>, of: string = type) => {
    const listed = await service.core.resources.list(tenancy.test, {
      ...{ connectionId: books.connection.id, type: of, query },
    });
    return (JSON.parse(listed.itemsJson) as JsonObject[]).map((item) => item['provider_id']);
  };
  const copyOf = async (of: 'prepayments' | 'overpayments' | 'invoices', id: string) =>
    (await service.ports.storage.records.fieldsOf({ connectionId: books.connection.id, type: of }, [id])).get(id);
  const linesOf = (fields: JsonObject) => fields['line_items'] as unknown as readonly JsonObject[];
  const id = (fields: JsonObject, name: string) => String(fields[name]);

  it('are read, listed and changed as they were written; a line that is left out is deleted', async () => {
    const two = [line, { ...line, description: 'Chair', unit_amount: -20 }];
    const made = await books.create(type, spent({ line_items: two, url: 'https://app.example.com/1' }));
    expect(made.fields).to.include({ kind: 'spend', settles: 'nothing', status: 'AUTHORISED', total: 69 });
    expect(made.fields).to.include({ bank_account_code: '090', prepayment_id: null, is_reconciled: false });
    expect((await books.read(type, made.providerId)).fields).to.deep.equal(made.fields);
    const [first] = linesOf(made.fields);
    const kept = { line_item_id: first?.['line_item_id'] ?? null, unit_amount: 10 };
    const changed = await books.update(type, made.providerId, { line_items: [kept], date: '2030-01-06' });
    expect(changed.fields).to.include({ total: 23, date: '2030-01-06', external_reference: 'card-1', kind: 'spend' });
    expect(linesOf(changed.fields).map(({ line_item_id }) => line_item_id)).to.deep.equal([kept.line_item_id]);
    const incl = await books.update(type, made.providerId, { line_amount_mode: 'inclusive' });
    expect(incl.fields).to.include({ line_amount_mode: 'inclusive', total: 20, total_tax: 2.61 });
  });

  it('are found by their kind, contact, bank account, day and reference', async () => {
    const [one] = [(await books.create(type, spent())).providerId];
    const received = spent({ kind: 'receive', date: '2030-02-01', external_reference: 'card-2' });
    const { providerId: two, fields } = await books.create(type, received);
    const other = await books.create('contacts', { name: 'Another' });
    for (const [query, found] of [
      [{ kind: 'spend' }, [one]],
      [{ kind: 'receive' }, [two]],
      [{ contact_id }, [two, one]],
      [{ contact_id: other.providerId }, []],
      [{ bank_account_id: id(fields, 'bank_account_id') }, [two, one]],
      [{ bank_account_id: randomUUID() }, []],
      [{ date_from: '2030-01-06' }, [two]],
      [{ date_to: '2030-01-31', kind: 'spend' }, [one]],
      [{ sort: 'date' }, [one, two]],
      [{ external_reference: 'card-2' }, [two]],
      [{ updated_since: '2000-01-01T00:00:00Z' }, [one, two]],
    ] as const) {
      expect(await list(query), JSON.stringify(query)).to.deep.equal(found);
    }
    for (const query of [{ kind: 'transfer' }, { issue_date_from: '2030-01-01' }, { bank_account_id: 'x' }]) {
      const refusal = await refusalOf(list(query as unknown as Record<string, string>));
      expect([refusal.code, refusal.details.errors?.[0]?.path]).to.deep.equal(['BAD_REQUEST', Object.keys(query)[0]]);
    }
  });

  it('are deleted by their status alone, once; one that is reconciled, or has left a deposit, is kept', async () => {
    const { providerId } = await books.create(type, spent());
    const { value } = await cancel(providerId, 'over');
    expect([value.cancellationStatus, value.record.status]).to.deep.equal(['deleted', 'DELETED']);
    const [sent] = (await service.calls('POST /api.xro/2.0/BankTransactions')).slice(-1);
    expect(sent?.path).to.contain(providerId);
    expect(await cancel(providerId, 'over')).to.include({ replayed: true });
    expect((await cancel(providerId)).value.cancellationStatus).to.equal('deleted');
    const kept = [
      (await books.create(type, spent({ is_reconciled: true }))).providerId,
      (await books.create(type, deposit('prepayment'))).providerId,
    ];
    for (const one of kept) {
      const refusal = await refusalOf(cancel(one));
      expect([refusal.code, refusal.details.reason]).to.deep.equal(['CONFLICT', 'bank_transaction_not_cancellable']);
      expect((await books.read(type, one)).fields).to.include({ status: 'AUTHORISED' });
    }
    const refused = await refusalOf(books.update(type, kept[1] ?? '', { date: '2030-02-02' }));
    expect(refused.code).to.equal('PROVIDER_REJECTED');
  });

  it('leave a prepayment that settles invoices and is refunded; each write tells both documents', async () => {
    const made = await books.create(type, deposit('prepayment'));
    const prepayment = id((await books.read(type, made.providerId)).fields, 'prepayment_id');
    const providerId = (await list({}, 'prepayments'))[0] as string;
    expect(prepayment).to.equal(resourceIdOf('prepayments', providerId));
    expect(await copyOf('prepayments', providerId)).to.include({ kind: 'receive', remaining_credit: 100 });
    const credits = creditsIn({ service, caller: tenancy.test, books });
    const invoice = await credits.invoice(contact_id, 1);
    const path = { connectionId: books.connection.id, type: 'prepayments', resourceId: prepayment };
    const allocate = (amount: number, key?: string) =>
      service.core.allocations.allocate(tenancy.test, { ...path, write: write({ invoice_id: invoice, amount }, key) });
    const { value } = await allocate(40, 'part');
    expect(value).to.include({ amount: 40, invoiceId: resourceIdOf('invoices', invoice) });
    expect(await allocate(40, 'part')).to.include({ replayed: true });
    expect(await copyOf('prepayments', providerId)).to.include({ remaining_credit: 60 });
    expect(await copyOf('invoices', invoice)).to.include({ amount_credited: 40 });
    const refusal = await refusalOf(allocate(60.01));
    expect([refusal.code, refusal.details.errors?.[0]?.path]).to.deep.equal(['BAD_REQUEST', 'amount']);
    const refund = { prepayment_id: prepayment, account_code: '090', amount: 60, date: '2030-01-12' };
    const paid = await books.create('payments', refund);
    expect(paid.fields).to.include({ prepayment_id: prepayment, invoice_id: null, type: 'ARPREPAYMENTPAYMENT' });
    expect(await copyOf('prepayments', providerId)).to.include({ remaining_credit: 0, status: 'PAID' });
    await books.update('payments', paid.providerId, { status: 'DELETED' });
    expect(await copyOf('prepayments', providerId)).to.include({ remaining_credit: 60, status: 'AUTHORISED' });
    const { allocationId } = value;
    const removal = { ...path, allocationId: String(allocationId), write: write(undefined) };
    expect((await service.core.allocations.remove(tenancy.test, removal)).value).to.deep.equal({ removed: true });
    expect(await copyOf('prepayments', providerId)).to.include({ remaining_credit: 100 });
    const query = { connection_id: books.connection.id, limit: '100' };
    const { items } = await service.core.events.list(tenancy.test, query);
    const told = items.filter((event) => event.type === 'prepayment.changed').length;
    expect(told, 'the allocation, the refund, its end, the removal').to.be.at.least(4);
  });

  it('leave an overpayment; neither it nor a prepayment is written by itself', async () => {
    const made = await books.create(
      type,
      deposit('overpayment', { line_items: [{ ...line, account_code: undefined }] }),
    );
    const { overpayment_id = '' } = made.fields;
    const read = await books.read('overpayments', String(overpayment_id));
    expect(read.fields).to.include({ kind: 'receive', remaining_credit: 100, total_tax: 0 });
    for (const family of ['prepayments', 'overpayments']) {
      const refusal = await refusalOf(books.create(family, { amount: 1 }));
      expect([refusal.code, refusal.details.reason]).to.deep.equal(['BAD_REQUEST', 'resource_read_only']);
    }
    const bare = [{ ...line, account_code: undefined, tax_type: undefined }];
    const spentOne = await books.create(type, deposit('overpayment', { kind: 'spend', line_items: bare }));
    const invoice = await creditsIn({ service, caller: tenancy.test, books }).invoice(contact_id, 1);
    const path = { ...at(String(spentOne.fields['overpayment_id'])), type: 'overpayments' };
    const body = { invoice_id: invoice, amount: 1 };
    const wrong = await refusalOf(service.core.allocations.allocate(tenancy.test, { ...path, write: write(body) }));
    expect([wrong.code, wrong.details.errors?.[0]?.path], 'of the other side').to.deep.equal([
      ...['BAD_REQUEST', 'invoice_id'],
    ]);
  });

  it('refuse a tax of the caller’s in provider_data, too, and tell what the provider changed', async () => {
    const native = (tax: number) => ({
      provider_data: {
        ...{ Type: 'SPEND', Contact: { ContactID: contact_id }, BankAccount: { Code: '090' }, Date: '2030-01-05' },
        LineItems: [{ Description: 'x', Quantity: 1, UnitAmount: 10, AccountCode: '400', TaxAmount: tax }],
      },
    });
    const refusal = await refusalOf(books.create(type, native(1)));
    expect([refusal.code, refusal.details.errors?.[0]?.path]).to.deep.equal([
      ...['BAD_REQUEST', 'provider_data.LineItems[0].TaxAmount'],
    ]);
    await service.sandbox.control('POST', 'quirks', { kinder: ['wrong_accounts'] });
    try {
      const wrong = spent({ line_items: [{ ...line, account_code: '090' }] });
      const warned = await books.warnedOf(type, null, wrong, 'warned');
      expect(warned).to.include.members(['', 'line_items[0].account_code']);
    } finally {
      await service.sandbox.control('POST', 'quirks', { kinder: [] });
    }
  });

  it('whose answer was lost are not confused with one that somebody else made too late for it', async () => {
    const lost = () => books.create(type, spent(), 'lost');
    await service.sandbox.control('POST', 'faults', {
      match: { method: 'PUT', path: '/api.xro/2.0/BankTransactions*' },
      action: { drop: 'before' },
    });
    expect((await refusalOf(lost())).details.outcome).to.equal('unknown');
    service.advance(1_200);
    const access = {
      accessToken: await accessToken(service.ports, books.connection),
      tenantId: books.tenantId,
      report: () => {},
    };
    const gateway = gatewayOf(service.ports);
    const fields = { ...spent(), contact_id: resourceIdOf('contacts', contact_id) };
    const theirs = await gateway.send(access, gateway.prepare({ kind: 'create', type, fields }), randomUUID());
    const refusal = await refusalOf(lost());
    expect([refusal.code, refusal.details.reason, refusal.details.outcome]).to.deep.equal([
      ...['PROVIDER_ERROR', 'write_unresolved', 'unknown'],
    ]);
    expect((await service.sandbox.documents(books.tenantId, 'BankTransactions')).length).to.equal(1);
    const gone = { kind: 'update', type, providerId: theirs.providerId, fields: { status: 'DELETED' } } as const;
    await gateway.send(access, gateway.prepare({ ...gone, existing: theirs.native }), randomUUID());
    expect((await refusalOf(lost())).details.reason, 'it may still be that of the lost one').to.equal(
      'write_unresolved',
    );
  });
});
