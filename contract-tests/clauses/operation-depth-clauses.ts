import { deepEqual } from 'node:assert/strict';
import { anyRoom, operationStates, type Storage } from '#core';
import { arrangePlane } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleOperation } from '../samples.ts';

export const operationDepthClauses: readonly Clause<Storage>[] = [
  {
    name: 'the depth of the queue counts what is due, lane by lane, whoever owns it, before and after a claim saw it',
    async check(storage) {
      const [plane, other] = [await arrangePlane(storage), await arrangePlane(storage)];
      deepEqual(await storage.operations.depth(moment(10)), []);
      await storage.operations.insert([
        sampleOperation(plane, { type: 'webhook.deliver', nextAttemptAt: moment(3) }),
        sampleOperation(other, { type: 'webhook.deliver', nextAttemptAt: moment(2), state: 'retrying' }),
        sampleOperation(plane, { type: 'webhook.deliver', nextAttemptAt: moment(11) }),
        sampleOperation(plane, { type: 'connection.sync', nextAttemptAt: moment(4) }),
        sampleOperation(other, { type: 'connection.reconcile', nextAttemptAt: moment(5) }),
        ...operationStates
          .filter((state) => state !== 'queued' && state !== 'retrying')
          .map((state) => sampleOperation(plane, { type: 'retention.purge', state, nextAttemptAt: null })),
      ]);
      const expected = [
        { lane: 'delivery', due: 2, oldestDueAt: moment(2) },
        { lane: 'sync', due: 2, oldestDueAt: moment(4) },
      ];
      deepEqual(await storage.operations.depth(moment(10)), expected);
      const seenOnly = { ...anyRoom(1), lanes: { ...anyRoom(0).lanes, maintenance: 1 } };
      await storage.operations.claimDue({ now: moment(10), leaseUntil: moment(40), room: seenOnly });
      deepEqual(await storage.operations.depth(moment(10)), expected);
      await storage.operations.claimDue({ now: moment(10), leaseUntil: moment(40), room: anyRoom(9) });
      deepEqual(await storage.operations.depth(moment(10)), []);
    },
  },
];
