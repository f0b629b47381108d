/** The sandbox ledger as a process of its own. */
import { runHost } from '../composition/run-host.ts';
import { startSandbox } from './serve-sandbox.ts';

await runHost(process.env, async (config, shutdown) => {
  const { url, close } = await startSandbox(config);
  shutdown.add('the sandbox ledger', close);
  console.log(`sandbox ledger listening on ${url}`);
});
