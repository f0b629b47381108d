// The worker's loop over the core and a database: receivers that never answer, beside receivers that do.
import { expect } from 'chai';
import { openSqlite } from '../../adapters/knex-sqlite/index.ts';
import { pauseAfterFailures } from '../../core/domain/endpoint-health.ts';
import { laneRules } from '../../core/domain/work-lane.ts';
import { connect, type Engine, openEngine, subscribe } from '../../core/use-cases/testing/engine.ts';
import { answered } from '../../core/use-cases/testing/hands.ts';
import { announceMany } from '../../core/use-cases/webhooks/testing/webhooks.ts';
import { type RunningWorker, startWorker } from './start-worker.ts';
import { until } from './testing/until.ts';

const { atOnce } = laneRules.delivery;
/** Each failure makes room for another delivery until the endpoint is paused. */
const sentMost = atOnce + pauseAfterFailures - 1;
const [hanging, well, news] = [20, 15, sentMost + 5];
const slots = 50;
const urlOf = (kind: string, i: number): string => `https://${kind}.example/${i}`;

/** Returns how much was sent to each receiver. */
function sentTo({ hands }: Engine, kind: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { url } of hands.sent) if (url.includes(kind)) counts.set(url, (counts.get(url) ?? 0) + 1);
  return counts;
}

const total = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, n) => sum + n, 0);

describe('receivers that hang', () => {
  let engine: Engine;
  let worker: RunningWorker;
  /** Ends hanging deliveries without an answer; later ones hang again. */
  let giveUp: () => void;
  beforeEach(async () => {
    // Fifty deliveries that end together wait in one line for the connection, and so does this test when it counts.
    const database = await openSqlite({ filename: ':memory:', acquireTimeoutMs: 60_000 });
    await database.migrate();
    engine = await openEngine(database);
    const connection = await connect(engine);
    for (let i = 0; i < hanging; i++) await subscribe(engine, ['*'], urlOf('hangs', i));
    for (let i = 0; i < well; i++) await subscribe(engine, ['*'], urlOf('answers', i));
    await announceMany(engine, connection, news);
    const { hands } = engine;
    let timeout = Promise.withResolvers<void>();
    giveUp = () => {
      timeout.resolve();
      timeout = Promise.withResolvers<void>();
    };
    hands.duringSend = async () => {
      if (hands.sent.at(-1)?.url.includes('hangs')) await timeout.promise;
    };
    hands.answer = ({ url }) =>
      url.includes('hangs') ? { kind: 'failed', error: 'no answer in time', durationMs: 15_000 } : answered(200);
    const { log, wakeUp } = engine.ports;
    worker = startWorker({ worker: engine.core.worker, wakeUp, log, slots, now: () => hands.now });
  });
  afterEach(async () => {
    giveUp();
    await worker.stop(0);
    await engine.database.close();
  });

  it('take no more places each than may be admitted at once, and the others get all of theirs', async () => {
    await until(() => total(sentTo(engine, 'answers')) === well * news, 'all that can arrive');
    await until(() => worker.status().parked.delivery === hanging * atOnce, 'all that hang are parked');
    const parked = performance.now();
    await until(() => performance.now() - parked > 300, 'no more is sent meanwhile');
    expect([...new Set(sentTo(engine, 'hangs').values())]).to.deep.equal([atOnce]);
    expect(worker.status().running.delivery).to.equal(0);
  });

  it('are paused when they are given up, and take no more places', async () => {
    await until(() => worker.status().parked.delivery === hanging * atOnce, 'all that hang are parked');
    const { knex } = engine.database;
    const unsettled = () => knex('operations').whereIn('stage', ['waiting', 'ready', 'running']);
    for (let left = hanging; left > 0; left = (await unsettled()).length) {
      giveUp();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(Math.max(...sentTo(engine, 'hangs').values())).to.be.within(atOnce, sentMost);
    const paused = await knex('webhook_endpoints').whereNotNull('paused_at').pluck('url');
    expect(new Set(paused)).to.deep.equal(new Set(sentTo(engine, 'hangs').keys()));
    // Those that answer are told of each pause, too.
    expect(total(sentTo(engine, 'answers'))).to.equal(well * (news + hanging));
  });
});
