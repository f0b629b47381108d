import type { ConnectionId, ConnectionOwner, Id, OrganizationId, Plane } from '#core/ports';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const suffixLength = 26;
let made = 0;

/** A well-formed id; later ones sort later. */
export function sampleId<P extends string>(prefix: P): Id<P> {
  made += 1;
  let rest = made;
  let suffix = '';
  for (let i = 0; i < suffixLength; i++) {
    suffix = (alphabet[rest % 32] ?? '0') + suffix;
    rest = Math.floor(rest / 32);
  }
  return `${prefix}_${suffix}` as Id<P>;
}

/** A moment so many seconds after the samples' noon, with odd milliseconds so that rounding shows. */
export function moment(seconds = 0): Date {
  return new Date(Date.UTC(2026, 0, 15, 12, 0, 0, 123) + seconds * 1_000);
}

/** The test environment of an organization, of a new one when none is given. */
export function samplePlane(organizationId: OrganizationId = sampleId('org')): Plane {
  return { organizationId, environment: 'test' };
}

/** Whose a thing is where it does not matter whose. */
export const someOwner: OrganizationId = sampleId('org');

/** A connection as its rows name it. */
export function ownedBy(id: ConnectionId, organizationId: OrganizationId = someOwner): ConnectionOwner {
  return { id, organizationId };
}
