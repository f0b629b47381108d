// Records fixtures/ledger/tapes from the sandbox, or with LEDGER_RECORD=xero from the real provider.
// adapters/ledger-recorded/README.md says how.
import { writeFileSync } from 'node:fs';
import { gatewayVariables, missingVariables, openRealGateway } from '../../adapters/ledger-http/testing/real-bench.ts';
import { tapedClauses, tapeFile } from '../../adapters/ledger-http/testing/tape-bench.ts';
import { recordContract, type Source, sandboxGateway } from './record-contract.ts';

function realGateway(): Source {
  const missing = missingVariables(process.env, gatewayVariables);
  if (missing.length > 0) throw new Error(`LEDGER_RECORD=xero needs ${missing.join(', ')}`);
  // All clauses share one gateway, because it paces the calls.
  const subject = openRealGateway(process.env);
  return async () => ({ subject, close: async () => {}, hidden: { [subject.accessToken]: 'masked-access-token' } });
}

const from = process.env['LEDGER_RECORD'] ?? 'sandbox';
if (from !== 'sandbox' && from !== 'xero') throw new Error(`LEDGER_RECORD=${from}: sandbox or xero`);
const tapes = await recordContract(from === 'xero' ? realGateway() : sandboxGateway, tapedClauses);
for (const tape of tapes) writeFileSync(tapeFile(tape.clause), `${JSON.stringify(tape, null, 1)}\n`);
console.log(`${tapes.length} tapes`);
