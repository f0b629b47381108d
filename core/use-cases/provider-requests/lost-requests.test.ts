// Requests of one's own whose answers are lost and whose processes die, counted in the ledger's books: none is made twice, and
// each of which nobody knows the end is told.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { isLong, runsOf, seedOf } from '../../../tools/run-length.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { ApiKeyId } from '../../domain/ids.ts';
import { openBooks } from '../resources/testing/books.ts';
import { write } from '../testing/connecting.ts';
import { lostAt, mortalPorts } from '../testing/mortal-ports.ts';
import { openService } from '../testing/service.ts';

/** Longer than a lost process can block a key, and longer than a write may be sent again. */
const memories = { fresh: 65, over: 400 };

describe('lost provider requests', () => {
  const service = openedOnce(() => openService({ wrap: mortalPorts }));

  async function arrange() {
    const tenancy = await service.newOrganization();
    const books = await openBooks(service, tenancy);
    const of = { connectionId: books.connection.id };
    const { make, list, settle } = service.core.providerRequests;
    return {
      /** A process that is lost keeps its key's place in this one, so each has a key of its own. */
      group: (name: string, actor: string = tenancy.test.actor) => {
        const caller = { ...tenancy.test, actor: actor as ApiKeyId };
        const body = { method: 'PUT', path: '/ContactGroups', body: { ContactGroups: [{ Name: name }] } };
        return make(caller, { ...of, write: write(body, name) });
      },
      /** Renews the token, so that the next request makes the same calls as the others. */
      read: () =>
        make(tenancy.test, { ...of, write: { key: undefined, body: { method: 'GET', path: '/Currencies' } } }),
      /** Ends the groups that are there: an organization has at most a hundred. */
      async end() {
        const asked = `documents?tenant_id=${books.tenantId}&type=ContactGroups`;
        const all = (await service.sandbox.control('GET', asked))['documents'] as Record<string, string>[];
        for (const { ContactGroupID: id, Status } of all) {
          const body = { method: 'POST', path: `/ContactGroups/${id}`, body: { Status: 'DELETED' } };
          if (Status === 'ACTIVE') await make(tenancy.test, { ...of, write: write(body, `end ${id}`) });
        }
      },
      /** How often each group is in the books, ended ones too. */
      async counts() {
        const asked = `documents?tenant_id=${books.tenantId}&type=ContactGroups`;
        const all = (await service.sandbox.control('GET', asked))['documents'] as Record<string, string>[];
        const counts = new Map<string, number>();
        for (const { Name = '' } of all) counts.set(Name, (counts.get(Name) ?? 0) + 1);
        return counts;
      },
      unknown: async () =>
        (await list(tenancy.test, { ...of, query: { outcome: 'unknown', limit: '200' } })).items.map(({ id }) => id),
      settle: (id: string) =>
        settle(tenancy.test, {
          ...of,
          providerRequestId: id,
          write: write({ outcome: 'refused', reason: 'counted' }),
        }),
    };
  }

  type World = Awaited<ReturnType<typeof arrange>>;
  type Heard = { readonly done: true } | { readonly unknown: string } | { readonly again: number };

  async function ask(world: World, name: string, actor?: string): Promise<Heard> {
    try {
      const { value } = await world.group(name, actor);
      expect(value.outcome, name).to.equal('done');
      return { done: true };
    } catch (error) {
      if (!(error instanceof ServiceError) || !error.retryable) throw error;
      const { reason, providerRequestId = '', retryAfterSeconds = 20 } = error.details;
      return reason === 'write_unresolved' ? { unknown: providerRequestId } : { again: retryAfterSeconds };
    }
  }

  for (const [memory, seconds] of Object.entries(memories)) {
    it(`a process is lost at any line, and the repeat comes while the memory is ${memory}`, async () => {
      const world = await arrange();
      const places = new Set<string>();
      for (let n = 1; ; n++) {
        const name = `${memory} ${n}`;
        await world.read();
        const first = await lostAt(n, () => world.group(name, `key_${name}`));
        if (!('at' in first)) break;
        places.add(first.at);
        service.advance(seconds);
        let heard: Heard = { again: 0 };
        for (let tries = 0; tries < 4 && 'again' in heard; tries++) {
          service.advance(heard.again);
          heard = await ask(world, name);
        }
        const times = (await world.counts()).get(name) ?? 0;
        if ('done' in heard) expect(times, `${name} at ${first.at}`).to.equal(1);
        else {
          expect(memory, `${name} at ${first.at} is unknown`).to.equal('over');
          expect(times).to.be.at.most(1);
          expect(await world.unknown()).to.deep.equal(['unknown' in heard ? heard.unknown : '']);
          await world.settle('unknown' in heard ? heard.unknown : '');
        }
        expect(await world.unknown(), `${name} at ${first.at}`).to.deep.equal([]);
      }
      expect([...places]).to.include.members(['idempotency.claim', 'gateway.passWrite', 'the transaction']);
    }).timeout(120_000);
  }

  it('of many, with answers cut, processes lost and late repeats at random, none doubles and each unknown one is told', async () => {
    const count = runsOf({ long: 5_000, short: 40 });
    let seed = seedOf(process.env['TEST_SEED'], 20_261_129);
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648;
    };
    const begun = seed;
    const world = await arrange();
    const told = new Map<string, string>();
    const done = new Set<string>();
    for (let i = 0; i < count; i++) {
      const name = `random ${i}`;
      let heard: Heard = { again: 0 };
      for (let tries = 0; tries < 8 && !('done' in heard); tries++) {
        const luck = random();
        if (luck < 0.5) {
          const match = { method: 'PUT', path: '/api.xro/2.0/ContactGroups' };
          const action =
            luck < 0.2 ? { drop: 'before' } : luck < 0.4 ? { drop: 'after' } : { status: 500, store: true };
          await service.sandbox.control('POST', 'faults', { match, action });
        }
        if (random() < 0.3) {
          const lost = await lostAt(1 + Math.floor(random() * 14), () => ask(world, name, `key_${i} ${tries}`));
          heard = 'at' in lost ? { again: 65 } : lost.done;
        } else heard = await ask(world, name);
        await service.sandbox.control('DELETE', 'faults');
        service.advance(random() < 0.15 ? 400 : 'again' in heard ? heard.again : 30);
      }
      // A process that was lost last has told nobody.
      service.advance(65);
      if (!('done' in heard)) heard = await ask(world, name);
      if ('done' in heard) done.add(name);
      else told.set(name, 'unknown' in heard ? heard.unknown : '');
      if (i % 80 === 79) await world.end();
    }
    const counts = await world.counts();
    expect(
      [...counts].filter(([, times]) => times > 1),
      `doubled, seed ${begun}`,
    ).to.deep.equal([]);
    expect(
      [...done].filter((name) => counts.get(name) !== 1),
      `lost, seed ${begun}`,
    ).to.deep.equal([]);
    expect(done.size + told.size).to.equal(count);
    const listed = new Set<string>(await world.unknown());
    const wanted = [...told.values()].slice(-200);
    expect(
      wanted.filter((id) => !listed.has(id)),
      `untold, seed ${begun}`,
    ).to.deep.equal([]);
    const inBooks = [...counts].filter(([name]) => name.startsWith('random ') && !done.has(name) && !told.has(name));
    expect(inBooks, 'in the books and told to nobody').to.deep.equal([]);
    expect([done.size > count / 2, told.size > 0], `${done.size} done, ${told.size} unknown`).to.deep.equal([
      true,
      true,
    ]);
  }).timeout(isLong ? 1_800_000 : 60_000);
});
