import { deepEqual, equal } from 'node:assert/strict';
import { type Connection, connectionStatuses, type SyncWarning } from '#core/ports';
import { arrangeConnection, arrangePlane, arrangeStrangers, type Parents, type StorageOf } from '../arrange.ts';
import { atOnce, warm } from '../at-once.ts';
import { checkPaging } from '../check-paging.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleConnection, sampleId, sampleProviderApp } from '../samples.ts';

type Subject = StorageOf<'connections'> & Parents<'organizations' | 'providerApps'>;

const all = { limit: 50, page: 1 };
const idOf = (connection: Connection): string => connection.id;

export const connectionClauses: readonly Clause<Subject>[] = [
  {
    name: 'connections: found as inserted in its plane; absent in every other',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const full = await arrangeConnection(storage, plane, { lastSyncedAt: moment(7), statusReason: 'why' });
      deepEqual(await storage.connections.find(plane, full.id), full);
      const waiting = await arrangeConnection(storage, plane, {
        status: 'pending_selection',
        providerConnectionId: null,
        providerTenantId: null,
        providerTenantName: null,
      });
      deepEqual(await storage.connections.find(plane, waiting.id), waiting);
      for (const stranger of await arrangeStrangers(storage, plane)) {
        equal(await storage.connections.find(stranger, full.id), undefined);
      }
    },
  },
  {
    name: 'connections: a list pages through one plane, newest first, ties by id',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const kept: Connection[] = [];
      for (const at of [1, 2, 2, 3, 4]) kept.push(await arrangeConnection(storage, plane, { createdAt: moment(at) }));
      for (const stranger of await arrangeStrangers(storage, plane)) await arrangeConnection(storage, stranger);
      await checkPaging((page) => storage.connections.list(plane, {}, page), idOf, kept.reverse().map(idOf));
    },
  },
  {
    name: 'connections: filters match exactly, alone and together',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const a = await arrangeConnection(storage, plane, { externalAccountId: 'a', status: 'action_required' });
      const b = await arrangeConnection(storage, plane, { externalAccountId: 'b', status: 'action_required' });
      const c = await arrangeConnection(storage, plane, { externalAccountId: 'a', status: 'disconnected' });
      const found = async (filter: Parameters<typeof storage.connections.list>[1]) =>
        (await storage.connections.list(plane, filter, all)).items.map(idOf);
      deepEqual(await found({ externalAccountId: 'a' }), [c.id, a.id]);
      deepEqual(await found({ status: 'action_required' }), [b.id, a.id]);
      deepEqual(await found({ externalAccountId: 'a', status: 'action_required' }), [a.id]);
      deepEqual(await found({ externalAccountId: 'A' }), []);
    },
  },
  {
    name: 'connections: those in use that lack a scope are listed, by provider, whatever order and company its name has',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const of = (fields: Parameters<typeof arrangeConnection>[2]) => arrangeConnection(storage, plane, fields);
      const lacks = await of({ scopes: ['b.c', 'files.read', 'xfiles'] });
      await of({ scopes: ['b.c', 'files'] });
      await of({ scopes: ['broad', 'b.c'] });
      await of({ scopes: [] });
      await of({ scopes: ['b.c'], status: 'disconnected' });
      await of({ scopes: ['b.c'], provider: 'elsewhere' });
      const waits = await of({ scopes: ['b.c'], status: 'action_required', externalAccountId: 'waits' });
      const list = (lacking: readonly { provider: string; scopes: readonly string[] }[], more = {}) =>
        storage.connections.list(plane, { lacking, ...more }, all);
      const found = async (...asked: Parameters<typeof list>) => (await list(...asked)).items.map(idOf);
      const { provider } = lacks;
      const files = [{ provider, scopes: ['files', 'broad'] }];
      deepEqual(await found(files), [waits.id, lacks.id]);
      deepEqual(await found(files, { externalAccountId: 'waits' }), [waits.id]);
      deepEqual(await found([{ provider, scopes: ['b_c'] }]).then(({ length }) => length), 4);
      deepEqual(await found([{ provider, scopes: ['%'] }]).then(({ length }) => length), 4);
      deepEqual(await found([{ provider: 'nobody', scopes: ['files'] }]), []);
      deepEqual(await found([]), []);
      deepEqual((await found([...files, { provider: 'elsewhere', scopes: ['files'] }])).length, 3);
    },
  },
  {
    name: 'connections: a change is kept from the status it names and from no other',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const before = await arrangeConnection(storage, plane);
      const after = { ...before, status: 'action_required' as const, statusReason: 'revoked', updatedAt: moment(4) };
      equal(await storage.connections.update(after, 'disconnecting'), false);
      deepEqual(await storage.connections.find(plane, before.id), before);
      equal(await storage.connections.update(after, 'active'), true);
      deepEqual(await storage.connections.find(plane, before.id), after);
      equal(await storage.connections.update({ ...after, id: sampleId('conn') }, 'action_required'), false);
    },
  },
  {
    name: 'connections: a refused scope is noted on an active one, changes nothing else, and goes with a new consent',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const active = await arrangeConnection(storage, plane);
      const stopped = await arrangeConnection(storage, plane, { status: 'action_required' });
      for (const { id } of [active, stopped]) await storage.connections.noteScopeRefused(id, moment(8));
      deepEqual(await storage.connections.find(plane, active.id), { ...active, scopeRefusedAt: moment(8) });
      deepEqual(await storage.connections.find(plane, stopped.id), stopped);
      equal(await storage.connections.update(active, 'active'), true);
      deepEqual(await storage.connections.find(plane, active.id), active);
    },
  },
  {
    name: 'connections: the earlier one is found by customer, tenant and app in any status, newest first',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const app = sampleProviderApp(plane);
      await storage.providerApps?.insert(app);
      const same = { providerTenantId: 't', externalAccountId: 'a', status: 'disconnected' as const };
      await arrangeConnection(storage, plane, { ...same, createdAt: moment(1) });
      const recent = await arrangeConnection(storage, plane, { ...same, createdAt: moment(2) });
      await arrangeConnection(storage, plane, { ...same, externalAccountId: 'b', createdAt: moment(3) });
      await arrangeConnection(storage, plane, { ...same, providerAppId: app.id, createdAt: moment(4) });
      for (const stranger of await arrangeStrangers(storage, plane)) {
        await arrangeConnection(storage, stranger, { ...same, createdAt: moment(5) });
      }
      deepEqual(await storage.connections.findEarlier(plane, 'hosted ledger', 't', 'a'), recent);
      equal(await storage.connections.findEarlier(plane, 'hosted ledger', 't', 'c'), undefined);
      equal(await storage.connections.findEarlier(plane, 'hosted ledger', 'u', 'a'), undefined);
    },
  },
  {
    name: 'connections: active ones of an app come in id order, in portions, from all planes',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const one = await arrangeConnection(storage, plane);
      const two = await arrangeConnection(storage, { ...plane, environment: 'live' });
      const three = await arrangeConnection(storage, await arrangePlane(storage));
      await arrangeConnection(storage, plane, { status: 'action_required' });
      const app = sampleProviderApp(plane);
      await storage.providerApps?.insert(app);
      await arrangeConnection(storage, plane, { providerAppId: app.id });
      const { listActive } = storage.connections;
      const ids = (found: readonly Connection[]) => found.map(idOf);
      deepEqual(ids(await listActive({ app: 'hosted ledger' }, null, 2)), [one.id, two.id]);
      deepEqual(ids(await listActive({ app: 'hosted ledger' }, two.id, 2)), [three.id]);
    },
  },
  {
    name: 'connections: active ones are listed by their ids, those of others only while they are unwell',
    async check(storage) {
      const [plane, another] = [await arrangePlane(storage), await arrangePlane(storage)];
      const [named, well, unwell] = [
        await arrangeConnection(storage, plane),
        await arrangeConnection(storage, plane),
        await arrangeConnection(storage, another),
      ];
      const stopped = await arrangeConnection(storage, plane, { status: 'action_required' });
      const other = await arrangeConnection(storage, plane);
      const unwellOnes = [unwell, other].map(({ id }) => id);
      for (const id of unwellOnes) {
        await storage.connections.noteHealth(id, { state: 'degraded', reason: 'rate_limited' });
      }
      const found = async (named: readonly Connection[], orUnwell: readonly Connection[]) => {
        const which = { named: named.map(({ id }) => id), orUnwell: orUnwell.map(({ id }) => id) };
        return (await storage.connections.listActive(which, null, 9)).map(({ id }) => id);
      };
      deepEqual(await found([], []), []);
      deepEqual(await found([named, stopped], []), [named.id]);
      deepEqual(await found([named], [named, well, unwell, stopped]), [named.id, unwell.id]);
    },
  },
  {
    name: 'connections: what is followed is kept beside all else, also by an update of what was read before',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const [one, other] = [await arrangeConnection(storage, plane), await arrangeConnection(storage, plane)];
      const { noteFollow, followSettings, find, update } = storage.connections;
      deepEqual(await followSettings([one.id, other.id]), new Map());
      const setting = { families: ['quotes', 'accounts'], minutes: null } as const;
      deepEqual(await noteFollow(one.id, setting), setting);
      await Promise.all([noteFollow(other.id, { minutes: 5 }), noteFollow(other.id, { families: [] })]);
      deepEqual((await find(plane, other.id))?.followSetting, { families: [], minutes: 5 });
      await noteFollow(other.id, null);
      deepEqual((await find(plane, one.id))?.followSetting, setting);
      equal(await update({ ...one, status: 'action_required' }, 'active'), true);
      deepEqual(await followSettings([one.id, other.id]), new Map([[one.id, setting]]));
      await noteFollow(one.id, null);
      deepEqual(await followSettings([one.id]), new Map());
      deepEqual((await find(plane, one.id))?.followSetting, null);
    },
  },
  {
    name: 'connections: warnings are added and taken away, bounded, none lost between two, and end with the connection',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const connection = await arrangeConnection(storage, plane);
      const { noteSyncWarnings, find, update } = storage.connections;
      const warning = (at: number, providerId: string | null = `p${at}`): SyncWarning => ({
        ...{ type: 'quotes', providerId, reason: 'not_storable', at: moment(at) },
      });
      const shown = async () => (await find(plane, connection.id))?.syncWarnings;
      await noteSyncWarnings(connection.id, [warning(1), warning(2, null)], []);
      deepEqual(await shown(), [warning(2, null), warning(1)]);
      await noteSyncWarnings(connection.id, [warning(3, 'p1')], []);
      deepEqual(await shown(), [warning(3, 'p1'), warning(2, null)]);
      equal(await update({ ...connection, status: 'action_required' }, 'active'), true);
      await noteSyncWarnings(connection.id, [], [{ type: 'quotes', providerId: null }]);
      await noteSyncWarnings(connection.id, [], [{ type: 'invoices', providerId: 'p1' }]);
      deepEqual(await shown(), [warning(3, 'p1')]);
      await warm(storage);
      await atOnce(19, (i) => noteSyncWarnings(connection.id, [warning(10 + i)], []));
      equal((await shown())?.length, 20);
      await noteSyncWarnings(connection.id, [warning(90)], []);
      deepEqual([(await shown())?.length, (await shown())?.[0]], [20, warning(90)]);
      await noteSyncWarnings(sampleId('conn'), [warning(1)], []);
      equal(await update({ ...connection, status: 'disconnecting' }, 'action_required'), true);
      equal(await update({ ...connection, status: 'disconnected' }, 'disconnecting'), true);
      deepEqual(await shown(), []);
    },
  },
  {
    name: 'connections: what counts against the contract is active or waits for a reconnect',
    async check(storage) {
      const plane = await arrangePlane(storage);
      for (const status of connectionStatuses) await arrangeConnection(storage, plane, { status });
      await storage.connections.insert(sampleConnection({ ...plane, environment: 'live' }));
      await arrangeConnection(storage, await arrangePlane(storage));
      equal(await storage.connections.countCounted(plane.organizationId), 3);
      equal(await storage.connections.countCounted(sampleId('org')), 0);
    },
  },
];
