import type { Caller } from '../../domain/caller.ts';
import type { Preview } from '../../domain/preview.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { onlyForAgents, previewOf } from '../agents/preview.ts';
import { passingWork, weighedBulk } from '../agents/work-gate.ts';
import { requestLedger } from '../ledger/open-ledger.ts';
import { usableTenant } from '../ledger/refused-access.ts';
import { type FamilyPath, requireFamily } from '../resources/resource-target.ts';
import type { Write } from '../writes/claim-key.ts';
import { refuseNativeItems, requireKept, weighedItem, withKnownTracking } from './create-bulk.ts';
import { parseBulk } from './parse-bulk.ts';

/**
 * What an agent's bulk write would meet: its items with each other, with the books and with the limits together. Throws as
 * `createBulk` before it queues, and BAD_REQUEST for a caller that is no agent's. Nothing is queued.
 */
export function previewBulk(ports: CorePorts) {
  return async (caller: Caller, path: FamilyPath & { readonly write: Write }): Promise<Preview> => {
    const { connection, type, provider } = await requireFamily(ports, caller, path);
    const { writes } = parseBulk(provider, type, path.write.body);
    const passing = await passingWork(ports, caller, connection, path.write);
    if (!passing) throw onlyForAgents();
    await requireKept(ports, { connectionId: connection.id, type }, { traits: provider.traits, writes });
    refuseNativeItems(writes);
    usableTenant(connection);
    const ledger = requestLedger(ports, connection, caller, {});
    const ready = await withKnownTracking(ports, ledger, writes);
    const items = ready.map((one) => weighedItem(type, one));
    const { plan, ...weighed } = await weighedBulk(passing, ledger, items);
    return previewOf(passing, weighed, { item: null, changes: null, plan, notChecked: null });
  };
}
