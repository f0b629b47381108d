import type { Caller } from '../../domain/caller.ts';
import type { Preview } from '../../domain/preview.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { AutomationRequest } from '../../schemas/requests/automations.ts';
import { onlyForAgents, previewOf } from '../agents/preview.ts';
import { passingWork } from '../agents/work-gate.ts';
import type { Patience } from '../ledger/wait-for-budget.ts';
import type { Write } from '../writes/claim-key.ts';
import { parsedAutomation, requireKnown, weighedRecipe } from './create-automation.ts';

/**
 * What an agent's automation would write by its plan, and what that would meet. Throws as a dry run, and BAD_REQUEST for a caller
 * that is no agent's. Nothing is queued.
 */
export function previewAutomation(ports: CorePorts) {
  return async (caller: Caller, asking: Patience & { readonly write: Write<AutomationRequest> }): Promise<Preview> => {
    const { connection, recipe, input } = await parsedAutomation(ports, caller, asking.write);
    const passing = await passingWork(ports, caller, connection, asking.write);
    if (!passing) throw onlyForAgents();
    await requireKnown(ports, connection, { caller, asking, input });
    const { plan, ...weighed } = await weighedRecipe(passing, { caller, asking, input }, recipe);
    return previewOf(passing, weighed, { item: null, changes: null, plan, notChecked: null });
  };
}
