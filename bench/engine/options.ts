import type { ParseArgsConfig } from 'node:util';
import { isStableName, type StableName, stableNames } from './stables.ts';

export const parts = ['jobs', 'steps', 'latency', 'history', 'backlog', 'fairness'] as const;
export type Part = (typeof parts)[number];

export interface EngineBenchOptions {
  readonly parts: readonly Part[];
  readonly contenders: readonly StableName[];
  /** Jobs in the queue when the workers are told to start. */
  readonly queued: number;
  /** Worker processes, one measurement each. */
  readonly processes: readonly number[];
  /** Rounds at most; those that take long are run once. */
  readonly rounds: number;
  readonly latencySeconds: number;
  /** Ended operations beside the queue, growing. */
  readonly history: readonly number[];
  /** Due operations of the large queue. */
  readonly backlog: number;
}

export const engineFlags = {
  queued: { type: 'string' },
  quick: { type: 'boolean' },
  processes: { type: 'string' },
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  history: { type: 'string' },
  backlog: { type: 'string' },
  only: { type: 'string' },
  contenders: { type: 'string' },
} as const satisfies NonNullable<ParseArgsConfig['options']>;

export type EngineFlagValues = { readonly [K in keyof typeof engineFlags]?: string | boolean | undefined };

/** Throws a sentence for people when a flag cannot be read. */
export function engineOptions(flags: EngineFlagValues): EngineBenchOptions {
  const quick = flags.quick === true;
  return {
    parts: list(flags.only, parts, (word): word is Part => (parts as readonly string[]).includes(word)),
    contenders: list(flags.contenders, stableNames, isStableName),
    queued: whole(flags.queued, quick ? 5_000 : 50_000),
    processes: wholes(flags.processes, [1, 2, 4]),
    rounds: whole(flags.rounds, 3),
    latencySeconds: whole(flags.seconds, quick ? 5 : 15),
    history: wholes(flags.history, quick ? [0, 100_000] : [0, 1_000_000, 5_000_000], 0),
    backlog: whole(flags.backlog, quick ? 50_000 : 1_000_000),
  };
}

function list<T extends string>(
  given: string | boolean | undefined,
  all: readonly T[],
  isOne: (word: string) => word is T,
): readonly T[] {
  if (typeof given !== 'string') return all;
  return given.split(',').map((word) => {
    if (isOne(word)) return word;
    throw new Error(`no ${word}; there are ${all.join(', ')}`);
  });
}

function wholes(given: string | boolean | undefined, usual: readonly number[], least = 1): readonly number[] {
  return typeof given === 'string' ? given.split(',').map((word) => whole(word, 0, least)) : usual;
}

function whole(given: string | boolean | undefined, usual: number, least = 1): number {
  if (typeof given !== 'string') return usual;
  const value = Number(given.replaceAll('_', ''));
  if (!Number.isSafeInteger(value) || value < least) throw new Error(`${given} is not a whole number from ${least}`);
  return value;
}
