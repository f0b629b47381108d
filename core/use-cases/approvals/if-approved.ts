// A worker takes only what is queued, and what waits for a member is not. This asks once more before anything is written, and
// compares what an automation would write with what was approved.
import { type RecipeName, recipeNames } from '../../domain/automation.ts';
import type { Operation } from '../../domain/operation.ts';
import { operationErrorOf } from '../../engine/classify-failure.ts';
import type { Attempt, OperationKind, OperationKinds } from '../../engine/operation-kind.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { planAutomation, plannedWrites } from '../automations/create-automation.ts';
import { automationKinds, recipes } from '../automations/recipes.ts';
import { requireConnection } from '../connections/read-connections.ts';
import { openLedger } from '../ledger/open-ledger.ts';
import { changedSinceProposed } from '../writes/approved.ts';
import { digestOfPlan } from './hold.ts';
import { isUnsentChange } from './run-held.ts';

/** Throws a defect for an operation that a member had to approve and did not. */
function assertApproved({ id, approval }: Operation): void {
  if (!approval || approval.decision?.verdict === 'approved') return;
  throw new Error(`operation ${id} was not approved`);
}

export function ifApproved(work: OperationKind): OperationKind {
  return async (attempt) => {
    assertApproved(attempt.operation);
    return work(attempt);
  };
}

/** Every recipe; one that was approved begins to write only if its plan, made again, is the approved one. */
export function approvedAutomations(ports: CorePorts): OperationKinds {
  const kinds = automationKinds(ports);
  const held = recipeNames.map((recipe) => {
    const type = `automation.${recipe}` as const;
    const run: OperationKind = async (attempt) => {
      try {
        await assertPlanned(ports, recipe, attempt);
      } catch (error) {
        if (isUnsentChange(error)) return { kind: 'cancelled', error: operationErrorOf(error) };
        throw error;
      }
      return kinds[type](attempt);
    };
    return [type, ifApproved(run)] as const;
  });
  return Object.fromEntries(held);
}

/** Once something may have been written, the rest follows from it. */
async function assertPlanned(ports: CorePorts, recipe: RecipeName, { operation }: Attempt): Promise<void> {
  if (!operation.approval || (await hasWritten(ports, recipe, operation))) return;
  const held = await ports.storage.heldWrites.find(operation, operation.id);
  if (held?.digests.length === 0) return;
  const connection = await requireConnection(ports, operation, operation.connectionId ?? '');
  // The run itself says what is wrong with a connection that cannot be used.
  if (connection.status !== 'active') return;
  const { id: operationId, requestId, input } = operation;
  const ledger = openLedger(ports, connection, { requestId, operationId, cause: 'automations' });
  const plan = plannedWrites(await planAutomation(ledger, recipe, input));
  if (!held?.digests.includes(digestOfPlan(ports, plan))) throw changedSinceProposed();
}

async function hasWritten({ storage }: CorePorts, recipe: RecipeName, { id, steps }: Operation): Promise<boolean> {
  for (const { name, writes } of recipes[recipe].steps) {
    if (!writes) continue;
    if (steps.some((step) => step.name === name)) return true;
    if (await storage.operations.findWrite({ operationId: id, step: name })) return true;
  }
  return false;
}
