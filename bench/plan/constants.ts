// What the plan multiplies: one figure each, with its unit and where it was measured. All on 2 cores of a shared virtual machine.

export interface Constant {
  readonly value: number;
  readonly unit: string;
  /** A command of this repository or a page that says how it was measured, or whose limit it is. */
  readonly source: string;
}

const bytesOfRow = 'docs/scale.md, “Bytes” (bench/retention/fill.ts, after vacuum full)';
const check = 'npm run bench plan -- --check';
const followed = 'npm run bench followed, and --check';
const days = 'core/domain/retention.ts (the default)';

export const constants = {
  operationBytes: { value: 1_090, unit: 'bytes, with indexes', source: bytesOfRow },
  stepBytes: { value: 250, unit: 'bytes, with indexes', source: bytesOfRow },
  deliveryBytes: { value: 510, unit: 'bytes, with indexes', source: bytesOfRow },
  attemptBytes: { value: 195, unit: 'bytes, with indexes', source: bytesOfRow },
  eventBytes: { value: 1_320, unit: 'bytes, with indexes', source: bytesOfRow },
  callBytes: { value: 350, unit: 'bytes, with indexes', source: bytesOfRow },
  useBytes: { value: 185, unit: 'bytes, with indexes', source: bytesOfRow },
  identityBytes: { value: 135, unit: 'bytes, with indexes', source: bytesOfRow },
  keyBytes: { value: 985, unit: 'bytes, with indexes', source: bytesOfRow },
  copyBytes: { value: 3_660, unit: 'bytes, with indexes', source: bytesOfRow },
  inUse: {
    value: 1.5,
    unit: 'times the bytes of copies',
    source: 'docs/scale.md: busy tables are up to half as large again',
  },
  churned: { value: 2.6, unit: 'times the bytes of rows that change until they end', source: `${check}, fresh tables` },
  operationDays: { value: 90, unit: 'days', source: days },
  otherDays: { value: 30, unit: 'days', source: days },
  changeCalls: { value: 1, unit: 'calls to the provider a change', source: `${check}; changes at once share calls` },
  createCalls: { value: 1.08, unit: 'calls a create', source: 'npm run bench budget' },
  dailyCallsOfInvoices: { value: 96, unit: 'calls a day and connection at 15 minutes', source: followed },
  dailyCallsOfNotified: { value: 69, unit: 'calls a day and connection', source: followed },
  dailyCallsOfFollowed: { value: 336, unit: 'calls a day and connection at 60 minutes', source: followed },
  dailyOperations: { value: 96, unit: 'operations a day and connection at 15 minutes', source: check },
  changeCpuMs: {
    value: 26,
    unit: 'ms of the hosts’ processors a change, told to one endpoint',
    source: `${check}, 5 changes a second, busy machine`,
  },
  changeDatabaseMs: {
    value: 15,
    unit: 'ms of PostgreSQL’s processors a change',
    source: `${check}, 5 changes a second, busy machine`,
  },
  callCpuMs: {
    value: 1.6,
    unit: 'ms of the hosts’ processors a background call',
    source: 'docs/figures.md: a live read 1.4, the engine 0.2',
  },
  callDatabaseMs: {
    value: 5,
    unit: 'ms of PostgreSQL’s processors a background call',
    source: 'estimated, not measured',
  },
  createCpuMs: { value: 4.2, unit: 'ms of the hosts’ processors a create', source: 'npm run bench http' },
  deliveryEgressBytes: { value: 1_350, unit: 'bytes sent a delivery', source: check },
  callEgressBytes: { value: 700, unit: 'bytes sent a call: headers and address', source: 'estimated, not measured' },
  appCallsAMinute: { value: 10_000, unit: 'calls a minute an app', source: 'the provider’s limit' },
  connectionCallsADay: { value: 5_000, unit: 'calls a day a connection', source: 'the provider’s limit' },
  cellChangesASecond: { value: 100, unit: 'changes a second', source: 'npm run bench news: the bar, met on 2 cores' },
} as const satisfies Readonly<Record<string, Constant>>;

export type Constants = Readonly<Record<keyof typeof constants, number>>;

export const values = Object.fromEntries(
  Object.entries(constants).map(([name, { value }]) => [name, value]),
) as Constants;
