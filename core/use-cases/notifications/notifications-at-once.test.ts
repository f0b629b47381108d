import { expect } from 'chai';
import fc from 'fast-check';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { runsOf } from '../../../tools/run-length.ts';
import { createCore } from '../../create-core.ts';
import type { ProviderAppId, RequestId } from '../../domain/ids.ts';
import type { NotificationBatch } from '../../domain/notification.ts';
import type { Operation } from '../../domain/operation.ts';
import type { Storage } from '../../ports/storage.ts';
import { connect, type Engine, invoiceId, openEngine } from '../testing/engine.ts';

const poison = '66666666-0000-4000-8000-000000000000';
const tenantOf = (app: ProviderAppId) => `tenant-of-${app}`;

/** What happens to a commit: it is made, it is lost, or it is made but reported as failed. */
type Fate = 'kept' | 'lost' | 'kept in silence';

interface Sent {
  readonly app: 0 | 1;
  readonly first: number;
  readonly count: number;
  readonly type: 'invoices' | 'contacts' | null;
  readonly isPoisoned: boolean;
}

const sentBatch: fc.Arbitrary<Sent> = fc.record({
  app: fc.constantFrom(0, 1),
  first: fc.integer({ min: 2, max: 14 }),
  count: fc.integer({ min: 1, max: 3 }),
  type: fc.constantFrom('invoices', 'invoices', 'invoices', 'contacts', null),
  isPoisoned: fc.nat(9).map((n) => n === 0),
});

describe('notifications that come at one time', () => {
  let apps: ProviderAppId[];
  let fates: Fate[];
  let commits: number;
  let running: number;
  let mostAtOnce: number;
  let core: Engine['core'];
  const engine = openedOnce(() => openEngine());
  before(async () => {
    core = createCore({ ...engine.ports, storage: storageOf(engine.storage) });
  });
  beforeEach(startAnew);

  async function startAnew(): Promise<void> {
    [apps, fates, commits, running, mostAtOnce] = [[], [], 0, 0, 0];
    for (const name of ['a', 'b']) {
      const { organizationId } = engine.caller;
      const secrets = { clientId: `${name} ${crypto.randomUUID()}`, clientSecret: 's', webhookKey: `key ${name}` };
      const wanted = {
        provider: 'ledger',
        organizationId,
        environment: 'test',
        name,
        ...secrets,
        makeDefault: false,
      } as const;
      const { id } = await core.access.registerProviderApp(wanted);
      apps.push(id);
      await connect(engine, { providerAppId: id, providerTenantId: tenantOf(id), externalAccountId: id });
    }
  }

  /** Ends commits as `fates` say, and refuses those with the poison. */
  function storageOf(storage: Storage): Storage {
    const refuse = (operations: readonly Operation[]) => {
      if (operations.some(({ subject }) => subject === poison)) throw new Error('poisoned');
    };
    const fateful = async <T>(work: () => Promise<T>): Promise<T> => {
      commits += 1;
      const fate = fates.shift() ?? 'kept';
      if (fate === 'lost') throw new Error('lost');
      running += 1;
      mostAtOnce = Math.max(mostAtOnce, running);
      const result = await work().finally(() => {
        running -= 1;
      });
      if (fate === 'kept in silence') throw new Error('nobody knows');
      return result;
    };
    return {
      ...storage,
      transaction: (work) =>
        fateful(() =>
          storage.transaction(({ operations, ...stores }) => {
            const insert = (drafts: readonly Operation[]) =>
              Promise.resolve(drafts)
                .then(refuse)
                .then(() => operations.insert(drafts));
            return work({ ...stores, operations: { ...operations, insert } });
          }),
        ),
    };
  }

  async function send({ app, first, count, type, isPoisoned }: Sent): Promise<string> {
    const id = apps[app] as ProviderAppId;
    const one = { tenantId: tenantOf(id), type, eventType: 'UPDATE', occurredAt: 'then' };
    const all = Array.from({ length: count }, () => ({ ...one, resourceId: isPoisoned ? poison : invoiceId }));
    const batch: NotificationBatch = { notifications: all, firstSequence: first, lastSequence: first + count - 1 };
    const body = new TextEncoder().encode(JSON.stringify(batch));
    const signature = `key ${'ab'[app]}`;
    return core.notifications.receive({
      provider: 'ledger',
      appId: id,
      body,
      signature,
      requestId: `r-${app}-${first}` as RequestId,
    });
  }

  const numbersOf = ({ first, count }: Sent) => Array.from({ length: count }, (_, i) => first + i);

  async function knownTo(app: ProviderAppId): Promise<ReadonlySet<number>> {
    const rows: string[] = await engine.database
      .knex('inbound_notifications')
      .where({ app_key: app })
      .pluck('identity');
    return new Set(rows.map((identity) => Number(identity.split(':')[1])));
  }

  const rowsOf = (table: string, app: ProviderAppId): Promise<{ first: number; last: number }[]> =>
    engine.database.knex(table).where({ app_key: app });

  const reads = async (app: ProviderAppId): Promise<number> => {
    const { knex } = engine.database;
    const [owner] = await knex('connections').where({ app_key: app }).pluck('id');
    return (await knex('operations').where({ connection_id: owner, type: 'notification.process' })).length;
  };

  /** Sends all at once; returns which were accepted, and checks at that moment that their identities are stored. */
  async function sendAll(all: readonly Sent[]): Promise<readonly boolean[]> {
    return Promise.all(
      all.map(async (sent) => {
        const answer = await send(sent).catch((error: Error) => error.message);
        if (answer !== 'accepted') return false;
        const known = await knownTo(apps[sent.app] as ProviderAppId);
        const kept = numbersOf(sent).filter((number) => known.has(number));
        expect(kept).to.have.length(sent.type === null ? kept.length : sent.count);
        return true;
      }),
    );
  }

  const followers = (count: number): Sent[] =>
    Array.from({ length: count }, (_, i) => ({
      ...{
        app: i % 2 === 0 ? 0 : 1,
        first: Math.floor(i / 2) + 2,
        count: 1,
        type: 'invoices' as const,
        isPoisoned: false,
      },
    }));
  const begin = () => sendAll([0, 1].map((app) => ({ ...(followers(1)[0] as Sent), app: app as 0 | 1, first: 1 })));

  it('cost one transaction each, and those of one app do not wait for a database connection each', async () => {
    await begin();
    commits = 0;
    expect(await sendAll(followers(60))).to.deep.equal(Array(60).fill(true));
    expect(commits).to.equal(60);
    expect(mostAtOnce).to.be.at.most(apps.length);
    for (const app of apps) expect([await reads(app), await rowsOf('notification_gaps', app)]).to.deep.equal([31, []]);
  });

  it('are acknowledged exactly when they are kept, kept once, and missing ones are found, in any order and trouble', async () => {
    const fate = fc.constantFrom<Fate[]>('kept', 'kept', 'lost', 'kept in silence');
    const property = fc.asyncProperty(
      fc.array(sentBatch, { minLength: 1, maxLength: 25 }),
      fc.array(fate, { maxLength: 12 }),
      async (all, given) => {
        await startAnew();
        await begin();
        fates = [...given];
        const answers = await sendAll(all);
        if (given.length === 0) expect(all.filter(({ isPoisoned }, i) => !isPoisoned && !answers[i])).to.deep.equal([]);
        fates = [];
        await assertWhole(all, answers);
      },
    );
    await fc.assert(property, { numRuns: runsOf({ long: 60, short: 25 }) });
  });

  /** Checks that accepted notifications are stored once, and that each number before the cursor came or is in a gap. */
  async function assertWhole(all: readonly Sent[], answers: readonly boolean[]): Promise<void> {
    for (const [index, app] of apps.entries()) {
      const known = await knownTo(app);
      const accepted = all.filter((sent, i) => sent.app === index && answers[i]);
      const work = accepted.filter(({ type }) => type !== null).flatMap(numbersOf);
      expect(work.filter((number) => !known.has(number))).to.deep.equal([]);
      expect(await reads(app)).to.be.within(1, known.size);
      const [cursor] = await rowsOf('notification_cursors', app);
      expect(cursor?.last).to.be.at.least(Math.max(1, ...accepted.flatMap(numbersOf)));
      const gaps = (await rowsOf('notification_gaps', app)).flatMap(({ first, last }) => range(first, last));
      const novel = all.filter(({ app: of, type }) => of === index && type === null).flatMap(numbersOf);
      const came = new Set([...known, ...novel, ...gaps]);
      expect(range(1, cursor?.last ?? 0).filter((number) => !came.has(number))).to.deep.equal([]);
    }
  }
});

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
