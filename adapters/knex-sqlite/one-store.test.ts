// A suite may use its store and the stores that its type names. Only foreign keys require further rows.
import * as suites from '#contract-tests';
import type { Storage, Stores } from '#core/ports';
import { type SqliteForTests, sqliteForTests } from './testing/sqlite.ts';

describe('one store of a database without foreign keys', () => {
  let sqlite: SqliteForTests;
  before(async () => {
    sqlite = await sqliteForTests();
    await sqlite.database.knex.raw('pragma foreign_keys = off');
  });
  after(() => sqlite?.close());

  function proves<Name extends keyof Stores>(
    contract: suites.Contract<Pick<Stores, Name> & Pick<Storage, 'transaction'>>,
    ...names: Name[]
  ): void {
    const only = <Subject extends Stores>(stores: Subject) =>
      Object.fromEntries(names.map((name) => [name, stores[name]])) as Pick<Subject, Name>;
    const open = async () => {
      const { subject, close } = await sqlite.storage.open();
      const transaction: Storage['transaction'] = (work) =>
        subject.transaction((stores) => work(only(stores) as Stores));
      return { subject: { ...only(subject), transaction }, close };
    };
    suites.verify(contract, { open }, { describe, it });
  }

  proves(suites.memberStoreContract, 'members', 'consoleSessions', 'factors');
  proves(suites.factorStoreContract, 'factors', 'members');
  proves(suites.invitationStoreContract, 'invitations');
  proves(suites.apiKeyStoreContract, 'apiKeys');
  proves(suites.providerAppStoreContract, 'providerApps');
  proves(suites.consoleSessionStoreContract, 'consoleSessions', 'factors', 'members');
  proves(suites.connectSessionStoreContract, 'connectSessions');
  proves(suites.connectionStoreContract, 'connections', 'credentials', 'providerCalls');
  proves(suites.reconciliationStoreContract, 'reconciliations', 'follows', 'connections');
  proves(suites.credentialStoreContract, 'credentials');
  proves(suites.webhookEndpointStoreContract, 'webhookEndpoints');
  proves(suites.notificationStoreContract, 'notifications', 'connections', 'operations');
  proves(suites.providerCallStoreContract, 'providerCalls', 'connections');
  proves(suites.overviewStoreContract, 'overview', 'operations', 'deliveries', 'connections', 'retention');
  proves(
    suites.sealedValueStoreContract,
    ...(['sealedValues', 'providerApps', 'connections', 'credentials', 'webhookEndpoints'] as const),
    ...(['operations', 'bulkItems', 'members', 'factors', 'exports', 'alertDestinations', 'providerRequests'] as const),
    'heldWrites',
  );
});
