// What the lock file says is installed for production, and what the installed packages say of themselves.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { licenceOfText } from './licence-rules.ts';
import { bundled } from './purposes.ts';

export interface Package {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Its place in the tree, such as `node_modules/a/node_modules/b`. */
  readonly place: string;
  readonly hasIntegrity: boolean;
  readonly hasInstallScript: boolean;
  readonly deprecated: boolean;
  /** Left out on platforms that it is not for. */
  readonly optional: boolean;
}

export interface DirectDependency extends Package {
  /** Packages that come only through this or through others as well, without itself. */
  readonly transitive: number;
}

export interface Inventory {
  readonly direct: readonly DirectDependency[];
  /** All of production, direct ones included. */
  readonly production: readonly Package[];
  /** Of the whole lock file, tools and tests included. */
  readonly installScripts: readonly string[];
  readonly withoutIntegrity: readonly string[];
  readonly locked: number;
}

interface LockEntry {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly deprecated?: string;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

type Lock = ReadonlyMap<string, LockEntry>;

const lockFile = 'package-lock.json';
/** Manifests whose dependencies are installed for production: the package's own, its Node and drivers, the sandbox ledger. */
const roots = ['', 'tools/node-runtime', 'adapters/ledger-sandbox'];

export function takeInventory(folder: string): Inventory {
  const parsed = JSON.parse(readFileSync(path.join(folder, lockFile), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockEntry>>;
  };
  const lock: Lock = new Map(Object.entries(parsed.packages));
  const packages = [...lock].filter(([place, entry]) => place.includes('node_modules/') && entry.link !== true);
  const shipped = new Set(packages.filter(([, { dev }]) => dev !== true).map(([place]) => place));
  for (const name of bundled) for (const place of treeOf(lock, `node_modules/${name}`)) shipped.add(place);
  const read = (place: string) => packageAt(folder, place, lock.get(place) ?? {});
  return {
    direct: directNames(lock).map((name) => {
      const place = `node_modules/${name}`;
      return { ...read(place), transitive: treeOf(lock, place).size - 1 };
    }),
    production: [...shipped].sort().map(read),
    installScripts: packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([place]) => nameOf(place)),
    withoutIntegrity: packages.filter(([, entry]) => !isSha512(entry)).map(([place]) => place),
    locked: packages.length,
  };
}

function directNames(lock: Lock): string[] {
  const named = roots.flatMap((root) => {
    const { dependencies = {}, optionalDependencies = {} } = lock.get(root) ?? {};
    return [...Object.keys(dependencies), ...Object.keys(optionalDependencies)];
  });
  return [...new Set([...named, ...bundled])].sort();
}

/** The package and everything that it brings, by the places that Node would find them at. */
function treeOf(lock: Lock, place: string): ReadonlySet<string> {
  const found = new Set<string>();
  const queue = [place];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    const { dependencies = {}, optionalDependencies = {} } = lock.get(next) ?? {};
    for (const name of [...Object.keys(dependencies), ...Object.keys(optionalDependencies)]) {
      const at = placeOf(lock, next, name);
      if (at !== undefined) queue.push(at);
    }
  }
  return found;
}

/** Where Node finds `name` from `from`: the nearest folder upwards. */
function placeOf(lock: Lock, from: string, name: string): string | undefined {
  const parts = from.split('/node_modules/');
  const bases = parts.map((_, index) => parts.slice(0, parts.length - index).join('/node_modules/'));
  return [...bases.map((base) => `${base}/node_modules/${name}`), `node_modules/${name}`].find((at) => lock.has(at));
}

function packageAt(folder: string, place: string, entry: LockEntry): Package {
  return {
    name: nameOf(place),
    version: entry.version ?? '',
    licence: entry.license ?? licenceIn(path.join(folder, place)) ?? 'unknown',
    place,
    hasIntegrity: isSha512(entry),
    hasInstallScript: entry.hasInstallScript === true,
    deprecated: entry.deprecated !== undefined,
    optional: entry.optional === true,
  };
}

function nameOf(place: string): string {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function isSha512({ integrity }: LockEntry): boolean {
  return integrity?.startsWith('sha512-') === true;
}

function licenceIn(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.md|\.txt)?$/i.test(name));
  return file === undefined ? undefined : licenceOfText(readFileSync(path.join(folder, file), 'utf8'));
}
