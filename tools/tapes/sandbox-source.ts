// The sandbox on a socket, with its clock stopped and its ids seeded, so that a recording can be repeated.
import type { AuthorizationUnderTest, LedgerUnderTest } from '#contract-tests';
import { onSocket, openAuthorization, openGateway } from '../../adapters/ledger-http/testing/sandbox-bench.ts';
import type { Source } from './record-clause.ts';
import { seededUuids } from './seeded-ids.ts';

const now = () => new Date('2026-09-14T09:00:00.000Z');
const address = 'http://ledger-recorded.test';

const settings = (seed: string) => ({ now, newId: seededUuids(`sandbox ${seed}`) });

export const sandboxGateway: Source<LedgerUnderTest> = {
  async open(seed) {
    const { subject, url, close } = await openGateway(onSocket, settings(seed));
    return { subject, close, hidden: { [url]: address, [subject.accessToken]: 'masked-access-token' } };
  },
};

export const sandboxAuthorization: Source<AuthorizationUnderTest> = {
  async open(seed) {
    const { subject, url, close } = await openAuthorization(onSocket, settings(seed));
    return { subject, close, hidden: { [url]: address, [subject.client.clientSecret]: 'masked-secret' } };
  },
};
