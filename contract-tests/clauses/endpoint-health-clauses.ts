import { deepEqual, equal, rejects } from 'node:assert/strict';
import { type EndpointHealth, newHealth, type Storage } from '#core/ports';
import { arrangePlane, arrangeStrangers } from '../arrange.ts';
import { atOnce, warm } from '../at-once.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleEndpoint, sampleId } from '../samples.ts';

async function arrangeHealth(storage: Storage, given: Partial<EndpointHealth> = {}): Promise<EndpointHealth> {
  const plane = await arrangePlane(storage);
  const endpoint = sampleEndpoint(plane);
  await storage.webhookEndpoints.insert(endpoint);
  return storage.transaction(async ({ endpointHealth }) => {
    const health = { ...(await endpointHealth.lock(plane, endpoint.id)), ...given };
    await endpointHealth.put(health);
    return health;
  });
}

const ill: Partial<EndpointHealth> = {
  consecutiveFailures: 11,
  failingSince: moment(1),
  lastFailureAt: moment(5),
  lastError: 'the endpoint answered 503',
  lastSuccessAt: moment(2),
  pausedAt: moment(3),
  probeId: sampleId('op'),
  nextCheckAt: moment(4),
};

export const endpointHealthClauses: readonly Clause<Storage>[] = [
  {
    name: 'endpoint health: of an endpoint that was never asked it is that of a new one; put, it is found as it was put',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const endpoint = sampleEndpoint(plane);
      await storage.webhookEndpoints.insert(endpoint);
      const fresh = newHealth({ ...plane, endpointId: endpoint.id });
      deepEqual(await storage.endpointHealth.find(plane, endpoint.id), fresh);
      const health = await arrangeHealth(storage, ill);
      deepEqual(await storage.endpointHealth.find(health, health.endpointId), health);
      for (const stranger of await arrangeStrangers(storage, health)) {
        const seen = await storage.endpointHealth.find(stranger, health.endpointId);
        deepEqual(seen, newHealth({ ...stranger, endpointId: health.endpointId }));
      }
    },
  },
  {
    name: 'endpoint health: one that is locked, or was not there before, is changed by one at a time',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const endpoint = sampleEndpoint(plane);
      await storage.webhookEndpoints.insert(endpoint);
      await warm(storage);
      await atOnce(16, () =>
        storage.transaction(async ({ endpointHealth }) => {
          const held = await endpointHealth.lock(plane, endpoint.id);
          await endpointHealth.put({ ...held, consecutiveFailures: held.consecutiveFailures + 1 });
        }),
      );
      equal((await storage.endpointHealth.find(plane, endpoint.id)).consecutiveFailures, 16);
      await rejects(storage.endpointHealth.lock(plane, endpoint.id));
      for (const stranger of await arrangeStrangers(storage, plane)) {
        const put = storage.transaction(async ({ endpointHealth }) =>
          endpointHealth.put({ ...(await endpointHealth.lock(stranger, endpoint.id)), consecutiveFailures: 99 }),
        );
        await rejects(put);
      }
      equal((await storage.endpointHealth.find(plane, endpoint.id)).consecutiveFailures, 16);
    },
  },
  {
    name: 'endpoint health: due are those whose time has come, longest due first, of all organizations, only so many',
    async check(storage) {
      const late = await arrangeHealth(storage, { nextCheckAt: moment(10) });
      const first = await arrangeHealth(storage, { nextCheckAt: moment(5) });
      await arrangeHealth(storage, { nextCheckAt: moment(11) });
      await arrangeHealth(storage, {});
      deepEqual(await storage.endpointHealth.listDue(moment(10), 10), [first, late]);
      deepEqual(await storage.endpointHealth.listDue(moment(10), 1), [first]);
    },
  },
];
