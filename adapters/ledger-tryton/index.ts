// A provider over Tryton 6.0, an ERP server, by its JSON-RPC.
export { createTrytonProvider, listedTryton, type TrytonOptions } from './provider.ts';
