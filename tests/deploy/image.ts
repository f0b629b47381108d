// Makes the file system of the image by the Dockerfile's own lines, without a container engine: each stage is a folder, COPY
// copies what .dockerignore leaves in, RUN runs.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { isLong } from '../../tools/run-length.ts';
import { copyContext, linkTree } from './build-context.ts';
import { buildOnce } from './built-once.ts';
import { type Instruction, lastOf, pairOf, readDockerfile, type Stage, wordsOf } from './dockerfile.ts';

export interface Image {
  /** What the container's root would be. */
  readonly root: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

/** Throws where a line of the Dockerfile fails or copies nothing. */
export function makeImage(into: string): Image {
  const stages = readDockerfile('Dockerfile');
  const roots = new Map<string, string>();
  let image: Image | undefined;
  for (const [i, stage] of stages.entries()) {
    const root = path.join(into, stage.name ?? `stage-${i}`);
    if (stage.name !== undefined) roots.set(stage.name, root);
    image = makeStage(stage, root, roots);
  }
  const last = stages.at(-1);
  if (image === undefined || last === undefined) throw new Error('the Dockerfile has no stage');
  const [command, healthcheck] = ['CMD', 'HEALTHCHECK'].map((name) => wordsOf(lastOf(last, name)));
  return { ...image, command: command ?? [], healthcheck: healthcheck ?? [] };
}

function makeStage(stage: Stage, root: string, roots: ReadonlyMap<string, string>): Image {
  let workdir = root;
  const env: Record<string, string> = {};
  for (const one of stage.instructions) {
    if (one.name === 'WORKDIR') workdir = path.join(root, one.text);
    if (one.name === 'WORKDIR') mkdirSync(workdir, { recursive: true });
    if (one.name === 'ENV') Object.assign(env, Object.fromEntries(one.text.split(/\s+/).map(pairOf)));
    if (one.name === 'COPY') copy(one, workdir, roots);
    if (one.name === 'RUN') run(one.text, workdir, env);
  }
  return { root, workdir, env, command: [], healthcheck: [] };
}

function copy({ flags, text }: Instruction, workdir: string, roots: ReadonlyMap<string, string>): void {
  const words = text.split(/\s+/);
  const to = path.join(workdir, words.at(-1) ?? '');
  const from = flags['from'] === undefined ? undefined : roots.get(flags['from']);
  for (const source of words.slice(0, -1)) {
    if (from === undefined) copyContext(source, to);
    else linkTree(path.join(from, source), to);
  }
}

function run(line: string, workdir: string, env: Readonly<Record<string, string>>): void {
  // These very packages were installed so, from this lock file, before any test could run.
  if (line === 'npm ci' && !isLong) {
    linkTree('node_modules', path.join(workdir, 'node_modules'));
    return;
  }
  const carryOut = () => carriedOut(line, workdir, env);
  if (line === 'npm run build') buildOnce(workdir, carryOut);
  else carryOut();
}

function carriedOut(line: string, workdir: string, env: Readonly<Record<string, string>>): void {
  const { PATH, HOME } = process.env;
  const bin = path.dirname(process.execPath);
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
    cwd: workdir,
    env: { HOME, ...env, PATH: `${bin}:${PATH}`, npm_config_update_notifier: 'false' },
    encoding: 'utf8',
    timeout: 240_000,
  });
  if (status !== 0) throw new Error(`RUN ${line} ended with ${status}\n${stdout}\n${stderr}`);
}

/** As on a root that is mounted read-only: no folder takes a file, and what was built cannot be written either. */
export function makeReadOnly(folder: string, files: boolean): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) makeReadOnly(file, files && entry.name !== 'node_modules');
    else if (files && entry.isFile()) chmodSync(file, 0o444);
  }
  chmodSync(folder, 0o555);
}

/** So that it can be removed again. */
export function makeWritable(folder: string): void {
  if (!existsSync(folder)) return;
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) makeWritable(path.join(folder, entry.name));
}
