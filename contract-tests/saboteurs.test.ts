import { inspect } from 'node:util';
import { expect } from 'chai';
import type { Storage, Stores, WakeUp } from '#core/ports';
import { type Clause, type Contract, firstBroken, type Harness } from './contract.ts';
import * as suites from './index.ts';
import { agentSaboteurs } from './testing/agent-saboteurs.ts';
import { alertSaboteurs } from './testing/alert-saboteurs.ts';
import { bulkItemSaboteurs } from './testing/bulk-item-saboteurs.ts';
import { catchesOf } from './testing/catching-clauses.ts';
import { eventSaboteurs, projectionSaboteurs, webhookSaboteurs } from './testing/change-saboteurs.ts';
import { connectionSaboteurs } from './testing/connection-saboteurs.ts';
import { consoleSaboteurs } from './testing/console-saboteurs.ts';
import { deliverySaboteurs, spanSaboteurs } from './testing/delivery-saboteurs.ts';
import { createLocalWakeUp, type DatabaseForTests, onBothDatabases } from './testing/doubles.ts';
import { healthSaboteurs, heldDeliverySaboteurs } from './testing/endpoint-saboteurs.ts';
import { exportSaboteurs } from './testing/export-saboteurs.ts';
import { heldWriteSaboteurs } from './testing/held-write-saboteurs.ts';
import { idempotencySaboteurs } from './testing/idempotency-saboteurs.ts';
import { notificationSaboteurs } from './testing/notification-saboteurs.ts';
import { operationSaboteurs } from './testing/operation-saboteurs.ts';
import { overviewSaboteurs } from './testing/overview-saboteurs.ts';
import { providerRequestSaboteurs } from './testing/provider-request-saboteurs.ts';
import { reconciliationSaboteurs } from './testing/reconciliation-saboteurs.ts';
import { recordSaboteurs } from './testing/record-saboteurs.ts';
import { requestLogSaboteurs } from './testing/request-log-saboteurs.ts';
import { retentionSaboteurs } from './testing/retention-saboteurs.ts';
import { type Saboteur, sabotaged } from './testing/saboteur.ts';
import { scheduleSaboteurs } from './testing/schedule-saboteurs.ts';
import { sealedValueSaboteurs } from './testing/sealed-value-saboteurs.ts';
import { syncSaboteurs } from './testing/sync-saboteurs.ts';
import { storageSaboteurs, tenancySaboteurs } from './testing/tenancy-saboteurs.ts';
import { timelineSaboteurs } from './testing/timeline-saboteurs.ts';
import { usageSaboteurs } from './testing/usage-saboteurs.ts';
import { wakeUpContract } from './wake-up.contract.ts';

type Sabotage = readonly [readonly Contract<Storage>[], readonly Saboteur[]];

const sabotage: readonly Sabotage[] = [
  [[suites.storageContract, suites.providerIdContract], storageSaboteurs],
  [
    [
      ...[suites.organizationStoreContract, suites.memberStoreContract, suites.apiKeyStoreContract],
      ...[suites.providerAppStoreContract, suites.auditStoreContract],
    ],
    tenancySaboteurs,
  ],
  [
    [
      ...[suites.consoleSessionStoreContract, suites.signInFailureStoreContract],
      ...[suites.memberStoreContract, suites.apiKeyStoreContract, suites.factorStoreContract],
      suites.invitationStoreContract,
    ],
    consoleSaboteurs,
  ],
  [
    [suites.connectSessionStoreContract, suites.connectionStoreContract, suites.credentialStoreContract],
    connectionSaboteurs,
  ],
  [[suites.connectSessionStoreContract, suites.reconciliationStoreContract], reconciliationSaboteurs],
  [[suites.recordStoreContract], recordSaboteurs],
  [[suites.idempotencyStoreContract, suites.recordLeaseStoreContract], idempotencySaboteurs],
  [[suites.lookAlikeStoreContract, suites.agentSpendingStoreContract], agentSaboteurs],
  [[suites.operationStoreContract], operationSaboteurs],
  [[suites.bulkItemStoreContract], bulkItemSaboteurs],
  [[suites.heldWriteStoreContract], heldWriteSaboteurs],
  [[suites.exportStoreContract], exportSaboteurs],
  [[suites.providerRequestStoreContract], providerRequestSaboteurs],
  [[suites.alertDestinationStoreContract, suites.alertStoreContract], alertSaboteurs],
  [[suites.projectionStoreContract], projectionSaboteurs],
  [[suites.eventStoreContract], eventSaboteurs],
  [[suites.eventStoreContract], spanSaboteurs],
  [[suites.webhookEndpointStoreContract], [...webhookSaboteurs, ...healthSaboteurs]],
  [[suites.deliveryStoreContract], [...deliverySaboteurs, ...heldDeliverySaboteurs]],
  [[suites.notificationStoreContract], notificationSaboteurs],
  [
    [
      ...[suites.syncCursorStoreContract, suites.connectionStoreContract, suites.operationStoreContract],
      ...[suites.recordStoreContract, suites.projectionStoreContract, suites.familyWalkStoreContract],
    ],
    syncSaboteurs,
  ],
  [[suites.requestLogStoreContract], requestLogSaboteurs],
  [[suites.scheduleStoreContract], scheduleSaboteurs],
  [[suites.retentionStoreContract], retentionSaboteurs],
  [[suites.sealedValueStoreContract], sealedValueSaboteurs],
  [
    [
      ...[suites.providerCallStoreContract, suites.eventStoreContract],
      ...[suites.deliveryStoreContract, suites.auditStoreContract],
    ],
    timelineSaboteurs,
  ],
  [[suites.usageStoreContract, suites.retentionStoreContract], usageSaboteurs],
  [
    [
      ...[suites.overviewStoreContract, suites.providerAppStoreContract, suites.connectionStoreContract],
      ...[suites.deliveryStoreContract, suites.eventStoreContract, suites.providerCallStoreContract],
    ],
    overviewSaboteurs,
  ],
];

/** Several suites as one. */
const together = (contracts: readonly Contract<Storage>[]): Contract<Storage> => ({
  port: contracts.map(({ port }) => port).join(', '),
  clauses: contracts.flatMap(({ clauses }) => clauses),
});

/** Of each clause over an honest storage: `store.method` of what it calls, and its time. */
type Calls = Map<Clause<Storage>, { readonly called: readonly string[]; readonly tookMs: number }>;

/** Plays every clause over an honest storage in the disguise of a saboteur; throws when a clause breaks. */
async function noteCalls({ port, clauses }: Contract<Storage>, given: DatabaseForTests, calls: Calls) {
  for (const clause of clauses) {
    const called: string[] = [];
    const spy: Saboteur = { name: 'none', stores: (honest) => noting(honest, called) };
    const startedMs = performance.now();
    const broken = await firstBroken({ port, clauses: [clause] }, disguised(given, spy));
    if (broken) throw new Error(`${broken.clause}: ${inspect(broken.error)}`);
    calls.set(clause, { called, tookMs: performance.now() - startedMs });
  }
}

function noting(honest: Stores, called: string[]): Partial<Stores> {
  const stores = Object.entries(honest).map(([store, methods]) => {
    const noted = Object.entries(methods as Record<string, (...args: unknown[]) => unknown>).map(([name, method]) => {
      const call = (...args: unknown[]) => {
        called.push(`${store}.${name}`);
        return method(...args);
      };
      return [name, call];
    });
    return [store, Object.fromEntries(noted)];
  });
  return Object.fromEntries(stores) as Partial<Stores>;
}

function disguised({ database, dialect, storage }: DatabaseForTests, saboteur: Saboteur): Harness<Storage> {
  return {
    async open() {
      const { subject, close } = await storage.open();
      return { subject: sabotaged(subject, database.knex, dialect, saboteur), close };
    },
  };
}

/** Those that can notice, for the others call nothing of what is replaced: the shortest first. */
function concerned(
  clauses: readonly Clause<Storage>[],
  calls: Calls,
  saboteur: Saboteur,
  { database }: DatabaseForTests,
) {
  const { stores } = saboteur;
  const callsOfOne = (clause: Clause<Storage>) => calls.get(clause) ?? { called: [], tookMs: 0 };
  const shortestFirst = clauses.toSorted((a, b) => callsOfOne(a).tookMs - callsOfOne(b).tookMs);
  if (!stores) return shortestFirst;
  const replaced = Object.entries(stores(database.storage, database.knex)).flatMap(([store, methods]) =>
    Object.keys(methods).map((method) => `${store}.${method}`),
  );
  return shortestFirst.filter((clause) => replaced.some((name) => callsOfOne(clause).called.includes(name)));
}

/** One test a saboteur: at least one clause of its contracts must break, or the one that it names. */
function expectCaught(given: () => DatabaseForTests, chosen: (saboteur: Saboteur) => boolean) {
  const asked = sabotage.filter(([, all]) => all.some(chosen));
  const calls: Calls = new Map();
  const catches = catchesOf('storage');
  after(() => catches.keep());
  /** The clause that is known to notice, if one is. */
  const expected = (contract: Contract<Storage>, saboteur: Saboteur) =>
    saboteur.caughtBy ?? catches.clauseOf(contract, saboteur.name)?.name;
  for (const contract of new Set(asked.flatMap(([contracts]) => contracts))) {
    const mine = asked.flatMap(([contracts, all]) =>
      contracts.includes(contract) ? all.filter(chosen).map((one) => expected(together(contracts), one)) : [],
    );
    // A saboteur of which no clause is known meets them all.
    const clauses = mine.includes(undefined)
      ? contract.clauses
      : contract.clauses.filter(({ name }) => mine.includes(name));
    if (clauses.length === 0) continue;
    it(`the disguise alone breaks nothing of ${contract.port}`, () =>
      noteCalls({ ...contract, clauses }, given(), calls));
  }

  for (const [contracts, all] of asked) {
    const contract = together(contracts);
    describe(contract.port, () => {
      for (const saboteur of all.filter(chosen)) {
        it(saboteur.name, async () => {
          const harness = disguised(given(), saboteur);
          if (saboteur.caughtBy) {
            const clauses = contract.clauses.filter(({ name }) => name === saboteur.caughtBy);
            expect((await firstBroken({ ...contract, clauses }, harness))?.clause).to.equal(saboteur.caughtBy);
            return;
          }
          const others = async () => {
            const unplayed = contract.clauses.filter((clause) => !calls.has(clause));
            await noteCalls({ ...contract, clauses: unplayed }, given(), calls);
            return concerned(contract.clauses, calls, saboteur, given());
          };
          const broken = await catches.firstBroken(contract, saboteur.name, { harness, others });
          expect(broken, 'no clause noticed').not.to.equal(undefined);
        });
      }
    });
  }
}

onBothDatabases('saboteurs of the storage are caught', (given, name) =>
  expectCaught(given, (saboteur) => (saboteur.postgresOnly ? 'PostgreSQL' : 'SQLite') === name),
);

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
