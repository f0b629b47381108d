// The comparison as tables, our engine as 1, each under the bar that it is held to.
import { type Row, shown, table } from '../measure.ts';
import type { Latencies } from './latency.ts';
import { ratePerSecond } from './latency.ts';
import type { Figures } from './throughput.ts';

const isOurs = (name: string): boolean => name.startsWith('ours');
export const unbatchedPeer = 'graphile-worker, unbatched';
const [latencyTimes, p99Ms] = [1.5, 50];

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
  const rows = [...figures].map(([name, by]) => [
    name,
    ...processes.flatMap((n) => {
      const { perSecond, cpuMicros } = by.get(n) ?? { perSecond: Number.NaN, cpuMicros: Number.NaN };
      return [perSecond, perSecond / oursAt(figures, n), cpuMicros];
    }),
  ]);
  table(title, ['engine', ...processes.flatMap((n) => [`${n} × /s`, 'ratio', 'CPU µs each'])], rows);
}

/** One line: the bar, how far we are at each number of processes, and whether all hold. */
export function showBar(
  figures: Figures,
  processes: readonly number[],
  bar: { readonly text: string; readonly isRival: (name: string) => boolean; readonly times: number },
): void {
  const ratios = processes.map((n) => ({ n, ratio: oursAt(figures, n) / best(figures, n, bar.isRival) }));
  verdict(
    `at least ${bar.times} × ${bar.text}`,
    ratios.map(({ n, ratio }) => `${shown(ratio)} × at ${n}`),
    ratios.map(({ ratio }) => (Number.isNaN(ratio) ? undefined : ratio >= bar.times)),
  );
}

function verdict(text: string, measured: readonly string[], met: readonly (boolean | undefined)[]): void {
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
    const peer = found.get(unbatchedPeer)?.get(n)?.waits.median ?? Number.NaN;
    return ours(n).map(({ median, p99 }) => ({ n, ratio: median / peer, p99 }));
  });
  verdict(
    `median at most ${latencyTimes} × graphile-worker unbatched and p99 under ${p99Ms} ms, with each of our settings`,
    measured.map(({ n, ratio, p99 }) => `${shown(ratio)} × and ${shown(p99)} ms at ${n}`),
    measured.map(({ ratio, p99 }) => (Number.isNaN(ratio) ? undefined : ratio <= latencyTimes && p99 < p99Ms)),
  );
}
