/** The sandbox ledger as a process of its own. */
import { runHost } from '../composition/run-host.ts';
import { startSandbox } from './serve-sandbox.ts';

await runHost(process.env, async (config) => {
  const served = await startSandbox(config);
  console.log(`sandbox ledger listening on ${served.url}`);
  return served;
});
