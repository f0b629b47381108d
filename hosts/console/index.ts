// Serves the built pages: the console under /console, guides and the API reference under /docs. They need nothing of the
// service but its API on the same origin.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Middleware } from 'koa';

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

const notBuilt = 'This page has not been built. Run `npm run build:console` and reload it.\n';

const indexPage = 'index.html';
const referencePages = new Map([
  ['/docs/api', 'api.html'],
  ['/docs/events', 'events.html'],
]);

/** The file that is shown at an address, if it was built; undefined where no page can be. */
function pageAt(path: string): string | undefined {
  if (path === '/console' || path.startsWith('/console/')) return indexPage;
  if (path === '/llms.txt') return 'llms.txt';
  const [, guide] = /^\/docs(?:\/((?:[a-z-]+\/)?[a-z-]+(?:\.md)?))?$/.exec(path) ?? [];
  if (guide === undefined) return path === '/docs' ? 'docs-index.html' : undefined;
  return referencePages.get(path) ?? `docs-${guide.replace('/', '-')}${guide.endsWith('.md') ? '' : '.html'}`;
}

/**
 * Answers `/console` and everything below it, and the pages of `/docs`; `/` leads to the console; all else goes on. Any Koa
 * app can mount it.
 * `folder`: where `npm run build:console` put the files.
 */
export function consolePages(folder: URL = new URL('./assets/', import.meta.url)): Middleware {
  let assets: ReadonlyMap<string, Asset> | undefined;
  return (ctx, next) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next();
    if (ctx.path === '/') return ctx.redirect(`${ctx['mountPath'] ?? ''}/console/`);
    const page = pageAt(ctx.path);
    if (page === undefined) return next();
    ctx.set(headers);
    // For the host's access log, if it keeps one.
    ctx.state['route'] = page === indexPage ? '/console/*' : ctx.path;
    assets ??= loadAssets(folder, String(ctx['mountPath'] ?? ''));
    if (assets === undefined) {
      ctx.status = 503;
      ctx.body = notBuilt;
      return undefined;
    }
    const name = /^\/console\/assets\/(.+)$/.exec(ctx.path)?.[1];
    const asset = assets.get(name ?? page);
    if (asset === undefined) return next();
    // A page's name says nothing of its content; that of everything else does.
    ctx.set('Cache-Control', name === undefined ? 'no-cache' : 'public, max-age=31536000, immutable');
    send(ctx, asset);
    return undefined;
  };
}

function send(ctx: Parameters<Middleware>[0], { type, etag, encoded }: Asset): void {
  ctx.status = 200;
  ctx.vary('Accept-Encoding');
  ctx.type = type;
  const encoding = encodings.find((one) => one === ctx.acceptsEncodings(...encodings)) ?? 'identity';
  ctx.etag = `${etag}-${encoding}`;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.body = encoded[encoding];
}

const encodings = ['br', 'gzip', 'identity'] as const;

interface Asset {
  readonly type: string;
  readonly etag: string;
  readonly encoded: Readonly<Record<(typeof encodings)[number], Buffer>>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** The built files by name, in memory: three megabytes, most of it Swagger UI. Undefined where nothing was built. */
function loadAssets(folder: URL, prefix: string): ReadonlyMap<string, Asset> | undefined {
  try {
    const all = readdirSync(folder);
    // Licences are kept beside the files, and not served.
    const names = all.filter((name) => path.extname(name) in types && all.includes(`${name}.gz`));
    return names.includes(indexPage) ? new Map(names.map((name) => [name, load(folder, name, prefix)])) : undefined;
  } catch {
    return undefined;
  }
}

function load(folder: URL, name: string, prefix: string): Asset {
  const isMounted = prefix !== '' && name.endsWith('.html');
  const read = (ending: string) => readFileSync(new URL(name + ending, folder));
  const identity = isMounted ? Buffer.from(String(read('')).replaceAll(/"\/(?=\w)/g, `"${prefix}/`)) : read('');
  return {
    type: types[path.extname(name)] ?? 'application/octet-stream',
    etag: createHash('sha256').update(identity).digest('base64url').slice(0, 16),
    encoded: isMounted
      ? { identity, gzip: gzipSync(identity), br: brotliCompressSync(identity) }
      : { identity, gzip: read('.gz'), br: read('.br') },
  };
}
