// What can be replayed by a filter.
import { conflict, notFound } from '../../domain/errors.ts';
import type { OperationId } from '../../domain/ids.ts';
import type { JsonObject } from '../../domain/json.ts';
import { deliveryFilters, filterOf, operationFilters } from '../../domain/list-filter.ts';
import type { Operation } from '../../domain/operation.ts';
import { inputText } from '../../engine/operation-kind.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { parse } from '../../schemas/parse.ts';
import { DeliveryReplaysRequest, OperationReplaysRequest } from '../../schemas/requests/replays.ts';
import { replayed } from '../operations/move-operation.ts';
import { reasonOf, sendAgain } from '../webhooks/send-again.ts';
import type { Replayable } from './replay-many.ts';

export function replayableOperations(ports: CorePorts) {
  const { storage, clock, tracing } = ports;
  return {
    type: 'operation.replay_many',
    parse: (body: unknown) => parse(OperationReplaysRequest, body),
    filterOf: (given: JsonObject) =>
      ({ ...filterOf(operationFilters, given as Record<string, string>), failed: true }) as const,
    store: storage.operations,
    async replay({ operations }: Stores, operation: Operation, ids: readonly OperationId[]) {
      const note = { actor: operation.id, reason: inputText(operation, 'reason'), traceparent: tracing?.traceparent() };
      const skipped: string[] = [];
      for (const id of ids) {
        const before = await operations.lock(operation, id);
        try {
          if (!before) throw notFound('operation');
          const after = replayed(before, note, clock.now());
          if (await operations.update(after, before.state)) continue;
          throw conflict('already_running', 'another automation works on the same document');
        } catch (error) {
          skipped.push(reasonOf(error));
        }
      }
      return skipped;
    },
  } satisfies Replayable<object, unknown>;
}

const givenUp = ['failed', 'dead_letter'] as const;

export function replayableDeliveries(ports: CorePorts) {
  const statesOf = (filter: JsonObject) => {
    const { state } = filterOf(deliveryFilters, filter as Record<string, string>);
    return state ? [state] : givenUp;
  };
  return {
    type: 'webhook.redeliver_many',
    parse: (body: unknown) => parse(DeliveryReplaysRequest, body),
    filterOf: (given: JsonObject) => {
      const filter = filterOf(deliveryFilters, given as Record<string, string>);
      return filter.state ? filter : ({ ...filter, failed: true } as const);
    },
    store: ports.storage.deliveries,
    replay: (stores: Stores, operation: Operation, ids: readonly OperationId[]) =>
      sendAgain(stores, ports, operation, { ids, from: statesOf(operation.input['filter'] as JsonObject) }),
  } satisfies Replayable<object, unknown>;
}
