import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { StorageOf } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { sampleId, sampleOrganization } from '../samples.ts';

export const organizationClauses: readonly Clause<StorageOf<'organizations'>>[] = [
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
    name: 'organizations: a contract is changed, with a limit of connections or without one, and another is not',
    async check({ organizations }) {
      const [one, other] = [sampleOrganization({ plan: 'trial', connectionLimit: 3 }), sampleOrganization()];
      for (const organization of [one, other]) await organizations.insert(organization);
      for (const connectionLimit of [0, 1_000_000, null]) {
        const contract = { name: 'Süd & Söhne', plan: 'paid', connectionLimit } as const;
        await organizations.setContract(one.id, contract);
        deepEqual(await organizations.find(one.id), { ...one, ...contract });
      }
      deepEqual(await organizations.find(other.id), other);
      const unlimited = sampleOrganization({ connectionLimit: null });
      await organizations.insert(unlimited);
      deepEqual(await organizations.find(unlimited.id), unlimited);
      deepEqual((await organizations.list({ limit: 5 })).at(-1), unlimited);
    },
  },
  {
    name: 'organizations: one asks for a second factor, and another does not',
    async check({ organizations }) {
      const [one, other] = [sampleOrganization(), sampleOrganization()];
      for (const organization of [one, other]) await organizations.insert(organization);
      await organizations.requireSecondFactor(one.id, true);
      deepEqual(await organizations.find(one.id), { ...one, requiresSecondFactor: true });
      deepEqual(await organizations.find(other.id), other);
    },
  },
  {
    name: 'organizations: each has its own brand and one logo, which is found by its digest until it is replaced',
    async check({ organizations }) {
      const [one, other] = [sampleOrganization(), sampleOrganization()];
      for (const organization of [one, other]) await organizations.insert(organization);
      const branding = {
        displayName: 'Süd „Books“',
        colour: '#1a73e8',
        logo: 'd1',
        supportUrl: null,
        privacyUrl: null,
        hidePoweredBy: true,
      };
      await organizations.setBranding(one.id, branding);
      deepEqual(await organizations.find(one.id), { ...one, branding });
      deepEqual(await organizations.find(other.id), other);
      for (const { id } of [one, other]) await organizations.putLogo(id, { digest: 'd1', png: 'same' });
      await organizations.putLogo(one.id, { digest: 'd2', png: 'new' });
      deepEqual([await organizations.findLogo('d1'), await organizations.findLogo('d2')], ['same', 'new']);
      for (const { id } of [one, other]) await organizations.putLogo(id, null);
      deepEqual([await organizations.findLogo('d1'), await organizations.findLogo('d2')], [undefined, undefined]);
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
