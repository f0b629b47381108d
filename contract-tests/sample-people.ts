// What belongs to people, for contract suites: factors, invitations, and where they are told.
import type { Alert, AlertDestination, Factor, Invitation, Member, OrganizationId } from '#core/ports';
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

/** An e-mail address that wants everything. */
export function sampleAlertDestination(
  organizationId: OrganizationId,
  given: Partial<AlertDestination> = {},
): AlertDestination {
  const id = sampleId('alert');
  return {
    id,
    organizationId,
    kind: 'email',
    address: `${id}@sample.test`,
    sealedAddress: null,
    environments: ['test', 'live'],
    events: ['*'],
    weeklySummary: false,
    createdAt: moment(),
    updatedAt: moment(),
    lastSentAt: null,
    lastError: null,
    hourFrom: null,
    hourSent: 0,
    ...given,
  };
}

/** An alert of the live environment with nothing to tell. */
export function sampleAlert(
  { id: destinationId, organizationId }: Pick<AlertDestination, 'id' | 'organizationId'>,
  given: Partial<Alert> = {},
): Alert {
  return {
    destinationId,
    organizationId,
    environment: 'live',
    event: 'endpoint.paused',
    subjectType: 'webhook_endpoint',
    subjectId: 'subject',
    subjectName: null,
    since: moment(),
    lastAt: moment(),
    untold: 0,
    wellAt: null,
    awaitsEnd: false,
    toldAt: null,
    operationId: null,
    triedAt: null,
    dueAt: null,
    ...given,
  };
}
