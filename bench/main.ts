// `npm run bench [name …]`: every benchmark, or the named ones. Read the ratios; the machine's own speed varies.
// Flags are in flags.ts: `npm run bench engine -- --quick`. `npm run bench plan` measures nothing: bench/plan.
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { flagTypes } from './flags.ts';

if (process.argv[2] === 'plan') {
  // It needs no peer, and has flags of its own.
  await (await import('./plan/bench-plan.ts')).benchPlan(process.argv.slice(3));
  process.exit();
}
if (!existsSync('bench/node_modules')) {
  console.error('The peers are packages of this folder alone: run "npm ci --prefix bench" first.');
  process.exit(2);
}
const { values: flags, positionals: wanted } = parseArgs({ allowPositionals: true, options: flagTypes });

const benchmarks: Readonly<Record<string, () => Promise<void>>> = {
  engine: async () => (await import('./engine/bench-engine.ts')).benchEngine(flags),
  http: async () => (await import('./http/bench-http.ts')).benchHttp(flags),
  deliveries: async () => (await import('./changes/deliveries.ts')).benchDeliveries(flags),
  budget: async () => (await import('./budget.ts')).benchBudget(),
  followed: async () => (await import('./followed.ts')).benchFollowed(),
  news: async () => (await import('./news/bench-news.ts')).benchNews(flags),
  fairness: async () => (await import('./fairness/bench-fairness.ts')).benchFairness(flags),
  exports: async () => (await import('./exports/bench-exports.ts')).benchExports(flags),
  agents: async () => (await import('./agents.ts')).benchAgents(),
  retention: async () => (await import('./retention/bench-retention.ts')).benchRetention(flags),
};

const unknown = wanted.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(', ')}; there are ${Object.keys(benchmarks).join(', ')}`);
  process.exit(2);
}
console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`);
for (const [name, run] of Object.entries(benchmarks)) {
  if (wanted.length === 0 || wanted.includes(name)) await run();
}
