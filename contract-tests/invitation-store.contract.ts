import { deepEqual, equal } from 'node:assert/strict';
import { arrangePlane, type Parents, type StorageOf } from './arrange.ts';
import type { Clause, Contract } from './contract.ts';
import { sampleInvitation } from './sample-people.ts';
import { moment, sampleId } from './samples.ts';

type Subject = Pick<StorageOf<'invitations'>, 'invitations'> & Parents<'organizations'>;

const clauses: readonly Clause<Subject>[] = [
  {
    name: 'invitations: a token’s digest finds one as it was kept, until the very moment it is over',
    async check(storage) {
      const { organizationId } = await arrangePlane(storage);
      const invitation = sampleInvitation(organizationId, { expiresAt: moment(10) });
      await storage.invitations.put(invitation);
      deepEqual(await storage.invitations.find(invitation.tokenDigest, moment(9)), invitation);
      equal(await storage.invitations.find(invitation.tokenDigest, moment(10)), undefined);
      equal(await storage.invitations.find('another', moment(9)), undefined);
    },
  },
  {
    name: 'invitations: a list is of one organization, oldest first, without those that are over',
    async check(storage) {
      const [one, other] = [await arrangePlane(storage), await arrangePlane(storage)];
      const [recent, old] = [2, 1].map((at) => sampleInvitation(one.organizationId, { createdAt: moment(at) }));
      const brief = sampleInvitation(one.organizationId, { expiresAt: moment(10) });
      for (const kept of [recent, old, brief, sampleInvitation(other.organizationId)])
        if (kept) await storage.invitations.put(kept);
      deepEqual(await storage.invitations.list(one.organizationId, moment(9)), [brief, old, recent]);
      deepEqual(await storage.invitations.list(one.organizationId, moment(10)), [old, recent]);
    },
  },
  {
    name: 'invitations: a new one of an address replaces the one before, in its organization only',
    async check(storage) {
      const [one, other] = [await arrangePlane(storage), await arrangePlane(storage)];
      const email = 'friend@sample.test';
      const [first, second] = [1, 2].map((at) =>
        sampleInvitation(one.organizationId, { email, createdAt: moment(at) }),
      );
      const elsewhere = sampleInvitation(other.organizationId, { email });
      for (const kept of [first, elsewhere, second]) if (kept) await storage.invitations.put(kept);
      equal(await storage.invitations.find(first?.tokenDigest ?? '', moment(3)), undefined);
      deepEqual(await storage.invitations.list(one.organizationId, moment(3)), [second]);
      deepEqual(await storage.invitations.list(other.organizationId, moment(3)), [elsewhere]);
    },
  },
  {
    name: 'invitations: one is removed by its own organization, once',
    async check(storage) {
      const [one, other] = [await arrangePlane(storage), await arrangePlane(storage)];
      const invitation = sampleInvitation(one.organizationId);
      await storage.invitations.put(invitation);
      const { invitations } = storage;
      equal(await invitations.remove(other.organizationId, invitation.id), false);
      equal(await invitations.remove(one.organizationId, sampleId('ivt')), false);
      equal(await invitations.remove(one.organizationId, invitation.id), true);
      equal(await invitations.remove(one.organizationId, invitation.id), false);
      equal(await invitations.find(invitation.tokenDigest, moment(1)), undefined);
    },
  },
];

export const invitationStoreContract: Contract<Subject> = { port: 'InvitationStore', clauses };
