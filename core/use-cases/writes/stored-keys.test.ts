// An attempt keeps its provider key, whatever build goes on with it.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { Operation } from '../../domain/operation.ts';
import { openAutomations } from '../automations/testing/automations.ts';
import { runOnce, untilEnded } from '../bulk/testing/bulk-books.ts';
import { line } from '../resources/testing/books.ts';
import { write } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';

const item = { issue_date: '2030-01-01', due_date: '2030-01-31', line_items: [line] };
const otherKey = 'ab'.repeat(32);

describe('the key of an attempt', () => {
  const automations = openedOnce(() => openAutomations());

  const db = () => automations.service.database.knex;
  const setOrigin = (id: Operation['id'], origin: string | null) => db()('operations').where({ id }).update({ origin });
  const attempts = () => db()('operation_steps').whereNotNull('attempt_prepared');
  const keysAt = async (path: string) =>
    (await automations.service.calls(`PUT /api.xro/2.0/${path}`)).map(({ headers }) => headers['idempotency-key']);
  const digest = (text: string) => automations.service.ports.digester.sha256(text);

  /** Begins a recipe whose worker is lost at its first call; `origin` is null if an earlier build queues it. */
  async function recipe(lost: 'before' | 'after', origin?: null) {
    const { service, hands } = automations;
    const bench = await automations.bench();
    const { providerId: contact_id } = await bench.books.create('contacts', { name: 'Customer' });
    hands.begin();
    hands.mishaps.set(1, `crash ${lost}`);
    const input = { invoice: { contact_id, ...item }, deliver: 'none' };
    const { id } = await bench.start('invoice.create_and_deliver', input, 'asked');
    if (origin === null) await setOrigin(id, null);
    const [leased] = await service.core.worker.claim(1);
    if (!leased) throw new Error('nothing is due');
    await Promise.race([service.core.worker.run(leased, new AbortController().signal), hands.crashed.promise]);
    hands.crashed = Promise.withResolvers();
    return {
      id,
      connectionId: bench.books.connection.id,
      goOn: async () => {
        expect((await bench.ended(id)).state).to.equal('succeeded');
        expect(await bench.documents('Invoices')).to.have.length(1);
        return hands.sent.slice(0, 2).map(({ providerKey }) => providerKey);
      },
    };
  }

  /** As `recipe`, of a bulk write. */
  async function bulk(lost: 'before' | 'after', origin?: null) {
    const { service } = automations;
    const bench = await automations.bench();
    const { providerId: contact_id } = await bench.books.create('contacts', { name: 'Customer' });
    const items = [{ item_key: 'a', contact_id, ...item }];
    const at = { connectionId: bench.books.connection.id, type: 'invoices' };
    const { id } = (await service.core.bulk.create(bench.caller, { ...at, write: write({ items }, 'asked') })).value;
    if (origin === null) await setOrigin(id, null);
    await service.sandbox.control('DELETE', 'requests');
    const match = { method: 'PUT', path: '/api.xro/2.0/Invoices' };
    await service.sandbox.control('POST', 'faults', { match, action: { drop: lost }, times: 1 });
    await runOnce(service, id);
    return {
      id,
      connectionId: at.connectionId,
      goOn: async () => {
        expect((await untilEnded(service, bench.caller, id)).state).to.equal('succeeded');
        expect(await bench.documents('Invoices')).to.have.length(1);
        return keysAt('Invoices');
      },
    };
  }

  const writers = { 'a step of a recipe': [recipe, 'create:1'], 'a call of a bulk write': [bulk, 'call 1'] } as const;
  for (const [name, [begin, step]] of Object.entries(writers)) {
    it(`of ${name} is stored with it and used again`, async () => {
      const { id, goOn } = await begin('before');
      await attempts().update({ attempt_keys: JSON.stringify({ write: otherKey }) });
      await setOrigin(id, 'key:made in another way');
      expect((await goOn())[1]).to.equal(otherKey);
    });

    it(`of ${name} cannot be read by a build that makes it in another way`, async () => {
      const { goOn } = await begin('after');
      const [stored] = await attempts().pluck('attempt_prepared');
      expect(() => JSON.parse(stored)).to.throw(SyntaxError);
      await goOn();
    });

    it(`of ${name} that an earlier build began, which stored no keys, is the one that it had`, async () => {
      const { id, connectionId, goOn } = await begin('after', null);
      const [{ attempt_prepared: stored }] = await attempts();
      await attempts().update({ attempt_keys: null, attempt_prepared: stored.replace(/^keyed /, '') });
      // An earlier build's worker had begun what a host of this build queued.
      await setOrigin(id, 'key:asked');
      const earlier = digest(`${connectionId}|test|\nop:${id}:${step}|write`);
      expect(await goOn()).to.deep.equal([earlier, earlier]);
    });
  }

  it('of a request is stored with it and used again, and earlier builds can read the attempt', async () => {
    const { service } = automations;
    const bench = await automations.bench();
    const match = { method: 'PUT', path: '/api.xro/2.0/Contacts' };
    await service.sandbox.control('DELETE', 'requests');
    await service.sandbox.control('POST', 'faults', { match, action: { drop: 'before' }, times: 1 });
    const ask = () => bench.books.create('contacts', { name: 'Customer' }, 'asked');
    await refusalOf(ask());
    const stored = () => db()('idempotency_keys').whereNotNull('attempt_prepared');
    const [row] = await stored();
    expect(JSON.parse(row.attempt_prepared)).to.be.an('object');
    const first = digest(`${bench.books.connection.id}|test|asked|write`);
    expect(JSON.parse(row.attempt_keys)).to.deep.equal({ write: first });
    await stored().update({ attempt_keys: JSON.stringify({ write: otherKey }) });
    await ask();
    expect(await keysAt('Contacts')).to.deep.equal([first, otherKey]);
    expect(await stored()).to.deep.equal([]);
  });
});
