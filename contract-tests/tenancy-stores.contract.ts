import { deepEqual, equal } from 'node:assert/strict';
import type { Stores } from '#core/ports';
import { arrangePlane, type Parents, type StorageOf } from './arrange.ts';
import { checkPaging } from './check-paging.ts';
import { organizationClauses } from './clauses/organization-clauses.ts';
import { providerAppClauses } from './clauses/provider-app-clauses.ts';
import type { Clause, Contract } from './contract.ts';
import { moment, sampleApiKey, sampleAuditEntry, sampleId, samplePlane } from './samples.ts';

const apiKeyClauses: readonly Clause<Pick<Stores, 'apiKeys'> & Parents<'organizations'>>[] = [
  {
    name: 'apiKeys: a digest finds its key, revoked ones too, at once',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const key = sampleApiKey(plane);
      await storage.apiKeys.insert(key);
      deepEqual(await storage.apiKeys.findByDigest(key.digest), key);
      equal(await storage.apiKeys.findByDigest('another'), undefined);
      equal(await storage.apiKeys.revoke(plane.organizationId, key.id, moment(5)), true);
      deepEqual(await storage.apiKeys.findByDigest(key.digest), { ...key, revokedAt: moment(5) });
    },
  },
  {
    name: 'apiKeys: what narrows the writes of an agent key is kept',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const key = sampleApiKey(plane, {
        kind: 'agent',
        tools: ['create_invoice'],
        limits: { perWrite: { GBP: 0.1 }, perDay: null, writesPerDay: 3 },
        requiresApproval: 'high',
        lookAlikeHours: 168,
        lineageId: sampleId('key'),
        expiresAt: moment(9),
      });
      await storage.apiKeys.insert(key);
      deepEqual(await storage.apiKeys.findByDigest(key.digest), key);
      deepEqual(await storage.apiKeys.find(plane.organizationId, key.id), key);
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
      equal(await storage.apiKeys.countActive(plane.organizationId, moment(4)), 0);
      for (const environment of ['test', 'live'] as const)
        await storage.apiKeys.insert(sampleApiKey({ ...plane, environment }));
      equal(await storage.apiKeys.countActive(plane.organizationId, moment(4)), 2);
      deepEqual((await storage.apiKeys.findByDigest(key.digest))?.revokedAt, moment(2));
    },
  },
  {
    name: 'apiKeys: an unrevoked key of the organization gets an end, after which it does not count as active',
    async check(storage) {
      const [plane, other] = [await arrangePlane(storage), await arrangePlane(storage)];
      const key = sampleApiKey(plane, { connectionIds: [sampleId('conn')], expiresAt: moment(9) });
      const revoked = sampleApiKey(plane, { revokedAt: moment(1) });
      for (const one of [key, revoked]) await storage.apiKeys.insert(one);
      const { apiKeys } = storage;
      equal(await apiKeys.setExpiry(other.organizationId, key.id, moment(3)), false);
      equal(await apiKeys.setExpiry(plane.organizationId, revoked.id, moment(3)), false);
      deepEqual(await apiKeys.findByDigest(key.digest), key);
      equal(await apiKeys.setExpiry(plane.organizationId, key.id, moment(5)), true);
      deepEqual(await apiKeys.findByDigest(key.digest), { ...key, expiresAt: moment(5) });
      equal(await apiKeys.countActive(plane.organizationId, moment(4)), 1);
      equal(await apiKeys.countActive(plane.organizationId, moment(5)), 0);
    },
  },
  {
    name: 'apiKeys: those that end within a time, of all organizations, the first to end first, from a place on; no revoked ones',
    async check(storage) {
      const [plane, other] = [await arrangePlane(storage), await arrangePlane(storage)];
      const made = [
        sampleApiKey(plane, { expiresAt: moment(1) }),
        sampleApiKey(other, { expiresAt: moment(5) }),
        sampleApiKey(plane, { expiresAt: moment(3) }),
        sampleApiKey(plane, { expiresAt: moment(3) }),
        sampleApiKey(plane, { expiresAt: moment(6) }),
        sampleApiKey(plane, { expiresAt: moment(4), revokedAt: moment(1) }),
        sampleApiKey(plane, { expiresAt: null }),
      ];
      for (const key of made) await storage.apiKeys.insert(key);
      const expected = made
        .filter(({ expiresAt, revokedAt }) => expiresAt && !revokedAt && expiresAt > moment(1) && expiresAt < moment(6))
        .sort((a, b) => Number(a.expiresAt) - Number(b.expiresAt) || (a.id < b.id ? -1 : 1));
      const ends = { after: moment(1), until: moment(5) };
      const [first, second] = expected;
      const list = (place: typeof first, limit: number) =>
        storage.apiKeys.listEnding(ends, place ? { at: place.expiresAt ?? moment(), id: place.id } : null, limit);
      deepEqual(await list(undefined, 10), expected);
      deepEqual(await list(undefined, 1), [first]);
      deepEqual(await list(first, 10), expected.slice(1));
      deepEqual(await list(second, 10), expected.slice(2));
    },
  },
  {
    name: 'apiKeys: one key takes over from another, which names it, and of two at once one does',
    async check(storage) {
      const [plane, other] = [await arrangePlane(storage), await arrangePlane(storage)];
      const { apiKeys } = storage;
      const key = sampleApiKey(plane);
      await apiKeys.insert(key);
      const [first, second] = [sampleId('key'), sampleId('key')];
      equal(await apiKeys.setSuccessor(other.organizationId, key.id, null, first), false);
      const took = await Promise.all(
        [first, second].map((id) => apiKeys.setSuccessor(plane.organizationId, key.id, null, id)),
      );
      deepEqual(took.filter(Boolean).length, 1);
      const taken = took[0] ? first : second;
      deepEqual(await apiKeys.find(plane.organizationId, key.id), { ...key, successorId: taken });
      equal(await apiKeys.setSuccessor(plane.organizationId, key.id, taken, sampleId('key')), true);
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
      deepEqual((await storage.apiKeys.list(plane.organizationId, { limit: 50, page: 1 })).items, [recent, old]);
    },
  },
  {
    name: 'apiKeys: active keys come before all that were made and revoked after them, which are paged',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const active = [1, 2, 3].map((at) => sampleApiKey(plane, { createdAt: moment(at) }));
      const revoked = Array.from({ length: 5 }, (_, i) =>
        sampleApiKey(plane, { createdAt: moment(10 + i), revokedAt: moment(20) }),
      );
      for (const key of [...active, ...revoked]) await storage.apiKeys.insert(key);
      const shown = [...active.toReversed(), ...revoked.toReversed()].map(({ id }) => id);
      await checkPaging(
        (request) => storage.apiKeys.list(plane.organizationId, request),
        ({ id }) => id,
        shown,
      );
    },
  },
  {
    name: 'apiKeys: the last use moves forward, never back',
    async check(storage) {
      const key = sampleApiKey(await arrangePlane(storage));
      await storage.apiKeys.insert(key);
      await storage.apiKeys.touch(key.id, moment(20));
      await storage.apiKeys.touch(key.id, moment(10));
      deepEqual((await storage.apiKeys.findByDigest(key.digest))?.lastUsedAt, moment(20));
    },
  },
  {
    name: 'apiKeys: one is found by its id in its own organization only, revoked or not',
    async check(storage) {
      const [plane, other] = [await arrangePlane(storage), await arrangePlane(storage)];
      const key = sampleApiKey(plane, { revokedAt: moment(2) });
      await storage.apiKeys.insert(key);
      deepEqual(await storage.apiKeys.find(plane.organizationId, key.id), key);
      equal(await storage.apiKeys.find(other.organizationId, key.id), undefined);
      equal(await storage.apiKeys.find(plane.organizationId, sampleId('key')), undefined);
    },
  },
];

const auditClauses: readonly Clause<Pick<Stores, 'audit'>>[] = [
  {
    name: "audit: a list pages through one organization's entries, newest first, ties by id, as recorded",
    async check(storage) {
      const { organizationId } = samplePlane();
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
  {
    name: 'audit: filters keep the entries of an actor, an act, a subject and a time, both ends excluded',
    async check(storage) {
      const { organizationId } = samplePlane();
      const [actor, subject] = [sampleId('key'), sampleId('op')];
      const act = { actor, action: 'operation.replayed', subject, at: moment(2) };
      const entry = sampleAuditEntry(organizationId, act);
      const others = [
        { actor: sampleId('key') },
        { action: 'operation.cancelled' },
        { subject: sampleId('op') },
        { at: moment(1) },
        { at: moment(3) },
      ];
      for (const other of others) await storage.audit.record(sampleAuditEntry(organizationId, { ...act, ...other }));
      for (const owner of [organizationId, sampleId('org')])
        await storage.audit.record({
          ...entry,
          id: owner === organizationId ? entry.id : sampleId('audit'),
          organizationId: owner,
        });
      const { action } = act;
      const during = { createdAfter: moment(1), createdBefore: moment(3) };
      const counts = [
        { actor },
        { action },
        { actor, action },
        { subject },
        during,
        { actor, action, subject, ...during },
        { subject: entry.id },
      ].map(async (filter) => (await storage.audit.list(organizationId, { limit: 50, page: 1 }, filter)).total);
      deepEqual(await Promise.all(counts), [5, 5, 4, 5, 4, 1, 1]);
    },
  },
  {
    name: 'audit: what was done to some things is listed the latest first, in their organization only',
    async check(storage) {
      const { organizationId } = samplePlane();
      const { organizationId: foreign } = samplePlane();
      const [one, two] = [sampleId('op'), sampleId('dlv')];
      const entries = [
        sampleAuditEntry(organizationId, { subject: one, at: moment(1) }),
        sampleAuditEntry(organizationId, { subject: two, at: moment(3), environment: null }),
        sampleAuditEntry(organizationId, { subject: one, at: moment(2) }),
      ];
      const others = [sampleAuditEntry(organizationId), sampleAuditEntry(foreign, { subject: one })];
      for (const entry of [...entries, ...others]) await storage.audit.record(entry);
      const expected = [entries[1], entries[2], entries[0]];
      deepEqual(await storage.audit.listBySubjects(organizationId, [one, two], 10), expected);
      deepEqual(await storage.audit.listBySubjects(organizationId, [one, two], 1), expected.slice(0, 1));
      deepEqual(await storage.audit.listBySubjects(organizationId, [], 10), []);
    },
  },
];

export const organizationStoreContract: Contract<StorageOf<'organizations'>> = {
  port: 'OrganizationStore',
  clauses: organizationClauses,
};

export const apiKeyStoreContract: Contract<Pick<Stores, 'apiKeys'> & Parents<'organizations'>> = {
  port: 'ApiKeyStore',
  clauses: apiKeyClauses,
};

export const providerAppStoreContract: Contract<StorageOf<'providerApps'> & Parents<'organizations'>> = {
  port: 'ProviderAppStore',
  clauses: providerAppClauses,
};

export const auditStoreContract: Contract<Pick<Stores, 'audit'>> = { port: 'AuditStore', clauses: auditClauses };
