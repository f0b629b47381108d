// Bank transactions, many of them equal, with answers cut at random and processes killed: counted at the books, none is doubled
// and none is lost. Equal ones are legal and stay as many as were asked for.
import { expect } from 'chai';
import { onBothDatabases } from '../../../contract-tests/testing/doubles.ts';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { isLong, runsOf, seedOf } from '../../../tools/run-length.ts';
import type { Caller } from '../../domain/caller.ts';
import { ServiceError } from '../../domain/errors.ts';
import { write } from '../testing/connecting.ts';
import { lostAt, mortalPorts } from '../testing/mortal-ports.ts';
import { openService } from '../testing/service.ts';
import { openBooks } from './testing/books.ts';
import type { AnsweredWrite } from './write-resources.ts';

/** Asked for of one contact, so that several of them are equal. */
const askedMost = 10;
const triesMost = 60;

onBothDatabases('bank transactions under faults', (given, database) => {
  const transactions = runsOf({ long: 5_000, short: database === 'SQLite' ? 40 : 20 });
  const service = openedOnce(() => openService({ open: given().open, wrap: mortalPorts }));

  // A sequence of its own, so that a failure can be repeated.
  let seed = seedOf(process.env['TEST_SEED'], 20_261_129);
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const chance = (part: number) => random() < part;

  /** Cuts an answer, before or after the ledger has got the call, or kills the process at one of its calls. */
  async function troubled(ask: () => Promise<AnsweredWrite>): Promise<AnsweredWrite | ServiceError | 'killed'> {
    if (chance(0.7)) {
      const action = chance(0.2) ? { status: 503 } : { drop: chance(0.4) ? 'before' : 'after' };
      const match = { method: chance(0.7) ? 'PUT' : 'GET', path: '/api.xro/2.0/BankTransactions*' };
      await service.sandbox.control('POST', 'faults', { match, action });
    }
    const heard = async () => ask().catch((error: unknown) => error);
    const ended = chance(0.5) ? await lostAt(1 + Math.floor(random() * 15), heard) : { done: await heard() };
    await service.sandbox.control('DELETE', 'faults');
    if ('at' in ended) return 'killed';
    if (ended.done instanceof Error && !(ended.done instanceof ServiceError)) throw ended.done;
    return ended.done as AnsweredWrite | ServiceError;
  }

  /** Some of them, first all in trouble and then repeated in another order, some long after nobody remembers their keys. */
  async function spend(books: Awaited<ReturnType<typeof openBooks>>, caller: Caller, round: number): Promise<void> {
    const { providerId: contact_id } = await books.create('contacts', { name: `Card works ${round}` });
    const asked = Array.from({ length: askedMost }, (_, i) => {
      const line = { description: 'Fee', quantity: 1, unit_amount: 1 + Math.floor(random() * 2), account_code: '400' };
      const body = {
        ...{ kind: 'spend', contact_id, bank_account_code: '090', date: '2030-01-12' },
        ...{ line_amount_mode: 'no_tax', line_items: [line] },
      };
      const path = { connectionId: books.connection.id, type: 'bank_transactions' };
      const key = `spent ${round} ${i}`;
      return {
        amount: line.unit_amount,
        ask: () => service.core.resources.create(caller, { ...path, write: write(body, key) }),
      };
    });
    const made = new Map<string, number>();
    let open = asked;
    for (let tries = 0; open.length > 0; tries++) {
      expect(tries, `there is no answer, seed ${seed}`).to.be.below(triesMost);
      const left: typeof open = [];
      for (const one of open.toSorted(() => random() - 0.5)) {
        const heard =
          tries < 4 ? await troubled(one.ask) : await one.ask().catch((error: unknown) => error as ServiceError);
        if (heard === 'killed' || heard instanceof ServiceError) {
          if (heard !== 'killed')
            expect(heard.retryable, `${heard.code} ${heard.message}, seed ${seed}`).to.equal(true);
          left.push(one);
          continue;
        }
        const { providerId } = heard.value;
        expect(made.has(providerId), `one transaction for two, seed ${seed}`).to.equal(false);
        made.set(providerId, one.amount);
        // Whoever was lost holds its key and the like for a minute.
        service.advance(chance(0.5) ? 1 : 61);
      }
      open = left;
      service.advance([65, 400, 800][Math.floor(random() * 3)] ?? 65);
    }
    const all = await service.sandbox.documents(books.tenantId, 'BankTransactions');
    const own = all.filter(({ Contact }) => (Contact as { readonly ContactID?: string }).ContactID === contact_id);
    const there = own.map(({ BankTransactionID, Total }) => `${BankTransactionID} ${Total}`).sort();
    expect(there, `seed ${seed}`).to.deep.equal([...made].map((entry) => entry.join(' ')).sort());
    expect(there, `seed ${seed}`).to.have.length(askedMost);
  }

  it(`are at the books as answered, ${transactions} of them`, async () => {
    const tenancy = await service.newOrganization();
    for (let done = 0; done < transactions; ) {
      // Books of their own now and then, so that lists stay short.
      const books = await openBooks(service, tenancy);
      for (let i = 0; i < 10 && done < transactions; i++, done += askedMost) await spend(books, tenancy.test, done);
    }
  }).timeout(isLong ? 7_200_000 : 120_000);
});
