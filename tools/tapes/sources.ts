// What tapes are recorded from: the sandbox on a socket with its clock stopped, or the real provider, by hand.
import type { AuthorizationUnderTest, LedgerUnderTest } from '#contract-tests';
import {
  type Environment,
  openRealAuthorization,
  openRealGateway,
} from '../../adapters/ledger-http/testing/real-bench.ts';
import { onSocket, openAuthorization, openGateway } from '../../adapters/ledger-http/testing/sandbox-bench.ts';
import type { Source } from './record-contract.ts';

const settings = { now: () => new Date('2026-09-14T09:00:00.000Z') };
const address = 'http://ledger-recorded.test';
const close = async () => undefined;

export const sandboxGateway: Source<LedgerUnderTest> = async () => {
  const { subject, url, ...opened } = await openGateway(onSocket, settings);
  return { ...opened, subject, hidden: { [url]: address, [subject.accessToken]: 'masked-access-token' } };
};

export const sandboxAuthorization: Source<AuthorizationUnderTest> = async () => {
  const { subject, url, ...opened } = await openAuthorization(onSocket, settings);
  return { ...opened, subject, hidden: { [url]: address, [subject.client.clientSecret]: 'masked-secret' } };
};

export function realGateway(environment: Environment): Source<LedgerUnderTest> {
  // One for all clauses: it holds the pace.
  const subject = openRealGateway(environment);
  return async () => ({ subject, close, hidden: { [subject.accessToken]: 'masked-access-token' } });
}

export function realAuthorization(environment: Environment): Source<AuthorizationUnderTest> {
  const subject = openRealAuthorization(environment);
  const { clientId, clientSecret } = subject.client;
  const hidden = { [clientId]: 'recorded-app', [clientSecret]: 'masked-secret' };
  return async () => ({ subject, close, hidden });
}
