import { type AutomationType, automationType, recipeNames } from '../../domain/automation.ts';
import type { Connection } from '../../domain/connection.ts';
import { notFound } from '../../domain/errors.ts';
import type { Operation } from '../../domain/operation.ts';
import type { OperationKind } from '../../engine/operation-kind.ts';
import { whileLeaving } from '../connections/while-leaving.ts';
import { usableTenant } from '../with-ledger.ts';
import { createDesk, type DeskPorts } from './desk.ts';
import type { Recipe } from './recipe.ts';
import { recipes } from './recipes.ts';

/** The kind of operation that each recipe is. */
export function automationKinds(ports: DeskPorts): Readonly<Record<AutomationType, OperationKind>> {
  const kinds = recipeNames.map((name) => [automationType(name), runRecipe(ports, recipes[name])] as const);
  return Object.fromEntries(kinds) as Record<AutomationType, OperationKind>;
}

function runRecipe(ports: DeskPorts, recipe: Recipe): OperationKind {
  return async (attempt) => {
    const connection = await connectionOf(ports, attempt.operation);
    if (connection.status === 'disconnecting') return whileLeaving;
    usableTenant(connection);
    return recipe.run(createDesk(ports, attempt, connection), attempt.operation.input);
  };
}

async function connectionOf({ storage }: DeskPorts, operation: Operation): Promise<Connection> {
  const { connectionId } = operation;
  const connection = connectionId === null ? undefined : await storage.connections.find(operation, connectionId);
  if (!connection) throw notFound('connection');
  return connection;
}
