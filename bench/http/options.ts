import { type ChangesFlagValues, partsOf } from '../changes/options.ts';

const parts = ['lists', 'reads', 'writes', 'telemetry'] as const;
const databases = ['sqlite', 'postgres'] as const;
export type Part = (typeof parts)[number];
export type DatabaseKind = (typeof databases)[number];

export interface HttpOptions {
  readonly parts: readonly Part[];
  readonly databases: readonly DatabaseKind[];
  /** Records of the two connections whose lists are read. */
  readonly few: number;
  readonly many: number;
  /** Connections that are read live and written to, one after the other. */
  readonly connections: number;
  /** Of one measurement of one contender, and in how many turns. */
  readonly seconds: number;
  readonly turns: number;
  /** Requests for reading to each contender before any counts: a server that runs for long has been compiled. */
  readonly warmUp: number;
}

export type HttpFlagValues = ChangesFlagValues & { readonly database?: string | boolean | undefined };

/** Throws a sentence for people when a flag cannot be read. */
export function httpOptions(flags: HttpFlagValues): HttpOptions {
  const chosen = {
    parts: partsOf(flags, parts),
    databases: partsOf({ only: flags.database }, databases),
  };
  if (flags.quick === true) {
    return { ...chosen, few: 1_000, many: 10_000, connections: 40, seconds: 0.2, turns: 2, warmUp: 100 };
  }
  return { ...chosen, few: 1_000, many: 1_000_000, connections: 600, seconds: 4, turns: 4, warmUp: 5_000 };
}
