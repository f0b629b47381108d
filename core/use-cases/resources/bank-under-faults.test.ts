// Bank transactions, journals and transfers, many of them equal, with answers cut at random and processes killed: counted at the books, none is doubled
// and none is lost. Equal ones are legal and stay as many as were asked for.
import { expect } from 'chai';
import { onBothDatabases } from '../../../contract-tests/testing/doubles.ts';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { isLong, runsOf, seedOf } from '../../../tools/run-length.ts';
import type { Caller } from '../../domain/caller.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import { write } from '../testing/connecting.ts';
import { lostAt, mortalPorts } from '../testing/mortal-ports.ts';
import { openService } from '../testing/service.ts';
import { type Books, openBooks } from './testing/books.ts';
import { banksOf } from './testing/written-families.ts';
import type { AnsweredWrite } from './write-resources.ts';

/** Records that only their values tell apart; `own` is what those of one round have in common. */
interface Twins {
  readonly type: 'bank_transactions' | 'manual_journals' | 'bank_transfers';
  readonly collection: string;
  readonly idKey: string;
  ownOf(books: Books, round: number): Promise<string>;
  body(own: string, amount: number, banks: readonly [string, string]): object;
  readonly isOf: (document: JsonObject, own: string) => boolean;
  readonly amountOf: (document: JsonObject) => unknown;
}

const twins: readonly Twins[] = [
  {
    ...{ type: 'bank_transactions', collection: 'BankTransactions', idKey: 'BankTransactionID' },
    ownOf: async (books, round) => (await books.create('contacts', { name: `Card works ${round}` })).providerId,
    body: (contact_id, unit_amount) => ({
      ...{ kind: 'spend', contact_id, bank_account_code: '090', date: '2030-01-12', line_amount_mode: 'no_tax' },
      line_items: [{ description: 'Fee', quantity: 1, unit_amount, account_code: '400' }],
    }),
    isOf: ({ Contact }, own) => (Contact as { readonly ContactID?: string }).ContactID === own,
    amountOf: ({ Total }) => Total,
  },
  {
    ...{ type: 'manual_journals', collection: 'ManualJournals', idKey: 'ManualJournalID' },
    ownOf: async (_, round) => `Stock of ${round}`,
    body: (narration, amount) => ({
      ...{ narration, date: '2030-01-12', line_amount_mode: 'no_tax', status: 'POSTED' },
      lines: [amount, -amount].map((line_amount) => ({ line_amount, account_code: '970' })),
    }),
    isOf: ({ Narration }, own) => Narration === own,
    amountOf: ({ JournalLines }) => (JournalLines as unknown as readonly JsonObject[])[0]?.['LineAmount'],
  },
  {
    ...{ type: 'bank_transfers', collection: 'BankTransfers', idKey: 'BankTransferID' },
    ownOf: async (_, round) => `PO-${round}`,
    body: (external_reference, amount, [from_account_id, to_account_id]) => ({
      ...{ external_reference, amount, from_account_id, to_account_id, date: '2030-01-12' },
    }),
    isOf: ({ Reference }, own) => Reference === own,
    amountOf: ({ Amount }) => Amount,
  },
];

/** Asked for of one contact, so that several of them are equal. */
const askedMost = 10;
const triesMost = 60;

interface Open {
  readonly books: Books;
  readonly banks: readonly [string, string];
}

onBothDatabases('equal records under faults', (given, database) => {
  // The database matters little to how records are told apart, so a short run has the others on one alone.
  const countOf = ({ type }: Twins) =>
    runsOf({
      long: 5_000,
      short: type === 'bank_transactions' ? (database === 'SQLite' ? 40 : 20) : database === 'SQLite' ? 10 : 0,
    });
  const service = openedOnce(() => openService({ open: given().open, wrap: mortalPorts }));

  // A sequence of its own, so that a failure can be repeated.
  let seed = seedOf(process.env['TEST_SEED'], 20_261_129);
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const chance = (part: number) => random() < part;

  /** Cuts an answer, before or after the ledger has got the call, or kills the process at one of its calls. */
  async function troubled(
    { collection }: Twins,
    ask: () => Promise<AnsweredWrite>,
  ): Promise<AnsweredWrite | ServiceError | 'killed'> {
    if (chance(0.7)) {
      const action = chance(0.2) ? { status: 503 } : { drop: chance(0.4) ? 'before' : 'after' };
      const match = { method: chance(0.7) ? 'PUT' : 'GET', path: `/api.xro/2.0/${collection}*` };
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
  async function spend(one: Twins, { books, banks }: Open, caller: Caller, round: number): Promise<void> {
    const own = await one.ownOf(books, round);
    const asked = Array.from({ length: askedMost }, (_, i) => {
      const amount = 1 + Math.floor(random() * 2);
      const path = { connectionId: books.connection.id, type: one.type };
      const [body, key] = [one.body(own, amount, banks), `${one.type} ${round} ${i}`];
      return { amount, ask: () => service.core.resources.create(caller, { ...path, write: write(body, key) }) };
    });
    const made = new Map<string, number>();
    let open = asked;
    for (let tries = 0; open.length > 0; tries++) {
      expect(tries, `there is no answer, seed ${seed}`).to.be.below(triesMost);
      const left: typeof open = [];
      for (const next of open.toSorted(() => random() - 0.5)) {
        const heard =
          tries < 4 ? await troubled(one, next.ask) : await next.ask().catch((error: unknown) => error as ServiceError);
        if (heard === 'killed' || heard instanceof ServiceError) {
          if (heard !== 'killed')
            expect(heard.retryable, `${heard.code} ${heard.message}, seed ${seed}`).to.equal(true);
          left.push(next);
          continue;
        }
        const { providerId } = heard.value;
        expect(made.has(providerId), `one record for two, seed ${seed}`).to.equal(false);
        made.set(providerId, next.amount);
        // Whoever was lost holds its key and the like for a minute.
        service.advance(chance(0.5) ? 1 : 61);
      }
      open = left;
      service.advance([65, 400, 800][Math.floor(random() * 3)] ?? 65);
    }
    const all = await service.sandbox.documents(books.tenantId, one.collection);
    const there = (all as readonly JsonObject[])
      .filter((document) => one.isOf(document, own))
      .map((document) => `${document[one.idKey]} ${one.amountOf(document)}`)
      .sort();
    expect(there, `seed ${seed}`).to.deep.equal([...made].map((entry) => entry.join(' ')).sort());
    expect(there, `seed ${seed}`).to.have.length(askedMost);
  }

  for (const one of twins) {
    const count = countOf(one);
    if (count === 0) continue;
    it(`of the ${one.type} are at the books as answered, ${count} of them`, async () => {
      const tenancy = await service.newOrganization();
      for (let done = 0; done < count; ) {
        // Books of their own now and then, so that lists stay short.
        const books = await openBooks(service, tenancy);
        const open = { books, banks: await banksOf(books) };
        for (let i = 0; i < 10 && done < count; i++, done += askedMost) await spend(one, open, tenancy.test, done);
      }
    }).timeout(isLong ? 7_200_000 : 120_000);
  }
});
