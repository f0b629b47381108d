import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { Storage } from '#core/ports';
import { arrangePlane, type StorageOf } from './arrange.ts';
import { atOnce, warm } from './at-once.ts';
import type { Contract } from './contract.ts';
import { sampleId, sampleMember, sampleOrganization } from './samples.ts';

type Subject = StorageOf<'organizations' | 'members'> & Pick<Storage, 'ping' | 'probeWrite'>;

class Refusal extends Error {}

export const storageContract: Contract<Subject> = {
  port: 'Storage',
  clauses: [
    {
      name: 'answers a ping',
      check: (storage) => storage.ping(),
    },
    {
      name: 'takes a write that is only a probe, however often and however many at once',
      async check(storage) {
        for (let i = 0; i < 3; i++) await storage.probeWrite();
        await Promise.all(Array.from({ length: 8 }, () => storage.probeWrite()));
      },
    },
    {
      name: 'a transaction keeps all of its work and hands over its result',
      async check(storage) {
        const organization = sampleOrganization();
        const result = await storage.transaction(async ({ organizations, members }) => {
          await organizations.insert(organization);
          await members.insert(sampleMember(organization.id, { email: 'kept@sample.test' }));
          return 'done';
        });
        equal(result, 'done');
        equal((await storage.organizations.find(organization.id))?.id, organization.id);
        equal((await storage.members.listByEmail('kept@sample.test', 9))[0]?.organizationId, organization.id);
      },
    },
    {
      name: 'a transaction whose work throws keeps nothing and passes the error on',
      async check(storage) {
        const organization = sampleOrganization();
        const work = storage.transaction(async ({ organizations, members }) => {
          await organizations.insert(organization);
          await members.insert(sampleMember(organization.id, { email: 'gone@sample.test' }));
          throw new Refusal('no');
        });
        await rejects(work, Refusal);
        equal(await storage.organizations.find(organization.id), undefined);
        deepEqual(await storage.members.listByEmail('gone@sample.test', 9), []);
      },
    },
    {
      name: 'a refusal that a store tells by its result leaves the transaction usable',
      async check(storage) {
        const { organizationId } = await arrangePlane(storage);
        const first = sampleMember(organizationId, { email: 'one@sample.test' });
        await storage.members.insert(first);
        await storage.transaction(async ({ members }) => {
          equal(await members.insert({ ...first, id: sampleId('user') }), false);
          equal(await members.insert(sampleMember(organizationId, { email: 'two@sample.test' })), true);
        });
        equal((await storage.members.listByEmail('two@sample.test', 9))[0]?.organizationId, organizationId);
      },
    },
    {
      name: 'two transactions that hold the same row run one after the other',
      async check(storage) {
        const { organizationId } = await arrangePlane(storage);
        await warm(storage);
        let inside = 0;
        let most = 0;
        await atOnce(12, () =>
          storage.transaction(async ({ organizations }) => {
            await organizations.lock(organizationId);
            inside += 1;
            most = Math.max(most, inside);
            await organizations.list({ limit: 1 });
            inside -= 1;
          }),
        );
        equal(most, 1);
      },
    },
    {
      name: 'many transactions at once all come to their turn',
      async check(storage) {
        await warm(storage);
        const done = await atOnce(60, (i) =>
          storage.transaction(async ({ organizations }) => {
            await organizations.insert(sampleOrganization());
            return i;
          }),
        );
        equal(done.length, 60);
      },
    },
  ],
};
