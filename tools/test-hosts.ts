// The hosts that tests start, each as a few files instead of one a module, those of its packages among them: a start takes
// a tenth to a half less processor time, and the tests start some three hundred.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const hosts = [
  'hosts/{admin,cli,koa,offline,sandbox,worker}/main.ts',
  'tests/{walk/{crash,fault}-worker,fuzz/fuzz-child}.ts',
];

/** Packages with native code, with files beside their code or with processes of their own; and what knex could load. */
const leftOut = [
  ...['better-sqlite3', 'nock', 'pdfkit', 'pg', 'pino'],
  ...['mariadb', 'mysql', 'mysql2', 'oracledb', 'pg-query-stream', 'sqlite3', 'tedious'],
];

/** For packages that are not ES modules. */
const withRequire = `import { createRequire as requireFor } from 'node:module';
const require = requireFor(${JSON.stringify(pathToFileURL(path.resolve('package.json')).href)});`;

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
    external: leftOut,
    banner: { js: withRequire },
    sourcemap: false,
    plugins: [knowsItsPlace],
    logLevel: 'error',
  });
  return folder;
}
