// What is measured against what: each contender is loaded in turns with the others of its table, in the same run.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from '../engine/children.ts';
import type { HttpOptions } from '../flags.ts';
import { spreadOf } from '../measure.ts';
import type { Taken } from './timed-loops.ts';

export interface LoadWish {
  /** They take turns. */
  readonly urls: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** What is posted, under a key of its own each; a GET without it. */
  readonly body?: string | undefined;
  readonly inFlight: number;
  readonly seconds: number;
  /** Requests to make even if they take longer. */
  readonly least: number;
}

export interface Contender {
  readonly name: string;
  run(inFlight: number, seconds: number, least?: number): Promise<Taken>;
}

export interface Cell {
  readonly perSecond: number;
  /** Of the serving process, a request. */
  readonly cpuMicros: number;
  readonly median: number;
  readonly p99: number;
}

const loadMs = 120_000;
/** What a server does after its answers is its cost, too. */
const afterwardsMs = 100;

/** Calls this server over HTTP through the load generator. */
export function served(
  name: string,
  { load, server, restMs = afterwardsMs }: { readonly load: Child; readonly server: Child; readonly restMs?: number },
  target: Pick<LoadWish, 'urls' | 'headers' | 'body'>,
): Contender {
  return {
    name,
    async run(inFlight, seconds, least = 1) {
      await server.ask('cpu');
      const taken = await load.ask('load', { ...target, inFlight, seconds, least }, loadMs);
      await sleep(restMs);
      const { cpuMs } = await server.ask('cpu');
      return { ...taken, cpuMs } as unknown as Taken;
    },
  };
}

/** Runs by itself, as a process of its own that times what it does. */
export function alone(name: string, child: Child, body?: string): Contender {
  return {
    name,
    run: async (inFlight, seconds, least = 1) =>
      (await child.ask('load', { inFlight, seconds, least, body }, loadMs)) as unknown as Taken,
  };
}

/**
 * Loads them in turns, so that a slow moment of the machine meets all of them; the first turn of each,
 * of `warmUp` requests and more, does not count.
 */
export async function inTurns<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  inFlight: number,
  { seconds, turns, warmUp }: Pick<HttpOptions, 'seconds' | 'turns' | 'warmUp'>,
): Promise<Readonly<Record<Name, Cell>>> {
  const taken = new Map<Name, Taken[]>();
  const entries = Object.entries<Contender>(contenders) as [Name, Contender][];
  for (const [, contender] of entries) await contender.run(inFlight, seconds / turns, warmUp);
  for (let turn = 0; turn < turns; turn += 1) {
    for (const [name, contender] of entries) {
      taken.set(name, [...(taken.get(name) ?? []), await contender.run(inFlight, seconds / turns)]);
    }
  }
  return Object.fromEntries([...taken].map(([name, all]) => [name, cellOf(all)])) as Record<Name, Cell>;
}

function cellOf(taken: readonly Taken[]): Cell {
  const sum = (of: (one: Taken) => number): number => taken.reduce((all, one) => all + of(one), 0);
  const count = sum(({ took }) => took.length);
  return {
    perSecond: count / sum(({ seconds }) => seconds),
    cpuMicros: (sum(({ cpuMs }) => cpuMs) / count) * 1000,
    ...spreadOf(taken.flatMap(({ took }) => took)),
  };
}
