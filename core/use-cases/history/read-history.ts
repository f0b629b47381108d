import type { Caller } from '../../domain/caller.ts';
import { newestFirst } from '../../domain/history.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { meterLiveRead } from '../usage/metering.ts';
import { type HistoryPath, requireHistory } from './history-target.ts';

/** The history of a record, read at the provider by one call and stored nowhere; newest first. */
export function readHistory(ports: CorePorts) {
  return async (caller: Caller, path: HistoryPath) => {
    const { connection, record, ledger } = await requireHistory(ports, caller, path);
    const entries = await ledger.history(record);
    await meterLiveRead(ports, connection);
    return newestFirst(entries);
  };
}
