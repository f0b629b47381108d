// The clauses of marks and of versions, on a ledger that has both, and the gateways that they catch.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { type LedgerGateway, ServiceError } from '#core/ports';
import { ledgerMarkClauses } from './clauses/ledger-mark-clauses.ts';
import { firstBroken, type Harness, verify } from './contract.ts';
import type { LedgerUnderTest } from './ledger-bench.ts';
import { createSecondLedger } from './testing/second-ledger.ts';
import { spoils } from './testing/spoiler.ts';

const contract = { port: 'LedgerGateway of a second ledger', clauses: ledgerMarkClauses };
const opening = (spoil: (good: LedgerGateway) => LedgerGateway): Harness<LedgerUnderTest> => ({
  async open() {
    const { gateway, traits } = createSecondLedger(() => new Date());
    const subject = { gateway: spoil(gateway), traits, accessToken: 'token', tenantId: 'tenant' };
    return { subject, close: async () => {} };
  },
});

const refused = new ServiceError('PROVIDER_REJECTED', 'no change', { outcome: 'not_applied' });
const isThere = async (good: LedgerGateway, ...[access, write]: Parameters<LedgerGateway['send']>) => {
  const id = String(write.payload['id']);
  return !write.creates && good.couldBe(write, await good.read(access, write.type, id));
};

const saboteurs = [
  spoils<LedgerGateway>('looks for no mark', (good) => ({
    send: (access, write, key) => good.send(access, write, write.creates ? randomUUID() : key),
  })),
  spoils<LedgerGateway>('takes the newest record for the one that it made', (good) => ({
    send: (access, write, key) => good.send(access, write, write.creates ? write.type : key),
  })),
  spoils<LedgerGateway>('marks several creates as one', (good) => ({
    sendMany: (access, writes, key) => good.sendMany(access, writes, `${key} of ${writes.length}`),
  })),
  spoils<LedgerGateway>('loses the call that is still to be made', (good) => ({
    send: async (...call) => {
      const { next: _next, ...record } = await good.send(...call);
      return record;
    },
  })),
  spoils<LedgerGateway>('tells the call that is still to be made only once', (good) => {
    const told = new Set<string>();
    return {
      async send(access, write, key) {
        const { next, ...record } = await good.send(access, write, key);
        return next && !told.has(key) ? { ...record, next: told.add(key) && next } : record;
      },
    };
  }),
  spoils<LedgerGateway>('refuses to post again', (good) => {
    const posted = new Set<string>();
    return {
      async send(access, write, key) {
        const isAgain = write.payload['do'] === 'post' && posted.has(key);
        if (isAgain) throw refused;
        if (write.payload['do'] === 'post') posted.add(key);
        return good.send(access, write, key);
      },
    };
  }),
  spoils<LedgerGateway>('ignores the version', (good) => ({
    prepare: (intent) => good.prepare({ ...intent, version: undefined } as typeof intent),
  })),
  spoils<LedgerGateway>('has no versions', (good) => ({
    read: async (...call) => ({ ...(await good.read(...call)), version: undefined }),
  })),
  spoils<LedgerGateway>('calls a change of an older version refused', (good) => ({
    send: (...call) =>
      good.send(...call).catch((error: unknown) => {
        throw error instanceof ServiceError && error.code === 'CONFLICT' ? refused : error;
      }),
  })),
  spoils<LedgerGateway>('refuses a change that the record has', (good) => ({
    async send(...call) {
      if (await isThere(good, ...call)) throw refused;
      return good.send(...call);
    },
  })),
  spoils<LedgerGateway>('takes every change for made', () => ({ couldBe: () => true })),
  spoils<LedgerGateway>('takes no change for made', () => ({ couldBe: () => false })),
];

describe('a gateway with marks and versions', () => {
  verify(
    contract,
    opening((good) => good),
    { describe, it },
  );

  for (const { name, spoil } of saboteurs) {
    it(`is caught if it ${name}`, async () => {
      expect((await firstBroken(contract, opening(spoil)))?.clause, 'no clause caught it').to.be.a('string');
    });
  }
});
