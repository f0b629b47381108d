// Random bulk writes while workers and the provider are killed: what the items say is what the books hold.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Caller, Operation } from '#core';
import { until } from '../../contract-tests/testing/until.ts';
import type { Books } from '../../core/use-cases/resources/testing/books.ts';
import { baseOf, bulkFamilies } from '../../core/use-cases/resources/testing/written-families.ts';
import { write } from '../../core/use-cases/testing/connecting.ts';
import { runsOf, seedOf } from '../../tools/run-length.ts';
import { type CrashLedger, type CrashWorld, openCrashWorld, startLedger } from './crash-world.ts';
import { databaseKinds } from './fleet.ts';

const bulks = runsOf({ long: 100, short: 6 });
const itemsMost = runsOf({ long: 1000, short: 120 });
const roundsMost = runsOf({ long: 300, short: 60 });
/** Calls in a round, at most. */
const callsMost = runsOf({ long: 100, short: 3 });
/** Longer than a lease and than most waits between attempts. */
const apartSeconds = 70;
/** Until tokens expire: a refresh whose answer is lost and that is not repeated within half an hour asks for a reconnect. */
const freshRounds = 20;
const seed = seedOf(process.env['BULKS_SEED'], 7);

interface Bulk {
  readonly id: Operation['id'];
  readonly family: (typeof bulkFamilies)[number];
  readonly books: Books;
  readonly refused: ReadonlySet<number>;
  readonly before: number;
}

describe(`random bulk writes (BULKS_SEED=${seed})`, () => {
  let ledger: CrashLedger;
  before(async () => {
    ledger = await startLedger();
  });
  after(() => ledger?.close());

  const [values] = fc.sample(fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: bulks, maxLength: bulks }), {
    seed,
    numRuns: 1,
  });
  const drawn = values ?? [];

  async function begin(world: CrashWorld, caller: Caller, [one, two, three]: readonly number[]): Promise<Bulk> {
    const books = await world.books(caller);
    const family = bulkFamilies[(one ?? 0) % bulkFamilies.length] as Bulk['family'];
    const base = await baseOf(books);
    const count = 1 + ((two ?? 0) % itemsMost);
    const refused = new Set(Array.from({ length: (three ?? 0) % 4 }, (_, i) => ((three ?? 0) * (i + 7)) % count));
    const items = Array.from({ length: count }, (_, i) => {
      return { item_key: `${i}`, ...family.item(base, `Item ${i}`), ...(refused.has(i) && family.wrong) };
    });
    const before = (await ledger.sandbox.documents(books.tenantId, family.atProvider)).length;
    const path = { connectionId: books.connection.id, type: family.type, write: write({ items }) };
    const { value } = await world.service.core.bulk.create(caller, path);
    return { id: value.id, family, books, refused, before };
  }

  /** Replays what ended because its workers were lost too often. */
  async function replayLost(world: CrashWorld, caller: Caller): Promise<void> {
    const lost = await world.query(`select id from operations where type = 'records.bulk' and state = 'dead_letter'`);
    for (const { id } of lost) {
      const replay = { operationId: String(id), write: write({ reason: 'workers were killed' }) };
      await world.service.core.operations.replay(caller, replay);
    }
  }

  /** Kills the worker or the provider after a few calls, again and again, until all have ended. */
  async function survive(world: CrashWorld, caller: Caller): Promise<void> {
    const count = async (sql: string) => Number((await world.query(`select count(*) as n from ${sql}`))[0]?.['n']);
    const made = () => count(`operation_steps where state <> 'begun'`);
    const left = (more = '') => count(`operations where type = 'records.bulk' and finished_at is null ${more}`);
    for (let round = 0; round < roundsMost && (await left()) > 0; round++) {
      const offset = String(round * apartSeconds);
      const env = { TEST_CLOCK_OFFSET_SECONDS: offset, TEST_CLOCK_TOLERANCE_SECONDS: '100000' };
      // So that calls are under way when something is killed; a ledger that was killed answers fast again.
      await ledger.sandbox.control('POST', 'quirks', { latency_ms: 300 });
      const worker = world.startWorker({ env });
      const target = (await made()) + 1 + ((drawn[round % drawn.length]?.[1] ?? 0) % callsMost);
      const due = () => `and (state = 'running' or due_at <= ${Date.now() + round * apartSeconds * 1000})`;
      const isBusy = async () => (await left(due())) > 0;
      await until('calls', async () => (await made()) >= target || !(await isBusy()) || (await left()) === 0);
      if (round % 2 === 0 && round < freshRounds) await ledger.crash();
      await worker.kill('SIGKILL');
      await ledger.sandbox.control('POST', 'clock', { advance_seconds: apartSeconds });
      await replayLost(world, caller);
    }
    expect(await left()).to.equal(0);
  }

  for (const kind of databaseKinds) {
    it(`on ${kind}: each item is once in the books, or was refused`, async function (this: Mocha.Context) {
      this.timeout(bulks * 60_000);
      const world = await openCrashWorld(kind, ledger);
      try {
        const caller = await world.organization();
        const all: Bulk[] = [];
        for (const one of drawn) all.push(await begin(world, caller, one));
        await survive(world, caller);
        await ledger.sandbox.control('POST', 'quirks', { latency_ms: 0 });
        for (const { id, family, books, refused, before } of all) {
          const rows = await world.query(
            `select position, status, provider_id from bulk_items where operation_id = '${id}' order by position`,
          );
          const wrong = rows.filter(({ status }, i) => status !== (refused.has(i) ? 'failed' : 'succeeded'));
          const [operation] = await world.query(`select error from operations where id = '${id}'`);
          expect(wrong, `${id} ${JSON.stringify(operation)}`).to.deep.equal([]);
          const documents = await ledger.sandbox.documents(books.tenantId, family.atProvider);
          const ids = new Set(documents.map((one) => one[family.idKey]));
          const told = rows.flatMap(({ provider_id }) => provider_id ?? []);
          expect(new Set(told)).to.have.length(told.length);
          expect([documents.length - before, told.every((one) => ids.has(one))]).to.deep.equal([told.length, true]);
        }
      } finally {
        await world.close();
      }
    });
  }
});
