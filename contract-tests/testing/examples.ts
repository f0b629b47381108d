// The examples in a checkout that was built, each run as its first lines say.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { freePort } from '../../tests/walk/processes.ts';
import { leaveOut } from '../../tools/left-out.ts';
import { until } from './until.ts';

const secret = 'whsec_example';
const body = JSON.stringify({ id: 'evt_1', type: 'invoice.paid', data: { note: 'Ö 🧾' } });

function headerOf(text: string, atSeconds: number): string {
  const signature = createHmac('sha256', secret).update(`${atSeconds}.${text}`).digest('hex');
  return `t=${atSeconds},v1=${'0'.repeat(64)},v1=${signature}`;
}

/** With their contract suites. */
export const ownAdapters = [
  'own-adapter/derived-digester',
  'own-adapter/memory-endpoints',
  'another-ledger/another-ledger',
].map((own) => `examples/${own}.test.ts`);

/** Pages with a program that embeds the service. */
export const programs = ['README.md', 'docs/embed.md', 'docs/another-ledger.md'];

/** Writes the program of a page into the project, with other ports where they are given; answers where it is. */
export function writeProgram(project: string, page: string, ports: Readonly<Record<string, number>> = {}): string {
  const [, program = ''] = /```ts\n(import [\s\S]*?createLedgerport[\s\S]*?)```/.exec(readFileSync(page, 'utf8')) ?? [];
  const text = program
    .replace(/'sqlite:[^']*'/, `'sqlite:./${path.basename(page)}.db'`)
    .replace("ledger: 'sandbox' }", `ledger: 'sandbox', baseUrl: 'http://localhost:8080' }`)
    .replace(/80(80|99)/g, (port) => String(ports[port] ?? port));
  const file = path.join(project, `${path.basename(page)}.ts`);
  writeFileSync(file, text);
  return file;
}

/** The commands that the file's head tells; an example is built once for all of them. */
function commandOf(file: string): string {
  const head = readFileSync(file, 'utf8').split('\n').slice(0, 3).join('\n');
  const commands = [...head.matchAll(/`([^`]+)`/g)].map(([, command = '']) => command);
  return commands.filter((command) => command !== 'npm run build').join(' && ');
}

function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program} && (test ${program} != sh || command -v openssl)`]).status === 0;
}

function receives(file: string, checkout: () => string): void {
  it(`${file} verifies and refuses`, function () {
    const command = commandOf(file);
    const [program = ''] = command.split(' ');
    if (!isInstalled(program)) {
      return leaveOut(this, `there is no ${program} here to run ${file}`);
    }
    const answerTo = (text: string, signature: string) => {
      writeFileSync(path.join(checkout(), 'body.json'), text);
      const env = { ...process.env, SECRET: secret, SIGNATURE: signature };
      return spawnSync('sh', ['-c', command], { cwd: checkout(), env, encoding: 'utf8' }).stdout.trim();
    };
    const now = Math.floor(Date.now() / 1000);
    expect(answerTo(body, headerOf(body, now))).to.equal('verified invoice.paid');
    expect(answerTo(`${body} `, headerOf(body, now))).to.equal('refused');
    expect(answerTo(body, headerOf(body, now - 400))).to.equal('refused');
    expect(answerTo(body, `t=${now}`)).to.equal('refused');
  });
}

function mounts(file: string, checkout: () => string): void {
  it(`${file} mounts the service, console included, beside its own routes`, async () => {
    const port = await freePort();
    const command = commandOf(file).replace('3000', String(port));
    const child = spawn(command, { cwd: checkout(), shell: true, stdio: 'ignore', detached: true });
    const at = async (place: string) => {
      const answer = await fetch(`http://localhost:${port}${place}`).catch(() => undefined);
      return answer && { status: answer.status, text: await answer.text() };
    };
    try {
      await until('its start', async () => (await at('/books/ready'))?.status === 200, 60_000);
      expect((await at('/books/health'))?.status).to.equal(200);
      expect((await at('/'))?.text).to.equal('the application itself');
      const page = (await at('/books/console'))?.text ?? '';
      const [, script = ''] = /src="(\/books\/console\/assets\/app-[^"]+)"/.exec(page) ?? [];
      expect((await at(script))?.status).to.equal(200);
      expect((await at('/books/v1/connections'))?.status).to.equal(401);
      signal(child, 'SIGTERM');
      await until('its end', () => !signal(child, 0), 30_000);
    } finally {
      signal(child, 'SIGKILL');
    }
  });
}

/** To all that the command has started; false when nothing of it is left. */
function signal({ pid = 0 }: ChildProcess, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, name);
  } catch {
    return false;
  }
}

/** `checkout` holds what `npm run build` has made. */
export function examplesWork(checkout: () => string): void {
  it('the own adapters pass under node:test', () => {
    for (const command of new Set(ownAdapters.map(commandOf).filter(Boolean))) {
      const { status, stdout } = spawnSync('sh', ['-c', command], { cwd: checkout(), encoding: 'utf8' });
      expect(status, stdout).to.equal(0);
      expect(stdout).to.match(/pass [1-9]/);
      expect(stdout).to.match(/fail 0/);
    }
  });
  for (const file of globSync('examples/*/main.ts').sort()) mounts(file, checkout);
  for (const file of globSync('examples/receivers/receiver.*').sort()) receives(file, checkout);
}
