// Makes the console's files for browsers: bundled, named by their content, compressed beforehand. `npm run build:console`.
// Hosts that serve the console run it before they start; it does nothing when the files are those of these sources.
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const web = 'hosts/console/web';
const out = 'hosts/console/assets';
/** Holds the digest of the sources from which the files were built. */
const builtFrom = 'built-from';
/** What a browser loads before it shows anything: page, script and styles, as gzip sends them. */
const firstViewMaxBytes = 150 * 1000;

function digestOfSources(): string {
  const files = [...globSync(`${web}/**/*.*`).sort(), 'tools/build-console.ts', 'package-lock.json'];
  return createHash('sha256')
    .update(files.map((file) => `${file}\n${readFileSync(file, 'utf8')}`).join('\n'))
    .digest('hex');
}

function isBuiltFrom(sources: string): boolean {
  const note = path.join(out, builtFrom);
  return existsSync(note) && readFileSync(note, 'utf8') === sources;
}

/** `npm ci --omit=dev` leaves the bundler out. */
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
    entryPoints: { app: `${web}/main.tsx`, style: `${web}/styles/index.css` },
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

/** Named by what is in it, so that browsers may keep it for good. */
function named(file: string): readonly [string, string] {
  const text = readFileSync(`${web}/${file}`, 'utf8');
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  const { name, ext } = path.parse(file);
  return [`${name}-${hash}${ext}`, text];
}

function page(files: readonly string[]): string {
  const named = (form: RegExp): string => `/console/assets/${files.find((file) => form.test(file)) ?? ''}`;
  return readFileSync(`${web}/index.html`, 'utf8')
    .replace('{{script}}', named(/^app-.*\.js$/))
    .replace('{{style}}', named(/^style-.*\.css$/))
    .replace('{{theme}}', named(/^early-theme-.*\.js$/))
    .replace('{{icon}}', named(/^icon-.*\.svg$/));
}

function keep(folder: string, name: string, text: string): number {
  const file = path.join(folder, name);
  const gzip = gzipSync(text, { level: 9 });
  writeFileSync(file, text);
  writeFileSync(`${file}.gz`, gzip);
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
  );
  return gzip.length;
}

const sources = digestOfSources();
if (isBuiltFrom(sources)) process.exit(0);
const files = new Map([...(await bundled()), named('early-theme.js'), named('icon.svg')]);
files.set('index.html', page([...files.keys()]));

const draft = `${out}.${process.pid}`;
mkdirSync(draft, { recursive: true });
const firstViewBytes = [...files].reduce((sum, [name, text]) => sum + keep(draft, name, text), 0);
writeFileSync(path.join(draft, builtFrom), sources);
rmSync(out, { recursive: true, force: true });
renameSync(draft, out);

console.log(`console: ${files.size} files, first view ${(firstViewBytes / 1000).toFixed(1)} kB compressed (gzip)`);
if (firstViewBytes > firstViewMaxBytes) {
  console.error(`console: the first view may have at most ${firstViewMaxBytes / 1000} kB`);
  process.exit(1);
}
