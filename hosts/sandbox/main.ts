/** The sandbox ledger as a process of its own. */
import { join } from 'node:path';
import { createSandboxLedger } from '../../adapters/ledger-sandbox/index.ts';
import { serveSandbox } from './serve-sandbox.ts';

const { SANDBOX_PORT = '8090', HOST = '127.0.0.1', DATA_DIR = './var' } = process.env;
const port = Number(SANDBOX_PORT);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`SANDBOX_PORT must be a port number, not ${SANDBOX_PORT}`);
  process.exit(1);
}

const ledger = createSandboxLedger({
  dataDir: join(DATA_DIR, 'sandbox'),
  log: (message) => console.error(message),
});
const served = await serveSandbox(ledger, { host: HOST, port }).catch((error: unknown) => {
  console.error(
    `the sandbox ledger cannot listen on ${HOST}:${port}: ${error instanceof Error ? error.message : error}`,
  );
  process.exit(1);
});
console.log(`sandbox ledger listening on ${served.url}`);

let isClosing = false;
async function stop(): Promise<void> {
  if (isClosing) return;
  isClosing = true;
  await served.close();
  process.exit(0);
}
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
