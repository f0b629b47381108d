// Zero retention when the provider answers too late, or breaks off in the middle of a record.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { until } from '../../../contract-tests/testing/until.ts';
import { write } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import { givenService } from '../testing/worlds.ts';
import { openBooks } from './testing/books.ts';

const marker = 'Huitzilopochtli';

describe('zero retention and a provider that is too late', () => {
  const { service, tenancy } = givenService({
    bounds: { responseTimeoutMs: 1_000, totalTimeoutMs: 1_500, maxBytes: 20_000 },
  });
  const books = openedOnce(() => openBooks(service, tenancy, { retention_mode: 'zero' }));

  const create = (name: string, key: string) =>
    service.core.resources.create(tenancy.test, {
      connectionId: books.connection.id,
      type: 'contacts',
      write: write({ name, first_name: marker }, key),
    });
  const nothingKept = async () => {
    const { knex } = service.database;
    const tables = await knex('sqlite_master').where({ type: 'table' }).select('name');
    const dumps = await Promise.all(tables.map(({ name }) => knex(name).select()));
    expect(JSON.stringify([dumps, service.lines])).to.not.contain(marker);
  };

  const late: Readonly<Record<string, object>> = {
    'does nothing and hangs': { hang_ms: 2_500 },
    'has done it and hangs': { hang_after_ms: 2_500 },
    'answers without end': { status: 200, body: { Contacts: [{ Name: marker.repeat(2_000) }] } },
  };
  for (const [name, action] of Object.entries(late)) {
    it(name, async () => {
      await service.sandbox.control('POST', 'faults', { match: { path: '/api.xro/2.0/Contacts*' }, action, times: 1 });
      const called = `${marker} ${name}`;
      const refused = await refusalOf(create(called, name));
      expect(refused.details.outcome).to.equal('unknown');
      await nothingKept();
      await service.sandbox.control('DELETE', 'faults');
      // The provider answers the repetition only after the first request.
      const { value } = await until('the repetition', () => create(called, name).catch(() => undefined));
      const held = await service.sandbox.documents(books.tenantId, 'Contacts');
      const made = held.filter((document) => document['Name'] === called);
      expect(made.map((document) => document['ContactID'])).to.deep.equal([value.providerId]);
      await nothingKept();
    });
  }
});
