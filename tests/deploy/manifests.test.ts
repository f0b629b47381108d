// What the Dockerfile and compose.yaml promise, read from the files themselves, and the secrets of a new deployment.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect } from 'chai';
import { parse } from 'yaml';
import { readConfig } from '../../hosts/composition/config.ts';
import { lastOf, readDockerfile, wordsOf } from './dockerfile.ts';

type Tree = Readonly<Record<string, unknown>>;
/** What is at `a.b.0.c`; undefined where the way ends. */
const at = (tree: unknown, way: string): unknown =>
  way.split('.').reduce<unknown>((node, step) => (node as Tree | undefined)?.[step], tree);

const stages = readDockerfile('Dockerfile');
const final = stages.at(-1);
if (final === undefined) throw new Error('the Dockerfile has no stage');
const [imageCommand, imageUser] = [wordsOf(lastOf(final, 'CMD')), lastOf(final, 'USER').text];
/** The program of a command in the image is a built file of the source that this names. */
const sourceOf = (command: readonly string[]): string => command[1]?.replace(/^dist\/(.*)\.js$/, '$1.ts') ?? '';
const drainAndCloseSeconds = 20 + 10;
const secrets = ['ENCRYPTION_KEYS', 'API_KEY_PEPPER', 'SESSION_SECRET'];

function newEnv(...args: string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-env-'));
  const run = () => spawnSync('sh', [path.resolve('deploy/new-env.sh'), ...args], { cwd: folder, encoding: 'utf8' });
  const read = (name: string) => parseEnv(readFileSync(path.join(folder, name), 'utf8')) as Record<string, string>;
  return { folder, run, read, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

describe('the Dockerfile', () => {
  it('builds on one pinned image and leaves what it needed for that behind', () => {
    expect(stages).to.have.length.greaterThan(1);
    for (const { base } of stages) expect(base).to.match(/^node:\d+\.\d+\.\d+-[a-z]+-slim$/);
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
    const [licence] = /Apache License\s+Version 2\.0/.exec(readFileSync('LICENSE', 'utf8')) ?? [];
    expect(licence, 'the label names the licence of the file').not.to.equal(undefined);
    expect(lastOf(final, 'LABEL').text).to.contain('org.opencontainers.image.licenses="Apache-2.0"');
    const least = Number(/\d+/.exec(engines.node)?.[0]);
    expect(Number(/\d+/.exec(final.base)?.[0])).to.be.at.least(least);
    expect(final.instructions.filter(({ name }) => name === 'RUN')).to.deep.equal([]);
    const lines = stages.flatMap(({ instructions }) => instructions.map(({ text }) => text)).join('\n');
    expect(lines).to.contain('npm prune --omit=dev').and.to.contain('npm ci');
  });

  it('runs as a numbered account that is not root, from a command without a shell, and says how it is', () => {
    expect(imageUser).to.match(/^[1-9]\d*:[1-9]\d*$/);
    expect(existsSync(sourceOf(imageCommand)), sourceOf(imageCommand)).to.equal(true);
    expect(wordsOf(lastOf(final, 'HEALTHCHECK'))).to.deep.equal(['node', 'healthcheck.mjs']);
    expect(lastOf(final, 'ENV').text).to.equal('NODE_ENV=production');
    const label = lastOf(final, 'LABEL').text;
    for (const name of ['title', 'description', 'version', 'revision'])
      expect(label).to.contain(`org.opencontainers.image.${name}=`);
  });
});

describe('the secrets of a new deployment', () => {
  it('are random, for their owner only, accepted by a production host, and never replaced', () => {
    const [one, other] = [newEnv('https://ledger.example'), newEnv('https://ledger.example')];
    try {
      for (const { run } of [one, other]) expect(run().status).to.equal(0);
      const [first, second] = [one.read('ledgerport.env'), other.read('ledgerport.env')];
      for (const name of [...secrets, 'DATABASE_URL']) expect(first[name]).not.to.equal(second[name]);
      expect(statSync(path.join(one.folder, 'ledgerport.env')).mode & 0o077).to.equal(0);
      const config = readConfig(first);
      expect(config).to.deep.include({ production: true, baseUrl: 'https://ledger.example' });
      expect(config.trustProxy).to.include('127.0.0.0/8');
      const [postgres, proxy] = [one.read('postgres.env'), one.read('proxy.env')];
      expect(new URL(first['DATABASE_URL'] ?? '').password).to.equal(postgres['POSTGRES_PASSWORD']);
      expect(proxy).to.deep.equal({ SITE: 'https://ledger.example' });
      const again = one.run();
      expect(again.status).to.equal(1);
      expect(again.stderr).to.equal(
        'ledgerport.env, postgres.env, proxy.env is there already; nothing was written\n' +
          'ledgerport.env is for https://ledger.example\n' +
          'To begin again, and only if no host has run with them, because their keys open what is stored: ' +
          'rm ledgerport.env postgres.env proxy.env\n',
      );
      expect(one.read('ledgerport.env')).to.deep.equal(first);
    } finally {
      for (const { remove } of [one, other]) remove();
    }
  });

  for (const [address, said] of [
    ['localhost', 'the address lacks its scheme: give it as https://localhost'],
    ['ledger.example:8443', 'lacks its scheme: give it as https://ledger.example:8443'],
    ['http://ledger.example', 'must begin with https://, not with http://'],
    ['https://', 'lacks a host'],
    ['https://ledger.example/', 'must not end with a slash: give it as https://ledger.example\n'],
    ['https://ledger.example/api', 'must be a host, and a port if it needs one, without a path'],
    ['https://ledger example', 'must be a host'],
    ['https://user:word@ledger.example', 'must be a host'],
  ] as const) {
    it(`are not written for the address ${address}`, () => {
      const made = newEnv(address);
      try {
        const { status, stderr } = made.run();
        expect([status, globSync('*', { cwd: made.folder })]).to.deep.equal([1, []]);
        expect(stderr).to.contain(said);
        expect(stderr.trim().split('\n')).to.have.length(1);
      } finally {
        made.remove();
      }
    });
  }

  it('are written for an address with a port, and not for a database that is none', () => {
    const [ported, other] = [newEnv('https://[::1]:8443'), newEnv('https://a.example', 'mysql://app:hush@db/x')];
    try {
      expect(ported.run().status).to.equal(0);
      expect(readConfig(ported.read('ledgerport.env')).baseUrl).to.equal('https://[::1]:8443');
      const { status, stderr } = other.run();
      expect([status, globSync('*', { cwd: other.folder })]).to.deep.equal([1, []]);
      expect(stderr).to.equal('the address of the database must begin with postgres://\n');
    } finally {
      for (const { remove } of [ported, other]) remove();
    }
  });

  it('go with a database that is there already', () => {
    const made = newEnv('https://ledger.example', 'postgres://app:pw@db.example/ledger');
    try {
      expect(made.run().status).to.equal(0);
      expect(globSync('*', { cwd: made.folder })).to.deep.equal(['ledgerport.env']);
      expect(made.read('ledgerport.env')['DATABASE_URL']).to.equal('postgres://app:pw@db.example/ledger');
    } finally {
      made.remove();
    }
  });

  it('are not for git', () => {
    const ignored = readFileSync('.gitignore', 'utf8').split('\n');
    expect(ignored).to.include.members(['.env', 'deploy/**/*.env']);
  });
});

describe('compose.yaml', () => {
  const compose = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as Tree;
  const service = (name: string) => at(compose, `services.${name}`) as Tree;
  const hosts = ['migrate', 'http', 'worker', 'admin'];

  it('runs programs that there are', () => {
    for (const name of ['migrate', 'worker'])
      expect(existsSync(sourceOf(service(name)['command'] as string[])), name).to.equal(true);
    expect(existsSync(sourceOf(service('admin')['entrypoint'] as string[]))).to.equal(true);
  });

  it('lets no host write, gain rights or be cut off while it ends', () => {
    for (const name of hosts) {
      const host = service(name);
      expect(host, name).to.deep.include({ read_only: true, tmpfs: '/tmp', cap_drop: ['ALL'] });
      expect(host['security_opt']).to.deep.equal(['no-new-privileges:true']);
      expect(Number.parseInt(String(host['stop_grace_period']), 10)).to.be.greaterThan(drainAndCloseSeconds);
      expect(host).not.to.have.any.keys('ports', 'privileged', 'user');
    }
  });

  it('opens nothing but the proxy, and the database to the hosts alone', () => {
    const open = Object.entries(compose['services'] as Tree).filter(([, one]) => at(one, 'ports') !== undefined);
    expect(open.map(([name]) => name)).to.deep.equal(['proxy']);
    expect(at(compose, 'networks.data')).to.deep.equal({ internal: true });
    expect([service('postgres')['networks'], service('proxy')['networks']]).to.deep.equal([['data'], ['front']]);
    expect(readFileSync('deploy/Caddyfile', 'utf8')).to.match(/^\{\$SITE\} \{[\s\S]*dynamic a http 8080/m);
  });

  it('holds no secret, and pins what it pulls', () => {
    expect(readFileSync('compose.yaml', 'utf8')).not.to.match(/_PASSWORD[=:]|_KEYS?[=:]|SECRET[=:]/);
    for (const name of ['postgres', 'proxy']) expect(service(name)['image']).to.match(/:\d+\.\d+/);
  });
});
