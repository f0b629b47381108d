// What belongs to members, for contract suites.
import type { Factor, Member } from '#core/ports';
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
