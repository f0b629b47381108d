// `retention.purge`: removes what need not be kept, in short transactions that live work does not notice.

import { inputId, inputText } from '../../engine/input-of.ts';
import type { OperationKind } from '../../engine/operation-kind.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { abandonUnchosen } from './abandon-unchosen.ts';
import { forgetConnection } from './purge-records.ts';
import { purgeTarget } from './purge-target.ts';
import { retentionTasks } from './retention-task.ts';

/** Of one connection's documents after a disconnect, or of one kind of thing everywhere by the schedule. */
export function purge(ports: CorePorts): OperationKind {
  const ofConnection = forgetConnection(ports);
  const ofTarget = purgeTarget(ports);
  const unchosen = abandonUnchosen(ports);
  return async ({ operation, steps }) => {
    if ('connection_id' in operation.input) {
      return ofConnection(operation, inputId(operation, 'conn', 'connection_id'), steps);
    }
    const asked = inputText(operation, 'task');
    const task = retentionTasks.find((known) => known === asked);
    if (task === undefined) throw new Error(`there is no retention task ${asked}`);
    return task === 'unchosen_connections' ? unchosen(steps) : ofTarget(task, steps);
  };
}
