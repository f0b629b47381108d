// Allocations, removals and refunds with answers cut at random and processes killed: counted at the books, none is doubled and none
// is lost without a word.
import { expect } from 'chai';
import { onBothDatabases } from '../../../contract-tests/testing/doubles.ts';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { isLong, runsOf, seedOf } from '../../../tools/run-length.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { type Books, openBooks } from '../resources/testing/books.ts';
import { gatewayOf, withGateway } from '../testing/first-provider.ts';
import { lostAt, mortalPorts } from '../testing/mortal-ports.ts';
import { openService } from '../testing/service.ts';
import { type Credits, creditsIn } from './testing/credits.ts';

/** Acts on one credit note. */
const actsMost = 10;
const triesMost = 40;

onBothDatabases('credit that is spent under faults', (given, database) => {
  const acts = runsOf({ long: 5_000, short: database === 'SQLite' ? 60 : 30 });
  /** After an allocation was sent, nothing can be read any more. */
  const blind = { isNext: false, isNow: false };
  const wrap = (ports: CorePorts) => {
    const { allocate, read } = gatewayOf(ports);
    const troubled = withGateway(ports, {
      async allocate(...asked) {
        blind.isNow = blind.isNext;
        await allocate?.(...asked);
      },
      async read(...asked) {
        if (blind.isNow) throw new ServiceError('PROVIDER_UNAVAILABLE', 'no answer');
        return read(...asked);
      },
    });
    return mortalPorts(troubled);
  };
  const service = openedOnce(() => openService({ open: given().open, wrap }));

  // A sequence of its own, so that a failure can be repeated.
  let seed = seedOf(process.env['TEST_SEED'], 20_261_130);
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const chance = (part: number) => random() < part;

  /** Cuts an answer, before or after the ledger has got the call, or kills the process at one of its calls. */
  async function trouble<T>(work: () => Promise<T>): Promise<T | ServiceError | 'killed'> {
    for (const [method, path] of [
      ['*', '/api.xro/2.0/CreditNotes/*'],
      ['PUT', '/api.xro/2.0/Payments'],
    ]) {
      if (chance(0.5)) continue;
      const action = chance(0.3) ? { status: 503 } : { drop: chance(0.5) ? 'before' : 'after' };
      await service.sandbox.control('POST', 'faults', {
        match: { method: method === '*' ? (chance(0.6) ? 'PUT' : 'GET') : method, path },
        action,
      });
    }
    blind.isNext = chance(0.5);
    const heard = async () => work().catch((error: unknown) => error);
    const ended = chance(0.4) ? await lostAt(1 + Math.floor(random() * 15), heard) : { done: await heard() };
    Object.assign(blind, { isNext: false, isNow: false });
    await service.sandbox.control('DELETE', 'faults');
    if ('at' in ended) return 'killed';
    if (ended.done instanceof Error && !(ended.done instanceof ServiceError)) throw ended.done;
    return ended.done as T | ServiceError;
  }

  /** Repeats the act under its key, with troubles, until it has an answer that stays. */
  async function untilAnswered<T>(work: () => Promise<T>): Promise<T | ServiceError> {
    for (let tries = 0; tries < triesMost; tries++) {
      const heard = tries < 6 ? await trouble(work) : await work().catch((error: unknown) => error as ServiceError);
      const isOver = heard !== 'killed' && !(heard instanceof ServiceError && heard.retryable);
      if (isOver) return heard as T | ServiceError;
      const asked = heard instanceof ServiceError ? (heard.details.retryAfterSeconds ?? 65) : 65;
      service.advance(chance(0.5) ? 400 : asked);
    }
    throw new Error(`there is no answer, seed ${seed}`);
  }

  /** Some acts on a new credit note; what was answered must be what the books have. */
  async function spend(books: Books, credits: Credits, round: number): Promise<void> {
    const contact = await credits.contact();
    const [credit, invoice] = [await credits.credit(contact, 100), await credits.invoice(contact, 100)];
    const [made, refunds]: [Map<string, number>, number[]] = [new Map(), []];
    for (let i = 0; i < actsMost; i++) {
      const key = `act ${round} ${i} of ${credit}`;
      // Equal ones are the hardest to tell apart.
      const amount = 1 + Math.floor(random() * 2);
      const [first] = made.keys();
      if (first !== undefined && chance(0.2)) {
        const heard = await untilAnswered(() => credits.remove(credit, first, key));
        expect(heard instanceof ServiceError ? heard.message : 'removed', `seed ${seed}`).to.equal('removed');
        made.delete(first);
      } else if (chance(0.3)) {
        const body = {
          credit_note_id: credit,
          account_code: '090',
          amount,
          date: '2030-01-12',
          external_reference: key,
        };
        const heard = await untilAnswered(() => books.create('payments', body, key));
        expect(heard instanceof ServiceError ? heard.message : 'refunded', `seed ${seed}`).to.equal('refunded');
        refunds.push(amount);
      } else {
        const heard = await untilAnswered(() => credits.allocate(credit, { invoice_id: invoice, amount }, key));
        if (heard instanceof ServiceError) {
          expect([heard.code, heard.details.reason], `seed ${seed}`).to.deep.equal([
            'CONFLICT',
            'allocation_not_there',
          ]);
        } else if (heard.value.allocationId === null) {
          const news = (await credits.spent(credit)).ids.filter((id) => !made.has(id));
          expect(news, `made without a name, seed ${seed}`).to.have.length(1);
          made.set(news[0] ?? '', amount);
        } else {
          expect(made.has(heard.value.allocationId), `one allocation for two, seed ${seed}`).to.equal(false);
          made.set(heard.value.allocationId, amount);
        }
      }
      const there = await credits.spent(credit);
      expect([...there.ids].sort(), `after ${key}, seed ${seed}`).to.deep.equal([...made.keys()].sort());
    }
    const spent = [...made.values(), ...refunds].reduce((sum, amount) => sum + amount, 0);
    expect((await credits.spent(credit)).remaining, `seed ${seed}`).to.equal(5_750 - spent);
    const paid = await service.sandbox.documents(books.tenantId, 'Payments');
    const own = paid.filter(({ Reference }) => String(Reference).endsWith(credit));
    expect(own, `seed ${seed}`).to.have.length(refunds.length);
  }

  it(`is spent as answered, ${acts} times`, async () => {
    const tenancy = await service.newOrganization();
    const books = await openBooks(service, tenancy);
    const credits = creditsIn({ service, caller: tenancy.test, books });
    for (let done = 0; done < acts; done += actsMost) await spend(books, credits, done);
  }).timeout(isLong ? 3_600_000 : 120_000);
});
