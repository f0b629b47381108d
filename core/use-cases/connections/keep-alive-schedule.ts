import type { WorkSchedule } from '../../engine/schedule.ts';
import type { LedgerPorts } from '../open-ledger.ts';
import { keepTokensAlive } from './keep-tokens-alive.ts';

/** Every ten minutes: what turned idle since, or could not be renewed then, has its turn long before the provider lets it die. */
export function keepAliveSchedule(ports: LedgerPorts): WorkSchedule {
  const keepAlive = keepTokensAlive(ports);
  return {
    kind: 'work',
    name: 'keep_alive',
    everyMs: 600_000,
    offsetMs: 0,
    work: ({ progress }) => keepAlive(progress),
  };
}
