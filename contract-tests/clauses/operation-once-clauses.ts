import { deepEqual, equal, ok } from 'node:assert/strict';
import { cancel, type Operation, type Plane, replay } from '#core/ports';
import type { StorageOf } from '../arrange.ts';
import { atOnce, warm } from '../at-once.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleId, sampleOperation, samplePlane } from '../samples.ts';

type Subject = StorageOf<'operations'>;

const connectionId = sampleId('conn');
const convert = (plane: Plane, given: Partial<Operation> = {}): Operation =>
  sampleOperation(plane, { type: 'automation.quote.convert_to_invoice', connectionId, subject: 'q-1', ...given });

const note = { actor: 'key', reason: 'again' };

export const operationOnceClauses: readonly Clause<Subject>[] = [
  {
    name: 'once a document: while one is unfinished, in whatever state, a second is not kept and is told its id',
    async check(storage) {
      const plane = samplePlane();
      for (const state of ['queued', 'running', 'retrying'] as const) {
        const subject = `q-${state}`;
        const first = convert(plane, { subject, state, ...(state === 'running' && { nextAttemptAt: null }) });
        equal(await storage.operations.insertOnce(first), first.id);
        const second = convert(plane, { subject });
        equal(await storage.operations.insertOnce(second), first.id);
        equal(await storage.operations.find(plane, second.id), undefined);
        deepEqual(await storage.operations.find(plane, first.id), first);
      }
    },
  },
  {
    name: 'once a document: documents, connections and types have one each, and an ended one makes room',
    async check(storage) {
      const plane = samplePlane();
      const first = convert(plane);
      const others = [
        convert(plane, { subject: 'q-2' }),
        convert(plane, { connectionId: sampleId('conn') }),
        convert(plane, { type: 'automation.invoice.void_and_reissue' }),
      ];
      for (const one of [first, ...others]) equal(await storage.operations.insertOnce(one), one.id);
      equal(await storage.operations.update(cancel(first, moment(5)), 'queued'), true);
      const next = convert(plane);
      equal(await storage.operations.insertOnce(next), next.id);
    },
  },
  {
    name: 'once a document: of twenty at once, one is kept and all are told which',
    async check(storage) {
      const plane = samplePlane();
      await warm(storage);
      for (let round = 0; round < 5; round++) {
        const subject = `q-${round}`;
        const told = await atOnce(20, () =>
          storage.transaction(({ operations }) => operations.insertOnce(convert(plane, { subject }))),
        );
        equal(new Set(told).size, 1);
        const kept = (await storage.operations.list(plane, {}, { limit: 200, page: 1 })).items;
        equal(kept.filter((operation) => operation.subject === subject).length, 1);
      }
    },
  },
  {
    name: 'once a document: an ended one is not replayed beside an unfinished one, and the transaction goes on',
    async check(storage) {
      const plane = samplePlane();
      const failed = convert(plane, { state: 'failed', nextAttemptAt: null, finishedAt: moment(1) });
      await storage.operations.insert([failed]);
      const second = convert(plane);
      equal(await storage.operations.insertOnce(second), second.id);
      const again = replay(failed, note, moment(5));
      await storage.transaction(async ({ operations }) => {
        equal(await operations.update(again, 'failed'), false);
        const scope = { type: second.type, subject: 'q-1' } as const;
        const [rival] = await operations.lockUnfinished(plane, scope, 9);
        ok(rival);
        equal(rival.id, second.id);
        equal(await operations.update(cancel(rival, moment(6)), 'queued'), true);
        equal(await operations.update(again, 'failed'), true);
      });
      equal((await storage.operations.find(plane, failed.id))?.state, 'queued');
    },
  },
];
