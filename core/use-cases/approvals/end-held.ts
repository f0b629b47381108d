// What follows when something that a member had to approve ends: what was held is forgotten where nothing may be stored, and nobody
// is told any more that it waits. What its key reserved for it is read from the operation itself (agents/fates.ts).
import { isTerminal, type Operation } from '../../domain/operation.ts';
import type { OperationEnding } from '../../engine/operation-kind.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { noteDecided } from './announce-proposal.ts';

/** Call it in the transaction that ends the operation; twice does no harm, and for other operations nothing. */
export async function endHeld(stores: Stores, ports: CorePorts, ended: Operation): Promise<void> {
  if (!ended.approval || !isTerminal(ended.state)) return;
  const forgets = ended.input['retention_mode'] === 'zero';
  if (!(await stores.heldWrites.end(ended, ended.id, { forgets }))) return;
  await noteDecided(stores, ports, ended);
}

/** Of a type that may have to be approved, with what ends it anyway. */
export function heldEnding(ports: CorePorts, own?: OperationEnding): OperationEnding {
  return {
    resultOfFailure: async (stores, ended) => (own ? own.resultOfFailure(stores, ended) : null),
    async announce(stores, ended) {
      await own?.announce(stores, ended);
      await endHeld(stores, ports, ended);
    },
  };
}
