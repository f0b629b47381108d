import { expect } from 'chai';
import pg from 'pg';
import { verify, wakeUpContract } from '#contract-tests';
import { startFaultyProxy } from '../../hosts/worker/testing/faulty-proxy.ts';
import { describePostgres, postgresUrl } from '../../tools/test-setup.ts';
import { createPostgresWakeUp, type PostgresWakeUp } from './create-postgres-wake-up.ts';
import { schemaForTests } from './testing/postgres.ts';

describePostgres('createPostgresWakeUp', () => {
  let url: string;
  let drop: () => Promise<void>;
  const opened: PostgresWakeUp[] = [];
  before(async () => {
    ({ url, drop } = await schemaForTests());
  });
  after(() => drop?.());
  afterEach(async () => {
    for (const wakeUp of opened.splice(0)) await wakeUp.close();
  });

  async function open(address = url): Promise<PostgresWakeUp> {
    const wakeUp = createPostgresWakeUp({ url: address });
    opened.push(wakeUp);
    await wakeUp.ready;
    // Opening the channel wakes once.
    await new Promise((resolve) => setImmediate(resolve));
    return wakeUp;
  }

  function counting(wakeUp: PostgresWakeUp): () => number {
    let calls = 0;
    wakeUp.listen(() => {
      calls += 1;
    });
    return () => calls;
  }

  async function eventually(condition: () => boolean): Promise<void> {
    const deadline = Date.now() + 10_000;
    while (!condition() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(condition()).to.equal(true);
  }

  verify(
    wakeUpContract,
    {
      async open() {
        const subject = createPostgresWakeUp({ url });
        await subject.ready;
        await new Promise((resolve) => setImmediate(resolve));
        return { subject, close: subject.close };
      },
    },
    { describe, it },
  );

  it('wakes other processes on the same schema and none on another', async () => {
    const [sender, receiver, stranger] = [await open(), await open(), await open(await postgresUrl())];
    const [heard, overheard] = [counting(receiver), counting(stranger)];
    sender.signal();
    await eventually(() => heard() > 0);
    stranger.signal();
    await eventually(() => overheard() > 0);
    expect(overheard()).to.equal(1);
  });

  it('opens its connection again when it is cut, wakes once for missed signals, and receives again', async () => {
    const [sender, receiver] = [await open(), await open()];
    const heard = counting(receiver);
    const client = new pg.Client(url);
    await client.connect();
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen "work_' || current_schema() || '"'`,
    );
    await client.end();
    await eventually(() => heard() > 0);
    const before = heard();
    await eventually(() => {
      sender.signal();
      return heard() > before;
    });
  });

  it('does the same when the server is gone from under its connection without a word', async () => {
    const proxy = await startFaultyProxy(url);
    const [sender, receiver] = [await open(proxy.url), await open()];
    const heard = counting(receiver);
    proxy.vanish();
    await eventually(() => {
      sender.signal();
      return heard() > 0;
    });
    await sender.close();
    await proxy.close();
  });

  it('asks whether the server is there, so that it hears again although nobody signals', async () => {
    const proxy = await startFaultyProxy(url);
    const listener = createPostgresWakeUp({ url: proxy.url, questionsMs: 50 });
    opened.push(listener);
    await listener.ready;
    await new Promise((resolve) => setImmediate(resolve));
    const heard = counting(listener);
    proxy.vanish();
    await eventually(() => heard() > 0);
    await listener.close();
    await proxy.close();
  });

  it('does its local work without a server, and closes', async () => {
    const alone = createPostgresWakeUp({ url: 'postgres://test@127.0.0.1:1/postgres' });
    const heard = counting(alone);
    alone.signal();
    await eventually(() => heard() === 1);
    await alone.close();
    await alone.ready;
  });
});
