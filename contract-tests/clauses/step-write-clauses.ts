import { AssertionError, deepEqual, equal } from 'node:assert/strict';
import {
  anyRoom,
  type ConnectionId,
  type LeasedOperation,
  lapse,
  type OperationStep,
  type Plane,
  type RecordPlace,
  type StepWrite,
  type Writer,
} from '#core/ports';
import type { StorageOf } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { saveOne, settleOne } from '../one-operation.ts';
import { moment, sampleId, sampleOperation, samplePlane } from '../samples.ts';

type Subject = StorageOf<'operations'>;

const claimTries = 500;
const bare: StepWrite = { attempt: null, refusals: 0, producedId: null };
const step: OperationStep = {
  ...{ name: 'create', state: 'succeeded', result: { id: 'a' }, error: null },
  ...{ startedAt: moment(11), finishedAt: moment(12) },
};

export interface Leased extends LeasedOperation {
  readonly plane: Plane;
  readonly connectionId: ConnectionId;
  readonly place: Exclude<Writer, Plane>;
}

/** A row that another writer holds just then is passed over, so the claim is repeated until it is free. */
async function claimed({ operations }: Subject, at: number): Promise<LeasedOperation> {
  for (let tries = 0; tries < claimTries; tries++) {
    const [leased] = await operations.claimDue({ now: moment(at), leaseUntil: moment(at + 30), ...anyRoom(1) });
    if (leased) return leased;
  }
  throw new AssertionError({ message: 'nothing was claimed' });
}

/** An operation of a connection, under a lease. */
export async function leasedOne(storage: Subject): Promise<Leased> {
  const [plane, connectionId] = [samplePlane(), sampleId('conn')];
  await storage.operations.insert([sampleOperation(plane, { connectionId })]);
  const leased = await claimed(storage, 10);
  return { ...leased, plane, connectionId, place: { operationId: leased.operation.id, step: step.name } };
}

function begun(at = 3, body = 'Zebra'): StepWrite {
  const keys = { write: 'a', 'write “é”': 'b' };
  return { ...bare, attempt: { prepared: { body }, firstSentAt: moment(at), createdType: 'invoices', keys } };
}

export const stepWriteClauses: readonly Clause<Subject>[] = [
  {
    name: 'what a step is about to write is kept for the next holder of the lease, and is no step of the operation',
    async check(storage) {
      const leased = await leasedOne(storage);
      const { operation, lease, plane, place } = leased;
      const { operations } = storage;
      equal(await operations.findWrite(place), undefined);
      equal(await operations.saveWrite(lease, place.step, begun()), true);
      deepEqual(await operations.findWrite(place), begun());
      equal(await operations.findWrite({ ...place, step: 'other' }), undefined);
      equal(await operations.findWrite({ ...place, operationId: sampleId('op') }), undefined);
      deepEqual((await operations.find(plane, operation.id))?.steps, []);
      equal(await settleOne(operations, lease, lapse(operation, lease.claimedAt, moment(50))), true);
      const next = await claimed(storage, 60);
      deepEqual(next.operation.steps, []);
      deepEqual(await operations.findWrite(place), begun());
      equal(await operations.saveWrite(next.lease, place.step, { ...bare, refusals: 1 }), true);
      deepEqual(await operations.findWrite(place), { ...bare, refusals: 1 });
    },
  },
  {
    name: 'whoever lost the lease stores nothing of a write',
    async check(storage) {
      const leased = await leasedOne(storage);
      const { operation, lease, place } = leased;
      const { operations } = storage;
      equal(await settleOne(operations, lease, lapse(operation, lease.claimedAt, moment(50))), true);
      equal(await operations.saveWrite(lease, place.step, begun()), false);
      const next = await claimed(storage, 60);
      equal(await operations.saveWrite(lease, place.step, begun()), false);
      equal(await operations.findWrite(place), undefined);
      equal(await operations.saveWrite(next.lease, place.step, bare), true);
    },
  },
  {
    name: 'a step that has failed or succeeded keeps what is stored of its write, and the other way about',
    async check(storage) {
      const leased = await leasedOne(storage);
      const { operation, lease, plane, place } = leased;
      const { operations } = storage;
      const error = { code: 'PROVIDER_TIMEOUT', message: 'm', retryable: true } as const;
      const failed: OperationStep = { ...step, state: 'failed', result: null, error };
      const steps = async () => (await operations.find(plane, operation.id))?.steps;
      await operations.saveWrite(lease, place.step, begun());
      for (const ended of [failed, step]) {
        equal(await saveOne(operations, lease, ended), true);
        deepEqual(await steps(), [ended]);
        deepEqual(await operations.findWrite(place), begun());
      }
      await operations.saveWrite(lease, place.step, { ...bare, producedId: 'a' });
      deepEqual(await steps(), [step]);
      deepEqual(await operations.findWrite(place), { ...bare, producedId: 'a' });
    },
  },
];

export const stepCreateClauses: readonly Clause<StorageOf<'operations' | 'idempotency'>>[] = [
  {
    name: 'creates by steps count among those of others, by connection and type, but not among the step’s own',
    async check(storage) {
      const leased = await leasedOne(storage);
      const { connectionId, lease, plane, place } = leased;
      const { operations, idempotency } = storage;
      const where: RecordPlace = { connectionId, type: 'invoices' };
      const key = { ...plane, key: 'k' };
      const window = { after: moment(0), until: moment(9) };
      const open = async (of: RecordPlace, writer: Writer, limit = 9) =>
        (await idempotency.openCreates(of, window, writer, limit)).map(({ prepared }) => prepared);
      await operations.saveWrite(lease, 'later', begun(5, 'later'));
      await operations.saveWrite(lease, place.step, begun(3));
      await operations.saveWrite(lease, 'past', begun(10));
      deepEqual(await open(where, key), [{ body: 'Zebra' }, { body: 'later' }]);
      deepEqual(await open(where, place), [{ body: 'later' }]);
      deepEqual(await open({ ...where, type: 'quotes' }, key), []);
      deepEqual(await open({ ...where, connectionId: sampleId('conn') }, key), []);
      deepEqual(await open(where, key, 1), [{ body: 'Zebra' }]);
      await operations.saveWrite(lease, place.step, { ...begun(), attempt: null, producedId: 'a' });
      const made = { ...begun(), producedId: 'b' };
      await operations.saveWrite(lease, 'later', made);
      const produced = async (writer: Writer) =>
        [...(await idempotency.producedByOthers(where, ['a', 'b', 'c'], writer))].sort();
      deepEqual(await produced(key), ['a', 'b']);
      deepEqual(await produced({ ...place, step: 'later' }), ['a']);
      deepEqual(await produced(place), ['b']);
    },
  },
];
