// The comparison as tables, our engine as 1, each under the bar that it is held to.
import { type Row, shown, table } from '../measure.ts';
import type { Latencies } from './latency.ts';
import { ratePerSecond } from './latency.ts';
import type { Figures } from './throughput.ts';

const isOurs = (name: string): boolean => name.startsWith('ours');
const isDefault = (name: string): boolean => name === 'ours, 50 slots';
export const isUnbatched = (name: string): boolean =>
  name.startsWith('pg-boss, batch 1, ') || name === 'graphile-worker, unbatched';
const [latencyTimes, p99Ms] = [1.25, 50];

/** The best of our own settings, at so many processes. */
function oursAt(figures: Figures, processes: number): number {
  return best(figures, processes, isOurs);
}

function best(figures: Figures, processes: number, which: (name: string) => boolean): number {
  const rates = [...figures]
    .filter(([name]) => which(name))
    .map(([, by]) => by.get(processes)?.perSecond ?? Number.NaN);
  return rates.length > 0 ? Math.max(...rates) : Number.NaN;
}

export function showFigures(title: string, figures: Figures, processes: readonly number[]): void {
  const rates = [...figures].map(([name, by]) => [
    name,
    ...processes.flatMap((n) => {
      const rate = by.get(n)?.perSecond ?? Number.NaN;
      return [rate, rate / oursAt(figures, n)];
    }),
  ]);
  table(title, ['engine', ...processes.flatMap((n) => [`${n} × /s`, 'ratio'])], rates);
  const costs = [...figures].map(([name, by]) => [
    name,
    ...processes.flatMap((n) => {
      const { cpuMicros, writes, walBytes } = by.get(n) ?? {};
      return [cpuMicros ?? Number.NaN, writes ?? Number.NaN, walBytes ?? Number.NaN];
    }),
  ]);
  const head = processes.flatMap((n) => [`${n} × CPU µs`, 'writes', 'log bytes']);
  table(
    'What one of them costs: worker processes’ time, transactions that write, write-ahead log (with whole pages after the checkpoint)',
    ['engine', ...head],
    costs,
  );
}

/** One line: the bar, how far we are at each number of processes, and whether all hold. */
export function showBar(
  figures: Figures,
  processes: readonly number[],
  bar: { readonly text: string; readonly isRival: (name: string) => boolean; readonly times: number },
): void {
  const ratios = processes.map((n) => ({ n, ratio: oursAt(figures, n) / best(figures, n, bar.isRival) }));
  verdict(
    bar.text,
    ratios.map(({ n, ratio }) => `${shown(ratio)} × at ${n}`),
    ratios.map(({ ratio }) => (Number.isNaN(ratio) ? undefined : ratio >= bar.times)),
  );
}

/** One line: what an operation costs with the slots that a host has by default. */
export function showCpuBar(figures: Figures, processes: readonly number[], most: number): void {
  const costs = processes.flatMap((n) =>
    [...figures].filter(([name]) => isDefault(name)).map(([, by]) => ({ n, micros: by.get(n)?.cpuMicros })),
  );
  verdict(
    `at most ${most} µs of processor time an operation, with default slots`,
    costs.map(({ n, micros }) => `${shown(micros ?? Number.NaN)} at ${n}`),
    costs.map(({ micros }) => (micros === undefined ? undefined : micros <= most)),
  );
}

export function verdict(text: string, measured: readonly string[], met: readonly (boolean | undefined)[]): void {
  const word = met.includes(undefined) ? 'not measured' : met.every(Boolean) ? 'met' : 'missed';
  console.log(`\nbar: ${text}: ${measured.join(', ')}: ${word}`);
}

export function showLatencies(found: Latencies, processes: readonly number[], seconds: number): void {
  const head = processes.flatMap((n) => [`${n} × median ms`, 'ratio', 'p99 ms', 'call ms']);
  const ours = (n: number) => [...found].filter(([name]) => isOurs(name)).flatMap(([, by]) => by.get(n)?.waits ?? []);
  const leastOurs = (n: number): number => Math.min(...ours(n).map(({ median }) => median));
  const rows = [...found].map(
    ([name, by]): Row => [
      name,
      ...processes.flatMap((n): Row => {
        const latency = by.get(n);
        if (!latency) return ['', '', '', ''];
        const { waits, call } = latency;
        return [waits.median, waits.median / leastOurs(n), waits.p99, call.median];
      }),
    ],
  );
  table(
    `From the call that queues (its commit, "call", included) to the first line of the work, ${ratePerSecond} jobs a second for ${seconds} s (bars: median ≤ ${latencyTimes} × graphile-worker unbatched, p99 < ${p99Ms} ms)`,
    ['engine', ...head],
    rows,
  );
  const measured = processes.flatMap((n) => {
    const peer = found.get('graphile-worker, unbatched')?.get(n)?.waits.median ?? Number.NaN;
    return ours(n).map(({ median, p99 }) => ({ n, ratio: median / peer, p99 }));
  });
  verdict(
    `median at most ${latencyTimes} × graphile-worker unbatched and p99 under ${p99Ms} ms, with each of our settings`,
    measured.map(({ n, ratio, p99 }) => `${shown(ratio)} × and ${shown(p99)} ms at ${n}`),
    measured.map(({ ratio, p99 }) => (Number.isNaN(ratio) ? undefined : ratio <= latencyTimes && p99 < p99Ms)),
  );
}
