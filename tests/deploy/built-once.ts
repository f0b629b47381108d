// What `npm run build` makes depends on nothing but the files that it is given, so tests that give it the same share one
// build, which takes ten seconds of processor time. A long run makes each anew.
import { createHash } from 'node:crypto';
import {
  cpSync,
  type Dirent,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { isLong } from '../../tools/run-length.ts';

const kept = path.resolve('var/built');
const lock = path.resolve('var/built.lock');
const pages = 'hosts/console/assets';
/** A build takes ten seconds on a machine that does nothing else; what ended without letting go is older than this. */
const lockMs = 120_000;

/** Makes `dist` in a folder of sources by `build`, or takes what these very sources gave before. */
export function buildOnce(folder: string, build: () => void): void {
  if (isLong) {
    build();
    return;
  }
  const before = path.join(kept, digestOf(folder));
  whileLocked(() => {
    if (existsSync(before)) cpSync(before, path.join(folder, 'dist'), { recursive: true });
    else keep(before, folder, build);
  });
}

function keep(as: string, folder: string, build: () => void): void {
  // The build looks itself whether these pages are of its sources, and makes them anew if not.
  if (existsSync(pages)) cpSync(pages, path.join(folder, pages), { recursive: true });
  build();
  rmSync(kept, { recursive: true, force: true });
  const draft = `${kept}.draft`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(path.join(folder, 'dist'), path.join(draft, path.basename(as)), { recursive: true });
  renameSync(draft, kept);
}

/** Of every file of the folder but the packages, which the lock file names. */
function digestOf(folder: string): string {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .flatMap((entry) => filesOf(folder, entry))
    .sort();
  const hash = createHash('sha256').update(process.version);
  for (const file of files) {
    const bytes = readFileSync(path.join(folder, file));
    hash.update(`${file}\n${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

function filesOf(folder: string, entry: Dirent): readonly string[] {
  if (!entry.isDirectory()) return [entry.name];
  const below = readdirSync(path.join(folder, entry.name), { recursive: true, withFileTypes: true });
  return below.filter((one) => one.isFile()).map((one) => path.relative(folder, path.join(one.parentPath, one.name)));
}

/** One process at a time; the others wait, because they would only make the same at half the speed. */
function whileLocked(work: () => void): void {
  mkdirSync(path.dirname(lock), { recursive: true });
  const pause = new Int32Array(new SharedArrayBuffer(4));
  while (!hasLocked()) Atomics.wait(pause, 0, 0, 200);
  try {
    work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function hasLocked(): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const { mtimeMs } = statSync(lock, { throwIfNoEntry: false }) ?? {};
    if (mtimeMs !== undefined && Date.now() - mtimeMs > lockMs) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}
