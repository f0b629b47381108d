import { expect } from 'chai';
import type { Storage, WakeUp } from '#core/ports';
import { postgresDialect } from '../adapters/knex-postgres/postgres-dialect.ts';
import { type PostgresForTests, postgresForTests } from '../adapters/knex-postgres/testing/postgres.ts';
import { createLocalWakeUp } from '../adapters/knex-sqlite/index.ts';
import { sqliteDialect } from '../adapters/knex-sqlite/sqlite-dialect.ts';
import { type SqliteForTests, sqliteForTests } from '../adapters/knex-sqlite/testing/sqlite.ts';
import { describePostgres } from '../tools/test-setup.ts';
import { connectionStoresContract } from './connection-stores.contract.ts';
import { consoleStoresContract } from './console-stores.contract.ts';
import { type Contract, firstBroken } from './contract.ts';
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
  [connectionStoresContract, connectionSaboteurs],
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

/** One test a saboteur: at least one clause of its contract must break. */
function expectCaught(ground: () => Ground, dialect: typeof sqliteDialect, chosen: (saboteur: Saboteur) => boolean) {
  for (const [contract, saboteurs] of sabotage) {
    for (const saboteur of saboteurs.filter(chosen)) {
      it(`${contract.port}: ${saboteur.name}`, async () => {
        const { database, storage } = ground();
        const broken = await firstBroken(contract, {
          async open() {
            const { subject, close } = await storage.open();
            return { subject: sabotaged(subject, database.knex, dialect, saboteur), close };
          },
        });
        expect(broken, 'no clause noticed').not.to.equal(undefined);
        if (saboteur.caughtBy) expect(broken?.clause).to.equal(saboteur.caughtBy);
      });
    }
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

  it('and the disguise alone breaks nothing', async () => {
    for (const [contract] of sabotage) {
      const broken = await firstBroken(contract, {
        async open() {
          const { subject, close } = await sqlite.storage.open();
          return { subject: sabotaged(subject, sqlite.database.knex, sqliteDialect, { name: 'none' }), close };
        },
      });
      expect(broken?.clause).to.equal(undefined);
    }
  });
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
