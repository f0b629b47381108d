import { setTimeout as wait } from 'node:timers/promises';
import { isTerminal, type Operation, systemPlane } from '#core';
import type { Composition } from '../composition/compose.ts';
import type { AdminArguments, Report } from './input.ts';

const pollMs = 250;
const defaultWaitSeconds = 60;
const waitMaxSeconds = 3_600;

/**
 * Queues the sealing of all stored secrets under the first key and waits for it at most `--wait-seconds`. The work goes
 * on without this command.
 */
export async function rotateSecrets(composition: Composition, args: AdminArguments): Promise<Report> {
  const { core, ports } = composition;
  const until = Date.now() + (args.whole('wait-seconds', 0, waitMaxSeconds) ?? defaultWaitSeconds) * 1000;
  const { id } = await core.secrets.rotate(ports.ids.next('req'));
  for (;;) {
    const operation = await ports.storage.operations.find(systemPlane, id);
    if (!operation) throw new Error(`the operation ${id} is gone`);
    if (isTerminal(operation.state) || Date.now() >= until) return reportOf(operation);
    await wait(pollMs);
  }
}

function reportOf({ id, state, input, result, error }: Operation): Report {
  if (state === 'succeeded') return { operation_id: id, state, ...(result as object) };
  const waiting = isTerminal(state) ? {} : { note: 'a worker goes on with it; doctor says when the old key may go' };
  if (isTerminal(state)) process.exitCode = 1;
  return { operation_id: id, state, key_id: input['key_id'], ...(error ? { error: error.message } : {}), ...waiting };
}
