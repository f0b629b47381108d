// Records fixtures/ledger/tapes from the sandbox, or with LEDGER_RECORD=xero from the real provider
// (adapters/ledger-recorded/README.md).
import { writeFileSync } from 'node:fs';
import { ledgerGatewayContract } from '#contract-tests';
import { gatewayVariables, missingVariables } from '../adapters/ledger-http/testing/real-bench.ts';
import { tapedClauses, tapeFile } from '../adapters/ledger-http/testing/tape-bench.ts';
import { recordContract } from './tapes/record-contract.ts';
import { realGateway, sandboxGateway } from './tapes/sources.ts';

function fail(reason: string): never {
  console.error(reason);
  process.exit(1);
}

const from = process.env['LEDGER_RECORD'] ?? 'sandbox';
if (from !== 'sandbox' && from !== 'xero') fail(`LEDGER_RECORD=${from}: sandbox or xero`);
const missing = from === 'xero' ? missingVariables(process.env, gatewayVariables) : [];
if (missing.length > 0) fail(`LEDGER_RECORD=xero needs ${missing.join(', ')}`);
const source = from === 'xero' ? realGateway(process.env) : sandboxGateway;
const tapes = await recordContract(ledgerGatewayContract, source, tapedClauses);
for (const tape of tapes) writeFileSync(tapeFile(tape.clause), `${JSON.stringify(tape, null, 1)}\n`);
console.log(`${tapes.length} tapes`);
