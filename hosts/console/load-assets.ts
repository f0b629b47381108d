import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Asset {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly brotli: Buffer;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The built files by name, in memory: a few hundred kilobytes. Undefined where nothing was built. */
export function loadAssets(folder: URL): ReadonlyMap<string, Asset> | undefined {
  try {
    const names = readdirSync(folder).filter((name) => path.extname(name) in types);
    return names.includes('index.html') ? new Map(names.map((name) => [name, load(folder, name)])) : undefined;
  } catch {
    return undefined;
  }
}

function load(folder: URL, name: string): Asset {
  const read = (ending: string) => readFileSync(new URL(name + ending, folder));
  const plain = read('');
  return {
    type: types[path.extname(name)] ?? 'application/octet-stream',
    etag: createHash('sha256').update(plain).digest('base64url').slice(0, 16),
    plain,
    gzip: read('.gz'),
    brotli: read('.br'),
  };
}
