import { type AutomationType, automationType, recipeNames } from '../../domain/automation.ts';
import type { Connection } from '../../domain/connection.ts';
import { notFound } from '../../domain/errors.ts';
import type { Operation } from '../../domain/operation.ts';
import type { OperationKind } from '../../engine/operation-kind.ts';
import { whileLeaving } from '../connections/while-leaving.ts';
import type { LedgerPorts } from '../open-ledger.ts';
import { usableTenant } from '../refused-access.ts';
import type { Recipe } from './recipe.ts';
import { openRun } from './recipe-steps.ts';
import { recipes } from './recipes.ts';

/** The kind of operation that each recipe is. */
export function automationKinds(ports: LedgerPorts): Readonly<Record<AutomationType, OperationKind>> {
  const kinds = recipeNames.map((name) => [automationType(name), runRecipe(ports, recipes[name])] as const);
  return Object.fromEntries(kinds) as Record<AutomationType, OperationKind>;
}

function runRecipe(ports: LedgerPorts, recipe: Recipe): OperationKind {
  return async (attempt) => {
    const connection = await connectionOf(ports, attempt.operation);
    if (connection.status === 'disconnecting') return whileLeaving;
    usableTenant(connection);
    return recipe.run(openRun(ports, attempt, connection), attempt.operation.input);
  };
}

async function connectionOf({ storage }: LedgerPorts, operation: Operation): Promise<Connection> {
  const { connectionId } = operation;
  const connection = connectionId === null ? undefined : await storage.connections.find(operation, connectionId);
  if (!connection) throw notFound('connection');
  return connection;
}
