import type { Connection } from '../../domain/connection.ts';
import type { RequestId } from '../../domain/ids.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { Operation } from '../../domain/operation.ts';
import { queueOperation } from '../../domain/operation-moves.ts';
import type { CorePorts } from '../../ports/core-ports.ts';

/** A live read of one invoice; `notBefore` may lie in the past. */
export function draftHydration(
  { ids, clock }: Pick<CorePorts, 'ids' | 'clock'>,
  { id: connectionId, organizationId, environment }: Connection,
  input: JsonObject & { readonly resource_id: string },
  { requestId, notBefore = clock.now() }: { readonly requestId: RequestId; readonly notBefore?: Date },
): Operation {
  const now = clock.now();
  return queueOperation(
    {
      id: ids.next('op'),
      organizationId,
      environment,
      type: 'notification.process',
      connectionId,
      subject: input.resource_id,
      input,
      requestId,
      dueAt: notBefore > now ? notBefore : now,
    },
    now,
  );
}
