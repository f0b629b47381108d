import { operatorOf } from '../../domain/caller.ts';
import { badRequest, notFound } from '../../domain/errors.ts';
import { contractAfter, type Organization } from '../../domain/organization.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { changesOf, recordAct } from '../access/record-act.ts';
import { tellNearLimit } from './tell-near-limit.ts';

export interface OrganizationChange extends Partial<Pick<Organization, 'plan' | 'connectionLimit'>> {
  readonly id: Organization['id'];
  readonly name?: string | undefined;
}

/**
 * For operators; audited. Connections beyond a lower limit stay, and only new ones are refused. Throws NOT_FOUND and
 * BAD_REQUEST for an empty name.
 */
export function updateOrganization(ports: CorePorts) {
  return async ({ id, name, ...contract }: OrganizationChange): Promise<Organization> => {
    const wanted = name?.trim();
    if (wanted === '') throw badRequest('name', 'must not be empty');
    const requestId = ports.ids.next('req');
    return ports.storage.transaction(async (stores) => {
      const before = await stores.organizations.lock(id);
      if (!before) throw notFound('organization');
      const after = { ...before, name: wanted ?? before.name, ...contractAfter(before, contract) };
      await stores.organizations.setContract(id, after);
      const count = await stores.connections.countCounted(id);
      await tellNearLimit(stores, ports, {
        before: { organization: before, count },
        after: { organization: after, count },
        requestId,
      });
      const changes = changesOf(contractFacts(before), contractFacts(after));
      const act = { action: 'organization.changed', subject: id, details: {}, changes };
      if (changes)
        await recordAct(stores, ports, { ...operatorOf(requestId), organizationId: id, environment: null }, act);
      return after;
    });
  };
}

const contractFacts = ({ name, plan, connectionLimit }: Organization) => ({
  name,
  plan,
  connection_limit: connectionLimit,
});
