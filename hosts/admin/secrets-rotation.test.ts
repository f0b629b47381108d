// A change of the encryption key as operators make it; every command and host is a process.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { freePort, type HostProcess, hostFile, startHost } from '../../tests/walk/processes.ts';

describe('a change of the encryption key', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ledgerport-rotation-'));
  const hosts: HostProcess[] = [];
  after(async () => {
    await Promise.all(hosts.map((host) => host.kill('SIGKILL')));
    rmSync(dataDir, { recursive: true });
  });

  const material = () => randomBytes(32).toString('base64');
  const [first, second] = [material(), material()];
  const [old, both, fresh] = [`2025:${first}`, `2026:${second},2025:${first}`, `2026:${second}`];
  const env = (keys: string) => ({ DATA_DIR: dataDir, ENCRYPTION_KEYS: keys, LOG_LEVEL: 'warn' });
  const start = async (file: string, keys: string): Promise<HostProcess> => {
    const [port, workerPort] = [String(await freePort()), String(await freePort())];
    const host = startHost(file, { ...env(keys), PORT: port, WORKER_PORT: workerPort, WORKER_DRAIN_SECONDS: '0' });
    hosts.push(host);
    return host;
  };
  const admin = (keys: string, args: readonly string[], input = '') => {
    const NODE_COMPILE_CACHE = path.join(tmpdir(), 'ledgerport-compiled');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [hostFile('hosts/admin/main.ts'), ...args, '--json'],
      {
        env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE, ...env(keys) },
        input,
        encoding: 'utf8',
        timeout: 120_000,
      },
    );
    const printed = stdout + stderr;
    for (const secret of [first, second, 'client-canary', 'hook-canary']) expect(printed).to.not.contain(secret);
    return { status, stderr, report: JSON.parse(stdout || 'null') as unknown };
  };
  const keysOf = (keys: string) => {
    const { status, report } = admin(keys, ['doctor']);
    const findings = report as readonly { check: string; ok: boolean; detail: string }[];
    const found = findings.find(({ check }) => check === 'stored secrets');
    return [status, found?.ok, found?.detail];
  };

  it('seals all anew while a worker runs, and then the old key may be dropped', async () => {
    expect(admin(old, ['migrate']).status).to.equal(0);
    const made = admin(old, ['org', 'create', '--name', 'Acme', '--plan', 'paid']).report;
    const organization = (made as { organization_id: string }).organization_id;
    const app = ['app', 'create', '--org', organization, '--environment', 'test', '--name', 'Own', '--client-id', 'c'];
    expect(admin(old, app, 'client-canary\nhook-canary\n').status).to.equal(0);
    expect(keysOf(old)).to.deep.equal([0, true, 'key 2025: 2 values, seals what is new']);

    const { status, stderr, report } = admin(both, ['secrets', 'rotate']);
    expect(status, stderr).to.equal(0);
    expect(report).to.include({ state: 'queued', key_id: '2026' });
    await start('hosts/worker/main.ts', both);
    const done =
      'key 2026: 2 values, seals what is new; key 2025: 0 values, may be dropped once every host seals with another';
    const late = Date.now() + 100_000;
    while (Date.now() < late && keysOf(both)[2] !== done);
    expect(keysOf(both)).to.deep.equal([0, true, done]);
    expect(keysOf(fresh)).to.deep.equal([0, true, 'key 2026: 2 values, seals what is new']);
  });

  it('a host whose ring lacks a key that stored values need does not start, and says which', async () => {
    for (const file of ['hosts/koa/main.ts', 'hosts/worker/main.ts']) {
      const host = await start(file, old);
      expect(await host.exitCode()).to.equal(1);
      expect(host.output()).to.equal(
        'ENCRYPTION_KEYS: stored secrets need keys that are not given: 2026. Add them behind the first, ' +
          'and drop a key only when "ledgerport doctor" says that it may go\n',
      );
    }
    expect(keysOf(old)).to.deep.equal([
      1,
      false,
      'key 2025: 0 values, seals what is new; key 2026: 2 values, and the key is missing from ENCRYPTION_KEYS',
    ]);
  });
});
