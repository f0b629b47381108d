// Reading back under zero retention: no cache knows earlier records, and writes under other keys are not stored.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import { type Books, type Heard, openLossyService } from '../resources/testing/one-write.ts';

describe('a lost create of a connection without retention', () => {
  let books: Books;
  let body: JsonObject;

  const lossy = openedOnce(() => openLossyService());
  beforeEach(async () => {
    await lossy.clearFaults();
    books = await lossy.openBooks({ retention_mode: 'zero' });
    const contact_id = idOf(await books.create('contacts', { name: 'Customer' }, `customer of ${books.connection.id}`));
    body = {
      contact_id,
      issue_date: '2030-01-01',
      line_items: [{ description: 'Bench', quantity: 1, unit_amount: 10 }],
    };
    lossy.service.advance(3600);
  });

  const idOf = (heard: Heard): string => {
    if (heard === 'lost' || heard instanceof ServiceError) throw new Error(`not answered: ${String(heard)}`);
    return heard.value.providerId;
  };
  const create = (name: string, fields: JsonObject = body) =>
    books.create('invoices', fields, `${name} ${books.connection.id}`);
  const invoices = async () => (await books.documents('Invoices')).map((invoice) => String(invoice['InvoiceID']));
  const lose = async (name: string, drop: 'before' | 'after', fields: JsonObject = body) => {
    await lossy.fault('Invoices', { drop });
    expect(await create(name, fields)).to.be.instanceOf(ServiceError);
  };
  const keptOf = async () =>
    JSON.stringify(await lossy.service.database.knex('idempotency_keys').where({ connection_id: books.connection.id }));

  it('finds its record, and keeps its id alone', async () => {
    await lose('a', 'after');
    const [made] = await invoices();
    expect(await keptOf()).not.to.contain('Bench');
    lossy.service.advance(400);
    expect(idOf(await create('a'))).to.equal(made);
    expect(await create('a')).to.deep.include({ replayed: true });
    expect(await keptOf())
      .to.contain(made)
      .and.not.to.contain('Bench');
  });

  it('makes it where nothing is there, and takes nothing that another key has made', async () => {
    await lose('a', 'before');
    const others = idOf(await create('b'));
    lossy.service.advance(400);
    expect(idOf(await create('a'))).not.to.equal(others);
    expect(await invoices()).to.have.length(2);
  });

  it('waits for every key under way at that time, since nobody knows what it sent', async () => {
    await lose('a', 'after');
    lossy.service.advance(50);
    await lose('b', 'before', { ...body, external_reference: 'other' });
    lossy.service.advance(300);
    const heard = await create('a');
    expect((heard as ServiceError).details).to.deep.include({ reason: 'write_unresolved', outcome: 'unknown' });
    lossy.service.advance((heard as ServiceError).details.retryAfterSeconds ?? 0);
    expect([idOf(await create('a'))]).to.deep.equal(await invoices());
  });
});
