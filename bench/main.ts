// `npm run bench [name …]`: every benchmark, or the named ones. Read the ratios; the machine's own speed varies.
// Flags are the engine's (engine/options.ts) and the changes' (changes/options.ts): `npm run bench engine -- --quick`.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { benchDeliveries } from './changes/deliveries.ts';
import { benchNotifications } from './changes/notifications.ts';
import { changesFlags } from './changes/options.ts';
import { benchPlanning } from './changes/planning.ts';
import { benchSync } from './changes/sync.ts';
import { benchEngine } from './engine/bench-engine.ts';
import { engineFlags } from './engine/options.ts';
import { benchHttp } from './http/bench-http.ts';
import { benchNews } from './news/bench-news.ts';
import { benchRetention, retentionFlags } from './retention/bench-retention.ts';
import { benchSoak } from './soak.ts';
import { benchUsage } from './usage.ts';

const { values: flags, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    ...engineFlags,
    ...changesFlags,
    ...retentionFlags,
    database: { type: 'string' },
    minutes: { type: 'string' },
  },
});

const benchmarks: Readonly<Record<string, () => Promise<void>>> = {
  engine: () => benchEngine(flags),
  http: () => benchHttp(flags),
  usage: benchUsage,
  notifications: () => benchNotifications(flags),
  deliveries: () => benchDeliveries(flags),
  sync: () => benchSync(flags),
  news: () => benchNews(flags),
  planning: () => benchPlanning(flags),
  retention: () => benchRetention(flags),
  soak: () => benchSoak(flags),
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
