// The worker's loop over the core and a database: receivers that never answer beside receivers that do.
import { expect } from 'chai';
import { connect, type Engine, openEngine, subscribe } from '../../core/use-cases/testing/engine.ts';
import { answered } from '../../core/use-cases/testing/hands.ts';
import { announceMany } from '../../core/use-cases/webhooks/testing/webhooks.ts';
import { type RunningWorker, startWorker } from './start-worker.ts';
import { until } from './testing/until.ts';

const [hanging, well, news] = [60, 15, 12];
const slots = 10;
const urlOf = (kind: string, i: number): string => `https://${kind}.example/${i}`;

/** Every receiver with the number of what was sent to it. */
function sentTo({ hands }: Engine, kind: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { url } of hands.sent) if (url.includes(kind)) counts.set(url, (counts.get(url) ?? 0) + 1);
  return counts;
}

const total = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, n) => sum + n, 0);

describe('receivers that hang', () => {
  let engine: Engine;
  let worker: RunningWorker;
  /** Ends what hangs, without an answer; what is sent from then on hangs again. */
  let giveUp: () => void;
  beforeEach(async () => {
    engine = await openEngine();
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

  it('cost one delivery each that waits, however many are queued, and the others get all of theirs', async () => {
    await until(() => total(sentTo(engine, 'answers')) === well * news, 'all that can arrive');
    await until(() => sentTo(engine, 'hangs').size === hanging, 'one try of each');
    const claimed = performance.now();
    await until(() => worker.status().parked.delivery === hanging, 'all that hang are parked');
    await until(() => performance.now() - claimed > 300, 'no more is sent meanwhile');
    expect([...new Set(sentTo(engine, 'hangs').values())]).to.deep.equal([1]);
    expect(worker.status().running.delivery).to.equal(0);
  });

  it('are tried again, one delivery at a time, when it is given up, and have burned one attempt', async () => {
    await until(() => total(sentTo(engine, 'answers')) === well * news, 'all that can arrive');
    await until(() => sentTo(engine, 'hangs').size === hanging, 'one try of each');
    const waited = performance.now();
    await until(() => performance.now() - waited > 300, 'longer than an answer may take');
    giveUp();
    await until(() => total(sentTo(engine, 'hangs')) >= 2 * hanging, 'the second try of each');
    expect(Math.max(...sentTo(engine, 'hangs').values())).to.equal(2);
    await until(() => worker.status().running.delivery === 0, 'they hold no slots');
    const deliveries = { type: 'webhook.deliver', state: 'retrying' };
    const rows = await engine.database.knex('operations').where(deliveries).select('attempt_count');
    expect(rows.map(({ attempt_count }) => attempt_count)).to.deep.equal(Array(hanging).fill(1));
  });
});
