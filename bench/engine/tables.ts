// The comparison as tables, our engine as 1, each under the bar that it is held to.
import { type Row, shown, table } from '../measure.ts';
import type { Latencies } from './latency.ts';
import { ratePerSecond } from './latency.ts';
import type { Figures } from './throughput.ts';

const isOurs = (name: string): boolean => name.startsWith('ours');

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
  bar: { readonly text: string; readonly rival: string; readonly times: number },
): void {
  const ratios = processes.map((n) => {
    const rival = best(figures, n, (name) => name.startsWith(bar.rival));
    return { n, ratio: oursAt(figures, n) / rival };
  });
  verdict(
    bar.text,
    ratios.map(({ n, ratio }) => `${shown(ratio)} × at ${n}`),
    ratios.map(({ ratio }) => (Number.isNaN(ratio) ? undefined : ratio >= bar.times)),
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
    `From the call that queues (its commit, "call", included) to the first line of the work, ${ratePerSecond} jobs a second for ${seconds} s (bars: median < 10 ms, p99 < 50 ms)`,
    ['engine', ...head],
    rows,
  );
  const worst = processes.map((n) => ({ n, all: ours(n) }));
  verdict(
    'median under 10 ms and p99 under 50 ms, with each of our settings',
    worst.flatMap(({ n, all }) => all.map(({ median, p99 }) => `${shown(median)} and ${shown(p99)} ms at ${n}`)),
    worst.map(({ all }) => (all.length === 0 ? undefined : all.every(({ median, p99 }) => median < 10 && p99 < 50))),
  );
}
