// The real engine beside its reference: three workers on one database, a clock in the test's hands.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Dialect } from '../../adapters/knex/dialect.ts';
import { createKnexStorage } from '../../adapters/knex/storage.ts';
import type { Plane } from '../../core/domain/caller.ts';
import type { OperationId, OrganizationId } from '../../core/domain/ids.ts';
import type { LeasedOperation } from '../../core/domain/operation.ts';
import { queueOperation } from '../../core/domain/operation-moves.ts';
import type { OperationEnding } from '../../core/engine/operation-kind.ts';
import { createWorker, type WorkerApi } from '../../core/engine/worker-api.ts';
import type { CorePorts } from '../../core/ports/core-ports.ts';
import type { Storage } from '../../core/ports/storage.ts';
import { cancelOperation, replayOperation } from '../../core/use-cases/operations/move-operation.ts';
import { type Hands, portsOf, startingHands } from '../../core/use-cases/testing/hands.ts';
import { createPuppets, type Puppet } from './puppets.ts';
import { type Holding, kinds, type Model, toldKind } from './reference.ts';
import type { Fault } from './words.ts';

export interface Live {
  readonly holding: Holding;
  readonly leased: LeasedOperation;
  readonly puppet: Puppet;
}

export interface WorkerInScene extends WorkerApi {
  /** Befalls the next commit of this worker. */
  fault: Fault | null;
}

type Move = ReturnType<typeof cancelOperation>;

export interface Scene {
  readonly model: Model;
  readonly knex: Knex;
  readonly dialect: Dialect;
  readonly hands: Hands;
  readonly storage: Storage;
  readonly ids: CorePorts['ids'];
  /** What callers reach as `core.operations`. */
  readonly moves: { readonly cancel: Move; readonly replay: Move };
  readonly workers: readonly WorkerInScene[];
  readonly startPuppet: ReturnType<typeof createPuppets>['start'];
  /** Attempts that go on, whether their lease is the newest or not. */
  live: Live[];
  /** A number that was not used before. */
  next(): number;
}

export const workersInScene = 3;

export const planes: readonly Plane[] = [
  { organizationId: 'org_a' as OrganizationId, environment: 'test' },
  { organizationId: 'org_a' as OrganizationId, environment: 'live' },
  { organizationId: 'org_b' as OrganizationId, environment: 'test' },
];

const tables = ['operation_steps', 'operations', 'idempotency_keys', 'audit_entries'];

export async function openScene(knex: Knex, dialect: Dialect): Promise<Scene> {
  for (const table of tables) await knex.raw(`delete from ${table}`);
  const hands = startingHands();
  const told = new Map<string, string>();
  let count = 0;
  const ports = portsOf(createKnexStorage(knex, dialect), hands);
  const ids: CorePorts['ids'] = { ...ports.ids, spread: spreads() };
  const toldId = (id: string, run: number): string => {
    const key = `${id} ${run}`;
    const known = told.get(key) ?? ids.next('op');
    told.set(key, known);
    return known;
  };
  const puppets = createPuppets(() => hands.now);
  const table = {
    kinds: Object.fromEntries(kinds.map((kind) => [kind, puppets.kind])),
    endings: { [toldKind]: endingOf(ports, toldId) },
  };
  const workers = Array.from({ length: workersInScene }, (): WorkerInScene => {
    const faulty: { fault: Fault | null } = { fault: null };
    const storage = withFaults(createKnexStorage(knex, dialect), faulty);
    return Object.assign(faulty, createWorker({ ...ports, ids, storage }, table));
  });
  const isSerial = dialect.name === 'sqlite';
  const model: Model = { isSerial, now: hands.now.getTime(), operations: new Map(), toldId };
  const moves = { cancel: cancelOperation({ ...ports, ids }), replay: replayOperation({ ...ports, ids }) };
  const { start: startPuppet } = puppets;
  const { storage } = ports;
  return { model, knex, dialect, hands, storage, moves, workers, startPuppet, live: [], next: () => ++count, ids };
}

function endingOf({ clock }: CorePorts, toldId: Model['toldId']): OperationEnding {
  return {
    resultOfFailure: async (_stores, { steps }) => ({
      stands: steps.filter(({ state }) => state === 'succeeded').map(({ name }) => name),
    }),
    announce: async ({ operations }, { id, run, state, organizationId, environment, requestId }) => {
      if (state === 'cancelled') return;
      const draft = { organizationId, environment, requestId, connectionId: null, subject: null, input: {} };
      const next = { ...draft, id: toldId(id, run) as OperationId, type: 'retention.purge' as const };
      await operations.insert([queueOperation(next, clock.now())]);
    },
  };
}

/** The same jitter in every run of a seed. */
function spreads(): () => number {
  let state = 12_345;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** A commit that never happened, or one that did and whose answer was lost on the way. */
function withFaults(storage: Storage, faulty: { fault: Fault | null }): Storage {
  const struck = async <T>(commit: () => Promise<T>): Promise<T> => {
    const { fault } = faulty;
    if (fault === null) return commit();
    faulty.fault = null;
    await nextTurn();
    if (fault === 'lost') await commit();
    throw new Error(`the connection was cut (${fault})`);
  };
  const { operations } = storage;
  return {
    ...storage,
    transaction: (work) => struck(() => storage.transaction(work)),
    operations: {
      ...operations,
      saveSteps: (saves) => struck(() => operations.saveSteps(saves)),
      settleAll: (settlements) => struck(() => operations.settleAll(settlements)),
    },
  };
}
