import { deepEqual, equal } from 'node:assert/strict';
import { type AppKey, type Connection, connectionStatuses, liveStatuses } from '#core/ports';
import { arrangeConnection, arrangePlane, type Parents, type StorageOf } from '../arrange.ts';
import { atOnce, warm } from '../at-once.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleConnection, sampleId, sampleProviderApp } from '../samples.ts';

type Subject = StorageOf<'connections'> & Parents<'organizations' | 'providerApps'>;

/** One live connection owns a tenant through one app. */
export const connectionOwnerClauses: readonly Clause<Subject>[] = [
  {
    name: 'connections: a tenant with a live owner through an app takes no second one, whoever asks',
    async check(storage) {
      const plane = await arrangePlane(storage);
      for (const status of liveStatuses) {
        const owner = sampleConnection(plane, { status });
        const { providerTenantId } = owner;
        equal(await storage.connections.insert(owner), true);
        const second = sampleConnection(await arrangePlane(storage), { providerTenantId });
        equal(await storage.connections.insert(second), false);
        equal(await storage.connections.find(second, second.id), undefined);
        deepEqual(await storage.connections.findOwner('hosted ledger', providerTenantId ?? ''), owner);
      }
    },
  },
  {
    name: 'connections: another app, provider or tenant, or an owner that is gone leave the tenant free',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const app = sampleProviderApp(plane);
      await storage.providerApps?.insert(app);
      const gone = await arrangeConnection(storage, plane, { status: 'disconnected' });
      const { providerTenantId } = gone;
      equal(await storage.connections.findOwner('hosted ledger', providerTenantId ?? ''), undefined);
      equal(await storage.connections.insert(sampleConnection(plane, { providerTenantId })), true);
      const other = sampleConnection(plane, { providerTenantId, providerAppId: app.id });
      equal(await storage.connections.insert(other), true);
      deepEqual(await storage.connections.findOwner(app.id, providerTenantId ?? ''), other);
      const elsewhere = sampleConnection(plane, { providerTenantId, provider: 'another' });
      equal(await storage.connections.insert(elsewhere), true);
      deepEqual(await storage.connections.findOwner('hosted another', providerTenantId ?? ''), elsewhere);
      equal(await storage.connections.findOwner(app.id, 'another'), undefined);
    },
  },
  {
    name: 'connections: the live owners of some tenants through an app, and of no others',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const other = await arrangePlane(storage);
      const app = sampleProviderApp(plane);
      await storage.providerApps?.insert(app);
      const owners = [await arrangeConnection(storage, plane), await arrangeConnection(storage, other)];
      const gone = await arrangeConnection(storage, plane, { status: 'disconnected' });
      const unasked = await arrangeConnection(storage, plane);
      const elsewhere = sampleConnection(plane, { providerAppId: app.id });
      await storage.connections.insert(elsewhere);
      const asked = [...owners, gone, elsewhere].map(({ providerTenantId }) => providerTenantId ?? '');
      const found = await storage.connections.listOwners('hosted ledger', [...asked, 'nobody’s']);
      const byId = (some: readonly Connection[]) => [...some].sort((a, b) => (a.id < b.id ? -1 : 1));
      deepEqual(byId(found), byId(owners));
      deepEqual(await storage.connections.listOwners(app.id, asked), [elsewhere]);
      deepEqual(await storage.connections.listOwners('hosted ledger', []), []);
      equal(
        found.some(({ id }) => id === unasked.id),
        false,
      );
    },
  },
  {
    name: 'connections: a change that would make a second owner is refused, and its transaction goes on',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const owner = await arrangeConnection(storage, plane);
      const { providerTenantId } = owner;
      const gone = await arrangeConnection(storage, plane, { providerTenantId, status: 'disconnected' });
      const next = { ...gone, status: 'active' as const, updatedAt: moment(3) };
      equal(await storage.connections.update(next, 'disconnected'), false);
      const ended = await storage.transaction(async ({ connections }) => {
        equal(await connections.update(next, 'disconnected'), false);
        equal(await connections.insert(sampleConnection(plane, { providerTenantId })), false);
        return connections.update({ ...owner, status: 'disconnecting' }, 'active');
      });
      equal(ended, true);
      deepEqual(await storage.connections.find(plane, gone.id), gone);
      equal((await storage.connections.find(plane, owner.id))?.status, 'disconnecting');
    },
  },
  {
    name: 'connections: of many that claim a tenant at once, one gets it',
    async check(storage) {
      const plane = await arrangePlane(storage);
      await warm(storage);
      const providerTenantId = sampleId('req');
      const kept = await atOnce(12, () => storage.connections.insert(sampleConnection(plane, { providerTenantId })));
      equal(kept.filter(Boolean).length, 1);
      const waiting: Connection[] = [];
      for (let i = 0; i < 8; i++) {
        const status = 'pending_selection' as const;
        waiting.push(await arrangeConnection(storage, plane, { status, providerTenantId: null }));
      }
      const activated = await atOnce(8, (i) => {
        const connection = waiting[i] ?? sampleConnection(plane);
        const active = { ...connection, providerTenantId: 'contested', status: 'active' as const };
        return storage.transaction(({ connections }) => connections.update(active, 'pending_selection'));
      });
      equal(activated.filter(Boolean).length, 1);
    },
  },
  {
    name: 'connections: a link is shared with one that works over it, whosever it is, and with no other',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const own = await arrangeConnection(storage, plane);
      const { providerConnectionId } = own;
      for (const status of connectionStatuses) {
        const other = await arrangeConnection(storage, await arrangePlane(storage), { providerConnectionId, status });
        equal(await storage.connections.sharesLink(own), status === 'active' || status === 'action_required', status);
        if (other.status !== 'disconnected') {
          await storage.connections.update({ ...other, status: 'disconnected' }, other.status);
        }
      }
      await arrangeConnection(storage, plane, { providerConnectionId: null });
      const unlinked = await arrangeConnection(storage, plane, { providerConnectionId: null });
      equal(await storage.connections.sharesLink(unlinked), false);
      equal(await storage.connections.sharesLink({ id: null, providerConnectionId }), true);
      equal(await storage.connections.sharesLink({ id: null, providerConnectionId: 'another' }), false);
    },
  },
  {
    name: 'connections: a tenant is found by its identity, of the live connection before the latest, and of one app only',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const app = `hosted ${sampleId('app')}`;
      const [provider, other] = [app.slice('hosted '.length), sampleId('app')];
      const given = (providerTenantId: string, status: Connection['status'], at: number) => ({
        ...{ provider, providerAppId: null, providerTenantId, status, createdAt: moment(at) },
      });
      const { connections } = storage;
      const gone = await arrangeConnection(storage, plane, given('a', 'disconnected', 10));
      const later = await arrangeConnection(storage, plane, given('b', 'disconnected', 30));
      const owner = await arrangeConnection(storage, plane, given('c', 'action_required', 20));
      const double = await arrangeConnection(storage, plane, given('d', 'active', 40));
      const elsewhere = await arrangeConnection(storage, plane, { ...given('e', 'active', 50), provider: other });
      equal(await connections.tenantOf(plane.organizationId, app as AppKey, 'x'), undefined);
      equal(await connections.noteIdentity(gone.id, 'x'), true);
      equal(await connections.noteIdentity(later.id, 'x'), true);
      equal(await connections.tenantOf(plane.organizationId, app as AppKey, 'x'), 'b');
      // What has ended is told to nobody else.
      const stranger = (await arrangePlane(storage)).organizationId;
      equal(await connections.tenantOf(stranger, app as AppKey, 'x'), undefined);
      equal(await connections.noteIdentity(owner.id, 'x'), true);
      equal(await connections.noteIdentity(owner.id, 'x'), true);
      equal(await connections.tenantOf(plane.organizationId, app as AppKey, 'x'), 'c');
      equal(await connections.tenantOf(stranger, app as AppKey, 'x'), 'c');
      equal(await connections.noteIdentity(double.id, 'x'), false);
      equal(await connections.noteIdentity(elsewhere.id, 'x'), true);
      equal(await connections.tenantOf(plane.organizationId, app as AppKey, 'x'), 'c');
      // A connection that comes back to life cannot become a second owner.
      equal(await connections.update({ ...later, status: 'active' }, 'disconnected'), false);
      deepEqual(await connections.find(plane, owner.id), owner);
    },
  },
];
