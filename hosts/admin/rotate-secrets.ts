import { setTimeout as wait } from 'node:timers/promises';
import { isTerminal, type Operation, systemPlane } from '#core';
import type { Composition } from '../composition/compose.ts';
import type { AdminArguments } from './arguments.ts';
import type { Report } from './commands.ts';

const pollMs = 250;
const defaultWaitSeconds = 60;
const waitMaxSeconds = 3_600;

/**
 * Queues the sealing of all stored secrets under the first key and waits, telling on standard error how far a worker
 * got. Waiting ends sooner or later; the work goes on without it.
 */
export async function rotateSecrets(composition: Composition, args: AdminArguments): Promise<Report> {
  const { core, ports } = composition;
  const until = Date.now() + waitSecondsOf(args) * 1000;
  const { id } = await core.secrets.rotate(ports.ids.next('req'));
  let told = '';
  for (;;) {
    const operation = await ports.storage.operations.find(systemPlane, id);
    if (!operation) throw new Error(`the operation ${id} is gone`);
    const line = progressOf(operation);
    if (line !== told) process.stderr.write(`${line}\n`);
    told = line;
    if (isTerminal(operation.state) || Date.now() >= until) return reportOf(operation);
    await wait(pollMs);
  }
}

function progressOf({ state, steps, error }: Operation): string {
  const sealed = steps.reduce(
    (sum, { result }) => sum + Number((result as { resealed?: number } | null)?.resealed ?? 0),
    0,
  );
  const why = error === null || state === 'running' ? '' : ` (${error.message})`;
  return `${state}${why}: ${sealed} values sealed anew`;
}

function reportOf({ id, state, input, result, error }: Operation): Report {
  if (state === 'succeeded') return { operation_id: id, state, ...(result as object) };
  const waiting = isTerminal(state) ? {} : { note: 'a worker goes on with it; doctor tells when the old key may go' };
  if (isTerminal(state)) process.exitCode = 1;
  return { operation_id: id, state, key_id: input['key_id'], ...(error ? { error: error.message } : {}), ...waiting };
}

function waitSecondsOf(args: AdminArguments): number {
  const text = args.optional('wait-seconds');
  if (text === undefined) return defaultWaitSeconds;
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : -1;
  if (seconds < 0 || seconds > waitMaxSeconds) {
    throw new Error(`--wait-seconds must be a whole number from 0 to ${waitMaxSeconds}`);
  }
  return seconds;
}
