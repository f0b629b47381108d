// `npm run bench [name …]`: every benchmark, or the named ones. Read the ratios; the machine's own speed varies.
import { cpus } from 'node:os';
import { benchHttp } from './http.ts';
import { benchLiveReadSdk } from './live-read-sdk.ts';
import { benchOperations } from './operations.ts';

const benchmarks: Readonly<Record<string, () => Promise<void>>> = {
  operations: benchOperations,
  http: benchHttp,
  sdk: benchLiveReadSdk,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(', ')}; there are ${Object.keys(benchmarks).join(', ')}`);
  process.exit(2);
}
console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`);
for (const [name, run] of Object.entries(benchmarks)) {
  if (wanted.length === 0 || wanted.includes(name)) await run();
}
