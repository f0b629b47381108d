// Histories and notes: told whole, added once whatever is lost, and left behind nowhere.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ServiceError } from '../../domain/errors.ts';
import { authorised } from '../resources/testing/books.ts';
import { write } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenBooks } from '../testing/worlds.ts';

const named = ({ code, details: { reason, outcome } }: ServiceError) =>
  [code, reason, outcome].filter(Boolean).join(' ');

function histories(retention_mode: 'cached' | 'zero') {
  const given = givenBooks({ settings: { logRequestBodies: true } }, { retention_mode });
  const { service, tenancy, books } = given;
  let path: { connectionId: string; type: string; resourceId: string };
  beforeEach(async () => {
    await service.sandbox.control('DELETE', 'faults');
    await service.sandbox.control('DELETE', 'requests');
    const { providerId } = await authorised(books);
    path = { connectionId: books.connection.id, type: 'invoices', resourceId: providerId };
  });
  return {
    ...given,
    of: () => path,
    add: (note: unknown, key: string = randomUUID()) =>
      service.core.history.addNote(tenancy.test, { ...path, write: write({ note } as { note: string }, key) }),
    read: () => service.core.history.read(tenancy.test, path),
    notes: async () => (await service.core.history.read(tenancy.test, path)).map(({ details }) => details),
    lose: (drop: 'before' | 'after', times = 1) =>
      service.sandbox.control('POST', 'faults', {
        match: { method: 'PUT', path: '/api.xro/2.0/Invoices/*' },
        action: { drop },
        times,
      }),
    edit: (user: string) =>
      service.sandbox.control('POST', 'edits', {
        ...{ tenant_id: books.tenantId, type: 'Invoices', id: path.resourceId, user },
      }),
  };
}

describe('the history of a record', () => {
  const { service, books, tenancy, of, add, read, notes, lose, edit } = histories('cached');

  it('is told newest first, with people’s names, and costs one call; a note costs one, too', async () => {
    await edit('Pat Doe');
    service.advance(60);
    const { value, resolution } = await add('  Approved, <b>order</b> 1003 ');
    expect(value).to.include({ details: 'Approved, <b>order</b> 1003', user: null, change: null });
    expect(value).not.to.have.property('warnings');
    expect(resolution).to.equal('sent');
    const told = (await read()).map(({ user, change, details }) => [user, change, details]);
    expect(told).to.deep.equal([
      ['System Generated', 'Note', 'Approved, <b>order</b> 1003'],
      ['Pat Doe', 'Edited', 'Edited by Pat Doe'],
    ]);
    const calls = (await service.calls('')).filter((one) => JSON.stringify(one).includes('/History'));
    expect(calls).to.have.length(2);
  });

  it('takes plain text alone, of at most 2,500 characters, and needs a key', async () => {
    for (const note of ['', '  \n ', 'x'.repeat(2_501), 'a\0b', 'a\x07b', '\ud800', null, 7, undefined]) {
      const refused = await refusalOf(add(note));
      expect(named(refused), JSON.stringify(note)).to.match(/^BAD_REQUEST/);
      expect(refused.message, JSON.stringify(note)).to.match(/^note/);
    }
    expect(named(await refusalOf(add('x', '')))).to.match(/^BAD_REQUEST/);
    expect(await notes()).to.deep.equal([]);
    expect((await add('x'.repeat(2_500))).value.details).to.have.length(2_500);
  });

  it('is refused for a family that has none, and for a record that is not there', async () => {
    const accounts = { ...of(), type: 'accounts' };
    expect(named(await refusalOf(service.core.history.read(tenancy.test, accounts)))).to.equal(
      'CONFLICT not_supported_by_provider',
    );
    const nobody = { ...of(), resourceId: randomUUID(), write: write({ note: 'lost' }, randomUUID()) };
    expect(named(await refusalOf(service.core.history.addNote(tenancy.test, nobody)))).to.equal(
      'NOT_FOUND not_applied',
    );
  });

  it('a repeat of a note is its replay, another note under the key is refused, and an equal note under another key is a second', async () => {
    const first = await add('once', 'a key');
    const again = await add('once', 'a key');
    expect([again.replayed, again.value]).to.deep.equal([true, first.value]);
    expect(named(await refusalOf(add('other', 'a key')))).to.equal('IDEMPOTENCY_KEY_REUSED');
    await add('once', 'another key');
    expect(await notes()).to.deep.equal(['once', 'once']);
  });

  for (const drop of ['before', 'after'] as const) {
    it(`a note whose call was cut off ${drop} it was made is there once after its repeat`, async () => {
      await lose(drop);
      const key = randomUUID();
      expect(named(await refusalOf(add('lost', key)))).to.match(/unknown$/);
      expect((await add('lost', key)).resolution).to.equal('repeated');
      expect(await notes()).to.deep.equal(['lost']);
    });
  }

  it('a lost note is found in the history once the provider has forgotten its key, and never sent again', async () => {
    await lose('after');
    const key = randomUUID();
    await refusalOf(add('made', key));
    service.advance(400);
    const found = await add('made', key);
    expect([found.resolution, found.value.details]).to.deep.equal(['found', 'made']);
    expect((await add('made', key)).replayed).to.equal(true);
    expect(await notes()).to.deep.equal(['made']);
    expect(await service.calls('PUT /api.xro/2.0/Invoices/')).to.have.length(1);
  });

  it('a lost note that the history does not show stays unknown, however often it is asked for; an older equal one is not it', async () => {
    await add('same', 'an earlier one');
    service.advance(120);
    await lose('before');
    const key = randomUUID();
    await refusalOf(add('same', key));
    service.advance(400);
    for (let i = 0; i < 3; i++) {
      expect(named(await refusalOf(add('same', key)))).to.equal('PROVIDER_ERROR write_unresolved unknown');
    }
    expect(await notes()).to.deep.equal(['same']);
    expect(await service.calls('PUT /api.xro/2.0/Invoices/')).to.have.length(2);
    expect(books.connection.id).to.equal(of().connectionId);
  });

  it('another text in the provider’s answer is told, on the replay, too', async () => {
    const entry = { Details: 'cut', DateUTC: '/Date(1790000000000)/' };
    await service.sandbox.control('POST', 'faults', {
      match: { method: 'PUT', path: '/api.xro/2.0/Invoices/*' },
      action: {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ HistoryRecords: [entry] }),
      },
    });
    for (const isReplayed of [false, true]) {
      const { value, replayed } = await add('cut off', 'told');
      expect(replayed).to.equal(isReplayed);
      expect(value.warnings?.map(({ code, path }) => [code, path])).to.deep.equal([['echo_differs', 'note']]);
    }
  });
});

for (const retention_mode of ['zero', 'cached'] as const) {
  describe(`what a history leaves behind with ${retention_mode} retention`, () => {
    const { service, add, read, lose, edit } = histories(retention_mode);

    it('neither a name nor a text, in any table or line of the log: added, lost, found, refused and read', async () => {
      await edit('Quetzalcoatl Person');
      const key = randomUUID();
      await lose('after');
      await refusalOf(add('Xochipilli note', key));
      await add('Xochipilli note', key);
      await add('Xochipilli note', key);
      await refusalOf(add('Xochipilli other', key));
      await refusalOf(add(`Xochipilli ${'x'.repeat(3_000)}`));
      await lose('after');
      const late = randomUUID();
      await refusalOf(add('Xochipilli late', late));
      service.advance(400);
      await add('Xochipilli late', late);
      const told = JSON.stringify(await read());
      expect(told).to.include('Quetzalcoatl Person').and.to.include('Xochipilli note');
      const { knex } = service.database;
      const tables = await knex('sqlite_master').where({ type: 'table' }).select('name');
      const dumps = await Promise.all(tables.map(async ({ name }) => JSON.stringify(await knex(name).select())));
      const left = dumps.join('\n') + JSON.stringify(service.lines);
      expect(left.length).to.be.above(1_000);
      for (const canary of ['Quetzalcoatl', 'Xochipilli']) expect(left, canary).not.to.include(canary);
    });
  });
}
