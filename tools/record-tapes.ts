// Records fixtures/ledger/tapes: from the sandbox, or with LEDGER_RECORD=xero from the real provider. How and what it
// takes: adapters/ledger-recorded/README.md.
import { writeFileSync } from 'node:fs';
import { ledgerAuthorizationContract, ledgerGatewayContract } from '#contract-tests';
import {
  authorizationVariables,
  gatewayVariables,
  missingVariables,
} from '../adapters/ledger-http/testing/real-bench.ts';
import { tapedClauses, tapeFile } from '../adapters/ledger-http/testing/tape-bench.ts';
import type { Tape } from '../adapters/ledger-recorded/index.ts';
import { recordContract } from './tapes/record-contract.ts';
import { realAuthorization, realGateway, sandboxAuthorization, sandboxGateway } from './tapes/sources.ts';

const ports = {
  [ledgerGatewayContract.port]: {
    variables: gatewayVariables,
    record: (isReal: boolean) =>
      recordContract(ledgerGatewayContract, isReal ? realGateway(process.env) : sandboxGateway, tapedClauses),
  },
  [ledgerAuthorizationContract.port]: {
    variables: authorizationVariables,
    record: (isReal: boolean) =>
      recordContract(
        ledgerAuthorizationContract,
        isReal ? realAuthorization(process.env) : sandboxAuthorization,
        tapedClauses,
      ),
  },
};

function fail(reason: string): never {
  console.error(reason);
  process.exit(1);
}

const from = process.env['LEDGER_RECORD'] ?? 'sandbox';
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(ports);
const tapes: Tape[] = [];
if (from !== 'sandbox' && from !== 'xero') fail(`LEDGER_RECORD=${from}: sandbox or xero`);
for (const name of wanted) {
  const port = ports[name] ?? fail(`there is no port ${name}: ${Object.keys(ports).join(' or ')}`);
  const missing = from === 'xero' ? missingVariables(process.env, port.variables) : [];
  if (missing.length > 0) fail(`LEDGER_RECORD=xero needs ${missing.join(', ')}`);
  tapes.push(...(await port.record(from === 'xero')));
}
for (const tape of tapes) writeFileSync(tapeFile(tape.port, tape.clause), `${JSON.stringify(tape, null, 1)}\n`);
console.log(`${tapes.length} tapes`);
