// Which record counts as made by a lost create, once the provider has forgotten the key.

import { expect } from 'chai';
import { recordsIn } from '#contract-tests';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import { accessToken } from '../ledger/access-token.ts';
import { type Books, type Heard, openLossyService, untilHeard } from '../resources/testing/one-write.ts';
import { gatewayOf } from '../testing/first-provider.ts';

const forgottenSeconds = 400;

describe('a lost create whose key the provider has forgotten', () => {
  let books: Books;
  let body: JsonObject;

  const lossy = openedOnce(() => openLossyService());
  beforeEach(async () => {
    await lossy.clearFaults();
    books = await lossy.openBooks();
    const contact_id = idOf(await books.create('contacts', { name: 'Customer' }, `customer of ${books.connection.id}`));
    const lines = [{ description: 'Bench', quantity: 1, unit_amount: 10, account_code: '200' }];
    body = { contact_id, issue_date: '2030-01-01', external_reference: 'job', line_items: lines };
    lossy.service.advance(3600);
  });

  const idOf = (heard: Heard): string => {
    if (heard === 'lost' || heard instanceof ServiceError) throw new Error(`not answered: ${String(heard)}`);
    return heard.value.providerId;
  };
  const key = (name: string) => `${name} ${books.connection.id}`;
  const create = (name: string) => books.create('invoices', body, key(name));
  const invoices = async () => (await books.documents('Invoices')).map((invoice) => String(invoice['InvoiceID']));
  /** A create whose answer never came; applied or not. */
  const lose = async (name: string, drop: 'before' | 'after' = 'after') => {
    await lossy.fault('Invoices', { drop });
    expect(await create(name)).to.be.instanceOf(ServiceError);
  };
  /** Until no lost create can be on its way any more. */
  const forgetAll = () => lossy.service.advance(800);
  const forget = () => lossy.service.advance(forgottenSeconds);
  const unresolved = (heard: Heard) => {
    expect(heard).to.be.instanceOf(ServiceError);
    const { code, details } = heard as ServiceError;
    expect([code, details.reason, details.outcome]).to.deep.equal(['PROVIDER_ERROR', 'write_unresolved', 'unknown']);
    return details;
  };
  /** Somebody else's write at the provider, with none of our keys. */
  const elsewhere = async (fields: JsonObject, providerId?: string): Promise<string> => {
    const gateway = gatewayOf(lossy.service.ports);
    const { connection } = books;
    const access = {
      accessToken: await accessToken(lossy.service.ports, connection),
      tenantId: String(connection.providerTenantId),
      report: () => {},
    };
    const intent =
      providerId === undefined
        ? ({ kind: 'create', type: 'invoices', fields } as const)
        : ({ kind: 'update', type: 'invoices', providerId, fields, existing: null } as const);
    return (await gateway.send(access, gateway.prepare(intent), crypto.randomUUID())).providerId;
  };

  it('is given the record that it made, as it is now, without a further one', async () => {
    await lose('a');
    const [made = ''] = await invoices();
    await elsewhere({ due_date: '2030-02-28', status: 'AUTHORISED' }, made);
    forget();
    const heard = await create('a');
    expect(idOf(heard)).to.equal(made);
    expect(heard).to.deep.include({ replayed: false });
    expect((heard as { value: { fields: JsonObject } }).value.fields).to.include({ status: 'AUTHORISED' });
    expect(await create('a')).to.deep.include({ replayed: true });
    const listed = await lossy.service.core.resources.list(books.caller, {
      connectionId: books.connection.id,
      type: 'invoices',
      query: {},
    });
    expect(recordsIn('invoices', listed).map(({ providerId }) => providerId)).to.deep.equal([made]);
  });

  it('is given its record though it was deleted since, and does not make it again', async () => {
    await lose('a');
    const [made = ''] = await invoices();
    await elsewhere({ status: 'DELETED' }, made);
    forget();
    expect(idOf(await create('a'))).to.equal(made);
    expect(await invoices()).to.deep.equal([made]);
  });

  it('is made when nothing is there, once for eleven callers at once', async () => {
    await lose('a', 'before');
    forget();
    const heard = await Promise.all(Array.from({ length: 11 }, () => untilHeard(lossy.service, () => create('a'))));
    expect(new Set(heard.map(idOf)).size).to.equal(1);
    expect(await invoices()).to.deep.equal([idOf(await create('a'))]);
  });

  it('is sent again for another six minutes under its key, once nothing was there', async () => {
    await lose('a', 'before');
    forget();
    await lose('a');
    const searches = (await lossy.service.calls('GET /api.xro/2.0/Invoices?')).length;
    lossy.service.advance(300);
    expect([idOf(await create('a'))]).to.deep.equal(await invoices());
    expect(await lossy.service.calls('GET /api.xro/2.0/Invoices?')).to.have.length(searches);
  });

  it('stays open between several records, and is resolved when only one is left', async () => {
    await lose('a');
    const [made = ''] = await invoices();
    const other = await elsewhere(body);
    forget();
    unresolved(await create('a'));
    unresolved(await create('a'));
    expect(await invoices()).to.have.length(2);
    await elsewhere({ external_reference: 'another job' }, other);
    expect(idOf(await create('a'))).to.equal(made);
  });

  it('is not recognized by its reference alone', async () => {
    await lose('a', 'before');
    const lines = [{ description: 'Bench', quantity: 1, unit_amount: 10.01, account_code: '200' }];
    const other = await elsewhere({ ...body, line_items: lines });
    forget();
    expect(idOf(await create('a'))).not.to.equal(other);
    expect(await invoices()).to.have.length(2);
  });

  it('is not a record that was known before, though it has changed since', async () => {
    const earlier = await elsewhere(body);
    await lossy.service.core.resources.read(books.caller, {
      connectionId: books.connection.id,
      type: 'invoices',
      resourceId: earlier,
    });
    lossy.service.advance(20);
    await lose('a', 'before');
    await elsewhere({ due_date: '2030-02-28' }, earlier);
    forget();
    expect(idOf(await create('a'))).not.to.equal(earlier);
  });

  it('is not a record that has not changed since', async () => {
    const earlier = await elsewhere(body);
    lossy.service.advance(90);
    await lose('a', 'before');
    forget();
    expect(idOf(await create('a'))).not.to.equal(earlier);
  });

  it('is not what another key has made', async () => {
    await lose('a', 'before');
    const others = idOf(await create('b'));
    forget();
    expect(idOf(await create('a'))).not.to.equal(others);
    expect(await invoices()).to.have.length(2);
  });

  it('waits for another key whose record it may be', async () => {
    await lose('a', 'before');
    lossy.service.advance(200);
    await lose('b');
    lossy.service.advance(150);
    const { retryAfterSeconds } = unresolved(await create('a'));
    expect(retryAfterSeconds).to.be.within(500, 600);
    const [made = ''] = await invoices();
    expect(idOf(await create('b'))).to.equal(made);
    expect(idOf(await create('a'))).not.to.equal(made);
    expect(await invoices()).to.have.length(2);
  });

  it('does not wait for another key that sends something else', async () => {
    await lose('a');
    const [made = ''] = await invoices();
    lossy.service.advance(300);
    await lossy.fault('Invoices', { drop: 'after' });
    await books.create('invoices', { ...body, external_reference: 'other' }, key('b'));
    lossy.service.advance(60);
    expect(idOf(await create('a'))).to.equal(made);
  });

  it('shares its record with no other lost create that comes back at the same time', async () => {
    await lose('a', 'before');
    await lose('b');
    forget();
    const heard = await Promise.all(['a', 'b'].map((name) => untilHeard(lossy.service, () => create(name))));
    expect(new Set(heard.map(idOf)).size).to.equal(2);
    expect(await invoices()).to.have.members(heard.map(idOf));
  });

  it('shares equal records with equal lost creates, one to one', async () => {
    for (const name of ['a', 'b', 'c']) await lose(name);
    const made = await invoices();
    const further = await elsewhere(body);
    forgetAll();
    // Four records for three creates: one is somebody else's.
    unresolved(await create('b'));
    await elsewhere({ external_reference: 'another job' }, further);
    const heard = await Promise.all(['b', 'a', 'c'].map((name) => untilHeard(lossy.service, () => create(name))));
    expect(heard.map(idOf)).to.have.members(made);
    expect(await invoices()).to.have.members([...made, further]);
  });

  it('leaves the others their records and is made again, where equal ones have fewer', async () => {
    for (const name of ['a', 'b']) await lose(name);
    await lose('c', 'before');
    const made = await invoices();
    forgetAll();
    const heard = await Promise.all(['a', 'b', 'c'].map((name) => untilHeard(lossy.service, () => create(name))));
    expect(new Set(heard.map(idOf)).size).to.equal(3);
    expect(heard.map(idOf)).to.include.members(made);
    expect(await invoices()).to.have.length(3);
  });

  it('is not answered by what the provider says of the search', async () => {
    await lose('a');
    forget();
    const match = { method: 'GET', path: '/api.xro/2.0/Invoices' };
    for (const [status, code] of [
      [400, 'PROVIDER_ERROR'],
      [429, 'RATE_LIMITED'],
      [500, 'PROVIDER_ERROR'],
    ] as const) {
      await lossy.service.sandbox.control('POST', 'faults', { match, action: { status } });
      const heard = await create('a');
      expect(heard).to.deep.include({ code });
      expect((heard as ServiceError).details.outcome).to.equal('unknown');
    }
    expect(await invoices()).to.deep.equal([idOf(await create('a'))]);
  });
});
