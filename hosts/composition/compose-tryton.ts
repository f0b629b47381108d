// A Tryton server of this machine, for development.
import path from 'node:path';
import { startLocalTryton } from '../../adapters/ledger-tryton/index.ts';
import type { Config } from './config.ts';
import type { Shutdown } from './shutdown.ts';

export type Tryton = Awaited<ReturnType<typeof composeTryton>>;

/** Its books are kept in `dataDir`. Throws one sentence where Tryton is not installed. */
export async function composeTryton(
  { dataDir, trytonPort: port }: Config,
  shutdown: Shutdown,
  say: (sentence: string) => void,
) {
  const folder = path.join(dataDir, 'tryton');
  const onMaking = () => say(`Making the books of a Tryton server in ${folder}: once, in about a minute`);
  const tryton = await startLocalTryton({ folder, port, onMaking });
  shutdown.add('the Tryton server', tryton.close);
  return tryton;
}
