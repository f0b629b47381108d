// The gateway's contract, on real servers. The clauses share their books.
import { type LedgerUnderTest, ledgerGatewayContract, verify } from '../../contract-tests/index.ts';
import { createTrytonGateway } from './gateway.ts';
import { paperworkIn } from './testing/paperwork.ts';
import { describeTryton, startTryton, type TestTryton } from './testing/tryton-server.ts';
import { traits } from './traits.ts';

for (const on of ['sqlite', 'postgres'] as const) {
  const body = () => {
    let tryton: TestTryton;
    let subject: LedgerUnderTest;
    before(async () => {
      tryton = await startTryton({ on });
      const { access } = await paperworkIn(tryton);
      subject = { gateway: createTrytonGateway(tryton.rpc, 25), traits, payingAccount: '090', ...access };
    });
    after(() => tryton.stop());
    verify(ledgerGatewayContract, { open: async () => ({ subject, close: async () => {} }) }, { describe, it });
  };
  describeTryton(`over Tryton on ${on}`, body, on);
}
