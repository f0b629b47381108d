// Credit settles invoices, and is taken back: what is refused and why, and what is told of both documents.
import { expect } from 'chai';
import { resourceIdOf } from '../../families/resource-id.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenBooks } from '../testing/worlds.ts';
import { type Credits, creditsIn } from './testing/credits.ts';

describe('credit', () => {
  const { service, tenancy, books } = givenBooks();
  let credits: Credits;
  let contact: string;
  beforeEach(async () => {
    credits = creditsIn({ service, caller: tenancy.test, books });
    contact = await credits.contact();
    await service.sandbox.control('DELETE', 'requests');
  });
  const copy = async (type: 'credit_notes' | 'invoices', id: string) => {
    const place = { connectionId: books.connection.id, type };
    return (await service.ports.storage.records.fieldsOf(place, [id])).get(id);
  };
  const puts = () => service.calls('PUT /api.xro/2.0/CreditNotes/');

  it('is allocated in part and then whole, with an id of the provider; the copies of both documents show it', async () => {
    const [credit, invoice] = [await credits.credit(contact, 1), await credits.invoice(contact)];
    const first = await credits.allocate(credit, { invoice_id: invoice, amount: 20.5 });
    expect([first.resolution, first.replayed]).to.deep.equal(['sent', false]);
    expect(first.value).to.deep.include({ invoiceId: resourceIdOf('invoices', invoice), amount: 20.5 });
    expect(first.value.date).to.equal('2030-01-01');
    const { ids, remaining } = await credits.spent(credit);
    expect([first.value.allocationId, remaining, await credits.due(invoice)]).to.deep.equal([ids[0], 37, 94.5]);
    const ownId = resourceIdOf('invoices', invoice);
    const second = await credits.allocate(resourceIdOf('credit_notes', credit), { invoice_id: ownId, amount: 37 });
    expect(second.value.allocationId).to.equal((await credits.spent(credit)).ids[1]);
    expect(await copy('credit_notes', credit)).to.deep.include({ status: 'PAID', remaining_credit: 0 });
    expect((await copy('credit_notes', credit))?.['allocations']).to.deep.equal([
      { allocation_id: first.value.allocationId, invoice_id: ownId, amount: 20.5, date: '2030-01-01' },
      { allocation_id: second.value.allocationId, invoice_id: ownId, amount: 37, date: '2030-01-01' },
    ]);
    expect(await copy('invoices', invoice)).to.deep.include({ amount_due: 57.5, amount_credited: 57.5 });
  });

  it('announces both documents with each act, and a repeat announces and writes nothing', async () => {
    const [credit, invoice] = [await credits.credit(contact), await credits.invoice(contact)];
    const told = async () => {
      const query = { connection_id: books.connection.id, limit: '100' };
      const { items } = await service.core.events.list(tenancy.test, query);
      return items.map(({ type }) => type).filter((type) => /^(invoice|credit_note)\./.test(type));
    };
    const before = (await told()).length;
    const news = async () => (await told()).slice(0, -before).sort();
    const asked = { invoice_id: invoice, amount: 115 };
    const { value } = await credits.allocate(credit, asked, 'whole');
    const first = ['credit_note.changed', 'invoice.paid', 'invoice.payment_changed', 'invoice.updated'];
    expect(await news()).to.deep.equal(first);
    const again = await credits.allocate(credit, asked, 'whole');
    expect([again.replayed, again.value, again.resolution]).to.deep.equal([true, value, 'sent']);
    expect([(await puts()).length, await news()]).to.deep.equal([1, first]);
    const removed = await credits.remove(credit, value.allocationId ?? '', 'back');
    expect(removed).to.deep.equal({ value: { removed: true }, replayed: false });
    const second = [...first, 'credit_note.changed', 'invoice.payment_changed', 'invoice.updated'].sort();
    expect(await news()).to.deep.equal(second);
    expect((await credits.remove(credit, value.allocationId ?? '', 'back')).replayed).to.equal(true);
    expect(await news()).to.deep.equal(second);
    expect([(await credits.spent(credit)).remaining, await credits.due(invoice)]).to.deep.equal([115, 115]);
    expect(await copy('invoices', invoice)).to.deep.include({ amount_due: 115, status: 'AUTHORISED' });
  });

  it('says of what is refused which field is wrong, with both remainders, and writes nothing', async () => {
    const [credit, invoice] = [await credits.credit(contact, 1), await credits.invoice(contact)];
    const draft = await credits.credit(contact, 1, { status: 'DRAFT' });
    const other = await credits.invoice(await credits.contact());
    const unready = await credits.invoice(contact, 2, { status: 'DRAFT' });
    const bill = await credits.invoice(contact, 2, { type: 'payable' });
    const foreign = await credits.invoice(contact, 2, { currency: 'USD', currency_rate: 1.5 });
    const nobody = invoice.replace(/^.{8}/, '00000000');
    const cases: readonly [string, object, string, RegExp][] = [
      [credit, { invoice_id: invoice, amount: 57.51 }, 'amount', /57\.5 of the credit remain, and 115 of the invoice/],
      [draft, { invoice_id: invoice, amount: 1 }, 'resource_id', /DRAFT/],
      [credit, { invoice_id: other, amount: 1 }, 'invoice_id', /another contact/],
      [credit, { invoice_id: unready, amount: 1 }, 'invoice_id', /DRAFT/],
      [credit, { invoice_id: bill, amount: 1 }, 'invoice_id', /payable/],
      [credit, { invoice_id: foreign, amount: 1 }, 'invoice_id', /USD/],
      [credit, { invoice_id: nobody, amount: 1 }, 'invoice_id', /no such invoice/],
      [credit, { invoice_id: 'inv_x', amount: 1 }, 'invoice_id', /id/],
      [credit, { invoice_id: invoice, amount: 0 }, 'amount', /greater than 0/],
      [credit, { invoice_id: invoice, amount: 1.001 }, 'amount', /decimal/],
      [credit, { invoice_id: invoice, amount: '1' }, 'amount', /number/],
      [credit, { invoice_id: invoice }, 'amount', /./],
      [credit, { invoice_id: invoice, amount: 1, date: '2030-02-30' }, 'date', /./],
      [credit, { invoice_id: invoice, amount: 1, day: '2030-02-03' }, 'day', /./],
    ];
    for (const [of, body, path, says] of cases) {
      for (const ask of [credits.allocate, credits.check]) {
        const { code, details } = await refusalOf(ask(of, body as never));
        expect([code, details.errors?.[0]?.path], JSON.stringify(body)).to.deep.equal(['BAD_REQUEST', path]);
        expect(details.errors?.[0]?.message).to.match(says);
      }
    }
    expect(await puts()).to.deep.equal([]);
    const looked = await credits.check(credit, { invoice_id: invoice, amount: 57.5 });
    expect(looked.item).to.deep.equal({ invoice_id: resourceIdOf('invoices', invoice), amount: 57.5 });
    expect([(await puts()).length, (await credits.spent(credit)).remaining]).to.deep.equal([0, 57.5]);
  });

  it('what the provider alone refuses is answered with its words, and alike again', async () => {
    const [credit, invoice] = [await credits.credit(contact), await credits.invoice(contact)];
    const elements = [{ ValidationErrors: [{ Message: 'The role does not allow it.' }] }];
    const answer = {
      ErrorNumber: 10,
      Type: 'ValidationException',
      Message: 'A validation exception',
      Elements: elements,
    };
    await service.sandbox.control('POST', 'faults', {
      match: { method: 'PUT', path: '/api.xro/2.0/CreditNotes/*' },
      action: { status: 400, headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer) },
    });
    for (const _ of [1, 2]) {
      const refused = await refusalOf(credits.allocate(credit, { invoice_id: invoice, amount: 5 }, 'refused'));
      expect([refused.code, refused.details.outcome]).to.deep.equal(['PROVIDER_REJECTED', 'not_applied']);
      expect(refused.message).to.match(/role does not allow/);
    }
    expect(await puts()).to.have.length(1);
  });

  it('is taken back by the invoice’s id, unless the invoice has two parts of it', async () => {
    const [credit, invoice] = [await credits.credit(contact), await credits.invoice(contact)];
    const { value } = await credits.allocate(credit, { invoice_id: invoice, amount: 10 });
    await credits.allocate(credit, { invoice_id: invoice, amount: 10 });
    const ambiguous = await refusalOf(credits.remove(credit, resourceIdOf('invoices', invoice)));
    expect([ambiguous.code, ambiguous.details.reason]).to.deep.equal(['CONFLICT', 'allocation_ambiguous']);
    await credits.remove(credit, (value.allocationId ?? '').toUpperCase());
    await credits.remove(credit, resourceIdOf('invoices', invoice));
    expect((await credits.spent(credit)).remaining).to.equal(115);
    for (const gone of [value.allocationId ?? '', resourceIdOf('invoices', invoice), 'inv_x', '../../Invoices']) {
      expect((await refusalOf(credits.remove(credit, gone))).code, gone).to.equal('NOT_FOUND');
    }
    expect((await refusalOf(credits.remove(invoice, value.allocationId ?? ''))).code).to.equal('NOT_FOUND');
  });

  it('of a key that was used for another amount or credit is refused, and families without credit say so', async () => {
    const [credit, invoice] = [await credits.credit(contact), await credits.invoice(contact)];
    await credits.allocate(credit, { invoice_id: invoice, amount: 10 }, 'a key');
    const other = await credits.credit(contact);
    for (const [of, amount] of [
      [credit, 11],
      [other, 10],
    ] as const) {
      const refused = await refusalOf(credits.allocate(of, { invoice_id: invoice, amount }, 'a key'));
      expect(refused.code).to.equal('IDEMPOTENCY_KEY_REUSED');
    }
    const { allocations } = service.core;
    const at = { connectionId: books.connection.id, type: 'quotes', resourceId: credit };
    const refused = await refusalOf(allocations.check(tenancy.test, { ...at, body: {} }));
    expect([refused.code, refused.details.reason]).to.deep.equal(['CONFLICT', 'not_supported_by_provider']);
  });
});

describe('credit under zero retention', () => {
  const { service, tenancy, books } = givenBooks({}, { retention_mode: 'zero' });

  it('is allocated and removed once, and nothing but ids is stored of it', async () => {
    const credits = creditsIn({ service, caller: tenancy.test, books });
    const contact = await credits.contact();
    const [credit, invoice] = [await credits.credit(contact), await credits.invoice(contact)];
    const asked = { invoice_id: invoice, amount: 73.19, date: '2030-01-07' };
    const { value } = await credits.allocate(credit, asked, 'of zero');
    expect((await credits.allocate(credit, asked, 'of zero')).replayed).to.equal(true);
    expect((await credits.allocate(credit, asked, 'of zero')).value).to.include({ amount: 73.19 });
    const stored = JSON.stringify([
      await service.database.knex('idempotency_keys').where({ connection_id: books.connection.id }),
      await service.database.knex('cached_records').where({ connection_id: books.connection.id }),
      await service.database.knex('events').where({ connection_id: books.connection.id }),
    ]);
    expect(stored)
      .to.include(value.allocationId)
      .and.not.to.match(/73\.19|2030-01-07/);
    await credits.remove(credit, value.allocationId ?? '');
    expect((await credits.spent(credit)).remaining).to.equal(115);
  });
});
