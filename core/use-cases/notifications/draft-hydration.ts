import type { Connection } from '../../domain/connection.ts';
import type { RequestId } from '../../domain/ids.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { Operation } from '../../domain/operation.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { draftOperation } from '../draft-operation.ts';

/** A live read of one invoice; `notBefore` may be in the past. */
export function draftHydration(
  ports: CorePorts,
  connection: Connection,
  input: JsonObject & { readonly resource_id: string },
  { requestId, notBefore }: { readonly requestId: RequestId; readonly notBefore?: Date },
): Operation {
  const now = ports.clock.now();
  const dueAt = notBefore && notBefore > now ? notBefore : now;
  const subject = input.resource_id;
  const work = { type: 'notification.process', connectionId: connection.id, subject, input } as const;
  return draftOperation(ports, connection, { ...work, requestId, dueAt });
}
