// What else goes wrong with a cluster: etcd without a majority, a full disk, a clock that is off. `docs/failover.md` tells it.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { until } from '../../contract-tests/testing/until.ts';
import { runCommand } from '../walk/processes.ts';
import { type Cluster, type Node, startCluster } from './cluster.ts';
import { postgresAccount, run, whyNoCluster } from './machine.ts';

const why = whyNoCluster();
const nodes: readonly Node[] = [1, 2, 3];
const diskMegabytes = 700;
const clockOff = '-90s';

const writes = (cluster: Cluster) => cluster.query('insert into trial default values returning n').then(() => true);
const tries = async (cluster: Cluster) => writes(cluster).catch(() => false);

(why === undefined ? describe : describe.skip)(`trials of a cluster${why ? ` (left out: ${why})` : ''}`, function () {
  this.timeout(600_000);
  let cluster: Cluster;
  const disk = path.join(tmpdir(), `failover-disk-${process.pid}`);
  /** The first leader has a small disk, and a clock that is behind. */
  before(async () => {
    const account = postgresAccount();
    mkdirSync(disk, { mode: 0o700 });
    const options = `size=${diskMegabytes}m,uid=${account.uid},gid=${account.gid},mode=0700`;
    run('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', disk);
    cluster = await startCluster({
      dataOf: (node, usual) => (node === 1 ? path.join(disk, 'data') : usual),
      clockOf: (node) => (node === 1 ? clockOff : undefined),
    });
    await cluster.query(
      'create table trial (n bigint generated always as identity, at timestamptz default clock_timestamp())',
    );
  });
  after(async () => {
    await cluster?.close();
    spawnSync('umount', [disk]);
    spawnSync('rmdir', [disk]);
  });

  it('a clock that is 90 s behind: the leader goes on, hosts do not start, and say why', async () => {
    expect(await cluster.leader()).to.equal(1);
    const [{ now } = {}] = await cluster.query('select extract(epoch from clock_timestamp()) as now');
    expect(Date.now() / 1000 - Number(now)).to.be.within(80, 100);
    const env = { DATABASE_URL: cluster.url, DATA_DIR: path.join(cluster.folder, 'trial'), LOG_LEVEL: 'silent' };
    runCommand('hosts/admin/main.ts', ['migrate', '--json'], env);
    expect(() => runCommand('hosts/koa/main.ts', [], { ...env, PORT: '0', METRICS_PORT: '0' })).to.throw(/clock/);
    // Its lease does not run out by its clock.
    await pause(40_000);
    expect(await cluster.leader()).to.equal(1);
    expect(await writes(cluster)).to.equal(true);
  });

  it('a full disk of the leader: what needs room fails, and all is well once there is room', async () => {
    expect(await cluster.leader()).to.equal(1);
    const filler = path.join(disk, 'filler');
    const beganMs = Date.now();
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M'], { stdio: 'ignore' });
    const rows = 'insert into trial (at) select clock_timestamp() from generate_series(1, 20000)';
    const refused = () =>
      cluster.query(rows).then(
        () => undefined,
        (thrown: Error) => thrown.message,
      );
    const said = await until('a refusal', refused, 120_000);
    expect(said).to.match(/No space left|Connection terminated/);
    await pause(30_000);
    // PostgreSQL ends only where its log has no room; then another node leads.
    tell('disk', { said, leader: await cluster.leader(), refusedAfterMs: Date.now() - beganMs - 30_000 });
    spawnSync('rm', [filler]);
    await cluster.whole(180_000);
    expect(await until('writes', () => tries(cluster), 30_000)).to.equal(true);
  });

  it('etcd without a majority: the leader goes on while it reaches the others, and none is chosen without one', async () => {
    const leader = (await cluster.leader()) as Node;
    const others = nodes.filter((node) => node !== leader);
    for (const node of others) await cluster.stopEtcd(node);
    await pause(40_000);
    expect(await tries(cluster), 'in failsafe mode').to.equal(true);
    cluster.network.cut(leader);
    await pause(40_000);
    expect(await cluster.leader(), 'nobody can be chosen').to.equal(undefined);
    expect(await tries(cluster)).to.equal(false);
    for (const node of others) cluster.startEtcd(node);
    const chosen = await cluster.newLeader(leader, 90_000);
    await until('writes', () => tries(cluster), 30_000);
    tell('etcd', { leader, chosen });
    cluster.mend(leader);
    await cluster.whole(120_000);
  });
});

function tell(trial: string, what: object): void {
  process.stdout.write(`    ${trial}: ${JSON.stringify(what)}\n`);
}
