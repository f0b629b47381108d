// Proven by the suite of this one store: it has no foreign keys, so it needs no other store beside it.
import { describe, it } from 'node:test';
import { verify, webhookEndpointStoreContract } from 'ledgerport/contract-tests';
import { createMemoryEndpoints } from './memory-endpoints.ts';

const open = async () => ({ subject: createMemoryEndpoints(), close: async () => {} });
verify(webhookEndpointStoreContract, { open }, { describe, it });
