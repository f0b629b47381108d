// The leader of a real cluster is killed, frozen and cut off under load, again and again (`npm run test:failover`). A few
// times by default; `FAILOVER=all` twenty times, which takes about forty minutes. `FAILOVER_SHARE`: of the whole load.
import { appendFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { until } from '../../contract-tests/testing/until.ts';
import { type Cluster, type Node, startCluster } from './cluster.ts';
import { type FailingDeployment, startDeployment, untilReady } from './deployment.ts';
import { judge, lostWrites } from './judge.ts';
import { type Load, startLoad } from './load.ts';
import { whyNoCluster } from './machine.ts';
import { kill } from './network.ts';

type Way = 'crash' | 'freeze' | 'cut';
type Route = 'HAProxy' | 'PgBouncer by session' | 'PgBouncer by transaction';

interface Setting {
  readonly route: Route;
  readonly isSynchronous: boolean;
  /** By default, and of twenty. */
  readonly few: readonly Way[];
  readonly all: readonly Way[];
}

const settings: readonly Setting[] = [
  {
    ...{ route: 'HAProxy', isSynchronous: true },
    ...{ few: ['crash', 'cut'], all: ['crash', 'freeze', 'cut', 'crash', 'freeze', 'cut', 'crash', 'cut'] },
  },
  { route: 'PgBouncer by session', isSynchronous: true, few: [], all: ['crash', 'freeze', 'cut', 'crash'] },
  { route: 'PgBouncer by transaction', isSynchronous: true, few: ['crash'], all: ['crash', 'freeze', 'cut', 'crash'] },
  { route: 'HAProxy', isSynchronous: false, few: ['crash'], all: ['crash', 'freeze', 'cut', 'crash'] },
];

const why = whyNoCluster();
const isWhole = process.env['FAILOVER'] === 'all';
const only = process.env['FAILOVER_ONLY'];
const share = Number(process.env['FAILOVER_SHARE'] ?? 0.1);
const companies = Math.max(20, Math.ceil(100 * share));
const frozenMs = 60_000;
/** After the cluster has a new leader. */
const backWithinMs = 10_000;
const steadyMs = 4_000;
const laggingMs = 1_500;
/** Four processes with ten connections and a listening one each, and what the test asks itself. */
const connectionsMost = 4 * 11 + 4;

(why === undefined ? describe : describe.skip)(`failovers${why ? ` (left out: ${why})` : ''}`, function () {
  this.timeout(3_600_000);
  let cluster: Cluster;
  before(async () => {
    cluster = await startCluster();
  });
  after(() => cluster?.close());

  for (const setting of settings) {
    const ways = isWhole ? setting.all : setting.few;
    const title = `${setting.route}, ${setting.isSynchronous ? 'synchronous' : 'asynchronous'}`;
    if (ways.length === 0 || (only !== undefined && !new RegExp(only).test(title))) continue;
    it(`${title}: ${ways.join(', ')}`, () => drill(setting, title, ways));
  }

  async function drill({ route, isSynchronous }: Setting, title: string, ways: readonly Way[]): Promise<void> {
    await cluster.configure({ synchronous_mode: isSynchronous, synchronous_mode_strict: isSynchronous });
    await cluster.whole();
    const { stop, ...addresses } = await addressesOf(route);
    const deployment = await startDeployment(cluster, companies, addresses);
    try {
      const load = startLoad(deployment, share);
      await pause(steadyMs);
      for (const way of ways) tell(title, await killLeader({ load, deployment, way, isSynchronous }));
      await pause(steadyMs);
      await load.stop(120_000);
      tell(title, { rate: load.rate(), refusals: Object.fromEntries(load.refusals) });
      await deployment.idle(240_000);
      const { lost, redelivered, ...faults } = await judge(cluster, deployment, load.asked);
      tell(title, { asked: load.asked.length, events: deployment.receiver.received.length, redelivered });
      expect(faults).to.deep.equal({ doubled: [], missing: [], eventsTwice: [] });
      expect(lost).to.deep.equal([]);
      expect(load.faults, 'every 503 says when to come again and what became of the write').to.deep.equal([]);
      expect(deployment.receiver.refusals).to.deep.equal([]);
      expect(load.edits.made).to.be.greaterThan(0);
    } finally {
      await deployment.close();
      await stop();
    }
  }

  async function addressesOf(route: Route) {
    if (route === 'HAProxy') return { url: cluster.url, stop: async () => {} };
    if (route === 'PgBouncer by session') return cluster.pooler('session');
    return { ...(await cluster.pooler('transaction')), directUrl: cluster.url };
  }

  interface Kill {
    readonly load: Load;
    readonly deployment: FailingDeployment;
    readonly way: Way;
    readonly isSynchronous: boolean;
  }

  async function killLeader({ load, deployment, way, isSynchronous }: Kill): Promise<object> {
    await cluster.whole();
    await pause(steadyMs);
    const former = await cluster.newLeader(undefined);
    if (!isSynchronous) await lag(former);
    load.resetLongest();
    const killedMs = Date.now();
    hurt(former, way);
    let isHealed = false;
    const healing = () => {
      if (!isHealed) heal(former, way);
      isHealed = true;
    };
    try {
      const leader = await cluster.newLeader(former);
      const back = await comingBack({ load, deployment, isSynchronous, killedMs, ledMs: Date.now() });
      if (way === 'freeze') await pause(Math.max(0, killedMs + frozenMs - Date.now()));
      healing();
      await cluster.whole();
      if (isSynchronous) {
        const lost = await lostWrites(cluster, load.asked);
        expect(lost, `acknowledged and lost: ${way} of node ${former}, then node ${leader}`).to.deep.equal([]);
        expect(deployment.doctor()).to.not.match(/gone back/);
      }
      return { way, ...back };
    } finally {
      healing();
    }
  }

  interface Back extends Omit<Kill, 'way'> {
    readonly killedMs: number;
    readonly ledMs: number;
  }

  /** Waits for hosts and workers, and says how long they took. */
  async function comingBack({ load, deployment, isSynchronous, killedMs, ledMs }: Back): Promise<object> {
    const loss = isSynchronous ? undefined : await lossOf(load, deployment, killedMs);
    const sinceMs = loss?.acceptedMs ?? ledMs;
    const { received } = deployment.receiver;
    const before = received.length;
    const working = until('a delivery by a worker', () => received.length > before && Date.now(), 90_000);
    const writing = until('a good write at both hosts', () => load.firstGood(loss?.acceptedMs ?? killedMs), 90_000);
    const [goodMs, workedMs] = await Promise.all([writing, working]).catch((error: unknown) => {
      const said = `${deployment.output()}\n${cluster.output()}`;
      throw new Error(`${String(error)} ${JSON.stringify([...load.refusals])}\n${said}`);
    });
    const backAfterMs = goodMs - sinceMs;
    await untilReady(deployment, 90_000);
    const readyMs = Date.now();
    const count = "select count(*) as n from pg_stat_activity where usename = 'ledgerport'";
    const connections = Number((await cluster.query(count))[0]?.['n']);
    expect(backAfterMs, 'good writes at both hosts after the new leader').to.be.lessThan(backWithinMs);
    expect(connections, 'connections at the new leader').to.be.at.most(connectionsMost);
    return {
      ...{ leaderAfterMs: ledMs - killedMs, goodAfterMs: goodMs - killedMs, backAfterMs },
      ...{ workedAfterMs: workedMs - sinceMs, readyAfterMs: readyMs - sinceMs },
      ...{ longestUnavailableMs: load.longestMs(), connections },
      ...(loss && { lost: loss.lost, toldUntil: loss.heldUntil }),
    };
  }

  /** Standbys that hear nothing for a moment, so that the leader has acknowledged more than they have. */
  async function lag(leader: Node): Promise<void> {
    const receivers = ([1, 2, 3] as const)
      .filter((node) => node !== leader)
      .flatMap((node) => cluster.processes(node, 'walreceiver'));
    expect(receivers).to.have.length(2);
    for (const pid of receivers) kill(pid, 'SIGSTOP');
    await pause(laggingMs);
    // They go on once the leader is gone.
    setTimeout(() => {
      for (const pid of receivers) kill(pid, 'SIGCONT');
    }, 500);
  }

  /** What the new leader lacks is told by the service, and accepted; undefined where it lacks nothing. */
  async function lossOf(load: Load, deployment: FailingDeployment, killedMs: number) {
    const wentBack = async () => {
      const [row] = await cluster.query('select went_back from database_epoch').catch(() => []);
      if (row?.['went_back']) return 'told' as const;
      return load.firstGood(killedMs) === undefined ? undefined : ('none' as const);
    };
    const told = await until('a good write, or word of a loss', wentBack, 90_000);
    const lost = await lostWrites(cluster, load.asked);
    if (told === 'none') {
      expect(lost, 'lost and not told').to.deep.equal([]);
      return undefined;
    }
    const [, heldUntil = ''] = /gone back to (\d{4}-\d\d-\d\dT[\d:.]+Z)/.exec(deployment.doctor()) ?? [];
    expect(Date.parse(heldUntil), 'doctor says until when').to.be.a('number').and.not.NaN;
    const early = lost.filter(({ acknowledged }) => (acknowledged?.atMs ?? 0) < Date.parse(heldUntil));
    expect(early, `lost, and doctor says until ${heldUntil}`).to.deep.equal([]);
    deployment.admin('database', 'accept');
    const acceptedMs = Date.now();
    // As callers do who miss what was acknowledged.
    await load.askAgain(lost);
    return { lost: lost.length, heldUntil, acceptedMs };
  }

  function hurt(node: Node, way: Way): void {
    if (way === 'crash') cluster.crash(node);
    else if (way === 'freeze') cluster.freeze(node);
    else cluster.network.cut(node);
  }

  function heal(node: Node, way: Way): void {
    if (way === 'crash') cluster.revive(node);
    else if (way === 'freeze') cluster.thaw(node);
    else cluster.mend(node);
  }
});

/** To the terminal, and to a file where one is named. */
function tell(title: string, what: object): void {
  const line = `${title}: ${JSON.stringify(what)}`;
  process.stdout.write(`    ${line}\n`);
  const file = process.env['FAILOVER_REPORT'];
  if (file) appendFileSync(file, `${new Date().toISOString()} ${line}\n`);
}
