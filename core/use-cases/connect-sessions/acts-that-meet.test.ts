// Two acts on one connect link, in every order of their locks, on PostgreSQL: neither waits for ever, and both end as a row of
// the table says.
import { AsyncLocalStorage } from 'node:async_hooks';
import { expect } from 'chai';
import { type DatabaseForTests, databaseForTests, describePostgres } from '../../../contract-tests/testing/doubles.ts';
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import { until } from '../../../contract-tests/testing/until.ts';
import { runsOf } from '../../../tools/run-length.ts';
import type { Core } from '../../create-core.ts';
import { linkStateOf } from '../../domain/connect-moves.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { newSession } from '../testing/connecting.ts';
import { openService, type Tenancy } from '../testing/service.ts';
import { ordersOf } from '../testing/two-hosts.ts';
import type { ConnectOutcome } from './outcome.ts';

const acting = new AsyncLocalStorage<Act>();

/** An act that stops before each lock of a transaction. */
class Act {
  end: PromiseSettledResult<unknown> | undefined;
  isStopped = true;
  #go = () => {};

  constructor(work: () => Promise<unknown>) {
    const begun = acting.run(this, () => this.stop().then(work));
    void Promise.allSettled([begun]).then(([end]) => {
      this.end = end;
    });
  }

  stop(): Promise<void> {
    this.isStopped = true;
    return new Promise((resolve) => {
      this.#go = resolve;
    });
  }

  go(): void {
    this.isStopped = false;
    this.#go();
  }
}

function stopping(ports: CorePorts): CorePorts {
  const { storage } = ports;
  const before =
    <A extends unknown[], R>(work: (...asked: A) => Promise<R>) =>
    async (...asked: A): Promise<R> => {
      await acting.getStore()?.stop();
      return work(...asked);
    };
  const stopped = (stores: Stores): Stores => ({
    ...stores,
    organizations: { ...stores.organizations, lock: before(stores.organizations.lock) },
    connections: {
      ...stores.connections,
      insert: before(stores.connections.insert),
      update: before(stores.connections.update),
    },
    connectSessions: { ...stores.connectSessions, advance: before(stores.connectSessions.advance) },
  });
  const transaction: typeof storage.transaction = (work) => storage.transaction((stores) => work(stopped(stores)));
  return { ...ports, storage: { ...storage, transaction } };
}

interface Link {
  readonly id: string;
  readonly token: string;
  readonly state: string;
  /** Codes of a consent for one organization, and for two others. */
  readonly one: string;
  readonly both: string;
  readonly tenants: readonly string[];
}

type Doing = (core: Core, link: Link, caller: Tenancy['test']) => Promise<unknown>;

const back =
  (which: 'one' | 'both'): Doing =>
  ({ connectSessions }, { state, ...link }) =>
    connectSessions.callback({ state, code: link[which], error: undefined, isOpener: true });
const choose =
  (which: number): Doing =>
  ({ connectSessions }, { state, tenants }) =>
    connectSessions.choose({ selection: state, tenantId: tenants[which] ?? '' });
const cancel: Doing = ({ connectSessions }, { token }) => connectSessions.cancel(token);
const withdraw: Doing = ({ connectSessions }, { id }, caller) => connectSessions.withdraw(caller, id);

interface Pair {
  /** The link waits for a choice when the two begin. */
  readonly isHeld: boolean;
  readonly acts: readonly [Doing, Doing];
  /** How the link may stand afterwards. */
  readonly ends: readonly string[];
}

const pairs: Readonly<Record<string, Pair>> = {
  'the customer cancels while a choice is claimed': {
    isHeld: true,
    acts: [cancel, choose(0)],
    ends: ['cancelled', 'connected'],
  },
  'the maker ends it while a choice is claimed': {
    isHeld: true,
    acts: [withdraw, choose(0)],
    ends: ['withdrawn', 'connected'],
  },
  'two choices of one organization': { isHeld: true, acts: [choose(0), choose(0)], ends: ['connected'] },
  'two choices of two organizations': { isHeld: true, acts: [choose(0), choose(1)], ends: ['connected'] },
  'customer and maker end it': { isHeld: true, acts: [cancel, withdraw], ends: ['cancelled', 'withdrawn'] },
  'the maker ends it while a consent connects': {
    isHeld: false,
    acts: [withdraw, back('one')],
    ends: ['withdrawn', 'connected'],
  },
  'the customer cancels while a consent connects': {
    isHeld: false,
    acts: [cancel, back('one')],
    ends: ['cancelled', 'connected'],
  },
  'the maker ends it while a choice begins': { isHeld: false, acts: [withdraw, back('both')], ends: ['withdrawn'] },
  'a consent for one while one for two begins a choice': {
    isHeld: false,
    acts: [back('one'), back('both')],
    ends: ['connected', 'choosing'],
  },
};

/** Stops of an act: its start, and before each lock. A short run plays each eleventh order and the last. */
const stops = 4;
const share = runsOf({ long: 1, short: 11 });

describePostgres('acts that meet on a connect link', () => {
  let database: DatabaseForTests;
  let hosts: readonly [Core, Core];
  let connected = 0;

  before(async () => {
    database = await databaseForTests('PostgreSQL');
  });
  const service = openedOnce(() => openService({ open: database.open, wrap: stopping }));
  before(async () => {
    hosts = [service.core, await service.another(stopping)];
  });
  const tenancy = openedEach(() => service.newOrganization());
  beforeEach(async () => {
    connected = 0;
  });
  after(async () => {
    await database?.close();
  });

  async function newLink(): Promise<Link> {
    const tenants = [await service.newTenant(), await service.newTenant()];
    const another = await service.newTenant();
    const made = (await newSession(service, tenancy.test)) as unknown as { token: string; connectSessionId: string };
    const opened = await service.core.connectSessions.open(made.token);
    if (opened.kind !== 'asks-consent') throw new Error(opened.kind);
    const code = async (tenant_ids: readonly string[]) => {
      const answer = await service.sandbox.control('POST', 'consent', { authorize_url: opened.consentUrl, tenant_ids });
      return new URL(String(answer['callback_url'])).searchParams.get('code') ?? '';
    };
    const [one, both] = [await code([another]), await code(tenants)];
    return { id: made.connectSessionId, token: made.token, state: opened.state, one, both, tenants };
  }

  const isWaiting = async () => {
    const { knex } = service.database;
    const rows = await knex('pg_stat_activity')
      .where({ wait_event_type: 'Lock' })
      .whereRaw('datname = current_database()');
    return rows.length > 0;
  };
  /** Lets an act go to its next stop, to its end, or to a lock that the other one holds. */
  async function step(act: Act): Promise<void> {
    if (act.end || !act.isStopped) return;
    act.go();
    await until(
      'the act stops, ends or waits',
      async () => act.isStopped || act.end !== undefined || (await isWaiting()),
    );
  }

  const stateOf = async ({ id }: Link) => {
    const found = await service.ports.storage.connectSessions.find(tenancy.test, id as never);
    return found ? linkStateOf(found, service.ports.clock.now()) : 'gone';
  };
  const wordOf = ({ end }: Act): string => {
    if (end?.status === 'rejected') {
      const { reason } = end;
      if (reason instanceof ServiceError && reason.details.reason === 'connect_session_used') return 'refused';
      throw reason;
    }
    const value = end?.value as ConnectOutcome | { kind?: undefined; status: string; error?: string };
    if (value.kind === undefined) return value.error ?? value.status;
    if (value.kind === 'gone') return value.why;
    if (value.kind !== 'ended') return value.kind;
    return value.result.status === 'failed' ? value.result.error : value.result.status;
  };
  /** What either may be told where the link stands so. */
  const words: Readonly<Record<string, readonly string[]>> = {
    connected: ['connected', 'refused', 'other'],
    cancelled: ['cancelled'],
    withdrawn: ['withdrawn', 'asks-choice'],
    choosing: ['asks-choice'],
  };

  for (const [name, { isHeld, acts, ends }] of Object.entries(pairs)) {
    it(`${name}: in every order`, async function () {
      this.timeout(60_000);
      const seen = new Set<string>();
      for (const order of ordersOf(stops, stops).filter((_, i, all) => i % share === 0 || i === all.length - 1)) {
        const link = await newLink();
        if (isHeld) await back('both')(service.core, link, tenancy.test);
        const both = acts.map((act, i) => new Act(() => act(hosts[i] as Core, link, tenancy.test)));
        for (const index of order) await step(both[index] as Act);
        await until('both end', async () => {
          for (const act of both) if (!act.end && act.isStopped) act.go();
          return both.every(({ end }) => end !== undefined);
        });
        const state = await stateOf(link);
        const told = both.map(wordOf);
        expect(ends, order.join('')).to.include(state);
        for (const word of told) expect(words[state], `${state} after ${order.join('')}`).to.include(word);
        const count = async (status: string) => (await service.core.connections.list(tenancy.test, { status })).total;
        const counted = [(await count('active')) - connected, await count('pending_selection')];
        const wanted = [state === 'connected' ? 1 : 0, state === 'choosing' ? 1 : 0];
        expect(counted, `${state} after ${order.join('')}`).to.deep.equal(wanted);
        connected += counted[0] ?? 0;
        if (state === 'choosing') await cancel(service.core, link, tenancy.test);
        seen.add(state);
      }
      expect([...seen].sort(), 'each end is met').to.deep.equal([...ends].sort());
    });
  }
});
