import { deepEqual, equal, ok } from 'node:assert/strict';
import { anyRoom, type OperationType } from '#core/ports';
import type { StorageOf } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleId, sampleOperation, samplePlane } from '../samples.ts';

type Subject = StorageOf<'operations'>;

/** As a worker whose build knows only these types. */
const claim = async ({ operations }: Subject, types?: readonly OperationType[]) =>
  operations.claimDue({ now: moment(100), leaseUntil: moment(130), ...anyRoom(3), ...(types && { types }) });
const idsOf = (claimed: Awaited<ReturnType<typeof claim>>) => claimed.map(({ operation }) => operation.id);

/** How workers of two builds share a queue: the older one does not know every type. */
export const operationTypeClauses: readonly Clause<Subject>[] = [
  {
    name: 'a claim takes only types that its caller knows, past any number of others in front, which stay as they are',
    async check(storage) {
      const plane = samplePlane();
      const unknown = Array.from({ length: 20 }, (_, i) =>
        sampleOperation(plane, { type: 'webhook.recover', nextAttemptAt: moment(-30 + i) }),
      );
      const known = sampleOperation(plane, { type: 'secrets.reencrypt', nextAttemptAt: moment(-1) });
      await storage.operations.insert([...unknown, known]);
      deepEqual(idsOf(await claim(storage, ['secrets.reencrypt'])), [known.id]);
      deepEqual(await claim(storage, ['secrets.reencrypt']), []);
      for (const operation of unknown) deepEqual(await storage.operations.find(plane, operation.id), operation);
      equal((await claim(storage)).length, 3, 'a caller that knows them takes them');
    },
  },
  {
    name: 'of a group with an unknown type in front, the known ones behind it are admitted when those left behind are looked for',
    async check(storage) {
      const plane = samplePlane();
      const connectionId = sampleId('conn');
      const first = sampleOperation(plane, { type: 'connection.reconcile', connectionId, nextAttemptAt: moment(-9) });
      const behind = [-8, -7].map((at) =>
        sampleOperation(plane, { type: 'connection.sync', connectionId, nextAttemptAt: moment(at) }),
      );
      await storage.operations.insert([first, ...behind]);
      const types = ['connection.sync'] as const;
      deepEqual(await claim(storage, types), []);
      equal(await storage.operations.admitStranded(types), 1);
      deepEqual(idsOf(await claim(storage, types)), [behind[0]?.id]);
      equal(await storage.operations.admitStranded(types), 0, 'one runs');
      deepEqual(await storage.operations.find(plane, first.id), first);
      deepEqual(idsOf(await claim(storage)), [first.id]);
    },
  },
  {
    name: 'an unknown type that falls due holds no claim up, and nobody waits for it who does not know it',
    async check(storage) {
      const plane = samplePlane();
      const [later, soon] = (['webhook.recover', 'secrets.reencrypt'] as const).map((type, i) =>
        sampleOperation(plane, { type, nextAttemptAt: moment(20 + i) }),
      );
      ok(later && soon);
      await storage.operations.insert([later, soon]);
      deepEqual(await storage.operations.nextDueAt(['secrets.reencrypt']), soon.nextAttemptAt);
      deepEqual(await storage.operations.nextDueAt(['list.export']), undefined);
      deepEqual(await claim(storage, ['list.export']), []);
      deepEqual(idsOf(await claim(storage, ['secrets.reencrypt'])), [soon.id]);
      deepEqual(await storage.operations.find(plane, later.id), later);
      deepEqual(await storage.operations.nextDueAt(), later.nextAttemptAt);
      deepEqual(idsOf(await claim(storage)), [later.id]);
      equal(await storage.operations.nextDueAt(), undefined);
    },
  },
  {
    name: 'a lost lease is listed only for those who know the type',
    async check(storage) {
      const operation = sampleOperation(samplePlane(), { type: 'webhook.recover' });
      await storage.operations.insert([operation]);
      deepEqual(idsOf(await claim(storage)), [operation.id]);
      const lapsed = (types?: readonly OperationType[]) => storage.operations.listLapsed(moment(131), 9, types);
      deepEqual(await lapsed(['list.export']), []);
      equal((await lapsed(['list.export', 'webhook.recover'])).length, 1);
      equal((await lapsed()).length, 1);
    },
  },
];
