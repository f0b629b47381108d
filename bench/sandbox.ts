// The sandbox ledger for benchmarks: in memory, its rate limits lifted.
import { createSandboxLedger } from '../adapters/ledger-sandbox/index.ts';
import { serveSandbox } from '../hosts/sandbox/serve-sandbox.ts';

const port = Number(process.argv[2]);
const ledger = createSandboxLedger({ limits: { minute: null, day: null, concurrent: null, app_minute: null } });
await serveSandbox(ledger, { host: '127.0.0.1', port, publicHost: 'localhost' });
process.send?.({ ready: true });
