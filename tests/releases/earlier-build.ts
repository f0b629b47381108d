// The release before this one, as the repository's history has it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';

type Manifest = Readonly<Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>>;

const { commit } = JSON.parse(readFileSync('tests/releases/release-before.json', 'utf8')) as {
  readonly commit: string;
};

const git = (...words: readonly string[]) => spawnSync('git', words, { encoding: 'utf8', maxBuffer: 1 << 28 });

/** A folder with the sources of the release before, or why there is none here. */
export function earlierBuild(): { readonly folder: string } | { readonly reason: string } {
  if (git('cat-file', '-e', `${commit}^{commit}`).status !== 0) {
    return { reason: `the history here is shallow or missing: it lacks ${commit.slice(0, 8)}, the release before` };
  }
  const other = otherPackages();
  if (other.length > 0) {
    return { reason: `the release before needs other packages than are installed: ${other.join(', ')}` };
  }
  const folder = path.resolve('var/releases', commit);
  if (!existsSync(folder)) unpack(folder);
  return { folder };
}

/** Packages of the release before that are installed here in no version, or in another than it asks for. */
function otherPackages(): readonly string[] {
  const { dependencies, devDependencies } = JSON.parse(git('show', `${commit}:package.json`).stdout) as Manifest;
  const needed = { ...dependencies, pg: devDependencies['pg'] ?? '' };
  return Object.entries(needed).flatMap(([name, wanted]) => {
    const file = path.join('node_modules', name, 'package.json');
    const installed = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : 'none';
    return wanted === '' || wanted === installed ? [] : [`${name} ${wanted} (${installed})`];
  });
}

/** A run that was cut off leaves no half of it, and two runs at once do not meet. */
function unpack(folder: string): void {
  const own = `${folder}.${process.pid}`;
  mkdirSync(own, { recursive: true });
  const archive = `${own}.tar`;
  for (const [program, ...words] of [
    ['git', 'archive', '--output', archive, commit],
    ['tar', '--extract', '--file', archive, '--directory', own],
  ] as const) {
    const { status, stderr } = spawnSync(program, words, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`);
  }
  rmSync(archive);
  symlinkSync(path.resolve('node_modules'), path.join(own, 'node_modules'));
  if (existsSync(folder)) rmSync(own, { recursive: true });
  else renameSync(own, folder);
}
