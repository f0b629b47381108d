// Bundles the hosts that tests start, with their packages, because a start from few files takes 10 to 50 % less CPU and
// the tests start about three hundred.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const hosts = [
  'hosts/{admin,cli,koa,offline,sandbox,worker}/main.ts',
  'tests/{walk/{crash-worker,fault-worker,moved-host},fuzz/fuzz-child}.ts',
];

/** Packages with native code, further files or processes, and drivers that knex could load. */
const leftOut = [
  ...['better-sqlite3', 'nock', 'pdfkit', 'pg', 'pino'],
  ...['mariadb', 'mysql', 'mysql2', 'oracledb', 'pg-query-stream', 'sqlite3', 'tedious'],
];

/** Defines `require` for packages that are not ES modules. */
const withRequire = `import { createRequire as requireFor } from 'node:module';
const require = requireFor(${JSON.stringify(pathToFileURL(path.resolve('package.json')).href)});`;

/** Keeps each module's own path, because modules find files beside their source. */
const knowsItsPlace: Plugin = {
  name: 'knows-its-place',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/(core|adapters|hosts|tests)\/.*\.ts$/ }, ({ path: file }) => {
      const source = readFileSync(file, 'utf8');
      const place = JSON.stringify(pathToFileURL(file).href);
      return { loader: 'ts', contents: hashingCheaply(file, source).replaceAll('import.meta.url', place) };
    });
  },
};

const hasher = 'adapters/crypto/password-hasher.ts';
const productionCosts = '{ ln: 15, r: 8, p: 3 }';
const cheapCosts = '{ ln: 10, r: 8, p: 1 }';

/**
 * A hash of production takes a fifth of a second of processor time, for each person that a test adds and each sign-in of theirs.
 * password-hasher.test.ts and sign-in.test.ts look at the costs of production.
 */
function hashingCheaply(file: string, source: string): string {
  if (path.relative('.', file) !== hasher) return source;
  if (!source.includes(productionCosts))
    throw new Error(`${hasher} no longer has ${productionCosts}: correct test-hosts.ts`);
  return source.replace(productionCosts, cheapCosts);
}

/** Builds the hosts from the current sources; resolves to their folder, where `x.ts` is `x.js`. */
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
    external: leftOut,
    banner: { js: withRequire },
    sourcemap: false,
    plugins: [knowsItsPlace],
    logLevel: 'error',
  });
  return folder;
}
