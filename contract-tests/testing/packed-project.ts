// The package as a stranger gets it: built, packed, unpacked into an empty project.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyContext, linkTree } from '../../tests/deploy/build-context.ts';
import { buildOnce } from '../../tests/deploy/built-once.ts';

interface Manifest {
  readonly files: readonly string[];
  readonly bin: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

export const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
export const compiler = path.resolve('node_modules/typescript/bin/tsc');

export interface PackedProject {
  readonly project: string;
  /** As a checkout after `npm run build`. */
  readonly stage: string;
  /** Where the package stands in the project. */
  readonly home: string;
}

let packed: PackedProject | undefined;

/** Packed once for all tests of a process, and removed at its end. */
export function packedProject(): PackedProject {
  packed ??= pack();
  return packed;
}

function pack(): PackedProject {
  const project = mkdtempSync(path.join(tmpdir(), 'ledgerport-package-'));
  process.once('exit', () => rmSync(project, { recursive: true, force: true }));
  const stage = path.join(project, 'stage');
  const entries = ['package.json', 'README.md', 'LICENSE', ...manifest.files.filter((entry) => entry !== 'dist')];
  for (const file of globSync(entries)) cpSync(file, path.join(stage, file), { recursive: true });
  cpSync(built(path.join(project, 'context')), path.join(stage, 'dist'), { recursive: true });
  run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', project], stage);
  const tarball = path.join(project, readdirSync(project).find((name) => name.endsWith('.tgz')) ?? '');
  const home = path.join(project, 'node_modules', 'ledgerport');
  mkdirSync(home, { recursive: true });
  run('tar', ['xzf', tarball, '-C', home, '--strip-components=1'], project);
  const client = path.join(project, 'node_modules', '@ledgerport', 'client');
  cpSync('client/package.json', path.join(client, 'package.json'));
  run(
    process.execPath,
    [compiler, '-p', 'client/tsconfig.json', '--singleThreaded', '--outDir', path.join(client, 'dist')],
    process.cwd(),
  );
  linkPackages(path.join(project, 'node_modules'));
  writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }\n');
  cpSync('examples', path.join(stage, 'examples'), { recursive: true });
  return { project, stage, home };
}

/** The folder that the build makes, in a new one, of what an image's builder is given, which is all that it needs. */
export function built(context: string): string {
  copyContext('.', context);
  buildOnce(context, () => {
    // Not a symbolic link: the compiler would name types by where it leads.
    linkTree('node_modules', path.join(context, 'node_modules'));
    run(process.execPath, ['tools/build.ts'], context);
  });
  return path.join(context, 'dist');
}

/** The repository's own packages stand in for what npm would install. */
function linkPackages(into: string): void {
  mkdirSync(into, { recursive: true });
  for (const name of readdirSync('node_modules')) {
    const target = path.join(into, name);
    if (!name.startsWith('.') && !existsSync(target)) symlinkSync(path.resolve('node_modules', name), target);
  }
}

export function runScript(project: string, script: string): string {
  const file = path.join(project, 'script.mjs');
  writeFileSync(file, script);
  return run(process.execPath, [file], project);
}

export function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 100_000 });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`);
  return stdout;
}
