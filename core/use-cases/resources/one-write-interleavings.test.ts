// Several callers with the same and other keys, identical bodies, faults, lost processes and jumps of the clock.

import { expect } from 'chai';
import fc from 'fast-check';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { runsOf } from '../../../tools/run-length.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import {
  type Books,
  type CrashPoint,
  crashPoints,
  type Heard,
  openLossyService,
  untilHeard,
} from './testing/one-write.ts';

const keys = ['a', 'b', 'c'] as const;
type Key = (typeof keys)[number];

interface Request {
  readonly key: Key;
  readonly loseAt: CrashPoint | undefined;
}
type Step =
  | { readonly kind: 'requests'; readonly fault: object | undefined; readonly requests: readonly Request[] }
  | { readonly kind: 'jump'; readonly seconds: number };

const faults: readonly object[] = [
  { drop: 'before' },
  { drop: 'after' },
  { status: 500 },
  { status: 500, store: true },
  { status: 500, store: true, drop: 'after' },
  { status: 429, headers: { 'retry-after': '7' } },
];
const request: fc.Arbitrary<Request> = fc.record({
  key: fc.constantFrom(...keys),
  loseAt: fc.option(fc.constantFrom(...crashPoints), { nil: undefined, freq: 3 }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('requests' as const),
      fault: fc.option(fc.constantFrom(...faults), { nil: undefined, freq: 3 }),
      requests: fc.array(request, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('jump' as const), seconds: fc.constantFrom(5, 61, 150, 340, 400, 1000) }),
  },
);

describe('writes of several callers', () => {
  const lossy = openedOnce(() => openLossyService());

  /** The answer of each key; a second, different answer fails at once. */
  class Answers extends Map<Key, string> {
    note(key: Key, heard: Heard): void {
      if (heard === 'lost' || heard instanceof ServiceError) return;
      expect(heard.value.providerId, `second answer of ${key}`).to.equal(this.get(key) ?? heard.value.providerId);
      this.set(key, heard.value.providerId);
    }
  }

  async function play(books: Books, body: JsonObject, steps: readonly Step[]) {
    const answers = new Answers();
    const begun = new Set<Key>();
    for (const one of steps) {
      if (one.kind === 'jump') {
        lossy.service.advance(one.seconds);
        continue;
      }
      if (one.fault) await lossy.fault('Invoices', one.fault);
      const requests = one.requests.map(async ({ key, loseAt }) => {
        begun.add(key);
        answers.note(key, await books.create('invoices', body, key + books.connection.id, loseAt));
      });
      await Promise.all(requests);
    }
    await lossy.clearFaults();
    // A key may have to wait until no other can have made its record.
    for (const key of [...begun, ...begun].filter((one) => !answers.has(one))) {
      const again = () => books.create('invoices', body, key + books.connection.id);
      answers.note(key, await untilHeard(lossy.service, again));
    }
    return { answers, begun };
  }

  async function check(steps: readonly Step[]): Promise<'settled' | 'open'> {
    const books = await lossy.openBooks();
    const contact = await books.create('contacts', { name: 'Customer' }, `contact ${books.connection.id}`);
    const contact_id = (contact as Exclude<Heard, 'lost' | ServiceError>).value.providerId;
    const body = { contact_id, line_items: [{ description: 'Bench', quantity: 1, unit_amount: 10 }] };
    const { answers, begun } = await play(books, body, steps);
    const made = (await books.documents('Invoices')).map((invoice) => String(invoice['InvoiceID']));
    const answered = [...answers.values()];
    expect(new Set(answered).size, 'keys that share a document').to.equal(answered.length);
    expect(made).to.include.members(answered);
    expect(made.length, 'documents').to.be.at.most(begun.size);
    const uses = lossy.service.database
      .knex('usage_events')
      .where({ connection_id: books.connection.id, meter: 'write' });
    expect((await uses).length, 'uses: the contact, and each key that is answered').to.equal(1 + answers.size);
    const open = begun.size - answers.size;
    // A key stays open only if several documents may be its own.
    if (open > 0) expect(made.length - answered.length, 'documents of open keys').to.be.at.least(2);
    else expect(made.length).to.equal(answered.length);
    return open > 0 ? 'open' : 'settled';
  }

  it('end with one document and one use a key, whatever happens in between', async () => {
    const ends = { settled: 0, open: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        ends[await check(steps)] += 1;
      }),
      { numRuns: runsOf({ long: 25, short: 6 }), endOnFailure: true },
    );
    // Nobody else writes here, so that each document is one of a key's own.
    expect(ends.open).to.equal(0);
  });

  it('two equal lost ones of the same moment share out what they made, one to one', async () => {
    const both = (['a', 'b'] as const).map((key) => ({ key, loseAt: 'after sending' as const }));
    const end = await check([
      { kind: 'requests', fault: undefined, requests: both },
      { kind: 'jump', seconds: 1000 },
    ]);
    expect(end).to.equal('settled');
  });

  it('two lost ones a few minutes apart both find their own', async () => {
    const lost = (key: Key): Step => ({
      kind: 'requests',
      fault: undefined,
      requests: [{ key, loseAt: 'after sending' }],
    });
    const end = await check([lost('a'), { kind: 'jump', seconds: 150 }, lost('b'), { kind: 'jump', seconds: 1000 }]);
    expect(end).to.equal('settled');
  });
});
