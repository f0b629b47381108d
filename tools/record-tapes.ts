// Records fixtures/ledger/tapes: from the sandbox, or with LEDGER_RECORD=xero from the real provider. How and what it
// takes: adapters/ledger-recorded/README.md.
import { ledgerAuthorizationContract, ledgerGatewayContract } from '#contract-tests';
import {
  authorizationVariables,
  gatewayVariables,
  missingVariables,
} from '../adapters/ledger-http/testing/real-bench.ts';
import { realAuthorization, realGateway } from './tapes/real-source.ts';
import { type Around, recordContract } from './tapes/record-contract.ts';
import { sandboxAuthorization, sandboxGateway } from './tapes/sandbox-source.ts';
import { withSeededUuids } from './tapes/seeded-ids.ts';

const known = [ledgerGatewayContract.port, ledgerAuthorizationContract.port];
const ports = process.argv.length > 2 ? process.argv.slice(2) : known;
const from = process.env['LEDGER_RECORD'] ?? 'sandbox';

const asDrawn: Around = (_clause, record) => record();

/** Why it cannot begin. */
function obstacle(): string | undefined {
  const strange = ports.filter((port) => !known.includes(port));
  if (strange.length > 0) return `there is no port ${strange.join(', ')}: ${known.join(' or ')}`;
  if (from === 'sandbox') return undefined;
  if (from !== 'xero') return `LEDGER_RECORD=${from}: sandbox or xero`;
  const needed = [
    ...(ports.includes(ledgerGatewayContract.port) ? gatewayVariables : []),
    ...(ports.includes(ledgerAuthorizationContract.port) ? authorizationVariables : []),
  ];
  const missing = missingVariables(process.env, needed);
  return missing.length > 0 ? `LEDGER_RECORD=xero needs ${missing.join(', ')}` : undefined;
}

async function record(port: string): Promise<string> {
  const real = from === 'xero';
  const around = real ? asDrawn : withSeededUuids;
  if (port === ledgerGatewayContract.port)
    return recordContract(ledgerGatewayContract, real ? realGateway(process.env) : sandboxGateway, around);
  const source = real ? realAuthorization(process.env) : sandboxAuthorization;
  return recordContract(ledgerAuthorizationContract, source, around);
}

const reason = obstacle();
if (reason !== undefined) {
  console.error(reason);
  process.exitCode = 1;
} else {
  for (const port of ports) console.log(await record(port));
}
