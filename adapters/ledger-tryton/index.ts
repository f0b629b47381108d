// A provider over Tryton 6.0, an ERP server, by its JSON-RPC.

export { startLocalTryton } from './local/start.ts';
export { createTrytonProvider, listedTryton, type TrytonOptions } from './provider.ts';
