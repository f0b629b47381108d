// What the examples promise, run in a project that has the package, as a reader runs them.
import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { freePort } from '../../tests/walk/processes.ts';
import { until } from '../../tests/walk/until.ts';

const interpreters = { js: process.execPath, py: 'python3', rb: 'ruby', sh: 'sh' } as const;
const secret = 'whsec_example';
const body = JSON.stringify({ id: 'evt_1', type: 'invoice.paid', data: { note: 'Ö 🧾' } });

function headerOf(text: string, atSeconds: number): string {
  const signature = createHmac('sha256', secret).update(`${atSeconds}.${text}`).digest('hex');
  return `t=${atSeconds},v1=${'0'.repeat(64)},v1=${signature}`;
}

export function receiversVerify(): void {
  for (const [ending, program] of Object.entries(interpreters)) {
    it(`verify and refuse in ${ending}`, function () {
      const isMissing = spawnSync(program, ending === 'sh' ? ['-c', 'command -v openssl'] : ['--version']).status !== 0;
      if (isMissing) {
        process.stdout.write(`  receiver.${ending} was not run: there is no ${program} here\n`);
        this.skip();
      }
      const run = (input: string, signature: string) => {
        const env = { ...process.env, SECRET: secret, SIGNATURE: signature };
        return spawnSync(program, [`examples/receivers/receiver.${ending}`], { input, env, encoding: 'utf8' });
      };
      const now = Math.floor(Date.now() / 1000);
      const good = run(body, headerOf(body, now));
      expect(good.stdout.trim(), good.stderr).to.equal('verified invoice.paid');
      expect(run(`${body} `, headerOf(body, now)).stdout.trim()).to.equal('refused');
      expect(run(body, headerOf(body, now - 400)).stdout.trim()).to.equal('refused');
      expect(run(body, `t=${now}`).stdout.trim()).to.equal('refused');
    });
  }
}

/** With their contract suites. */
export const ownAdapters = ['derived-digester', 'memory-endpoints'].map((own) => `examples/own-adapter/${own}.test.ts`);

/** Pages with a program that embeds the service. */
export const programs = ['README.md', 'docs/embed.md'];

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

/** `project` holds the installed package and the examples. */
export function examplesWork(project: () => string): void {
  for (const test of ownAdapters) {
    it(`${path.basename(test)} passes under node:test`, () => {
      const { status, stdout } = spawnSync(process.execPath, ['--test', test], { cwd: project(), encoding: 'utf8' });
      expect(status, stdout).to.equal(0);
      expect(stdout).to.match(/pass [1-9]/);
    });
  }

  for (const example of ['express', 'koa', 'fastify', 'hono']) {
    it(`${example} mounts the service, console included, beside its own routes`, async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-example-'));
      const port = await freePort();
      const env = { ...process.env, PORT: String(port), DATA_DIR: folder };
      const child = spawn(process.execPath, [`examples/${example}/main.ts`], { cwd: project(), env, stdio: 'ignore' });
      const at = async (place: string) => {
        const answer = await fetch(`http://localhost:${port}${place}`).catch(() => undefined);
        return answer && { status: answer.status, text: await answer.text() };
      };
      try {
        await until('its start', async () => (await at('/books/ready'))?.status === 200, 60_000);
        expect((await at('/'))?.text).to.equal('the application itself');
        const [, script = ''] =
          /src="(\/books\/console\/assets\/app-[^"]+)"/.exec((await at('/books/console'))?.text ?? '') ?? [];
        expect((await at(script))?.status).to.equal(200);
        expect((await at('/books/v1/connections'))?.status).to.equal(401);
        child.kill('SIGTERM');
        await until('its end', () => child.exitCode !== null || child.signalCode !== null, 30_000);
        expect(child.exitCode).to.equal(0);
      } finally {
        child.kill('SIGKILL');
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
}
