// Builds the browser files of console and API reference: bundled, named by content, compressed (`npm run
// build:console`). Hosts with the console run it before they start; it does nothing if the sources have not changed.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { sections } from '../docs/.vitepress/pages.ts';

const web = 'hosts/console/web';
const out = 'hosts/console/assets';
/** A file with the digest of the sources that were built. */
const builtFrom = 'built-from';
/** Bounds what a browser loads before it shows anything: page, script and styles, in gzip. */
const firstViewMaxBytes = 150 * 1000;
const firstView = /^(app|style|early-theme|icon|index)\b/;
/** Served as it is: Swagger UI is no module, and bundling it would gain nothing. */
const swagger = 'node_modules/swagger-ui-dist';

function digestOfSources(): string {
  const guides = sections.flatMap(({ pages }) => pages).map(({ file }) => file);
  const tools = ['tools/build-console.ts', 'tools/docs-pages.ts', 'docs/.vitepress/pages.ts', 'package-lock.json'];
  const files = [...globSync(`${web}/**/*.*`).sort(), ...guides, ...tools];
  return createHash('sha256')
    .update(files.map((file) => `${file}\n${readFileSync(file, 'utf8')}`).join('\n'))
    .digest('hex');
}

function isBuiltFrom(sources: string): boolean {
  const note = path.join(out, builtFrom);
  return existsSync(note) && readFileSync(note, 'utf8') === sources;
}

/** `npm ci --omit=dev` does not install the bundler. */
async function loadBundler(): Promise<typeof import('esbuild')> {
  try {
    return await import('esbuild');
  } catch {
    const served = existsSync(out) ? 'an older build is served' : '/console answers 503';
    console.error(
      `The console was not built, because esbuild is not installed (npm ci --omit=dev leaves it out): ${served}. ` +
        `Run "npm ci && npm run build:console" first and "npm prune --omit=dev" afterwards, or copy ${out} from where it was built.`,
    );
    process.exit(1);
  }
}

async function bundled(): Promise<ReadonlyMap<string, string>> {
  const { build } = await loadBundler();
  const { outputFiles } = await build({
    entryPoints: {
      app: `${web}/main.tsx`,
      style: `${web}/styles/index.css`,
      api: `${web}/reference/api.ts`,
      events: `${web}/reference/events.tsx`,
      reference: `${web}/reference/reference.css`,
      docs: `${web}/reference/docs.css`,
      'guide-search': `${web}/reference/guide-search.ts`,
      connect: `${web}/connect/connect.ts`,
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: ['es2022', 'chrome111', 'firefox113', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryNames: '[name]-[hash]',
    outdir: out,
    legalComments: 'none',
    logLevel: 'warning',
  });
  return new Map(outputFiles.map((file) => [path.basename(file.path), file.text]));
}

/** Names a file by its content, so that browsers may keep it for ever. */
function named(file: string): readonly [string, string] {
  const text = readFileSync(file, 'utf8');
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const { name, ext } = path.parse(file);
  return [`${name}-${hash}${ext}`, text];
}

/** Replaces `{{…}}` in a page. */
const parts = {
  ...{ script: /^app-.*\.js$/, style: /^style-.*\.css$/, theme: /^early-theme-.*\.js$/, icon: /^icon-.*\.svg$/ },
  ...{ api: /^api-.*\.js$/, events: /^events-.*\.js$/, reference: /^reference-.*\.css$/ },
  ...{ docs: /^docs-.*\.css$/, guideSearch: /^guide-search-.*\.js$/ },
  ...{ swagger: /^swagger-ui-bundle-.*\.js$/, swaggerStyle: /^swagger-ui-.*\.css$/ },
};

/** `place` is the path from the page to its files. */
function page(source: string, place: string, files: readonly string[]): string {
  return readFileSync(`${web}/${source}`, 'utf8').replace(/\{\{(\w+)\}\}/g, (whole, name: keyof typeof parts) => {
    if (!(name in parts)) return whole;
    const file = files.find((one) => parts[name].test(one));
    if (file === undefined) throw new Error(`${source}: nothing was built for ${name}`);
    return place + file;
  });
}

function keep(folder: string, name: string, text: string): number {
  const file = path.join(folder, name);
  const gzip = gzipSync(text, { level: 9 });
  writeFileSync(file, text);
  writeFileSync(`${file}.gz`, gzip);
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQualityOf(name, text) } }),
  );
  return gzip.length;
}

/**
 * The best quality is for what every visit loads. It takes two and a half times as long as the next one for three per cent
 * less, and three seconds for Swagger UI.
 */
function brotliQualityOf(name: string, text: string): number {
  if (text.length > 1_000_000) return 9;
  return firstView.test(name) ? constants.BROTLI_MAX_QUALITY : 10;
}

const sources = digestOfSources();
if (isBuiltFrom(sources)) process.exit(0);
const own = new Map([...(await bundled()), named(`${web}/early-theme.js`), named(`${web}/icon.svg`)]);
const foreign = new Map([named(`${swagger}/swagger-ui-bundle.js`), named(`${swagger}/swagger-ui.css`)]);
const connectScript = [...own].find(([name]) => /^connect-.*\.js$/.test(name));
if (connectScript === undefined) throw new Error('connect.js was not built');
own.delete(connectScript[0]);
// Applications name it, so it keeps its name.
own.set('connect.js', connectScript[1]);
const names = [...own.keys(), ...foreign.keys()];
const files = new Map([...own, ...foreign]);
files.set('index.html', page('index.html', '/console/assets/', names));
// Relative, so that an application can serve the files below a prefix.
for (const name of ['api.html', 'events.html']) files.set(name, page(`reference/${name}`, '../console/assets/', names));
const { docsPages } = await import('./docs-pages.ts');
for (const [name, text] of docsPages(page('reference/docs.html', '/console/assets/', names))) files.set(name, text);

const draft = `${out}.${process.pid}`;
mkdirSync(draft, { recursive: true });
const firstViewBytes = [...files]
  .map(([name, text]) => ({ isFirst: firstView.test(name), bytes: keep(draft, name, text) }))
  .reduce((sum, { isFirst, bytes }) => sum + (isFirst ? bytes : 0), 0);
// Swagger UI's licence requires these notices.
for (const name of ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'])
  copyFileSync(`${swagger}/${name}`, path.join(draft, name.startsWith('swagger') ? name : `swagger-ui.${name}`));
writeFileSync(path.join(draft, builtFrom), sources);
rmSync(out, { recursive: true, force: true });
renameSync(draft, out);

console.log(`console: ${files.size} files, first view ${(firstViewBytes / 1000).toFixed(1)} kB compressed (gzip)`);
if (firstViewBytes > firstViewMaxBytes) {
  console.error(`console: the first view may have at most ${firstViewMaxBytes / 1000} kB`);
  process.exit(1);
}
