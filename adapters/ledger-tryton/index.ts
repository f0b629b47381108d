// Fills the ledger-gateway port, and a connect by form, over a Tryton 6.0 server.
export { createConnect } from './connect.ts';
export { readsOf } from './reads.ts';
export { createRpc, type RpcOptions } from './rpc.ts';
