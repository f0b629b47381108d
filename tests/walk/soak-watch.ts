// What processes and tables hold, looked at while a soak runs.
import { readdirSync, readFileSync } from 'node:fs';
import type { Fleet } from './fleet.ts';

export interface Sample {
  readonly seconds: number;
  /** Of the HTTP hosts together, and of the sandbox's own process not at all. */
  readonly rssMb: number;
  readonly handles: number;
  readonly databaseConnections: number;
}

/** Resident memory and open files of the two HTTP hosts, which live as long as the run does. */
export async function sample({ hosts, query }: Fleet, startedMs: number): Promise<Sample> {
  const living = hosts.slice(1);
  const rssKb = living.reduce((sum, { pid }) => sum + residentKb(pid), 0);
  const handles = living.reduce((sum, { pid }) => sum + readdirSync(`/proc/${pid}/fd`).length, 0);
  const [row] = await query('select count(*)::int as n from pg_stat_activity where datname = current_database()');
  return {
    seconds: Math.round((Date.now() - startedMs) / 1000),
    rssMb: Math.round(rssKb / 1024),
    handles,
    databaseConnections: Number(row?.['n']),
  };
}

function residentKb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** Rows that may only be there while something is under way. */
export async function leftovers({ query }: Fleet): Promise<Readonly<Record<string, number>>> {
  const questions = {
    held: `select count(*)::int as n from operations where state = 'retrying' and due_at is null`,
    leases: `select count(*)::int as n from operations where state = 'running'`,
    claims: 'select count(*)::int as n from idempotency_keys where answer is null',
  };
  const counted = await Promise.all(
    Object.entries(questions).map(async ([name, sql]) => [name, Number((await query(sql))[0]?.['n'])] as const),
  );
  return Object.fromEntries(counted);
}

/** The middle of the last third against that of the middle third: what grows without end grows there too. */
export function growth(samples: readonly Sample[], of: 'rssMb' | 'handles' | 'databaseConnections'): number {
  const third = Math.floor(samples.length / 3);
  const median = (part: readonly Sample[]) => part.map((one) => one[of]).sort((a, b) => a - b)[part.length >> 1] ?? 0;
  return median(samples.slice(-third)) / Math.max(1, median(samples.slice(third, 2 * third)));
}
