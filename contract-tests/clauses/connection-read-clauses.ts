// What the console, the sync and the schedules ask of connections.
import { deepEqual, equal } from 'node:assert/strict';
import { type Connection, type ConnectionId, type ConnectionStore, healthy } from '#core/ports';
import {
  arrangeConnection,
  arrangePlane,
  arrangeStrangers,
  type Beside,
  type Parents,
  type StorageOf,
} from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleId, sampleProviderApp, someOwner } from '../samples.ts';

type Filter = Parameters<ConnectionStore['list']>[1];
type Subject = StorageOf<'connections' | 'providerCalls'> &
  Beside<'credentials'> &
  Parents<'organizations' | 'providerApps'>;

const all = { limit: 50, page: 1 };
const idsOf = (things: readonly { readonly id: string }[]) => things.map(({ id }) => id);
const tokens = {
  ...{ organizationId: someOwner, accessExpiresAt: moment(1_800) },
  ...{ sealedAccessToken: 'access', sealedRefreshToken: 'refresh', sealedPreviousRefreshToken: null },
};

export const connectionReadClauses: readonly Clause<Subject>[] = [
  {
    name: 'connections: an operator finds any by its id, in whatever organization, environment and status',
    async check(storage) {
      const plane = await arrangePlane(storage);
      for (const owner of [plane, ...(await arrangeStrangers(storage, plane))]) {
        for (const status of ['active', 'disconnected'] as const) {
          const connection = await arrangeConnection(storage, owner, { status });
          deepEqual(await storage.connections.findOfAny(connection.id), connection);
        }
      }
      equal(await storage.connections.findOfAny(sampleId('conn')), undefined);
    },
  },
  {
    name: 'connections: found by a part of their name or account, in whatever case, or by a whole id',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const given = {
        providerTenantName: 'Harbour 100% Coffee',
        externalAccountId: 'Customer_7',
        providerTenantId: `https://Books.example.com/${'d'.repeat(272)}#1`,
        status: 'active',
      } as const;
      const one = await arrangeConnection(storage, plane, given);
      await arrangeConnection(storage, plane, { providerTenantName: null, externalAccountId: 'CustomerX7' });
      for (const stranger of await arrangeStrangers(storage, plane)) await arrangeConnection(storage, stranger, given);
      const found = async (filter: Filter) => idsOf((await storage.connections.list(plane, filter, all)).items);
      for (const search of ['harbour', '100% C', 'USTOMER_7', one.id, given.providerTenantId]) {
        deepEqual(await found({ search }), [one.id], search);
      }
      const digital = await arrangeConnection(storage, plane, { providerTenantId: 'ab-1' });
      deepEqual(await found({ search: 'AB-1' }), [digital.id]);
      for (const search of ['%', 'r_b', one.id.slice(0, -1), '\\']) {
        deepEqual(await found({ search }), search === '%' ? [one.id] : [], search);
      }
      deepEqual(await found({ search: 'harbour', status: 'disconnected' }), []);
    },
  },
  {
    name: 'connections: when one was synced moves forward while it is active, whatever else changes',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const connection = await arrangeConnection(storage, plane);
      const syncedAt = async () => (await storage.connections.find(plane, connection.id))?.lastSyncedAt;
      await storage.connections.noteSynced(connection.id, moment(50));
      await storage.connections.noteSynced(connection.id, moment(40));
      deepEqual(await syncedAt(), moment(50));
      const stale = { ...connection, status: 'action_required' as const, updatedAt: moment(60) };
      equal(await storage.connections.update(stale, 'active'), true);
      deepEqual(await syncedAt(), moment(50));
      await storage.connections.noteSynced(connection.id, moment(70));
      deepEqual(await syncedAt(), moment(50));
      deepEqual((await storage.connections.find(plane, connection.id))?.updatedAt, moment(60));
    },
  },
  {
    name: 'connections: health is stored when it changes, filtered by, and begins anew with a status',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const [one, other] = [await arrangeConnection(storage, plane), await arrangeConnection(storage, plane)];
      const { connections } = storage;
      const found = async (health: Filter['health']) =>
        idsOf((await connections.list(plane, health ? { health } : {}, all)).items).sort();
      const stored = async () => (await storage.providerCalls.recent(plane, [one.id])).get(one.id)?.stored;
      deepEqual(await stored(), healthy);
      const limited = { state: 'degraded', reason: 'rate_limited' } as const;
      equal(await connections.noteHealth(one.id, { ...limited, reason: 'sync_failed' }), true);
      equal(await connections.noteHealth(one.id, limited), true, 'another reason');
      equal(await connections.noteHealth(one.id, limited), false, 'as it was');
      deepEqual(await stored(), limited);
      deepEqual([await found('degraded'), await found('ok'), await found('failing')], [[one.id], [other.id], []]);
      const stopped = { ...one, status: 'action_required' as const };
      equal(await connections.update(stopped, 'active'), true);
      deepEqual([await found('degraded'), await found('failing')], [[], [one.id]]);
      deepEqual(await stored(), { state: 'failing', reason: 'authorization' });
      equal(await connections.noteHealth(one.id, healthy), false, 'it is not active');
      equal(await connections.update(one, 'action_required'), true);
      deepEqual(await found('ok'), [one.id, other.id].sort());
      deepEqual(await stored(), healthy);
      const [stranger] = await arrangeStrangers(storage, plane);
      if (stranger) deepEqual((await connections.list(stranger, { health: 'ok' }, all)).items, []);
    },
  },
  {
    name: 'connections: failed attempts to sync are counted to three, until one ends well',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const { id } = await arrangeConnection(storage, plane);
      const counted = async () => (await storage.providerCalls.recent(plane, [id])).get(id)?.syncFailures;
      const seen: unknown[] = [];
      for (let i = 0; i < 4; i++) {
        await storage.connections.noteSyncFailed(id);
        seen.push(await counted());
      }
      deepEqual(seen, [1, 2, 3, 3]);
      await storage.connections.noteSynced(id, moment(9));
      equal(await counted(), 0);
    },
  },
  {
    name: 'credentials: active connections whose tokens rested so long are listed, in id order and in parts',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const at = async (refreshedAt: Date, status: Connection['status'] = 'active') => {
        const connection = await arrangeConnection(storage, plane, { status });
        await storage.credentials.put({ ...tokens, connectionId: connection.id, refreshedAt });
        return connection.id;
      };
      const idle = [await at(moment(2)), await at(moment(1)), await at(moment(2))];
      await at(moment(10));
      await at(moment(1), 'action_required');
      await arrangeConnection(storage, plane);
      const after = async (id: ConnectionId | null, limit: number) =>
        (await storage.connections.listActive({ refreshedBefore: moment(10) }, id, limit)).map((found) => found.id);
      deepEqual(await after(null, 9), idle);
      deepEqual(await after(null, 2), idle.slice(0, 2));
      deepEqual(await after(idle[0] ?? null, 1), idle.slice(1, 2));
    },
  },
  {
    name: 'connections: an app is used by live connections and by those that wait for a choice, and by no ended one',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const app = sampleProviderApp(plane);
      await storage.providerApps?.insert(app);
      for (const status of ['active', 'action_required', 'disconnecting', 'pending_selection'] as const) {
        const one = sampleProviderApp(plane);
        await storage.providerApps?.insert(one);
        await arrangeConnection(storage, plane, { providerAppId: one.id, status });
        equal(await storage.connections.usesApp(one.id), true, status);
      }
      await arrangeConnection(storage, plane, { providerAppId: app.id, status: 'disconnected' });
      equal(await storage.connections.usesApp(app.id), false);
    },
  },
];
