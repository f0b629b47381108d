import { composeSandbox } from '../composition/compose-sandbox.ts';
import type { Config } from '../composition/config.ts';
import { serveSandbox } from './serve-sandbox.ts';

/** The sandbox ledger of this configuration, on the port that it names. */
export async function startSandbox(config: Config) {
  const { host, sandboxPort: port } = config;
  const ledger = composeSandbox(config, (message) => process.stderr.write(`${message}\n`));
  const served = await serveSandbox(ledger, { host, port, publicUrl: `http://localhost:${port}` });
  return { ...served, ledger };
}
