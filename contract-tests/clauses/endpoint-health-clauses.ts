import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { EndpointHealth, WebhookEndpoint } from '#core/ports';
import { arrangePlane, type Parents, type StorageOf } from '../arrange.ts';
import { atOnce, warm } from '../at-once.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleEndpoint, sampleId } from '../samples.ts';

type Subject = StorageOf<'webhookEndpoints'> & Parents<'organizations'>;

async function arrangeEndpoint(storage: Subject, given: Partial<WebhookEndpoint> = {}): Promise<WebhookEndpoint> {
  const endpoint = sampleEndpoint(await arrangePlane(storage), given);
  await storage.webhookEndpoints.insert(endpoint);
  return endpoint;
}

const ill: EndpointHealth = {
  status: 'enabled',
  statusReason: null,
  consecutiveFailures: 11,
  failingSince: moment(1),
  lastFailureAt: moment(5),
  lastError: 'the endpoint answered 503',
  lastSuccessAt: moment(2),
  pausedAt: moment(3),
  pauseToldAt: moment(4),
  probeId: sampleId('op'),
  nextCheckAt: moment(4),
};

export const endpointHealthClauses: readonly Clause<Subject>[] = [
  {
    name: 'endpoint health: paused ones are counted, of all organizations',
    async check(storage) {
      equal(await storage.webhookEndpoints.countPaused(), 0);
      for (const pausedAt of [moment(1), moment(2), null]) {
        await arrangeEndpoint(storage, { pausedAt, nextCheckAt: moment(3) });
      }
      equal(await storage.webhookEndpoints.countPaused(), 2);
    },
  },
  {
    name: 'endpoint health: it is found and listed with the endpoint, as it was stored',
    async check(storage) {
      const { webhookEndpoints } = storage;
      const endpoint = await arrangeEndpoint(storage);
      await webhookEndpoints.update({ ...endpoint, ...ill });
      deepEqual(await webhookEndpoints.find(endpoint, endpoint.id), { ...endpoint, ...ill });
      const { items } = await webhookEndpoints.list(endpoint, { limit: 1, page: 1 });
      deepEqual(items, [{ ...endpoint, ...ill }]);
    },
  },
  {
    name: 'endpoint health: due are those whose time has come, longest due first, of all organizations, only so many',
    async check(storage) {
      const late = await arrangeEndpoint(storage, { nextCheckAt: moment(10) });
      const first = await arrangeEndpoint(storage, { nextCheckAt: moment(5), status: 'deleted' });
      await arrangeEndpoint(storage, { nextCheckAt: moment(11) });
      await arrangeEndpoint(storage);
      deepEqual(await storage.webhookEndpoints.listDue(moment(10), 10), [first, late]);
      deepEqual(await storage.webhookEndpoints.listDue(moment(10), 1), [first]);
    },
  },
  {
    name: 'endpoint health: of those that come for a due one at the same time one finds it due',
    async check(storage) {
      const endpoint = await arrangeEndpoint(storage, { nextCheckAt: moment(10), status: 'deleted' });
      const take = (now: Date) =>
        storage.transaction(async ({ webhookEndpoints }) => {
          const due = await webhookEndpoints.lockDue(endpoint.id, now);
          if (due) await webhookEndpoints.update({ ...due, nextCheckAt: moment(20) });
          return due;
        });
      equal(await take(moment(9)), undefined);
      await warm(storage);
      const taken = await atOnce(8, () => take(moment(10)));
      deepEqual(
        taken.filter((due) => due),
        [endpoint],
      );
      await rejects(storage.webhookEndpoints.lockDue(endpoint.id, moment(20)));
    },
  },
];
