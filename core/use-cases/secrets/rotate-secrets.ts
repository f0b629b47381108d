import { systemPlane } from '../../domain/caller.ts';
import type { RequestId } from '../../domain/ids.ts';
import type { Operation } from '../../domain/operation.ts';
import { cancel } from '../../domain/operation-moves.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { recordAct } from '../access/record-act.ts';
import { draftOperation } from '../queue/draft-operation.ts';

const type = 'secrets.reencrypt';
const subject = 'key_ring';
/** Never exceeded: each request ends those before it. */
const unfinishedMax = 100;

/**
 * Queues the sealing of all secrets under this ring's first key. Returns the unfinished operation for the same key; cancels
 * one for another key.
 */
export function rotateSecrets(ports: CorePorts) {
  return async (requestId: RequestId): Promise<Operation> => {
    const operation = await ports.storage.transaction((stores) => queued(stores, ports, requestId));
    ports.wakeUp.signal();
    return operation;
  };
}

async function queued(stores: Stores, ports: CorePorts, requestId: RequestId): Promise<Operation> {
  const { operations } = stores;
  const [keyId] = ports.vault.keyIds;
  for (const earlier of await operations.lockUnfinished(systemPlane, { type, subject }, unfinishedMax)) {
    if (earlier.input['key_id'] === keyId && earlier.cancelRequestedAt === null) return earlier;
    await operations.update(cancel(earlier, ports.clock.now()), earlier.state);
  }
  const work = { type, connectionId: null, subject, input: { key_id: keyId }, requestId } as const;
  const operation = draftOperation(ports, systemPlane, work);
  await operations.insert([operation]);
  const actor = { organizationId: systemPlane.organizationId, environment: null, actor: 'system', requestId } as const;
  const details = { key_id: keyId };
  await recordAct(stores, ports, actor, { action: 'secrets.reencryption_queued', subject: operation.id, details });
  return operation;
}
