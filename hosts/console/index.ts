// Serves the built pages: the console under /console, guides and the API reference under /docs, and the script
// /connect.js. The pages need only the service's API on the same origin.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Middleware } from 'koa';
import { type Asset, assetOf, etagOf, sendAsset } from './encoding.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'Content-Security-Policy': policy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Any application's page may load the script. */
const sharedHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Cache-Control': 'public, max-age=3600',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

const notBuilt = 'This page has not been built. Run `npm run build:console` and reload it.\n';

const indexPage = 'index.html';
const connectScript = 'connect.js';
const referencePages = new Map([
  ['/docs/api', 'api.html'],
  ['/docs/events', 'events.html'],
  ['/docs/search.json', 'docs-search.json'],
]);

/** Returns the file for a path; undefined for a path without a page. The file may not have been built. */
function pageAt(path: string): string | undefined {
  if (path === '/console' || path.startsWith('/console/')) return indexPage;
  if (path === '/llms.txt') return 'llms.txt';
  if (path === `/${connectScript}`) return connectScript;
  const named = referencePages.get(path);
  if (named !== undefined) return named;
  const [, guide] = /^\/docs(?:\/((?:[a-z-]+\/)?[a-z-]+(?:\.md)?))?$/.exec(path) ?? [];
  if (guide === undefined) return path === '/docs' ? 'docs-index.html' : undefined;
  return `docs-${guide.replace('/', '-')}${guide.endsWith('.md') ? '' : '.html'}`;
}

/**
 * Middleware for any Koa app: answers `/console` and everything below it and the pages of `/docs`, redirects `/` to the
 * console, and passes on every other path. `folder` holds the output of `npm run build:console`.
 */
export function consolePages(folder: URL = new URL('./assets/', import.meta.url)): Middleware {
  let loading: ReturnType<typeof loadAssets> | undefined;
  return async (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    if (ctx.path === '/') return ctx.redirect(`${ctx['mountPath'] ?? ''}/console/`);
    const page = pageAt(ctx.path);
    if (page === undefined) return next();
    ctx.set(headers);
    // Read by the host's access log.
    ctx.state['route'] = page === indexPage ? '/console/*' : ctx.path;
    loading ??= loadAssets(folder, String(ctx['mountPath'] ?? ''));
    const assets = await loading;
    if (assets === undefined) {
      loading = undefined;
      ctx.status = 503;
      ctx.body = notBuilt;
      return undefined;
    }
    const name = /^\/console\/assets\/(.+)$/.exec(ctx.path)?.[1];
    const asset = assets.get(name ?? page);
    if (asset === undefined) return next();
    // A page keeps its name when its content changes; other files have new names.
    ctx.set('Cache-Control', name === undefined ? 'no-cache' : 'public, max-age=31536000, immutable');
    if (page === connectScript) ctx.set(sharedHeaders);
    sendAsset(ctx, asset);
    return undefined;
  };
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** Reads the built files into memory: three megabytes, mostly Swagger UI. Undefined where nothing was built. */
async function loadAssets(folder: URL, prefix: string): Promise<ReadonlyMap<string, Asset> | undefined> {
  try {
    const all = readdirSync(folder);
    // Licences stand beside the files and are not served.
    const names = all.filter((name) => path.extname(name) in types && all.includes(`${name}.gz`));
    if (!names.includes(indexPage)) return undefined;
    return new Map(await Promise.all(names.map(async (name) => [name, await load(folder, name, prefix)] as const)));
  } catch {
    return undefined;
  }
}

async function load(folder: URL, name: string, prefix: string): Promise<Asset> {
  const type = types[path.extname(name)] ?? 'application/octet-stream';
  const read = (ending: string) => readFileSync(new URL(name + ending, folder));
  const identity = read('');
  if (prefix !== '' && name.endsWith('.html')) {
    return assetOf(type, Buffer.from(String(identity).replaceAll(/"\/(?=\w)/g, `"${prefix}/`)));
  }
  return { type, etag: etagOf(identity), encoded: { identity, gzip: read('.gz'), br: read('.br') } };
}
