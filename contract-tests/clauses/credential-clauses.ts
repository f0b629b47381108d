import { deepEqual, equal } from 'node:assert/strict';
import type { ConnectionId, Credentials } from '#core/ports';
import { arrangeConnection, arrangePlane, type Parents, type StorageOf } from '../arrange.ts';
import { atOnce, warm } from '../at-once.ts';
import type { Clause } from '../contract.ts';
import { moment, someOwner } from '../samples.ts';

type Subject = StorageOf<'credentials'> & Parents<'organizations' | 'connections'>;

type Draft = Omit<Credentials, 'generation'>;

async function arrange(storage: Subject): Promise<Draft> {
  const { id } = await arrangeConnection(storage, await arrangePlane(storage));
  return draft(id);
}

function draft(connectionId: ConnectionId, given: Partial<Draft> = {}): Draft {
  return {
    organizationId: someOwner,
    connectionId,
    sealedAccessToken: 'access-1',
    sealedRefreshToken: 'refresh-1',
    sealedPreviousRefreshToken: null,
    accessExpiresAt: moment(1_800),
    refreshedAt: moment(),
    ...given,
  };
}

function refreshed(first: Draft, generation: number): Credentials {
  return {
    ...first,
    generation,
    sealedAccessToken: `access-${generation}`,
    sealedPreviousRefreshToken: first.sealedRefreshToken,
    refreshedAt: moment(60),
  };
}

export const credentialClauses: readonly Clause<Subject>[] = [
  {
    name: 'credentials: found as put; another consent counts the generation on; removed ones are gone',
    async check(storage) {
      const first = await arrange(storage);
      equal(await storage.credentials.find(first.connectionId), undefined);
      await storage.credentials.put(first);
      const kept = await storage.credentials.find(first.connectionId);
      deepEqual(kept, { ...first, generation: kept?.generation ?? 0 });
      const again = draft(first.connectionId, { sealedAccessToken: 'access-2', sealedPreviousRefreshToken: 'p' });
      await storage.credentials.put(again);
      deepEqual(await storage.credentials.find(first.connectionId), {
        ...again,
        generation: (kept?.generation ?? 0) + 1,
      });
      await storage.credentials.remove(first.connectionId);
      equal(await storage.credentials.find(first.connectionId), undefined);
    },
  },
  {
    name: 'credentials: one holder at a time may refresh a generation, until its lease ends or it yields',
    async check(storage) {
      const { credentials } = storage;
      const first = await arrange(storage);
      const id = first.connectionId;
      await credentials.put(first);
      const generation = (await credentials.find(id))?.generation ?? 0;
      const claim = (holder: string, at: number) =>
        credentials.claimRefresh(id, { generation, holder, now: moment(at), leaseUntil: moment(at + 20) });
      equal(await claim('a', 0), true);
      equal(await claim('b', 5), false);
      equal(await claim('b', 19), false);
      equal(await claim('b', 20), true);
      await credentials.yieldRefresh(id, 'a');
      equal(await claim('c', 21), false);
      await credentials.yieldRefresh(id, 'b');
      equal(await claim('c', 22), true);
      equal(
        await credentials.claimRefresh(id, {
          generation: generation + 1,
          holder: 'd',
          now: moment(90),
          leaseUntil: moment(99),
        }),
        false,
      );
    },
  },
  {
    name: 'credentials: the holder replaces its generation and ends its lease; whoever lost it changes nothing',
    async check(storage) {
      const { credentials } = storage;
      const first = await arrange(storage);
      const id = first.connectionId;
      await credentials.put(first);
      const generation = (await credentials.find(id))?.generation ?? 0;
      equal(
        await credentials.claimRefresh(id, { generation, holder: 'a', now: moment(0), leaseUntil: moment(20) }),
        true,
      );
      equal(await credentials.replace(refreshed(first, generation + 1), 'b'), false);
      const next = refreshed(first, generation + 1);
      equal(await credentials.replace(next, 'a'), true);
      deepEqual(await credentials.find(id), next);
      equal(await credentials.replace({ ...next, sealedAccessToken: 'late' }, 'a'), false);
      equal(
        await credentials.claimRefresh(id, { generation, holder: 'a', now: moment(30), leaseUntil: moment(50) }),
        false,
      );
      equal(
        await credentials.claimRefresh(id, {
          generation: generation + 1,
          holder: 'b',
          now: moment(1),
          leaseUntil: moment(21),
        }),
        true,
      );
    },
  },
  {
    name: 'credentials: a new consent takes the right to refresh away from whoever held it',
    async check(storage) {
      const { credentials } = storage;
      const first = await arrange(storage);
      const id = first.connectionId;
      await credentials.put(first);
      const generation = (await credentials.find(id))?.generation ?? 0;
      equal(
        await credentials.claimRefresh(id, { generation, holder: 'a', now: moment(0), leaseUntil: moment(20) }),
        true,
      );
      const consent = draft(id, { sealedAccessToken: 'consented' });
      await credentials.put(consent);
      equal(await credentials.replace(refreshed(first, generation + 1), 'a'), false);
      equal(await credentials.replace(refreshed(first, generation + 2), 'a'), false);
      equal((await credentials.find(id))?.sealedAccessToken, 'consented');
    },
  },
  {
    name: 'credentials: of many that want to refresh at once, one may',
    async check(storage) {
      const first = await arrange(storage);
      await storage.credentials.put(first);
      const generation = (await storage.credentials.find(first.connectionId))?.generation ?? 0;
      await warm(storage);
      const granted = await atOnce(16, (i) =>
        storage.credentials.claimRefresh(first.connectionId, {
          generation,
          holder: `holder-${i}`,
          now: moment(),
          leaseUntil: moment(20),
        }),
      );
      equal(granted.filter(Boolean).length, 1);
    },
  },
];
