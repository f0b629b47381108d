import { ledgerAuthorizationContract, verify } from '#contract-tests';
import { gatewayContract } from './testing/own-words-clauses.ts';
import { openAuthorization, openGateway } from './testing/sandbox-bench.ts';
import { verifyOnTapes } from './testing/tape-bench.ts';

const runner = { describe, it };

describe('over the sandbox on a socket', () => {
  verify(gatewayContract, { open: () => openGateway() }, runner);
  verify(ledgerAuthorizationContract, { open: () => openAuthorization() }, runner);
});

describe('over recorded tapes', verifyOnTapes);
