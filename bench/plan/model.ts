// The arithmetic of the plan: what so many connections with so many changes need. Pure; docs/scale.md says what it leaves out.
import { type Constants, values } from './constants.ts';

export interface Load {
  readonly connections: number;
  /** Of a connection; each is notified, read, stored, and told. */
  readonly changesADay: number;
  /** Creates by callers, of a connection. */
  readonly createsADay: number;
  /** Copies that are kept, of a connection. */
  readonly records: number;
  /** Endpoints that are told of each change. */
  readonly endpoints: number;
  /** The busiest minute against the day's mean. */
  readonly peak: number;
  readonly reconcileMinutes: number;
  /** 0: families without notifications are not followed. */
  readonly followMinutes: number;
  /** The share of a processor that may be used in the busiest minute. */
  readonly busy: number;
  /** What one primary may have on its disk, in gigabytes. */
  readonly cellGigabytes: number;
  /** What one primary may be told, in the busiest second. */
  readonly cellChangesASecond: number;
}

export interface Plan {
  readonly changesASecond: { readonly mean: number; readonly peak: number };
  readonly cores: { readonly hosts: number; readonly database: number };
  /** In the steady state of the default retention. */
  readonly disk: Readonly<Record<'records' | 'changes' | 'routine' | 'creates' | 'total', number>>;
  readonly calls: {
    readonly aDay: number;
    readonly aDayOfConnection: number;
    readonly aMinuteAtPeak: number;
    readonly apps: number;
  };
  readonly egress: { readonly bytesADay: number };
  readonly cells: { readonly byDisk: number; readonly byChanges: number; readonly total: number };
  /** What the plan cannot keep; empty if nothing. */
  readonly warnings: readonly string[];
}

export const usual: Omit<Load, 'connections' | 'changesADay'> = {
  ...{ createsADay: 1, records: 1_000, endpoints: 1, peak: 5, reconcileMinutes: 15, followMinutes: 60 },
  ...{ busy: 0.5, cellGigabytes: 2_000, cellChangesASecond: values.cellChangesASecond },
};

const [daySeconds, dayMinutes] = [86_400, 1_440];

export function planOf(load: Load, c: Constants = values): Plan {
  const { connections, endpoints, peak } = load;
  const changes = connections * load.changesADay;
  const creates = connections * load.createsADay;
  const routine = routineOf(load, c);
  const mean = changes / daySeconds;
  const callsADay = changes * c.changeCalls + creates * c.createCalls + connections * routine.calls;
  const disk = diskOf(load, { changes, creates, routine }, c);
  // Changes and creates come in a peak, what the clock starts does not.
  const atPeak =
    ((changes * c.changeCalls + creates * c.createCalls) * peak + connections * routine.calls) / dayMinutes;
  const hostMs = (changes * c.changeCpuMs + creates * c.createCpuMs) * peak + connections * routine.calls * c.callCpuMs;
  const databaseMs = (changes + creates) * c.changeDatabaseMs * peak + connections * routine.calls * c.callDatabaseMs;
  const cells = cellsOf(load, disk.total, mean * peak);
  const aDayOfConnection = callsADay / connections;
  return {
    changesASecond: { mean, peak: mean * peak },
    cores: { hosts: hostMs / 1000 / daySeconds / load.busy, database: databaseMs / 1000 / daySeconds / load.busy },
    disk,
    calls: { aDay: callsADay, aDayOfConnection, aMinuteAtPeak: atPeak, apps: Math.ceil(atPeak / c.appCallsAMinute) },
    egress: { bytesADay: changes * endpoints * c.deliveryEgressBytes + callsADay * c.callEgressBytes },
    cells,
    warnings:
      aDayOfConnection > c.connectionCallsADay
        ? [
            `a connection needs ${Math.round(aDayOfConnection)} calls a day, and the provider allows ${c.connectionCallsADay}`,
          ]
        : [],
  };
}

/** What the clock starts for a connection in a day, though nothing changes. */
function routineOf({ reconcileMinutes, followMinutes }: Load, c: Constants) {
  const [reconciled, followed] = [15 / reconcileMinutes, followMinutes === 0 ? 0 : 60 / followMinutes];
  const calls = c.dailyCallsOfInvoices * reconciled + c.dailyCallsOfNotified + c.dailyCallsOfFollowed * followed;
  return { calls, operations: c.dailyOperations * reconciled };
}

interface Amounts {
  readonly changes: number;
  readonly creates: number;
  readonly routine: { readonly calls: number; readonly operations: number };
}

function diskOf({ connections, records, endpoints }: Load, { changes, creates, routine }: Amounts, c: Constants) {
  const kept = (long: number, short: number) => (long * c.operationDays + short * c.otherDays) * c.churned;
  const read = c.operationBytes + c.stepBytes + 2 * c.useBytes;
  const told = c.operationBytes + c.deliveryBytes + c.attemptBytes;
  const parts = {
    records: connections * records * c.copyBytes * c.inUse,
    changes: changes * kept(read + endpoints * told, c.eventBytes + c.callBytes + c.identityBytes),
    routine: connections * kept(routine.operations * (c.operationBytes + c.stepBytes), routine.calls * c.callBytes),
    creates: creates * kept(c.useBytes, c.keyBytes + c.callBytes * c.createCalls),
  };
  return { ...parts, total: Object.values(parts).reduce((sum, bytes) => sum + bytes, 0) };
}

function cellsOf({ cellGigabytes, cellChangesASecond }: Load, bytes: number, peakASecond: number) {
  const byDisk = Math.max(1, Math.ceil(bytes / (cellGigabytes * 1e9)));
  const byChanges = Math.max(1, Math.ceil(peakASecond / cellChangesASecond));
  return { byDisk, byChanges, total: Math.max(byDisk, byChanges) };
}
