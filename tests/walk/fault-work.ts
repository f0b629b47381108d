// The work that goes on while a database fails: what every execution gave is written down, so that a second one shows.
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { setTimeout as work } from 'node:timers/promises';
import type { ConnectionId, Operation, OperationId, Plane } from '#core';
import { queueOperation } from '../../core/domain/operation-moves.ts';
import { type OperationKind, succeeded } from '../../core/engine/operation-kind.ts';
import type { CorePorts } from '../../core/ports/core-ports.ts';
import type { Stores } from '../../core/ports/storage.ts';

export const faultPlane: Plane = { organizationId: 'org_faults' as Plane['organizationId'], environment: 'test' };

/** Events of one connection count up, so the work of one connection meets in its sequence. */
const connections = 8;

export function faultOperations(count: number, ids: CorePorts['ids'], now: Date): readonly Operation[] {
  return Array.from({ length: count }, (_, i) =>
    queueOperation(
      { ...draftOf(ids.next('op'), 'notification.process'), input: { connection: `conn_${i % connections}` } },
      now,
    ),
  );
}

function draftOf(id: OperationId, type: 'notification.process' | 'automation.quote.create_and_send') {
  const requestId = 'r-faults' as Operation['requestId'];
  return { ...faultPlane, id, type, connectionId: null, subject: null, input: {}, requestId };
}

/** A step's result as an attempt was given it: from the execution, or from what was kept. */
export interface Given {
  readonly operation: string;
  readonly step: string;
  readonly value: string;
}

/** A step's work takes so long that faults meet it in the middle, and few operations last through many faults. */
const stepMs = { least: 60, most: 300 };

/** Two steps, the first with an event and a child in its commit, the second alone; and the child's one. */
export function faultKinds(ports: Pick<CorePorts, 'ids' | 'clock'>, noteFile: string) {
  const note = (given: Given) => appendFileSync(noteFile, `${JSON.stringify(given)}\n`);
  const execute = async (): Promise<string> => {
    await work(stepMs.least + Math.random() * (stepMs.most - stepMs.least));
    return randomUUID();
  };
  const parent: OperationKind = async ({ operation, steps }) => {
    const first = await steps.step('first', async () => ({ result: await execute(), also: gives(operation, ports) }));
    note({ operation: operation.id, step: 'first', value: first });
    const second = await steps.step('second', async () => ({ result: await execute() }));
    note({ operation: operation.id, step: 'second', value: second });
    return succeeded({ first, second });
  };
  const child: OperationKind = async ({ operation, steps }) => {
    const only = await steps.step('only', async () => ({ result: await execute() }));
    note({ operation: operation.id, step: 'only', value: only });
    return succeeded({ only });
  };
  return { 'notification.process': parent, 'automation.quote.create_and_send': child };
}

/** Their ids are new each time: nothing but the commit keeps them from being there twice. */
function gives({ id, input, requestId }: Operation, { ids, clock }: Pick<CorePorts, 'ids' | 'clock'>) {
  return async ({ events, operations }: Stores): Promise<void> => {
    const createdAt = clock.now();
    const eventId = ids.next('evt');
    await events.append([
      {
        ...{ ...faultPlane, id: eventId, type: 'invoice.updated', identity: eventId, data: {} },
        ...{
          connectionId: input['connection'] as ConnectionId,
          operationId: id,
          requestId,
          traceparent: null,
          createdAt,
        },
      },
    ]);
    const child = { ...draftOf(ids.next('op'), 'automation.quote.create_and_send'), input: { parent: id } };
    await operations.insert([queueOperation(child, createdAt)]);
  };
}
