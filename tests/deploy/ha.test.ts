// What deploy/ha promises, read from its files; `npm run test:failover` runs the very same files.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect } from 'chai';
import { parse } from 'yaml';
import { readConfig } from '../../hosts/composition/config.ts';
import { deployFolder, filesOfTheCluster } from '../failover/cluster.ts';
import { packages } from '../failover/machine.ts';
import { readDockerfile } from './dockerfile.ts';

const read = (name: string) => readFileSync(path.join(deployFolder, name), 'utf8');

interface Service {
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: string | readonly string[];
  readonly deploy?: { readonly replicas: number };
}
const { services } = parse(read('compose.yaml'), { merge: true }) as { services: Readonly<Record<string, Service>> };

describe('the deployment that fails over', () => {
  const [stage] = readDockerfile(path.join(deployFolder, 'Dockerfile'));
  const textOf = (name: string) =>
    (stage?.instructions ?? []).flatMap((one) => (one.name === name ? [one.text] : [])).join('\n');

  it('has the programs and the files that the drill runs', () => {
    for (const name of Object.keys(packages)) {
      if (['iproute2', 'faketime'].includes(name)) continue;
      expect(textOf('RUN').split(/\s+/), name).to.include(name);
    }
    const copied = textOf('COPY').split(/\s+/);
    for (const file of filesOfTheCluster) {
      expect(existsSync(path.join(deployFolder, file)), file).to.equal(true);
      expect(copied, file).to.include(file);
    }
  });

  it('has three nodes, three members of etcd, two hosts and two workers', () => {
    for (const node of [1, 2, 3]) {
      const { environment = {} } = services[`node${node}`] ?? {};
      expect(environment['PATRONI_NAME']).to.equal(`node${node}`);
      expect(environment['PATRONI_POSTGRESQL_CONNECT_ADDRESS']).to.equal(`node${node}:5432`);
      expect(environment['PATRONI_RESTAPI_CONNECT_ADDRESS']).to.equal(`node${node}:8008`);
      expect(services[`etcd${node}`]?.environment?.['ETCD_INITIAL_CLUSTER']).to.contain(
        `etcd${node}=http://etcd${node}:2380`,
      );
    }
    for (const name of ['http', 'worker']) expect(services[name]?.deploy?.replicas).to.equal(2);
  });

  it('gives HAProxy every variable that its file asks for, and asks Patroni where it listens', () => {
    const file = read('haproxy.cfg');
    const asked = [...file.matchAll(/"\$\{(\w+)\}/g)].map(([, name = '']) => name);
    expect(asked).to.include.members(['NODE1', 'NODE2', 'NODE3', 'LEADER_BIND']);
    expect(Object.keys(services['haproxy']?.environment ?? {})).to.include.members(asked);
    expect(file.match(/check port 8008/g)).to.have.length(2);
    expect(services['haproxy']?.environment?.['LEADER_BIND']).to.equal('*:5000');
  });

  it('waits no longer than Patroni allows, and loses nothing that was acknowledged', () => {
    const { dcs } = (parse(read('patroni.yml')) as { bootstrap: { dcs: Record<string, number | boolean> } }).bootstrap;
    expect(Number(dcs['loop_wait']) + 2 * Number(dcs['retry_timeout'])).to.be.at.most(Number(dcs['ttl']));
    expect([dcs['synchronous_mode'], dcs['synchronous_mode_strict']]).to.deep.equal([true, true]);
    expect(Number(/server_login_retry = (\d+)/.exec(read('pgbouncer.ini'))?.[1])).to.be.at.most(1);
    expect(Number(/query_wait_timeout = (\d+)/.exec(read('pgbouncer.ini'))?.[1])).to.be.at.most(5);
  });

  it('pools in two ways: by session there is a connection for each of the service, eleven a process', () => {
    const settings = (mode: string) => {
      const file = read(`pgbouncer-${mode}.ini`);
      expect(file).to.contain(`pool_mode = ${mode}\n`);
      const size = Number(/default_pool_size = (\d+)/.exec(file)?.[1]);
      return { size, rest: file.replace(/^;.*$/gm, '').replace(`= ${mode}`, '').replace(`= ${size}`, '') };
    };
    const [session, transaction] = [settings('session'), settings('transaction')];
    expect(session.rest).to.equal(transaction.rest).and.to.contain('host=haproxy port=5000');
    expect(session.size).to.be.at.least(4 * 11);
    expect(services['pgbouncer']?.command).to.deep.equal(['sh', 'run-pgbouncer.sh', 'transaction']);
  });

  it('makes passwords of its own, for their owner only, with addresses that a host takes, and replaces none', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-ha-'));
    try {
      cpSync(path.join(deployFolder, 'new-ha-env.sh'), path.join(folder, 'new-ha-env.sh'));
      const make = () => spawnSync('sh', [path.join(folder, 'new-ha-env.sh')], { encoding: 'utf8' });
      expect(make().status).to.equal(0);
      const own = (name: string) => parseEnv(readFileSync(path.join(folder, name), 'utf8')) as Record<string, string>;
      const [cluster, ha] = [own('cluster.env'), own('ha.env')];
      expect(statSync(path.join(folder, 'cluster.env')).mode & 0o077).to.equal(0);
      const { database } = readConfig({ ...ha, NODE_ENV: 'test' });
      expect(database).to.deep.include({
        kind: 'postgres',
        url: ha['DATABASE_URL'],
        directUrl: ha['DATABASE_DIRECT_URL'],
      });
      expect(new URL(ha['DATABASE_URL'] ?? '').password).to.equal(cluster['LEDGERPORT_DATABASE_PASSWORD']);
      const secrets = Object.keys(cluster).filter((name) => name.endsWith('PASSWORD'));
      expect(new Set(secrets.map((name) => cluster[name])).size).to.equal(3);
      const again = make();
      expect([again.status, again.stderr]).to.deep.equal([1, 'cluster.env exists already\n']);
      expect(own('cluster.env')).to.deep.equal(cluster);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
