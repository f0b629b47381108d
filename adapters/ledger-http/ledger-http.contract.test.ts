import { ledgerAuthorizationContract, ledgerGatewayContract, verify } from '#contract-tests';
import { openAuthorization, openGateway } from './testing/sandbox-bench.ts';
import { verifyOnTapes } from './testing/tape-bench.ts';

const runner = { describe, it };

describe('over the sandbox on a socket', () => {
  verify(ledgerGatewayContract, { open: () => openGateway() }, runner);
  verify(ledgerAuthorizationContract, { open: () => openAuthorization() }, runner);
});

describe('over recorded tapes', verifyOnTapes);
