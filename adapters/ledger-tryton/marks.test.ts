// The clauses of marks and of versions, on a real server; all of them share its books.
import { type LedgerUnderTest, ledgerGatewayContract, verify } from '../../contract-tests/index.ts';
import { describeTryton, startTryton, type TestTryton } from './testing/tryton-server.ts';
import { type Writing, writingOf } from './testing/writing.ts';
import { traits } from './traits.ts';

describeTryton('marks and versions at Tryton', () => {
  let tryton: TestTryton;
  let writing: Writing;
  before(async () => {
    tryton = await startTryton();
    writing = await writingOf(tryton);
  });
  after(() => tryton.stop());

  const clauses = ledgerGatewayContract.clauses.filter(({ name }) => /^(marks|versions):/.test(name));
  const open = async () => {
    const { access, gateway } = writing;
    const { accessToken, tenantId } = access;
    return { subject: { gateway, traits, accessToken, tenantId } satisfies LedgerUnderTest, close: async () => {} };
  };
  verify({ ...ledgerGatewayContract, clauses }, { open }, { describe, it });
});
