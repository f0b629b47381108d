import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../../contract-tests/testing/until.ts';

export interface HostProcess {
  readonly pid: number;
  output(): string;
  /** Once it has ended; null when a signal ended it. */
  exitCode(): Promise<number | null>;
  kill(signal: NodeJS.Signals): Promise<void>;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

type Env = Readonly<Record<string, string>>;

function environment(env: Env): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE: path.join(tmpdir(), 'ledgerport-compiled'), ...env };
}

/** What Node runs for a host's source file: as `npm test` has bundled it, or the source itself in a test run alone. */
export function hostFile(source: string): string {
  const bundles = process.env['TEST_HOSTS'];
  return bundles === undefined || source.startsWith('tools/')
    ? source
    : path.join(bundles, source.replace(/\.ts$/, '.js'));
}

/** Starts a host as a process of its own, with nothing of this process's environment but what is given. */
export function startHost(file: string, env: Env, args: readonly string[] = []): HostProcess {
  return startProcess([process.execPath, hostFile(file), ...args], { env: environment(env) });
}

/** Starts any program; what still runs at the end of the tests is killed. */
export function startProcess([program = '', ...words]: readonly string[], options: SpawnOptions): HostProcess {
  const child = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-200_000);
    });
  }
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      running.delete(child);
      resolve(code);
    });
  });
  return {
    pid: child.pid ?? 0,
    output: () => text,
    exitCode: () => exited,
    async kill(signal) {
      child.kill(signal);
      await exited;
    },
  };
}

/** Runs a command to its end and returns what it printed; throws with its output when it fails. */
export function runCommand(file: string, args: readonly string[], env: Env, input = ''): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [hostFile(file), ...args], {
    env: environment(env),
    input,
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (status !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${status}\n${stdout}\n${stderr}`);
  return stdout;
}

/** Of those that no system hands out by itself: an outgoing connection would take it before the host listens. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    await new Promise((resolve) => probe.close(resolve));
    if (isFree) return port;
  }
  throw new Error('no free port');
}

/** Waits until the host answers at this address; its output is in the error when it never does. */
export async function answering(host: HostProcess, url: string): Promise<void> {
  try {
    await until(`an answer of ${url}`, async () => (await fetch(url).catch(() => undefined))?.ok === true);
  } catch (error) {
    throw new Error(`${String(error)}\n${host.output()}`);
  }
}
