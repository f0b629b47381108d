// The ledger contracts over the real provider, by hand (adapters/ledger-recorded/README.md).
import { type Contract, ledgerAuthorizationContract, verify } from '#contract-tests';
import { gatewayContract } from './testing/own-words-clauses.ts';
import {
  authorizationVariables,
  gatewayVariables,
  missingVariables,
  openRealAuthorization,
  openRealGateway,
} from './testing/real-bench.ts';

/** A clause may wait for the provider's minute, or for a person. */
const longestClauseMs = 600_000;

function verifyReal<S>(contract: Contract<S>, variables: readonly string[], open: () => S): void {
  const missing = missingVariables(process.env, variables);
  if (missing.length > 0) {
    describe.skip(`${contract.port} (left out: set ${missing.join(', ')})`, () => it('needs credentials'));
    return;
  }
  verify(contract, { open: async () => ({ subject: open(), close: async () => undefined }) }, { describe, it });
}

describe('over the real provider', function () {
  this.timeout(longestClauseMs);
  const gateway = openRealGateway(process.env);
  verifyReal(gatewayContract, gatewayVariables, () => gateway);
  verifyReal(ledgerAuthorizationContract, authorizationVariables, () => openRealAuthorization(process.env));
});
