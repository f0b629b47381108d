import { expect } from 'chai';
import fc from 'fast-check';
import { type DatabaseForTests, onBothDatabases } from '../../contract-tests/testing/doubles.ts';
import { runsOf, seedOf } from '../../tools/run-length.ts';
import { arrangeRunning, claimAs, type Order, queueMany } from './acts.ts';
import { open, rooms } from './choices.ts';
import { kinds } from './reference.ts';
import { openScene, planes, type Scene, workersInScene } from './scene.ts';

const { MODEL_RUNS, MODEL_SEED, MODEL_PATH } = process.env;
const numRuns = Math.ceil(Number(MODEL_RUNS ?? runsOf({ long: 1000, short: 75 })) / 5);
const seed = seedOf(MODEL_SEED, 762_596_297);
const options = { numRuns, seed, ...(MODEL_PATH === undefined ? {} : { path: MODEL_PATH }) };
const msARun = 200;

const kind = fc.constantFrom(...kinds);
/** Many connections of one organization, many of them busy. */
const crowd = fc.record({
  groups: fc.oneof(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 9, max: 14 })),
  running: fc.constantFrom(0, 1, 2, 3, 4, 8),
  waiting: fc.nat({ max: 3 }),
});
const crowds = fc.array(fc.record({ kind, plane: fc.constantFrom(...planes), crowd }), { minLength: 1, maxLength: 3 });
const claims = fc.array(fc.record({ worker: fc.nat({ max: workersInScene - 1 }), room: rooms }), {
  minLength: 1,
  maxLength: 5,
});

type Owner = Pick<Order, 'kind' | 'plane'>;

/** What runs already; returns how to queue what waits, which comes after all that runs. */
async function arrange(
  scene: Scene,
  { kind, plane }: Owner,
  { groups, running, waiting }: typeof crowd extends fc.Arbitrary<infer C> ? C : never,
): Promise<() => Promise<void>> {
  const orders = (count: number): readonly Order[] =>
    Array.from({ length: groups }, (_, m) => {
      return { kind, plane, groupKey: `m${String(m).padStart(2, '0')}`, dueInMs: 0, maxAttempts: 10, count };
    });
  await arrangeRunning(scene, ...orders(running));
  return () => queueMany(scene, ...orders(waiting));
}

onBothDatabases('claims,', (given) => {
  const sceneOf = ({ database, dialect }: DatabaseForTests) => openScene(database.knex, dialect);

  it(`take what the rules allow, and something wherever they allow it, ${numRuns} long queues (MODEL_SEED=${seed})`, async () => {
    const property = fc.asyncProperty(crowds, claims, async (crowds, claims) => {
      const scene = await sceneOf(given());
      const queues: (() => Promise<void>)[] = [];
      for (const { crowd, ...owner } of crowds) queues.push(await arrange(scene, owner, crowd));
      for (const queue of queues) await queue();
      for (const { worker, room } of claims) await claimAs(scene, worker, room);
    });
    await fc.assert(property, options);
  }).timeout(60_000 + numRuns * msARun);

  it(`one at a time, serve whoever has nothing running before all others have had their turn (MODEL_SEED=${seed})`, async () => {
    const property = fc.asyncProperty(kind, crowd, crowd, fc.nat({ max: 6 }), async (kind, first, second, claimed) => {
      const scene = await sceneOf(given());
      const [one, other, quiet] = planes;
      if (!one || !other || !quiet) throw new Error('three planes are wanted');
      const queues = [
        await arrange(scene, { kind, plane: one }, first),
        await arrange(scene, { kind, plane: other }, second),
      ];
      for (const queue of queues) await queue();
      const claimOne = () => claimAs(scene, 0, open(1));
      for (let n = 0; n < claimed; n++) await claimOne();
      await queueMany(scene, { kind, plane: quiet, groupKey: 'z', dueInMs: 0, maxAttempts: 10, count: 1 });
      const served: unknown[] = [];
      for (let n = 0; n < planes.length; n++) served.push(...(await claimOne()).map(({ groupKey }) => groupKey));
      expect(served).to.include('z');
    });
    await fc.assert(property, options);
  }).timeout(60_000 + numRuns * msARun);
});
