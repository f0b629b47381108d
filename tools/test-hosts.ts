// The hosts that tests start, each as a few files instead of six hundred: starting one takes half the processor time, and
// the tests start some three hundred.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const hosts = ['hosts/{admin,koa,offline,sandbox,worker}/main.ts', 'tests/walk/{crash,fault}-worker.ts'];

/** A module in a bundle knows where its source is, for it finds files beside it. */
const knowsItsPlace: Plugin = {
  name: 'knows-its-place',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/(core|adapters|hosts|tests)\/.*\.ts$/ }, ({ path: file }) => {
      const source = readFileSync(file, 'utf8');
      const place = JSON.stringify(pathToFileURL(file).href);
      return { loader: 'ts', contents: source.replaceAll('import.meta.url', place) };
    });
  },
};

/** Builds them from the sources of this moment; resolves to the folder, in which a file has its name with `.js`. */
export async function buildTestHosts(): Promise<string> {
  const folder = path.resolve('var/test-hosts');
  await build({
    entryPoints: hosts.flatMap((pattern) => globSync(pattern)),
    outdir: folder,
    outbase: '.',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    packages: 'external',
    sourcemap: false,
    plugins: [knowsItsPlace],
    logLevel: 'error',
  });
  return folder;
}
