// With zero retention the database holds nothing of a record, whatever was done with it.
import { expect } from 'chai';
import { write } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenBooks } from '../testing/worlds.ts';
import { ReplayedError } from '../writes/claim-key.ts';
import { line, openBooks } from './testing/books.ts';

const marker = 'Quetzalcoatl';
const amount = 77_123.45;

describe('zero retention', () => {
  const { service, tenancy, books } = givenBooks({}, { retention_mode: 'zero' });

  /** Every row of every table as text. */
  const everything = async (): Promise<string> => {
    const { knex } = service.database;
    const tables = await knex('sqlite_master').where({ type: 'table' }).select('name');
    const dumps = await Promise.all(tables.map(async ({ name }) => JSON.stringify(await knex(name).select())));
    return dumps.join('\n');
  };
  const nothingKept = async () => {
    const dump = await everything();
    expect(dump.length).to.be.above(1000);
    for (const trace of [marker, String(amount), 'ContactStatus', 'LineItems', 'line_items']) {
      expect(dump, trace).not.to.contain(trace);
    }
    expect(JSON.stringify(service.lines)).not.to.contain(marker);
    expect(await service.database.knex('cached_records').where({ connection_id: books.connection.id })).to.have.length(
      0,
    );
  };
  const contact = (name = `${marker} Ltd`, key?: string) =>
    service.core.resources.create(tenancy.test, {
      connectionId: books.connection.id,
      type: 'contacts',
      write: write({ name, email: `${marker}@example.com` }, key),
    });
  const invoice = async (key?: string) =>
    books.create(
      'invoices',
      {
        contact_id: (await contact(`${marker} ${key}`)).value.providerId,
        status: 'AUTHORISED',
        due_date: '2030-01-31',
        external_reference: marker,
        line_items: [{ ...line, description: marker, quantity: 1, unit_amount: amount }],
      },
      key,
    );

  it('keeps nothing of what is created, read, changed and cancelled', async () => {
    const { providerId } = await invoice('k-1');
    expect((await books.read('invoices', providerId)).fields).to.include({ external_reference: marker });
    await books.update('invoices', providerId, { external_reference: `${marker} 2` });
    await books.update('invoices', providerId, {
      provider_data: { Url: `https://${marker}.example` },
      preserve_existing: true,
    });
    const path = { connectionId: books.connection.id };
    await service.core.resources.readInvoiceByProviderId(tenancy.test, { ...path, providerId });
    const pdf = await service.core.resources.act(tenancy.test, {
      ...path,
      action: 'invoice.download_pdf',
      body: { provider_id: providerId },
    });
    if (pdf.kind !== 'pdf') throw new Error('no document');
    for await (const chunk of pdf.chunks) expect(chunk.length).to.be.above(0);
    await service.core.resources.cancel(tenancy.test, {
      type: 'invoices',
      ...path,
      providerId,
      write: write({ reason: marker.slice(0, 3) }),
    });
    await nothingKept();
  });

  it('replays a write by reading the record as it is now', async () => {
    const first = await contact(`${marker} first`, 'k-replay');
    await books.update('contacts', first.value.providerId, { first_name: `${marker} second` });
    const replay = await contact(`${marker} first`, 'k-replay');
    expect(replay.replayed).to.equal(true);
    expect(replay.value.fields).to.include({ name: `${marker} first`, first_name: `${marker} second` });
    const cancel = { connectionId: books.connection.id, resourceId: (await invoice('k-2')).providerId };
    const cancelling = () =>
      service.core.resources.cancel(tenancy.test, {
        ...cancel,
        type: 'invoices',
        write: write({ reason: 'r' }, 'k-cancel'),
      });
    await cancelling();
    expect(await cancelling()).to.deep.include({ replayed: true });
    await nothingKept();
  });

  it('replays a refusal without the words in which the provider quoted the record', async () => {
    await contact(`${marker} taken`);
    const refused = await refusalOf(contact(`${marker} taken`, 'k-taken'));
    expect(refused.message).to.contain(marker);
    const again = await refusalOf(contact(`${marker} taken`, 'k-taken'));
    expect(again).to.be.instanceOf(ReplayedError);
    expect(again.code).to.equal(refused.code);
    expect(again.message).not.to.contain(marker);
    await nothingKept();
  });

  it('keeps nothing of a write whose end nobody knows, and still makes it once', async () => {
    for (const drop of ['before', 'after']) {
      await service.sandbox.control('POST', 'faults', {
        match: { method: 'PUT', path: '/api.xro/2.0/Contacts' },
        action: { drop },
      });
      const name = `${marker} ${drop}`;
      const lost = await refusalOf(contact(name, `k-${drop}`));
      expect(lost.details.outcome).to.equal('unknown');
      await nothingKept();
      const made = await contact(name, `k-${drop}`);
      const held = await service.sandbox.documents(books.tenantId, 'Contacts');
      expect(
        held.filter((document) => document['Name'] === name).map((document) => document['ContactID']),
      ).to.deep.equal([made.value.providerId]);
    }
    await nothingKept();
  });

  it('has no cached lists', async () => {
    await contact();
    const path = { connectionId: books.connection.id, type: 'contacts', query: {} };
    const refused = await refusalOf(service.core.resources.list(tenancy.test, path));
    expect(refused).to.include({ code: 'CONFLICT' });
    expect(refused.details.reason).to.equal('zero_retention');
  });

  it('would be found out: a cached connection keeps what this one must not', async () => {
    const cached = await openBooks(service, tenancy);
    await cached.create('contacts', { name: 'Kept Ltd' });
    expect(await everything()).to.contain('Kept Ltd');
  });
});
