// Follows the README in a clean copy of the project: start, look, sign in, take the walk.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { until } from '../../contract-tests/testing/until.ts';
import { freePort } from '../../tests/walk/processes.ts';
import { isLong } from '../../tools/run-length.ts';

const startWithinMs = 120_000;
/** The walk's receiver gives up after the same time. */
const walkWithinMs = 120_000;

describe('the first minute', function () {
  this.timeout(startWithinMs + walkWithinMs);
  const copy = path.join(mkdtempSync(path.join(tmpdir(), 'ledgerport-clean-')), 'checkout');
  const started: Running[] = [];
  const run = (command: string, env: Record<string, string> = {}): Running => {
    const running = runIn(copy, command, env);
    started.push(running);
    return running;
  };
  let withoutBundler: Running;
  let service: Running;
  let url: string;

  before(async () => {
    copyCheckout(copy);
    withoutBundler = run(`${process.execPath} tools/build-console.ts`);
    await withoutBundler.ended;
    symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'));
    const [port, sandboxPort] = [await freePort(), await freePort()];
    url = `http://localhost:${port}`;
    cpSync(path.join(copy, '.env.example'), path.join(copy, '.env'));
    writeFileSync(path.join(copy, '.env'), `PORT=${port}\nSANDBOX_PORT=1\n`, { flag: 'a' });
    const command = /^npm ci && (npm start)\b/m.exec(readFileSync('README.md', 'utf8'))?.[1];
    service = run(command ?? 'the README has no command to start', { SANDBOX_PORT: String(sandboxPort) });
    await until('the start', () => service.output().includes('Stop with Ctrl-C'), startWithinMs);
  });
  after(async () => {
    for (const { kill } of started) kill();
    await Promise.all(started.map(({ ended }) => ended));
    rmSync(path.dirname(copy), { recursive: true, force: true });
  });

  it('brings the console, with its script and its style, at the address that is printed', async () => {
    expect(service.output()).to.contain(`console         ${url}/console `);
    const page = await fetch(`${url}/console`);
    expect(page.status).to.equal(200);
    const files = [...(await page.text()).matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(
      ([, at]) => at ?? '',
    );
    expect(files.map((at) => path.extname(at))).to.include.members(['.js', '.css']);
    for (const at of files) expect((await fetch(url + at)).status, at).to.equal(200);
  });

  /** `npm start` is this command, so that only a long run builds all pages once more for the command by itself. */
  const byCommand = async (): Promise<[Running, string]> => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    expect(scripts['start']).to.equal('exec node hosts/cli/checkout.js start');
    if (!isLong) return [service, new URL(url).port];
    rmSync(path.join(copy, 'hosts/console/assets'), { recursive: true });
    const port = String(await freePort());
    const own = { PORT: port, SANDBOX_PORT: String(await freePort()), DATA_DIR: './by-command', LOG_LEVEL: 'warn' };
    const command = run(`${process.execPath} hosts/cli/main.ts start`, own);
    await until('it to run', () => command.output().includes('Stop with Ctrl-C'), startWithinMs);
    return [command, port];
  };

  it('brings console and reference to the command line, which finds them not built', async () => {
    const [command, port] = await byCommand();
    for (const [, page = ''] of command.output().matchAll(/(http:\S+\/(?:console|docs\/api))/g)) {
      expect((await fetch(page)).status, page).to.equal(200);
    }
    expect(command.output()).to.contain(`http://localhost:${port}/console `).and.contain(`:${port}/docs/api`);
  });

  it('prints a login that signs in', async () => {
    const [, email, password] = /sign in as (\S+) \/ (\S+)\)/.exec(service.output()) ?? [];
    const answer = await fetch(`${url}/accounting/session`, {
      method: 'POST',
      headers: { origin: url, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    expect(answer.status, await answer.text()).to.equal(200);
  });

  it('prints nothing before it has said where everything is, and which commands come next', () => {
    const [before = '', printed = ''] = service.output().split(/^Ledgerport is running, offline\.$/m);
    expect(before.replaceAll(/^> .*$/gm, '').trim()).to.equal('');
    const [banner = ''] = printed.split('Stop with Ctrl-C');
    expect(banner).not.to.match(/ (info|warn|error) /);
    const commands = [...banner.matchAll(/npx ledgerport (\w+)/g)].map(([, name]) => name);
    expect(commands).to.deep.equal(['seed', 'listen', 'trigger']);
  });

  it('brings a walk that ends with a verified invoice.paid', async () => {
    const walk = run('npm run -s walk');
    expect(await walk.ended, walk.output()).to.equal(0);
    expect(walk.output()).to.match(/1\. Connect.*2\. Start a receiver.*3\. Write.*4\. The customer pays/s);
    const event = JSON.parse(/^verified webhook: (.*)$/m.exec(walk.output())?.[1] ?? 'null');
    expect(event, walk.output()).to.deep.include({ type: 'invoice.paid', environment: 'test' });
  });

  it('leaves no endpoint behind, and says before anything is written that its port is taken', async () => {
    const { base_url, api_keys } = JSON.parse(readFileSync(path.join(copy, 'var', 'dev-credentials.json'), 'utf8'));
    const listed = async (what: string) => {
      const answer = await fetch(`${base_url}/v1/${what}`, { headers: { authorization: `Bearer ${api_keys.test}` } });
      const { items } = ((await answer.json()) as { data: { items: object[] } }).data;
      // The connection's own work goes on beside the walk.
      return items.map((item) => ({ ...item, last_success_at: null, last_synced_at: null, updated_at: null }));
    };
    expect(await listed('webhook-endpoints')).to.deep.equal([]);
    const before = await listed('connections');
    const taken = createServer().listen(0, 'localhost');
    await once(taken, 'listening');
    const RECEIVER_PORT = String((taken.address() as AddressInfo).port);
    const walk = run('npm run -s walk', { RECEIVER_PORT });
    expect(await walk.ended, walk.output()).to.equal(1);
    expect(walk.output()).to.match(
      /^The walk receives webhooks at localhost:\d+, which is taken: end what listens there/,
    );
    expect(await listed('connections')).to.deep.equal(before);
    taken.close();
  });

  it('says where the first one runs when it is started again, whatever ports are named', async () => {
    for (const more of [{}, { PORT: '0', SANDBOX_PORT: '0' }]) {
      const second = run('npm start', more);
      expect(await second.ended).to.equal(1);
      expect(second.output()).to.contain(`already running at ${url} with the data folder ./var`);
    }
  });

  it('takes variables from .env in every host, below those of the environment', async () => {
    // As an editor of Windows saves it: the mark belongs to no name.
    writeFileSync(
      path.join(copy, '.env'),
      '\ufeffLOG_LEVEL=a-value\r\nPORT=\r\nHOST=127.0.0.1\r\nSANDBOX_PORT=no-port\r\n',
    );
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const hosts = ['start:http', 'start:worker', 'start:sandbox', 'admin'];
    for (const script of hosts)
      expect(scripts[script], script).to.contain('exec node --import ./hosts/composition/load-env-file.ts ');
    for (const script of ['start', 'start:sandbox', 'admin -- doctor']) {
      const host = run(`npm run ${script}`, { SANDBOX_PORT: '0' });
      expect(await host.ended, script).to.equal(1);
      expect(host.output(), script).to.match(/LOG_LEVEL: must be one of/);
      expect(host.output(), script).not.to.match(/SANDBOX_PORT: must|a-value/);
    }
  });

  it('names the variables that choose a port when one is taken', async () => {
    const own = { DATA_DIR: './elsewhere', LOG_LEVEL: 'warn' };
    const second = run('npm run start:sandbox', { ...own, SANDBOX_PORT: new URL(url).port });
    expect(await second.ended).to.equal(1);
    expect(second.output()).to.match(
      /address already in use .*; choose another by PORT, SANDBOX_PORT, TRYTON_PORT or WORKER_PORT/,
    );
  });

  it('says what to run where the bundler is not installed', async () => {
    expect(await withoutBundler.ended).to.equal(1);
    expect(withoutBundler.output()).to.match(/^The console was not built.*esbuild.*npm ci && npm run build:console/);
  });
});

/** Copies what git would clone: all that .gitignore does not name. */
function copyCheckout(to: string): void {
  const ignored = readFileSync('.gitignore', 'utf8').split('\n');
  const isPart = (file: string) =>
    path.basename(file) !== '.git' &&
    ![file, path.basename(file)].some((name) => ignored.includes(name) || ignored.includes(`${name}/`));
  cpSync('.', to, { recursive: true, filter: (file) => isPart(path.normalize(file)) });
}

interface Running {
  /** Resolves to the exit code. */
  readonly ended: Promise<number | null>;
  output(): string;
  kill(): void;
}

/** Runs a session without a terminal; of this process's environment it gets only the paths of programs. */
function runIn(cwd: string, command: string, env: Record<string, string>): Running {
  const { PATH, HOME, TMPDIR } = process.env;
  const own = { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE: path.join(cwd, '../compiled'), ...env };
  const child = spawn(`exec ${command}`, { cwd, env: own, shell: true, detached: true });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    ended,
    output: () => text,
    kill: () => {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    },
  };
}
