import type { Plane } from './caller.ts';
import type { OrganizationId } from './ids.ts';

/**
 * Owns the work that belongs to no customer. The id has not the form that ids are made in and no organization has it, so
 * no key can be issued for it and no list of a customer shows what is in it.
 */
export const systemPlane: Plane = { organizationId: 'org_system' as OrganizationId, environment: 'live' };
