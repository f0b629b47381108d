// Workers that are stopped past their leases, while another takes over, and that wake afterwards.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Operation } from '#core';
import {
  arrangeCases,
  type CrashCase,
  type EndedCase,
  endCase,
  leasesOf,
  ledgerFaults,
  startCase,
} from './crash-cases.ts';
import { isWrite } from './crash-points.ts';
import { bring, playedPoints, told } from './crash-run.ts';
import {
  type CrashLedger,
  type CrashWorld,
  openCrashWorld,
  startLedger,
  untilIdle,
  untilWorker,
} from './crash-world.ts';
import { arrangeDelivery, deliveryStops } from './fencing-delivery.ts';
import { openTransactions, pausePoints, unpaused } from './fencing-points.ts';
import { differences, type Rows, rowsOf } from './fencing-rows.ts';
import { lostWorkersKinds } from './fleet.ts';
import { freePort, type HostProcess } from './processes.ts';

const leaseAndSweepMs = 15_000;
/** A machine that is busy with other things may be so late. */
const noiseMs = 2_000;

interface Fenced {
  /** As the worker that took over left them. */
  readonly ended: readonly EndedCase[];
  readonly lateWrites: readonly { readonly isSame: boolean; readonly name: string }[];
  readonly before: Rows;
  readonly after: Rows;
  readonly ledgerAfter: readonly string[];
  /** What the woken workers did then. */
  readonly workedOn: readonly Operation[];
}

describe('a worker that is stopped past its lease and wakes', () => {
  let ledger: CrashLedger;
  const worlds: CrashWorld[] = [];
  const runs = new Map<string, Fenced>();

  before(async () => {
    ledger = await startLedger();
    for (const kind of lostWorkersKinds) worlds.push(await openCrashWorld(kind, ledger));
    await Promise.all(worlds.map(async (world) => runs.set(world.kind, await fenced(world))));
  });
  after(async () => {
    for (const world of worlds) await world.close();
    await ledger?.close();
  });
  const runOn = (kind: string): Fenced => runs.get(kind) ?? expect.fail('there was no run');

  for (const kind of lostWorkersKinds) {
    describe(`on ${kind}`, () => {
      it('holds nobody up: another does all of its work within the lease and 5 s', () => {
        const { ended } = runOn(kind);
        expect(told(ended, ({ faults }) => faults)).to.deep.equal([]);
        for (const { backMs, point } of ended) expect(backMs, point.name).to.be.within(0, leaseAndSweepMs + noiseMs);
      });

      it('changes not one row', () => {
        const { before, after } = runOn(kind);
        expect(before['operations']).to.have.length.above(playedPoints(pausePoints).length);
        expect(differences(before, after)).to.deep.equal([]);
      });

      it('sends late only what was sent already, byte for byte and under the same key', () => {
        const { lateWrites, ledgerAfter } = runOn(kind);
        expect(lateWrites).to.have.length(
          playedPoints(pausePoints).filter(({ name }) => name.startsWith('sending')).length,
        );
        expect(lateWrites.filter(({ isSame }) => !isSame)).to.deep.equal([]);
        expect(ledgerAfter).to.deep.equal([]);
      });

      it('works on', () => {
        const { workedOn } = runOn(kind);
        expect(workedOn.map(({ state }) => state)).to.deep.equal(['succeeded', 'succeeded']);
        const outcomes = workedOn.map(({ attempts }) =>
          attempts.map(({ outcome, error }) => error?.message ?? outcome),
        );
        expect(outcomes).to.deep.equal([['succeeded'], ['succeeded']]);
      });
    });
  }
});

const signal = (worker: HostProcess, name: NodeJS.Signals): boolean => process.kill(worker.pid, name);

async function fenced(world: CrashWorld): Promise<Fenced> {
  const pauses = playedPoints(pausePoints);
  const points = world.kind === 'SQLite' ? pauses : [...pauses, ...openTransactions];
  const cases = await arrangeCases(world, points);
  const spare = await arrangeCases(world, [unpaused, unpaused]);
  const { stopped, idle, started, deliveryId } = await stopWorkers(world, cases);
  const stop = { leases: await leasesOf(world), at: Date.now() };
  const other = world.startWorker();
  await untilIdle(world);
  const ended = await Promise.all(started.map((crash) => endCase(world, crash, stop)));
  await other.kill('SIGKILL');

  const before = await rowsOf(world);
  const wokenAt = Date.now();
  signal(stopped, 'SIGUSR2');
  signal(stopped, 'SIGCONT');
  const isOver = (operationId: string) => linesOf(stopped, 'operation attempt was stopped').includes(operationId);
  const all = [deliveryId, ...ended.map(({ operationId }) => operationId)];
  await untilWorker(stopped, 'the end of all stopped attempts', () => all.every(isOver));
  const after = await rowsOf(world);
  const lateWrites = ended.flatMap((crash) => lateWritesOf(world, crash, wokenAt));
  const ledgerAfter = (await Promise.all(ended.map(ledgerFaults))).flat();

  const workedOn = [await workOn(world, stopped, spare[0])];
  await stopped.kill('SIGKILL');
  signal(idle, 'SIGCONT');
  workedOn.push(await workOn(world, idle, spare[1]));
  return { ended, lateWrites, before, after, ledgerAfter, workedOn };
}

/** One worker hangs at every point, another has nothing to do; then both are stopped. */
async function stopWorkers(world: CrashWorld, cases: readonly CrashCase[]) {
  const [first] = cases;
  if (!first) throw new Error('there are no cases');
  const delivery = await arrangeDelivery(world, first);
  const stopped = world.startWorker({ stopping: true, env: { LOG_LEVEL: 'info', ...deliveryStops } });
  await untilIdle(world);
  const [ordinary, last] = [
    cases.filter(({ point }) => point.group !== 'commit'),
    cases.filter(({ point }) => point.group === 'commit'),
  ];
  const started = await bring(world, stopped, ordinary);
  const deliveryId = await delivery.start();
  const isPaused = () => stopped.output().includes(`stopped ${deliveryId} at ending\n`);
  await untilWorker(stopped, 'a delivery that is not kept', isPaused);
  started.push(...(await bring(world, stopped, last)));
  const port = await freePort();
  const idle = world.startWorker({ env: { LOG_LEVEL: 'info', WORKER_PORT: String(port) } });
  // One that is stopped inside a claim takes, when it wakes, what was queued by then under a lease that is over.
  const metrics = () => fetch(`http://127.0.0.1:${port}/metrics`).then((answer) => answer.text());
  const hasClaimed = async () => /claims_total\{outcome="empty"\} [1-9]/.test(await metrics().catch(String));
  await untilWorker(idle, 'an idle worker', hasClaimed);
  await stopAll(world, [stopped, idle]);
  return { stopped, idle, started, deliveryId };
}

const triesMax = 200;

/** On SQLite a process that is stopped inside a transaction stops all that write, so that this must not be tried. */
async function stopAll(world: CrashWorld, workers: readonly HostProcess[]): Promise<void> {
  for (let tries = 0; tries < triesMax; tries++) {
    for (const worker of workers) signal(worker, 'SIGSTOP');
    if (world.kind === 'PostgreSQL' || (await isWritable(world))) return;
    for (const worker of workers) signal(worker, 'SIGCONT');
    // Stopped again at once they would not have left it.
    await sleep(10 + tries);
  }
  throw new Error('the workers are always in a transaction');
}

function isWritable({ composition: { ports } }: CrashWorld): Promise<boolean> {
  const written = ports.storage.transaction(async () => {});
  return written.then(
    () => true,
    () => false,
  );
}

function linesOf(worker: HostProcess, message: string): string {
  return worker
    .output()
    .split('\n')
    .filter((line) => line.includes(message))
    .join('\n');
}

/** An operation that is queued now, by the only worker that is left. */
async function workOn(world: CrashWorld, worker: HostProcess, spare: CrashCase | undefined): Promise<Operation> {
  if (!spare) throw new Error('nothing is arranged');
  const { caller, operationId } = await startCase(world, spare);
  const find = () => world.composition.core.operations.find(caller, operationId);
  await untilWorker(worker, 'new work done', async () => (await find()).finishedAt !== null);
  return find();
}

function lateWritesOf({ ledger: { gate } }: CrashWorld, { bench, point }: EndedCase, wokenAt: number) {
  const calls = gate.calls(bench.books.tenantId).filter(({ call }) => isWrite(call));
  const texts = calls.map(({ call, body, providerKey }) => JSON.stringify([call, body, providerKey]));
  return calls.flatMap(({ at }, i) => {
    if (at < wokenAt) return [];
    return [{ name: point.name, isSame: texts.slice(0, i).includes(texts[i] ?? '') }];
  });
}
