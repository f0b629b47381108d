import { runHost } from '../composition/run-host.ts';
import { startSandbox } from './serve-sandbox.ts';

await runHost(process.env, async (config, shutdown) => {
  if (config.production)
    throw new Error('the sandbox ledger is for development: anyone who reaches it can change its books');
  const { url, close } = await startSandbox(config);
  shutdown.add('the sandbox ledger', close);
  console.log(`sandbox ledger listening on ${url}`);
});
