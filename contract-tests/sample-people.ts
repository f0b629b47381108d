// Factors and invitations of members, for contract suites.
import type { Factor, Invitation, Member, OrganizationId } from '#core/ports';
import { moment, sampleId } from './samples.ts';

/** A code app of this member, used at no step yet. */
export function sampleFactor({ id: memberId, organizationId }: Member, given: Partial<Factor> = {}): Factor {
  return {
    id: sampleId('fct'),
    organizationId,
    memberId,
    kind: 'totp',
    name: 'Phone',
    sealedSecret: 'v1.k1.sealed',
    passkey: null,
    counter: 0,
    createdAt: moment(),
    lastUsedAt: null,
    ...given,
  };
}

/** An invitation for a new address, open for a day. */
export function sampleInvitation(organizationId: OrganizationId, given: Partial<Invitation> = {}): Invitation {
  const id = sampleId('ivt');
  return {
    id,
    organizationId,
    email: `${id}@sample.test`,
    role: 'viewer',
    tokenDigest: `token-of-${id}`,
    invitedBy: sampleId('user'),
    createdAt: moment(),
    expiresAt: moment(86_400),
    ...given,
  };
}
