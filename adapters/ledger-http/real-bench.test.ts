// The way over the real provider, tried out on a sandbox that stands in its place.
import { expect } from 'chai';
import { type Clause, ledgerAuthorizationContract, ledgerGatewayContract } from '#contract-tests';
import { missingVariables, openRealAuthorization, openRealGateway } from './testing/real-bench.ts';
import { openAuthorization, openGateway } from './testing/sandbox-bench.ts';

function clauseOf<S>(clauses: readonly Clause<S>[], name: string): Clause<S> {
  const found = clauses.find((clause) => clause.name === name);
  if (!found) throw new Error(`there is no clause "${name}"`);
  return found;
}

describe('the way over the real provider', () => {
  it('names what is not set', () => {
    expect(missingVariables({ A: 'a', B: '' }, ['A', 'B', 'C'])).to.eql(['B', 'C']);
  });

  it('runs gateway clauses with a token and a tenant from the environment', async () => {
    const { subject, url, close } = await openGateway();
    try {
      const { accessToken, tenantId } = subject;
      const environment = {
        LEDGER_REAL_ACCESS_TOKEN: accessToken,
        LEDGER_REAL_TENANT_ID: tenantId,
        LEDGER_REAL_URL: url,
      };
      const clause = clauseOf(ledgerGatewayContract.clauses, 'the same bytes under the same key make one document');
      await clause.check(openRealGateway(environment, 1));
    } finally {
      await close();
    }
  });

  it('keeps the provider’s pace', async () => {
    const { subject, url, close } = await openGateway();
    try {
      const environment = { LEDGER_REAL_URL: url, LEDGER_REAL_ACCESS_TOKEN: subject.accessToken };
      const { gateway } = openRealGateway(environment, 40);
      const startedMs = performance.now();
      const access = { accessToken: subject.accessToken, tenantId: subject.tenantId, report: () => undefined };
      const query = { page: 1, pageSize: 1, modifiedSince: null };
      await Promise.all([1, 2, 3].map(() => gateway.list(access, 'contacts', query)));
      expect(performance.now() - startedMs).to.be.greaterThan(79);
      expect(gateway.identify('invoices', {})).to.equal(undefined);
    } finally {
      await close();
    }
  });

  it('runs authorization clauses with an app from the environment and a person', async () => {
    const { subject, url, close } = await openAuthorization();
    try {
      const environment = {
        LEDGER_REAL_CLIENT_ID: subject.client.clientId,
        LEDGER_REAL_CLIENT_SECRET: subject.client.clientSecret,
        LEDGER_REAL_REDIRECT_URI: subject.redirectUri,
        LEDGER_REAL_TENANT_IDS: subject.tenantIds.join(', '),
        LEDGER_REAL_URL: url,
      };
      const person = subject.consent;
      const name = 'disconnecting removes one organization only, and may be repeated';
      await clauseOf(ledgerAuthorizationContract.clauses, name).check(openRealAuthorization(environment, person));
    } finally {
      await close();
    }
  });
});
