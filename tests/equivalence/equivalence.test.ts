import fc from 'fast-check';
import { emptyAll } from '../../adapters/knex/testing/empty-all.ts';
import { type Database, inMemory, onBothDatabases } from '../../contract-tests/testing/doubles.ts';
import { runsOf, seedOf } from '../../tools/run-length.ts';
import { expectTheReadable, expectTheSame } from './expectations.ts';
import { contendedHistories, type History, readHistories, unreadHistories } from './history.ts';
import { playPerfectly } from './perfect-play.ts';
import { planOf } from './plan.ts';
import { playWithTrouble } from './troubled-play.ts';

/** `EQUIVALENCE_RUNS=20` plays twenty times as many histories. */
const times = Number(process.env['EQUIVALENCE_RUNS'] ?? '1');
const patienceMs = 600_000 * times;

/** The same histories each time, unless `EQUIVALENCE_SEED` is another number or `random`, or the run is a long one. */
const seed = seedOf(process.env['EQUIVALENCE_SEED'], 6);

/** Of one history: far more than it takes. */
const playMs = 120_000;

type Expectation = typeof expectTheSame;

async function compare(history: History, perfect: Database, troubled: Database, expected: Expectation): Promise<void> {
  const plan = planOf(history);
  await emptyAll(perfect);
  const told = await playPerfectly(perfect, plan);
  await emptyAll(troubled);
  await expected(plan, told, await playWithTrouble(troubled, plan));
}

onBothDatabases('one history of changes, played perfectly and with every trouble,', (given, name) => {
  const numRuns = name === 'SQLite' ? runsOf({ long: 80, short: 2 }) : runsOf({ long: 35, short: 1 });
  let perfect: Database;
  before(async () => {
    perfect = await inMemory();
  });
  after(() => perfect?.close());

  const holds = (histories: fc.Arbitrary<History>, expected: Expectation) =>
    fc.assert(
      fc.asyncProperty(histories, (history) => compare(history, perfect, given().database, expected)),
      { seed, numRuns: numRuns * times, timeout: playMs, endOnFailure: process.env['FC_END'] === '1' },
    );

  it('tells the same, word for word, of a history whose every revision was read', () =>
    holds(readHistories, expectTheSame)).timeout(patienceMs);

  it('tells the same but for what nobody could read any more', () => holds(unreadHistories, expectTheReadable)).timeout(
    patienceMs,
  );

  it('tells the same, though invoices change while they are read', () =>
    holds(contendedHistories, expectTheReadable)).timeout(patienceMs);
});
