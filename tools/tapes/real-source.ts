// The real provider, for a recording by hand.
import type { AuthorizationUnderTest, LedgerUnderTest } from '#contract-tests';
import {
  type Environment,
  openRealAuthorization,
  openRealGateway,
} from '../../adapters/ledger-http/testing/real-bench.ts';
import type { Source } from './record-clause.ts';

const close = async () => undefined;

export function realGateway(environment: Environment): Source<LedgerUnderTest> {
  // One for all clauses: it holds the pace.
  const subject = openRealGateway(environment);
  return { open: async () => ({ subject, close, hidden: { [subject.accessToken]: 'masked-access-token' } }) };
}

export function realAuthorization(environment: Environment): Source<AuthorizationUnderTest> {
  const subject = openRealAuthorization(environment);
  const { clientId, clientSecret } = subject.client;
  const hidden = { [clientId]: 'recorded-app', [clientSecret]: 'masked-secret' };
  return { open: async () => ({ subject, close, hidden }) };
}
