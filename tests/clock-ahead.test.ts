// A clock that was two hours ahead and is right again: what it stored holds nothing back for more than a minute.
import { expect } from 'chai';
import { onBothDatabases } from '../contract-tests/testing/doubles.ts';
import type { Connection } from '../core/domain/connection.ts';
import { afterFailure, newHealth, pauseAfterFailures } from '../core/domain/endpoint-health.ts';
import { lockedSeconds, signInBound, withTry } from '../core/domain/failed-tries.ts';
import type { OperationId } from '../core/domain/ids.ts';
import { leaseSeconds } from '../core/domain/operation.ts';
import { queueOperation, settle } from '../core/domain/operation-moves.ts';
import { walkedUntil } from '../core/domain/sync.ts';
import type { Stores } from '../core/ports/storage.ts';
import { connected } from '../core/use-cases/testing/connecting.ts';
import { openService, type Service, type Tenancy } from '../core/use-cases/testing/service.ts';

const aheadSeconds = 7_200;
const limits = { perMinute: 60, perDay: 5_000, inFlight: 5, appPerMinute: 10_000 };

interface World {
  readonly service: Service;
  readonly stores: Stores;
  readonly tenancy: Tenancy;
  readonly connection: Connection;
  readonly now: () => Date;
  readonly after: (seconds: number) => Date;
}

/** What the wrong clock stores; answers whether all goes on, asked when the clock is right again. */
type Held = (world: World) => Promise<() => Promise<boolean>>;

const error = { code: 'INTERNAL', message: 'refused', retryable: true } as const;

async function operationOf(world: World, type: 'webhook.recover' | 'connection.sync') {
  const { service, tenancy, now, stores } = world;
  const id: OperationId = service.ports.ids.next('op');
  const plane = { organizationId: tenancy.organizationId, environment: 'test' } as const;
  const draft = { ...plane, id, type, connectionId: null, subject: null, input: {}, requestId: tenancy.test.requestId };
  await stores.operations.insert([queueOperation(draft, now())]);
  return id;
}
const claims = async ({ service }: World, id: OperationId) => {
  const claimed = await service.core.worker.claim(50);
  return claimed.some(({ operation }) => operation.id === id);
};

const cases: Readonly<Record<string, Held>> = {
  'the lease of an operation whose worker was lost': async (world) => {
    const id = await operationOf(world, 'webhook.recover');
    await claims(world, id);
    return () => claims(world, id);
  },
  'the next try of an operation': async (world) => {
    const id = await operationOf(world, 'webhook.recover');
    const leased = (await world.service.core.worker.claim(50)).filter(({ operation }) => operation.id === id);
    const settlements = leased.map(({ operation, lease }) => {
      const times = { startedAt: world.now(), now: world.now(), spread: 0 };
      return { lease, next: settle(operation, { kind: 'retry', error, retryAfterSeconds: 30 }, times) };
    });
    expect(await world.stores.operations.settleAll(settlements)).to.deep.equal([true]);
    return () => claims(world, id);
  },
  'the budget of a connection: its calls, its places and a refusal': async ({ service, connection, now }) => {
    const budget = service.database.requestBudget({ clock: { now } });
    const call = await budget.acquire(connection, 'requests', limits);
    for (let n = 0; n < 4; n++) await budget.acquire(connection, 'requests', limits);
    const refused = { minuteRemaining: 0, retryAfterSeconds: 60 };
    const said = { ...refused, dayRemaining: null, durationMs: 1, app: refused };
    if (call.kind === 'granted') call.release(said);
    await budget.close();
    return async () => (await budget.acquire(connection, 'syncs', limits)).kind === 'granted';
  },
  'the lease of a record': async ({ stores, connection, now, after }) => {
    const record = { tenantId: connection.providerTenantId ?? '', type: 'invoices', providerId: 'one' } as const;
    const take = (owner: string) =>
      stores.recordLeases.take(record, { owner, token: owner, now: now(), until: after(60) });
    expect(await take('lost')).to.equal(true);
    return () => take('another');
  },
  'the claim of an Idempotency-Key': async ({ stores, tenancy, connection, now, after }) => {
    const scope = { organizationId: tenancy.organizationId, environment: 'test', key: 'ahead' } as const;
    const claim = (leaseToken: string) => {
      const lease = { leaseToken, now: now(), leaseUntil: after(60), expiresAt: after(86_400) };
      return stores.idempotency.claim(scope, { fingerprint: 'same', connectionId: connection.id, ...lease });
    };
    expect((await claim('lost')).kind).to.equal('claimed');
    return async () => (await claim('another')).kind === 'claimed';
  },
  'the refresh of a token': async ({ stores, connection, now, after }) => {
    const { generation = 0 } = (await stores.credentials.find(connection.id)) ?? {};
    const claim = (holder: string) =>
      stores.credentials.claimRefresh(connection.id, { generation, holder, now: now(), leaseUntil: after(45) });
    expect(await claim('lost')).to.equal(true);
    return () => claim('another');
  },
  'the probe of a paused endpoint': async ({ service, stores, tenancy, now, after }) => {
    const write = { body: { url: 'https://hooks.example/ahead', event_types: ['*' as const] } };
    const { value } = await service.core.webhooks.createEndpoint(tenancy.test, { write });
    const { id, createdAt } = value.endpoint;
    const failure = { operationId: 'op_1' as OperationId, at: now(), error: 'refused', retryAfterSeconds: 0 };
    let health = newHealth;
    for (let n = 0; n < pauseAfterFailures; n++) health = afterFailure(health, failure);
    await stores.webhookEndpoints.update({ ...value.endpoint, ...health, updatedAt: createdAt });
    return async () => {
      const { nextCheckAt } = (await stores.webhookEndpoints.find(tenancy.test, id)) ?? {};
      return nextCheckAt !== null && nextCheckAt !== undefined && nextCheckAt <= after(60);
    };
  },
  'the turn of a connection to be reconciled': async ({ stores, connection, now, after }) => {
    const { id: connectionId } = connection;
    const intervalMs = 900_000;
    await stores.reconciliations.plan([{ connectionId, dueAt: after(900), intervalMs, plannedAt: now() }]);
    await stores.reconciliations.end(connectionId, { dueAt: after(900), intervalMs });
    return async () => {
      const cut = { now: now(), after: '', appMost: 100, plannedSince: after(-600), limit: 100 };
      return (await stores.reconciliations.due(cut)).due.some((turn) => turn.connectionId === connectionId);
    };
  },
  'the tick of a schedule': async ({ stores, now, after }) => {
    const take = () =>
      stores.schedules.take({ schedule: 'ahead', at: now() }, { firedAt: now(), heldUntil: after(300) });
    expect(await take()).not.to.equal(undefined);
    return async () => (await take()) !== undefined;
  },
  'the cursor of a family': async ({ stores, connection, now }) => {
    const { id: connectionId, organizationId } = connection;
    const put = () => {
      const mark = { highWater: now(), readFrom: now(), raisedAt: now() };
      return stores.syncCursors.put({ organizationId, connectionId, type: 'invoices', ...mark });
    };
    await put();
    const marked = async () => walkedUntil(await stores.syncCursors.find(connectionId, 'invoices'), now());
    return async () => {
      const isDropped = (await marked()) === null;
      await put();
      return isDropped && (await marked()) !== null;
    };
  },
  'the copy of a record': async ({ stores, connection, now }) => {
    const put = (number: string) => {
      const record = {
        type: 'invoices',
        providerId: '0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c10',
        providerUpdatedAt: null,
        native: {},
      } as const;
      return stores.records.put([[connection, [{ ...record, fields: { number }, fetchedAt: now() }]]]);
    };
    await put('ahead');
    return async () => {
      await put('right');
      const place = { connectionId: connection.id, type: 'invoices' } as const;
      return (await stores.records.list(place, {}, { limit: 10, page: 1 })).itemsJson.includes('right');
    };
  },
  'failed sign-ins': async ({ now }) => {
    const failures = Array.from({ length: 10 }, now);
    return async () =>
      lockedSeconds(failures, now(), signInBound) === 0 && withTry(failures, now(), signInBound).length === 1;
  },
};

onBothDatabases('a clock that was two hours ahead holds nothing back,', (given) => {
  let service: Service;
  let world: World;
  before(async () => {
    service = await openService({ open: given().open });
    const tenancy = await service.newOrganization();
    const connection = await connected(service, tenancy.test, await service.newTenant());
    const { clock, storage } = service.ports;
    const after = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);
    world = { service, stores: storage, tenancy, connection, now: clock.now, after };
  });
  after(() => service?.close());

  for (const [what, hold] of Object.entries(cases)) {
    it(what, async () => {
      service.advance(aheadSeconds, 'core');
      const goesOn = await hold(world);
      service.advance(-aheadSeconds, 'core');
      // A minute, and the lease of a lost worker.
      for (const seconds of [60, leaseSeconds + 1]) {
        service.advance(seconds, 'core');
        await service.core.worker.sweep();
      }
      expect(await goesOn()).to.equal(true);
    });
  }
});
