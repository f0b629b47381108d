// Writes are counted once per key, whatever becomes of the processes, the provider and the callers.

import { expect } from 'chai';
import fc from 'fast-check';
import { runsOf } from '../../../tools/run-length.ts';
import { ServiceError } from '../../domain/errors.ts';
import {
  type Books,
  type CrashPoint,
  crashPoints,
  type Heard,
  type LossyService,
  openLossyService,
  untilHeard,
} from '../resources/testing/one-write.ts';

const faults: readonly (object | undefined)[] = [
  undefined,
  { drop: 'before' },
  { drop: 'after' },
  { status: 500, store: true },
  { status: 503 },
  { status: 429, headers: { 'retry-after': '7' } },
];

describe('what a write counts', () => {
  let lossy: LossyService;
  before(async () => {
    lossy = await openLossyService();
  });
  after(() => lossy.close());

  const written = async ({ caller }: Books): Promise<number> => {
    const to = lossy.service.ports.clock.now().toISOString().slice(0, 10);
    const all = await lossy.service.core.usage.read(caller, { group_by: 'meter', to });
    return all.items.find(({ meter }) => meter === 'write')?.quantity ?? 0;
  };
  const isAnswered = (heard: Heard) => heard !== 'lost' && !(heard instanceof ServiceError);
  const body = { name: 'Hill Bakery', contact_number: 'C-1' };

  for (const loseAt of crashPoints) {
    it(`one, when its process is lost ${loseAt}`, async () => {
      const books = await lossy.openBooks();
      expect(await books.create('contacts', body, 'k', loseAt)).to.equal('lost');
      expect(await written(books)).to.equal(loseAt === 'after the answer is kept' ? 1 : 0);
      expect(await untilHeard(lossy.service, () => books.create('contacts', body, 'k'))).to.satisfy(isAnswered);
      await books.create('contacts', body, 'k');
      expect(await written(books)).to.equal(1);
    });
  }

  it('one, of eleven that come at once with one key', async () => {
    const books = await lossy.openBooks();
    const heard = await Promise.all(Array.from({ length: 11 }, () => books.create('contacts', body, 'k')));
    expect(heard.filter(isAnswered)).to.have.length(11);
    expect(await written(books)).to.equal(1);
  });

  it('nothing, when it is refused, fails or needs its key', async () => {
    const books = await lossy.openBooks();
    expect(await books.create('contacts', {}, 'refused here')).to.be.instanceOf(ServiceError);
    expect(await books.create('contacts', body, '')).to.be.instanceOf(ServiceError);
    for (const [status, key] of [
      [400, 'refused there'],
      [429, 'too many'],
      [500, 'failed'],
      [503, 'away'],
    ] as const) {
      await lossy.fault('Contacts', { status });
      expect(await books.create('contacts', body, key), key).to.be.instanceOf(ServiceError);
    }
    await lossy.clearFaults();
    expect(await written(books)).to.equal(0);
  });

  it('as many as keys that were answered, however callers, crashes and faults meet', async () => {
    const request = fc.record({
      key: fc.constantFrom('a', 'b', 'c'),
      loseAt: fc.option(fc.constantFrom(...crashPoints), { nil: undefined, freq: 2 }) as fc.Arbitrary<
        CrashPoint | undefined
      >,
    });
    const step = fc.record({
      fault: fc.constantFrom(...faults),
      requests: fc.array(request, { minLength: 1, maxLength: 4 }),
      seconds: fc.constantFrom(0, 1, 61),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), async (steps) => {
        const books = await lossy.openBooks();
        const create = (key: string, loseAt?: CrashPoint) =>
          books.create('contacts', { name: `Customer ${key}` }, key, loseAt);
        for (const { fault, requests, seconds } of steps) {
          if (fault) await lossy.fault('Contacts', fault);
          await Promise.all(requests.map(({ key, loseAt }) => create(key, loseAt)));
          await lossy.clearFaults();
          lossy.service.advance(seconds);
        }
        const keys = [...new Set(steps.flatMap(({ requests }) => requests.map(({ key }) => key)))];
        const ends: Heard[] = [];
        for (const key of keys) ends.push(await untilHeard(lossy.service, () => create(key)));
        expect(await written(books)).to.equal(ends.filter(isAnswered).length);
      }),
      { numRuns: runsOf({ long: 25, short: 12 }) },
    );
  });
});
