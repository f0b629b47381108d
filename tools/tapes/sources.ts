// Sources of tapes: the sandbox on a socket with a stopped clock, or by hand the real provider.
import type { LedgerUnderTest } from '#contract-tests';
import { type Environment, openRealGateway } from '../../adapters/ledger-http/testing/real-bench.ts';
import { openGateway } from '../../adapters/ledger-http/testing/sandbox-bench.ts';
import type { Source } from './record-contract.ts';

const settings = { now: () => new Date('2026-09-14T09:00:00.000Z') };
const address = 'http://ledger-recorded.test';
const close = async () => undefined;

export const sandboxGateway: Source<LedgerUnderTest> = async () => {
  const { subject, url, ...opened } = await openGateway(settings);
  return { ...opened, subject, hidden: { [url]: address, [subject.accessToken]: 'masked-access-token' } };
};

export function realGateway(environment: Environment): Source<LedgerUnderTest> {
  // One subject for all clauses, because it limits the rate of calls.
  const subject = openRealGateway(environment);
  return async () => ({ subject, close, hidden: { [subject.accessToken]: 'masked-access-token' } });
}
