/** The sandbox ledger as a process of its own. */
import { composeSandbox } from '../composition/compose.ts';
import { runHost } from '../composition/run-host.ts';
import { serveSandbox } from './serve-sandbox.ts';

await runHost(process.env, async (config) => {
  const ledger = composeSandbox(config, (message) => console.error(message));
  const served = await serveSandbox(ledger, {
    host: config.host,
    port: config.sandboxPort,
    publicUrl: `http://localhost:${config.sandboxPort}`,
  });
  console.log(`sandbox ledger listening on ${served.url}`);
  return served;
});
