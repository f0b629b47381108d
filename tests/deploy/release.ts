// A release in a folder that nothing may write, run by an account that owns nothing of it.
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RunAs, runAsChoices } from '../../tools/run-as.ts';
import { type HostProcess, startProcess } from '../walk/processes.ts';
import type { Image } from './image.ts';

type Env = Readonly<Record<string, string>>;

export interface Release {
  readonly runAs: RunAs;
  start(command: readonly string[], env?: Env): HostProcess;
  /** The exit code and what was printed. */
  run(command: readonly string[], env?: Env): Promise<{ readonly code: number | null; readonly output: string }>;
}

/** As a container is started: with the image's variables and the deployment's, and nothing of this process's. */
export function releaseOf({ workdir, env }: Image, settings: Env): Release {
  const PATH = `${path.dirname(process.execPath)}:${process.env['PATH']}`;
  const NODE_COMPILE_CACHE = path.join(tmpdir(), 'ledgerport-image-compiled');
  const all = { ...env, ...settings, PATH, NODE_COMPILE_CACHE, HOME: '/nonexistent' };
  const runAs = anotherUser(workdir, PATH);
  const start: Release['start'] = (command, own = {}) =>
    startProcess([...runAs.prefix, ...command], { ...runAs.account, cwd: workdir, env: { ...all, ...own } });
  return {
    runAs,
    start,
    async run(command, own) {
      const started = start(command, own);
      const code = await started.exitCode();
      return { code, output: started.output() };
    },
  };
}

/** A real other account where it may look into the folder, else one that is another only to itself, else this one. */
function anotherUser(workdir: string, PATH: string): RunAs {
  const choices = [...runAsChoices()].sort((a, b) => Number(b.account !== undefined) - Number(a.account !== undefined));
  const found = choices.find(({ prefix, account }) => {
    const [program = '', ...words] = [...prefix, 'node', '--version'];
    return spawnSync(program, words, { ...account, cwd: workdir, env: { PATH } }).status === 0;
  });
  if (found === undefined) throw new Error(`nobody may run Node in ${workdir}`);
  return found;
}
