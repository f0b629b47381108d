import { expect } from 'chai';
import { parse } from 'csv-parse/sync';
import { type ConsoleWorld, openConsole } from './testing/console-world.ts';

describe('exports over HTTP', () => {
  let world: ConsoleWorld;
  before(async () => {
    world = await openConsole();
  });
  after(() => world.close());

  it('are files of what the list shows, of a type that no browser runs, for every role that may read', async () => {
    const owner = await world.signedIn('owner');
    const name = '=cmd|"/c calc"!A1';
    for (const named of [name, 'Server'])
      await owner.call('POST', '/accounting/api-keys', { body: { environment: 'test', name: named } });
    for (const who of [owner, await world.signedIn('viewer')]) {
      const csv = await who.call('POST', '/accounting/test/exports', { body: { list: 'api-keys', format: 'csv' } });
      expect(csv.status).to.equal(200);
      expect(csv.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
      expect(csv.headers.get('content-disposition')).to.match(/^attachment; filename="test-api-keys-[\d-]{10}\.csv"$/);
      expect(csv.headers.get('x-content-type-options')).to.equal('nosniff');
      const rows: readonly Record<string, string>[] = parse(csv.text, { bom: true, columns: true });
      expect(rows.map((row) => row['name'])).to.deep.equal(['Server', `'${name}`]);
    }
    const filter = { actor: owner.id, action: 'api_key.created' };
    const json = await owner.call('POST', '/accounting/live/exports', {
      body: { list: 'audit', filter, format: 'json' },
    });
    const entries = JSON.parse(json.text) as readonly {
      readonly actor: { readonly id: string };
      readonly action: string;
    }[];
    expect(entries.map(({ actor, action }) => [actor.id, action])).to.deep.equal(
      Array(2).fill([owner.id, filter.action]),
    );
    const listed = await owner.call('GET', `/accounting/audit?${new URLSearchParams(filter)}`);
    expect(listed.data['items']).to.deep.equal(entries);
    expect(
      (await world.audit()).filter(({ action }) => action === 'list.exported').map(({ details }) => details),
    ).to.deep.include({ list: 'audit', format: 'json', filtered_by: ['actor', 'action'], connection_id: null });
  });

  it('are refused in words, and nothing is noted of them', async () => {
    const viewer = await world.signedIn('viewer');
    const before = (await world.audit()).length;
    const bodies: readonly (readonly [object, string])[] = [
      [{ list: 'secrets', format: 'csv' }, 'list'],
      [{ list: 'audit', format: 'xlsx' }, 'format'],
      [{ list: 'audit', format: 'csv', filter: { limit: '1' } }, 'filter'],
      [{ list: 'audit', format: 'csv', filter: { actor: 1 } }, 'filter.actor'],
      [{ list: 'audit', format: 'csv', filter: { wrong: 'x' } }, 'wrong'],
    ];
    for (const [body, path] of bodies) {
      const { status, body: refusal } = await viewer.call('POST', '/accounting/test/exports', { body });
      expect([status, (refusal['errors'] as { path: string }[])[0]?.path]).to.deep.equal([400, path]);
    }
    expect((await world.audit()).length).to.equal(before);
  });
});
