// Refunds: payments of credit notes, from the create to the removal, and what is told of the credit note.
import { expect } from 'chai';
import { resourceIdOf } from '../../families/resource-id.ts';
import { creditsIn } from '../allocations/testing/credits.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenBooks } from '../testing/worlds.ts';

describe('a refund', () => {
  const { service, tenancy, books } = givenBooks();
  let credit: string;
  let credits: ReturnType<typeof creditsIn>;
  beforeEach(async () => {
    credits = creditsIn({ service, caller: tenancy.test, books });
    credit = await credits.credit(await credits.contact(), 1);
    await service.sandbox.control('DELETE', 'requests');
  });
  const refund = (fields: object = {}, key?: string) =>
    books.create(
      'payments',
      { credit_note_id: credit, account_code: '090', amount: 20, date: '2030-01-12', ...fields },
      key,
    );
  const copyOfCredit = async () => {
    const place = { connectionId: books.connection.id, type: 'credit_notes' as const };
    return (await service.ports.storage.records.fieldsOf(place, [credit])).get(credit);
  };
  const news = async () => {
    const query = { connection_id: books.connection.id, limit: '100' };
    const { items } = await service.core.events.list(tenancy.test, query);
    return items.map(({ type }) => type).filter((type) => /^(payment|credit_note)\./.test(type));
  };
  const atLedger = () => service.sandbox.documents(books.tenantId, 'Payments');
  const puts = () => service.calls('PUT /api.xro/2.0/Payments');

  it('names the credit note and no invoice, when it is made, read and listed; the credit is less by it', async () => {
    const { fields, providerId } = await refund();
    const named = {
      credit_note_id: resourceIdOf('credit_notes', credit),
      invoice_id: null,
      amount: 20,
      status: 'AUTHORISED',
    };
    expect(fields).to.include({ ...named, type: 'ARCREDITPAYMENT' });
    expect((await books.read('payments', providerId)).fields).to.deep.equal(fields);
    const made = (await service.calls('')).filter(({ path }) => path.startsWith('/api.xro/'));
    expect(made.map(({ method }) => method)).to.deep.equal(['PUT', 'GET', 'GET']);
    expect((await credits.spent(credit)).remaining).to.equal(37.5);
    expect((await refund({ amount: 37.5 })).fields).to.include({ amount: 37.5 });
    expect(await copyOfCredit()).to.include({ status: 'PAID', remaining_credit: 0 });
  });

  it('is told with its credit note, and so is its removal, which gives the credit back', async () => {
    const before = (await news()).length;
    const { providerId } = await refund();
    const told = async () => (await news()).slice(0, -before).sort();
    expect(await told()).to.deep.equal(['credit_note.changed', 'payment.changed']);
    expect((await books.update('payments', providerId, { status: 'DELETED' })).fields).to.include({
      status: 'DELETED',
    });
    expect(await copyOfCredit()).to.include({ status: 'AUTHORISED', remaining_credit: 57.5 });
    expect(await told()).to.deep.equal([
      'credit_note.changed',
      'credit_note.changed',
      'payment.changed',
      'payment.changed',
    ]);
    const again = await refusalOf(books.update('payments', providerId, { status: 'DELETED' }));
    expect(again.code).to.equal('PROVIDER_REJECTED');
  });

  it('names exactly one document and one account, and an amount', async () => {
    const wrong: readonly [object, string][] = [
      [{ invoice_id: credit }, 'invoice_id'],
      [{ credit_note_id: undefined }, 'invoice_id'],
      [{ credit_note_id: 'inv_x' }, 'credit_note_id'],
      [{ account_id: credit }, 'account_id'],
      [{ amount: 0 }, 'amount'],
    ];
    for (const [fields, path] of wrong) {
      const { code, details } = await refusalOf(refund(fields));
      expect([code, details.errors?.map((one) => one.path)], path).to.deep.equal(['BAD_REQUEST', [path]]);
    }
    expect(await puts()).to.deep.equal([]);
  });

  it('of more than remains, or of a draft, is refused: by a look, and by the books', async () => {
    const draft = await credits.credit(await credits.contact(), 1, { status: 'DRAFT' });
    const at = { connectionId: books.connection.id, type: 'payments' };
    const cases: readonly [object, string, RegExp][] = [
      [{ amount: 57.51 }, 'amount', /57\.5 that remains/],
      [{ credit_note_id: draft }, 'credit_note_id', /draft/],
      [{ credit_note_id: credit.replace(/^.{8}/, '00000000') }, 'credit_note_id', /no credit note/],
    ];
    for (const [fields, path, says] of cases) {
      const body = { credit_note_id: credit, account_code: '090', amount: 20, date: '2030-01-12', ...fields };
      const { details } = await refusalOf(service.core.resources.checkCreate(tenancy.test, { ...at, body }));
      expect(details.errors?.[0]?.path).to.equal(path);
      expect(details.errors?.[0]?.message).to.match(says);
      expect((await refusalOf(refund(fields))).code).to.equal('PROVIDER_REJECTED');
    }
    const body = { credit_note_id: credit, account_code: '090', amount: 57.5 };
    expect((await service.core.resources.checkCreate(tenancy.test, { ...at, body })).item).to.include({ amount: 57.5 });
    expect(await atLedger()).to.deep.equal([]);
  });

  it('whose answer is lost is settled by the books, and never made twice', async () => {
    for (const [drop, made] of [
      ['after', 1],
      ['before', 2],
    ] as const) {
      await service.sandbox.control('POST', 'faults', {
        match: { method: 'PUT', path: '/api.xro/2.0/Payments' },
        action: { drop },
      });
      const key = `lost ${drop} ${credit}`;
      expect((await refusalOf(refund({ amount: made }, key))).details.outcome).to.equal('unknown');
      service.advance(400);
      expect((await refund({ amount: made }, key)).fields).to.include({ amount: made });
      expect((await refund({ amount: made }, key)).fields).to.include({ amount: made });
      expect(await atLedger()).to.have.length(made);
    }
    expect((await credits.spent(credit)).remaining).to.equal(54.5);
    expect(await copyOfCredit()).to.include({ remaining_credit: 54.5 });
  });

  it('is written although the credit note cannot be read afterwards', async () => {
    await service.sandbox.control('POST', 'faults', {
      match: { method: 'GET', path: '/api.xro/2.0/CreditNotes/*' },
      action: { status: 503 },
    });
    expect((await refund()).fields).to.include({ amount: 20 });
    expect((await credits.spent(credit)).remaining).to.equal(37.5);
  });

  it('is one of many in a bulk write', async () => {
    const items = [1, 2].map((amount) => ({
      item_key: String(amount),
      ...{ credit_note_id: credit, account_code: '090', amount, date: '2030-01-12' },
    }));
    const path = { connectionId: books.connection.id, type: 'payments' };
    const { value } = await service.core.bulk.create(tenancy.test, {
      ...path,
      write: { key: credit, body: { items } },
    });
    for (let tries = 0; tries < 20; tries++) {
      for (const leased of await service.core.worker.claim(10)) {
        await service.core.worker.run(leased, new AbortController().signal);
      }
      if ((await service.core.operations.find(tenancy.test, value.id)).state === 'succeeded') break;
      service.advance(30);
    }
    expect((await service.core.operations.find(tenancy.test, value.id)).state).to.equal('succeeded');
    expect((await credits.spent(credit)).remaining).to.equal(54.5);
  });
});
