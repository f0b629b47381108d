// What is left to tell when an automation has ended: which of its writes stand, and that it ended.
import {
  type AutomationType,
  automationType,
  type RecipeName,
  recipeNames,
  recipeOf,
} from '../../domain/automation.ts';
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts';
import type { Operation, OperationError, OperationStep } from '../../domain/operation.ts';
import { useOf } from '../../domain/usage.ts';
import type { OperationEnding } from '../../engine/operation-kind.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { announce } from '../events/announce.ts';

type Ports = Pick<CorePorts, 'ids' | 'clock' | 'digester'>;

export function automationEndings(ports: Ports): Readonly<Record<AutomationType, OperationEnding>> {
  const endings = recipeNames.map((recipe) => [automationType(recipe), endingOf(ports, recipe)] as const);
  return Object.fromEntries(endings) as Record<AutomationType, OperationEnding>;
}

function endingOf(ports: Ports, recipe: RecipeName): OperationEnding {
  return {
    resultOfFailure: ({ steps }) => ({ applied: appliedWrites(steps) }),
    announce: async (stores, ended) => {
      const { id, connectionId, organizationId, environment, requestId, run, state } = ended;
      if (connectionId === null || state === 'cancelled') return;
      const at = ended.finishedAt ?? ports.clock.now();
      const use = useOf('automation', { id, organizationId, environment, connectionId, at });
      if (state === 'succeeded') await stores.usage.insert([use]);
      await announce(stores, ports, {
        organizationId,
        environment,
        connectionId,
        requestId,
        type: state === 'succeeded' ? 'automation.succeeded' : 'automation.failed',
        identityParts: [id, String(run)],
        data: { connection_id: connectionId, operation_id: id, recipe, ...endOf(ended) },
        operationId: id,
      });
    },
  };
}

function endOf({ state, result, error, steps }: Operation): JsonObject {
  if (state === 'succeeded') return { result };
  return { error: error && errorShape(error), applied: appliedWrites(steps) };
}

function errorShape({ code, reason, message, retryable, outcome }: OperationError): JsonObject {
  return {
    code,
    ...(reason === undefined ? {} : { reason }),
    message,
    retryable,
    ...(outcome === undefined ? {} : { outcome }),
  };
}

/** The writes that stand, in their order, as the finished steps tell. */
export function appliedWrites(steps: readonly OperationStep[]): readonly JsonObject[] {
  return steps.flatMap(({ name, state, result }) => {
    if (state !== 'succeeded' || !isApplied(result)) return [];
    const { type, id, provider_id, number, status } = result;
    return [
      {
        step: name,
        ...{ type: type ?? null, id: id ?? null, provider_id: provider_id ?? null },
        ...(number === undefined || number === null ? {} : { number }),
        ...(status === undefined || status === null ? {} : { status }),
      },
    ];
  });
}

/** A cancelled automation that had written says which of its writes stand; any other operation stays as it is. */
export function withApplied(operation: Operation): Operation {
  if (operation.state !== 'cancelled' || recipeOf(operation.type) === undefined) return operation;
  const applied = appliedWrites(operation.steps);
  return applied.length === 0 ? operation : { ...operation, result: { applied } };
}

function isApplied(result: Json): result is JsonObject {
  return isJsonObject(result) && typeof result['action'] === 'string' && result['action'] !== 'unchanged';
}
