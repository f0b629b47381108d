// The flags of `npm run bench`, and what they mean to each benchmark. What cannot be read throws a sentence for people.
import { type StableName, stableNames } from './engine/stables.ts';

export const flagTypes = {
  only: { type: 'string' },
  quick: { type: 'boolean' },
  database: { type: 'string' },
  contenders: { type: 'string' },
  processes: { type: 'string' },
  rounds: { type: 'string' },
  queued: { type: 'string' },
  slots: { type: 'string' },
  seconds: { type: 'string' },
  rows: { type: 'string' },
} as const;

type Flag = string | boolean | undefined;
export type Flags = { readonly [K in keyof typeof flagTypes]?: Flag };

export const databaseKinds = ['sqlite', 'postgres'] as const;
export type DatabaseKind = (typeof databaseKinds)[number];

/** Those of `all` that the flag names, or all. */
export function chosen<T extends string>(given: Flag, all: readonly T[]): readonly T[] {
  if (typeof given !== 'string') return all;
  return given.split(',').map((word) => {
    const one = all.find((known) => known === word);
    if (!one) throw new Error(`no ${word}; there are ${all.join(', ')}`);
    return one;
  });
}

export function whole(given: Flag, usual: number): number {
  if (typeof given !== 'string') return usual;
  const value = Number(given.replaceAll('_', ''));
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`${given} is not a whole number from 1`);
  return value;
}

const engineParts = ['jobs', 'steps', 'latency'] as const;
export type EnginePart = (typeof engineParts)[number];

export interface EngineOptions {
  readonly parts: readonly EnginePart[];
  readonly contenders: readonly StableName[];
  /** Jobs in the queue when the workers are told to start. */
  readonly queued: number;
  /** Worker processes, one measurement each. */
  readonly processes: readonly number[];
  /** Rounds at most; those that take long are run once. */
  readonly rounds: number;
  readonly latencySeconds: number;
}

export function engineOptions({ quick, ...flags }: Flags): EngineOptions {
  const processes = typeof flags.processes === 'string' ? flags.processes.split(',') : ['1', '2', '4'];
  return {
    parts: chosen(flags.only, engineParts),
    contenders: chosen(flags.contenders, stableNames),
    queued: whole(flags.queued, quick ? 5_000 : 50_000),
    processes: processes.map((count) => whole(count, 1)),
    rounds: whole(flags.rounds, 3),
    latencySeconds: whole(flags.seconds, quick ? 5 : 15),
  };
}

const httpParts = ['lists', 'reads', 'writes'] as const;
export type HttpPart = (typeof httpParts)[number];

export interface HttpOptions {
  readonly parts: readonly HttpPart[];
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

export function httpOptions({ only, database, quick }: Flags): HttpOptions {
  const wanted = { parts: chosen(only, httpParts), databases: chosen(database, databaseKinds), few: 1_000 };
  return quick
    ? { ...wanted, many: 10_000, connections: 40, seconds: 0.2, turns: 2, warmUp: 100 }
    : { ...wanted, many: 1_000_000, connections: 600, seconds: 4, turns: 4, warmUp: 5_000 };
}
