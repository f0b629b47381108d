// Announces that an automation ended, and which of its writes remain.
import {
  type AutomationType,
  automationType,
  isAutomation,
  type RecipeName,
  recipeNames,
} from '../../domain/automation.ts';
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts';
import type { Operation, OperationStep } from '../../domain/operation.ts';
import type { OperationEnding } from '../../engine/operation-kind.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { given } from '../../schemas/query.ts';
import { announce } from '../events/announce.ts';

export function automationEndings(ports: CorePorts): Readonly<Record<AutomationType, OperationEnding>> {
  const endings = recipeNames.map((recipe) => [automationType(recipe), endingOf(ports, recipe)] as const);
  return Object.fromEntries(endings) as Record<AutomationType, OperationEnding>;
}

function endingOf(ports: CorePorts, recipe: RecipeName): OperationEnding {
  return {
    resultOfFailure: async (_stores, { steps }) => ({ applied: appliedWrites(steps) }),
    announce: async (stores, ended) => {
      const { id, connectionId, organizationId, environment, requestId, run, state } = ended;
      if (connectionId === null || state === 'cancelled') return;
      const at = ended.finishedAt ?? ports.clock.now();
      const use = { id, organizationId, environment, connectionId, meter: 'automation_run', quantity: 1, at } as const;
      if (state === 'succeeded') await stores.usage.insert([use]);
      await announce(stores, ports, {
        organizationId,
        environment,
        connectionId,
        requestId,
        operationId: id,
        type: state === 'succeeded' ? 'automation.succeeded' : 'automation.failed',
        identityParts: [id, String(run)],
        data: { connection_id: connectionId, operation_id: id, recipe, ...endOf(ended) },
      });
    },
  };
}

function endOf({ state, result, error, steps }: Operation): JsonObject {
  if (state === 'succeeded') return { result };
  return { error, applied: appliedWrites(steps) };
}

/** The writes that remain, in order, taken from the finished steps. */
export function appliedWrites(steps: readonly OperationStep[]): readonly JsonObject[] {
  return steps.flatMap(({ name, state, result }) => {
    if (state !== 'succeeded' || !isApplied(result)) return [];
    const { type = null, id = null, provider_id = null, number, status } = result;
    const known = given({ number: number ?? undefined, status: status ?? undefined });
    return [{ step: name, type, id, provider_id, ...known } as JsonObject];
  });
}

/** Adds the remaining writes to a cancelled automation; leaves other operations unchanged. */
export function withApplied(operation: Operation): Operation {
  if (operation.state !== 'cancelled' || !isAutomation(operation.type)) return operation;
  const applied = appliedWrites(operation.steps);
  return applied.length === 0 ? operation : { ...operation, result: { applied } };
}

function isApplied(result: Json): result is JsonObject {
  return isJsonObject(result) && typeof result['action'] === 'string' && result['action'] !== 'unchanged';
}
