// What changes of one connection cost at the provider's real limits. `npm run bench budget` measures the time, too.
import { expect } from 'chai';
import { type BusyBooks, openBusyBooks } from './busy-books.ts';
import { loads, measure, timedLoads } from './loads.ts';

describe('changes of one connection', () => {
  for (const [waits, all] of [
    ['quickly', loads],
    ['really', timedLoads],
  ] as const) {
    describe(`with waits that pass ${waits}`, () => {
      let busy: BusyBooks;
      before(async () => {
        busy = await openBusyBooks({ waits });
      });
      after(() => busy.close());

      for (const load of all) {
        it(`${load.name}: at most ${load.callsMost} calls, and each change is announced once`, async () => {
          expect((await measure(busy, load)).calls).to.be.at.most(load.callsMost);
        });
      }
    });
  }
});
