import { inspect } from 'node:util';
import { expect } from 'chai';
import type { Storage, Stores, WakeUp } from '#core/ports';
import { postgresDialect } from '../adapters/knex-postgres/postgres-dialect.ts';
import { type PostgresForTests, postgresForTests } from '../adapters/knex-postgres/testing/postgres.ts';
import { createLocalWakeUp } from '../adapters/knex-sqlite/index.ts';
import { sqliteDialect } from '../adapters/knex-sqlite/sqlite-dialect.ts';
import { type SqliteForTests, sqliteForTests } from '../adapters/knex-sqlite/testing/sqlite.ts';
import { describePostgres } from '../tools/test-setup.ts';
import { connectionStoresContract } from './connection-stores.contract.ts';
import { consoleStoresContract } from './console-stores.contract.ts';
import { type Clause, type Contract, firstBroken, type Harness } from './contract.ts';
import { eventStoreContract } from './event-store.contract.ts';
import { idempotencyStoreContract } from './idempotency-store.contract.ts';
import { notificationStoreContract } from './notification-store.contract.ts';
import { operationStoreContract } from './operation-store.contract.ts';
import { overviewStoreContract } from './overview-store.contract.ts';
import { projectionStoreContract } from './projection-store.contract.ts';
import { recordStoreContract } from './record-store.contract.ts';
import { retentionStoreContract } from './retention-store.contract.ts';
import { scheduleStoreContract } from './schedule-store.contract.ts';
import { sealedValueStoreContract } from './sealed-value-store.contract.ts';
import { storageContract } from './storage.contract.ts';
import { syncStoresContract } from './sync-stores.contract.ts';
import { tenancyStoresContract } from './tenancy-stores.contract.ts';
import { eventSaboteurs, projectionSaboteurs, webhookSaboteurs } from './testing/change-saboteurs.ts';
import { connectionSaboteurs } from './testing/connection-saboteurs.ts';
import { consoleSaboteurs } from './testing/console-saboteurs.ts';
import { deliverySaboteurs, spanSaboteurs } from './testing/delivery-saboteurs.ts';
import { healthSaboteurs, heldDeliverySaboteurs } from './testing/endpoint-saboteurs.ts';
import { idempotencySaboteurs } from './testing/idempotency-saboteurs.ts';
import { notificationSaboteurs } from './testing/notification-saboteurs.ts';
import { operationSaboteurs } from './testing/operation-saboteurs.ts';
import { overviewSaboteurs } from './testing/overview-saboteurs.ts';
import { reconciliationSaboteurs } from './testing/reconciliation-saboteurs.ts';
import { recordSaboteurs } from './testing/record-saboteurs.ts';
import { retentionSaboteurs } from './testing/retention-saboteurs.ts';
import { type Saboteur, sabotaged } from './testing/saboteur.ts';
import { scheduleSaboteurs } from './testing/schedule-saboteurs.ts';
import { sealedValueSaboteurs } from './testing/sealed-value-saboteurs.ts';
import { syncSaboteurs } from './testing/sync-saboteurs.ts';
import { storageSaboteurs, tenancySaboteurs } from './testing/tenancy-saboteurs.ts';
import { timelineSaboteurs } from './testing/timeline-saboteurs.ts';
import { usageSaboteurs } from './testing/usage-saboteurs.ts';
import { timelineStoresContract } from './timeline-stores.contract.ts';
import { usageStoreContract } from './usage-store.contract.ts';
import { wakeUpContract } from './wake-up.contract.ts';
import { webhookStoresContract } from './webhook-stores.contract.ts';

const sabotage: readonly (readonly [Contract<Storage>, readonly Saboteur[]])[] = [
  [storageContract, storageSaboteurs],
  [tenancyStoresContract, tenancySaboteurs],
  [consoleStoresContract, consoleSaboteurs],
  [connectionStoresContract, [...connectionSaboteurs, ...reconciliationSaboteurs]],
  [recordStoreContract, recordSaboteurs],
  [idempotencyStoreContract, idempotencySaboteurs],
  [operationStoreContract, operationSaboteurs],
  [projectionStoreContract, projectionSaboteurs],
  [eventStoreContract, [...eventSaboteurs, ...spanSaboteurs]],
  [webhookStoresContract, [...webhookSaboteurs, ...healthSaboteurs, ...deliverySaboteurs, ...heldDeliverySaboteurs]],
  [notificationStoreContract, notificationSaboteurs],
  [syncStoresContract, syncSaboteurs],
  [scheduleStoreContract, scheduleSaboteurs],
  [retentionStoreContract, retentionSaboteurs],
  [sealedValueStoreContract, sealedValueSaboteurs],
  [timelineStoresContract, timelineSaboteurs],
  [usageStoreContract, usageSaboteurs],
  [overviewStoreContract, overviewSaboteurs],
];

type Ground = Pick<SqliteForTests & PostgresForTests, 'database' | 'storage'>;

/** Names `store.method` of what each clause calls of an honest storage. */
type Calls = ReadonlyMap<Clause<Storage>, ReadonlySet<string>>;

/** Plays every clause over an honest storage in the disguise of a saboteur; throws when a clause breaks. */
async function callsOf(contract: Contract<Storage>, ground: Ground, dialect: typeof sqliteDialect): Promise<Calls> {
  const calls = new Map<Clause<Storage>, ReadonlySet<string>>();
  for (const clause of contract.clauses) {
    const called = new Set<string>();
    const spy: Saboteur = { name: 'none', stores: (honest) => noting(honest, called) };
    const broken = await firstBroken({ ...contract, clauses: [clause] }, disguised(ground, dialect, spy));
    if (broken) throw new Error(`${broken.clause}: ${inspect(broken.error)}`);
    calls.set(clause, called);
  }
  return calls;
}

function noting(honest: Stores, called: Set<string>): Partial<Stores> {
  const stores = Object.entries(honest).map(([store, methods]) => {
    const noted = Object.entries(methods as Record<string, (...args: unknown[]) => unknown>).map(([name, method]) => {
      const call = (...args: unknown[]) => {
        called.add(`${store}.${name}`);
        return method(...args);
      };
      return [name, call];
    });
    return [store, Object.fromEntries(noted)];
  });
  return Object.fromEntries(stores) as Partial<Stores>;
}

function disguised({ database, storage }: Ground, dialect: typeof sqliteDialect, saboteur: Saboteur): Harness<Storage> {
  return {
    async open() {
      const { subject, close } = await storage.open();
      return { subject: sabotaged(subject, database.knex, dialect, saboteur), close };
    },
  };
}

/** Only these can notice: the others call nothing of what the saboteur replaces. */
function concerned(clauses: readonly Clause<Storage>[], calls: Calls, { stores }: Saboteur, { database }: Ground) {
  if (!stores) return clauses;
  const replaced = Object.entries(stores(database.storage, database.knex)).flatMap(([store, methods]) =>
    Object.keys(methods).map((method) => `${store}.${method}`),
  );
  return clauses.filter((clause) => replaced.some((name) => calls.get(clause)?.has(name)));
}

/** One test a saboteur: at least one clause of its contract must break, or the one that it names. */
function expectCaught(ground: () => Ground, dialect: typeof sqliteDialect, chosen: (saboteur: Saboteur) => boolean) {
  for (const [contract, all] of sabotage) {
    const saboteurs = all.filter(chosen);
    if (saboteurs.length === 0) continue;
    describe(contract.port, () => {
      let calls: Calls;

      it('the disguise alone breaks nothing', async () => {
        calls = await callsOf(contract, ground(), dialect);
      });

      for (const saboteur of saboteurs) {
        it(saboteur.name, async () => {
          const clauses = concerned(contract.clauses, calls, saboteur, ground());
          const broken = await firstBroken({ ...contract, clauses }, disguised(ground(), dialect, saboteur));
          expect(broken, 'no clause noticed').not.to.equal(undefined);
          if (saboteur.caughtBy) expect(broken?.clause).to.equal(saboteur.caughtBy);
        });
      }
    });
  }
}

describe('saboteurs of the storage are caught on SQLite', () => {
  let sqlite: SqliteForTests;
  before(async () => {
    sqlite = await sqliteForTests();
  });
  after(() => sqlite?.close());

  expectCaught(
    () => sqlite,
    sqliteDialect,
    (saboteur) => !saboteur.postgresOnly,
  );
});

describePostgres('saboteurs of the locks are caught on PostgreSQL', () => {
  let postgres: PostgresForTests;
  before(async () => {
    postgres = await postgresForTests();
  });
  after(() => postgres?.close());

  expectCaught(
    () => postgres,
    postgresDialect,
    (saboteur) => saboteur.postgresOnly === true,
  );
});

describe('saboteurs of the wake-up are caught', () => {
  const saboteurs: Readonly<Record<string, (honest: WakeUp) => Partial<WakeUp>>> = {
    'a signal is lost': () => ({ signal() {} }),
    'listeners run inside signal': () => {
      const listeners = new Set<() => void>();
      return {
        signal: () => {
          for (const listener of listeners) listener();
        },
        listen: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      };
    },
    'nobody can stop': (honest) => ({
      listen(listener) {
        honest.listen(listener);
        return () => {};
      },
    }),
    'one signal is all': (honest) => {
      let given = false;
      return {
        signal() {
          if (!given) honest.signal();
          given = true;
        },
      };
    },
  };
  for (const [name, break_] of Object.entries(saboteurs)) {
    it(name, async () => {
      const broken = await firstBroken(wakeUpContract, {
        async open() {
          const honest = createLocalWakeUp();
          return { subject: { ...honest, ...break_(honest) }, close: async () => {} };
        },
      });
      expect(broken, 'no clause noticed').not.to.equal(undefined);
    });
  }
});
