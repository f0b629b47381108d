// The database refuses the copy of one record: answers, steps and events are stored without it, and it is read again.
import { expect } from 'chai';
import { recordsIn } from '#contract-tests';
import { type DatabaseName, onBothDatabases } from '../../../contract-tests/testing/doubles.ts';
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { OperationType } from '../../domain/operation.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { draftOperation } from '../queue/draft-operation.ts';
import { drain } from '../sync/testing/syncing.ts';
import { write } from '../testing/connecting.ts';
import { openService } from '../testing/service.ts';
import { authorised, line, openBooks } from './testing/books.ts';
import { rawLedger } from './testing/raw-ledger.ts';

const poison = 'poison';

/** While it is broken, the table refuses rows with this reference. */
const faults: Readonly<Record<DatabaseName, { readonly breaks: string; readonly mends: string }>> = {
  SQLite: {
    breaks: `create trigger poison before insert on cached_records when new.external_reference = '${poison}'
      begin select raise(abort, 'no'); end`,
    mends: 'drop trigger if exists poison',
  },
  PostgreSQL: {
    breaks: `alter table cached_records add constraint poison
      check (external_reference is distinct from '${poison}') not valid`,
    mends: 'alter table cached_records drop constraint if exists poison',
  },
};

onBothDatabases('a copy that is not kept,', (given, name) => {
  const service = openedOnce(() => openService({ open: given().open }));
  const tenancy = openedOnce(() => service.newOrganization());
  const books = openedEach(() => openBooks(service, tenancy));
  beforeEach(async () => {
    await drain(service);
    await breaks();
    service.lines.length = 0;
  });
  afterEach(() => mends());

  const breaks = () => service.database.knex.raw(faults[name].breaks);
  const mends = () => service.database.knex.raw(faults[name].mends);

  const cached = async (type: ResourceType) => {
    const query = { external_reference: poison };
    const at = { connectionId: books.connection.id, type, query };
    return recordsIn(type, await service.core.resources.list(tenancy.test, at)).map(({ providerId }) => providerId);
  };
  const queued = async (type: OperationType) => {
    const filter = { type, connectionId: books.connection.id, state: 'queued' } as const;
    return (await service.ports.storage.operations.list(tenancy.test, filter, { limit: 9, page: 1 })).items;
  };
  const quoteBody = async (external_reference: string) => {
    const { providerId: contact_id } = await books.create('contacts', { name: `Customer ${crypto.randomUUID()}` });
    return { contact_id, issue_date: '2030-01-01', external_reference, line_items: [line] };
  };
  const later = async () => {
    service.advance(10);
    await drain(service);
  };

  it('of a write, which is answered and replayed all the same, made once, and listed once a sync has read it', async () => {
    const body = await quoteBody(poison);
    const once = crypto.randomUUID();
    const quote = await books.create('quotes', body, once);
    expect(quote.fields['external_reference']).to.equal(poison);
    expect((await books.create('quotes', body, once)).providerId).to.equal(quote.providerId);
    expect(await service.calls('PUT /api.xro/2.0/Quotes')).to.have.length(1);
    expect(
      service.lines.filter(({ level }) => level === 'error').map(({ fields }) => fields['connection_id']),
    ).to.deep.equal([books.connection.id]);
    expect(await queued('connection.sync')).to.have.length(1);
    expect(await cached('quotes')).to.deep.equal([]);
    await mends();
    await later();
    expect(await cached('quotes')).to.deep.equal([quote.providerId]);
  });

  it('of a read, which is answered all the same, and many of them queue one sync', async () => {
    await mends();
    const { providerId } = await books.create('quotes', await quoteBody('before'));
    const document = await books.native('quotes', providerId);
    await rawLedger(service, books.connection).call('POST', `Quotes/${providerId}`, {
      Quotes: [{ ...document, Reference: poison, Date: '2030-01-01' }],
    });
    await breaks();
    for (let i = 0; i < 3; i++) {
      expect((await books.read('quotes', providerId)).fields['external_reference']).to.equal(poison);
    }
    expect(await queued('connection.sync')).to.have.length(1);
    await mends();
    await later();
    expect(await cached('quotes')).to.deep.equal([providerId]);
  });

  it('of a notified invoice, whose change is announced all the same', async () => {
    await mends();
    const { providerId } = await authorised(books, poison);
    await service.database.knex('cached_records').delete();
    await breaks();
    const read = draftOperation(service.ports, books.connection, {
      type: 'notification.process',
      connectionId: books.connection.id,
      subject: providerId,
      input: { resource_id: providerId },
      requestId: tenancy.test.requestId,
    });
    await service.ports.storage.operations.insert([read]);
    await drain(service);
    const done = await service.core.operations.find(tenancy.test, read.id);
    expect([done.state, done.attemptCount]).to.deep.equal(['succeeded', 1]);
    const { items } = await service.ports.storage.events.list(
      tenancy.test,
      { connectionId: books.connection.id, type: 'invoice.updated' },
      { limit: 9, page: 1 },
    );
    expect(items.map(({ data }) => (data['invoice'] as { provider_id: string }).provider_id)).to.deep.equal([
      providerId,
    ]);
    expect(await queued('connection.sync')).to.have.length(1);
  });

  it('in a page of a sync: that record is skipped, logged and shown; the others come, and it too once it can', async () => {
    await mends();
    const made: string[] = [];
    for (const reference of ['one', poison, 'three']) {
      made.push((await books.create('quotes', await quoteBody(reference))).providerId);
    }
    for (const table of ['cached_records', 'sync_cursors']) await service.database.knex(table).delete();
    await breaks();
    const sync = async () => {
      const body = { scope: 'all' };
      const { value } = await service.core.connections.sync(tenancy.test, {
        ...{ connectionId: books.connection.id, write: write(body) },
      });
      await drain(service);
      expect((await service.core.operations.find(tenancy.test, value.id)).state).to.equal('succeeded');
      return (await service.core.connections.find(tenancy.test, books.connection.id)).syncWarnings;
    };
    const [, skipped = ''] = made;
    const shown = (await sync()).map(({ type, providerId, reason }) => [type, providerId, reason]);
    expect(shown).to.deep.equal([['quotes', skipped, 'not_storable']]);
    expect(service.lines.map(({ fields }) => fields['provider_id'])).to.include(skipped);
    const query = { limit: '200' };
    const all = await service.core.resources.list(tenancy.test, {
      ...{ connectionId: books.connection.id, type: 'quotes', query },
    });
    const kept = recordsIn('quotes', all).map(({ providerId }) => providerId);
    expect(kept).to.have.members(made.filter((id) => id !== skipped));
    await mends();
    expect(await sync()).to.deep.equal([]);
    expect(await cached('quotes')).to.deep.equal([skipped]);
  });
});
