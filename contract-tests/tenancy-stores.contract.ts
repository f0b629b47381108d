import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { Storage } from '#core/ports';
import { arrangePlane, arrangeStrangers } from './arrange.ts';
import { checkPaging } from './check-paging.ts';
import type { Clause, Contract } from './contract.ts';
import {
  moment,
  sampleApiKey,
  sampleAuditEntry,
  sampleId,
  sampleMember,
  sampleOrganization,
  sampleProviderApp,
} from './samples.ts';

const organizationClauses: readonly Clause<Storage>[] = [
  {
    name: 'organizations: what was inserted is found as it was; what never was is absent',
    async check({ organizations }) {
      const organization = sampleOrganization({ plan: 'trial', connectionLimit: 3 });
      await organizations.insert(organization);
      deepEqual(await organizations.find(organization.id), organization);
      equal(await organizations.find(sampleId('org')), undefined);
    },
  },
  {
    name: 'organizations: a list is oldest first, bounded, and goes on behind the one that is named',
    async check({ organizations }) {
      const all = [sampleOrganization(), sampleOrganization(), sampleOrganization()];
      const [first, second, third] = all;
      for (const organization of [third, first, second]) if (organization) await organizations.insert(organization);
      deepEqual(await organizations.list({ limit: 5 }), all);
      deepEqual(await organizations.list({ limit: 2 }), [first, second]);
      deepEqual(await organizations.list({ limit: 2, after: second?.id }), [third]);
      deepEqual(await organizations.list({ limit: 2, after: third?.id }), []);
    },
  },
  {
    name: 'organizations: a lock gives the organization inside a transaction and is refused outside',
    async check(storage) {
      const organization = sampleOrganization();
      await storage.organizations.insert(organization);
      deepEqual(await storage.transaction((stores) => stores.organizations.lock(organization.id)), organization);
      equal(await storage.transaction((stores) => stores.organizations.lock(sampleId('org'))), undefined);
      await rejects(storage.organizations.lock(organization.id));
    },
  },
];

const memberClauses: readonly Clause<Storage>[] = [
  {
    name: 'members: an e-mail address belongs to one member of an organization, and finds those of all',
    async check(storage) {
      const { organizationId } = await arrangePlane(storage);
      const email = 'a@sample.test';
      const invited = sampleMember(organizationId, { email, createdAt: moment(1), temporaryPasswordUntil: moment(9) });
      equal(await storage.members.insert(invited), true);
      equal(await storage.members.insert(sampleMember(organizationId, { email })), false);
      const others = [];
      for (const at of [3, 2]) {
        const member = sampleMember((await arrangePlane(storage)).organizationId, { email, createdAt: moment(at) });
        equal(await storage.members.insert(member), true);
        others.unshift(member);
      }
      deepEqual(await storage.members.listByEmail(email, 9), [...others, invited]);
      deepEqual(await storage.members.listByEmail(email, 1), others.slice(0, 1));
      deepEqual(await storage.members.listByEmail(email, 1, organizationId), [invited]);
      deepEqual(await storage.members.listByEmail('b@sample.test', 9), []);
    },
  },
];

const apiKeyClauses: readonly Clause<Storage>[] = [
  {
    name: 'apiKeys: a digest finds its key, revoked ones too, at once',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const key = sampleApiKey(plane);
      await storage.apiKeys.insert(key);
      deepEqual(await storage.apiKeys.findByDigest(key.digest), { key });
      equal(await storage.apiKeys.findByDigest('another'), undefined);
      equal(await storage.apiKeys.revoke(plane.organizationId, key.id, moment(5)), true);
      deepEqual(await storage.apiKeys.findByDigest(key.digest), { key: { ...key, revokedAt: moment(5) } });
    },
  },
  {
    name: 'apiKeys: only a live key of the organization can be revoked, and once',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const other = await arrangePlane(storage);
      const key = sampleApiKey(plane);
      await storage.apiKeys.insert(key);
      equal(await storage.apiKeys.revoke(other.organizationId, key.id, moment(1)), false);
      equal(await storage.apiKeys.revoke(plane.organizationId, sampleId('key'), moment(1)), false);
      equal(await storage.apiKeys.revoke(plane.organizationId, key.id, moment(2)), true);
      equal(await storage.apiKeys.revoke(plane.organizationId, key.id, moment(3)), false);
      equal(await storage.apiKeys.countActive(plane.organizationId), 0);
      for (const environment of ['test', 'live'] as const)
        await storage.apiKeys.insert(sampleApiKey({ ...plane, environment }));
      equal(await storage.apiKeys.countActive(plane.organizationId), 2);
      deepEqual((await storage.apiKeys.findByDigest(key.digest))?.key.revokedAt, moment(2));
    },
  },
  {
    name: "apiKeys: a list is newest first, of one organization's keys, both environments",
    async check(storage) {
      const plane = await arrangePlane(storage);
      const other = await arrangePlane(storage);
      const old = sampleApiKey(plane, { createdAt: moment(1) });
      const recent = sampleApiKey(plane, { createdAt: moment(2), environment: 'live' });
      for (const key of [recent, old, sampleApiKey(other)]) await storage.apiKeys.insert(key);
      deepEqual(await storage.apiKeys.list(plane.organizationId), [recent, old]);
    },
  },
  {
    name: 'apiKeys: the last use moves forward, never back',
    async check(storage) {
      const key = sampleApiKey(await arrangePlane(storage));
      await storage.apiKeys.insert(key);
      await storage.apiKeys.touch(key.id, moment(20));
      await storage.apiKeys.touch(key.id, moment(10));
      deepEqual((await storage.apiKeys.findByDigest(key.digest))?.key.lastUsedAt, moment(20));
    },
  },
];

const providerAppClauses: readonly Clause<Storage>[] = [
  {
    name: 'providerApps: found as inserted in its plane; absent in every other; receivers find it by id alone',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const app = sampleProviderApp(plane, {
        clientId: 'client',
        sealedClientSecret: 's',
        intentReceivedAt: moment(3),
        dailyCallLimit: 1000,
      });
      await storage.providerApps.insert(app);
      deepEqual(await storage.providerApps.find(plane, app.id), app);
      for (const stranger of await arrangeStrangers(storage, plane)) {
        equal(await storage.providerApps.find(stranger, app.id), undefined);
      }
      deepEqual(await storage.providerApps.findForReceiver(app.id), app);
      equal(await storage.providerApps.findForReceiver(sampleId('app')), undefined);
    },
  },
  {
    name: 'providerApps: one default a plane; a second is refused',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const app = sampleProviderApp(plane, { isDefault: true });
      equal(await storage.providerApps.findDefault(plane), undefined);
      await storage.providerApps.insert(app);
      await storage.providerApps.insert(sampleProviderApp(plane));
      deepEqual(await storage.providerApps.findDefault(plane), app);
      await rejects(storage.providerApps.insert(sampleProviderApp(plane, { isDefault: true })));
      for (const stranger of await arrangeStrangers(storage, plane)) {
        equal(await storage.providerApps.findDefault(stranger), undefined);
        await storage.providerApps.insert(sampleProviderApp(stranger, { isDefault: true }));
      }
    },
  },
  {
    name: 'providerApps: a change is kept, in its own plane only',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const app = sampleProviderApp(plane);
      await storage.providerApps.insert(app);
      const changed = { ...app, status: 'verified' as const, sealedWebhookKey: 'k', updatedAt: moment(9) };
      for (const stranger of await arrangeStrangers(storage, plane)) {
        await storage.providerApps.update({ ...changed, ...stranger });
      }
      deepEqual(await storage.providerApps.find(plane, app.id), app);
      await storage.providerApps.update(changed);
      deepEqual(await storage.providerApps.find(plane, app.id), changed);
    },
  },
  {
    name: 'providerApps: noting the intent check leaves all else as others have changed it meanwhile',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const app = sampleProviderApp(plane);
      await storage.providerApps.insert(app);
      const rotated = { ...app, sealedClientSecret: 'rotated', updatedAt: moment(9) };
      await storage.providerApps.update(rotated);
      await storage.providerApps.noteIntent(app, moment(10));
      const expected = { ...rotated, intentReceivedAt: moment(10), updatedAt: moment(10) };
      deepEqual(await storage.providerApps.find(plane, app.id), expected);
    },
  },
  {
    name: 'providerApps: a list is newest first and of one plane',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const old = sampleProviderApp(plane, { createdAt: moment(1) });
      const recent = sampleProviderApp(plane, { createdAt: moment(2) });
      await storage.providerApps.insert(recent);
      await storage.providerApps.insert(old);
      for (const stranger of await arrangeStrangers(storage, plane)) {
        await storage.providerApps.insert(sampleProviderApp(stranger));
      }
      deepEqual(await storage.providerApps.list(plane), [recent, old]);
    },
  },
];

const auditClauses: readonly Clause<Storage>[] = [
  {
    name: "audit: a list pages through one organization's entries, newest first, ties by id, as recorded",
    async check(storage) {
      const { organizationId } = await arrangePlane(storage);
      const entries = [moment(1), moment(2), moment(2), moment(3), moment(4)].map((at) =>
        sampleAuditEntry(organizationId, { at, environment: null }),
      );
      for (const entry of entries) await storage.audit.record(entry);
      await storage.audit.record(sampleAuditEntry(sampleId('org')));
      const newest = [...entries].reverse();
      await checkPaging(
        (page) => storage.audit.list(organizationId, page),
        (entry) => entry.id,
        newest.map((entry) => entry.id),
      );
      deepEqual((await storage.audit.list(organizationId, { limit: 50, page: 1 })).items, newest);
    },
  },
];

/** Organizations and what belongs to them directly. */
export const tenancyStoresContract: Contract<Storage> = {
  port: 'OrganizationStore, MemberStore, ApiKeyStore, ProviderAppStore, AuditStore',
  clauses: [...organizationClauses, ...memberClauses, ...apiKeyClauses, ...providerAppClauses, ...auditClauses],
};
