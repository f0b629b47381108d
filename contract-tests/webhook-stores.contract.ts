import type { Storage } from '#core/ports';
import { deliveryClauses } from './clauses/delivery-clauses.ts';
import { endpointHealthClauses } from './clauses/endpoint-health-clauses.ts';
import { heldDeliveryClauses } from './clauses/held-delivery-clauses.ts';
import { largeDeliveryClauses } from './clauses/large-list-clauses.ts';
import { webhookEndpointClauses } from './clauses/webhook-endpoint-clauses.ts';
import type { Contract } from './contract.ts';

/** Endpoints, how they answer, and what is on its way to them. */
export const webhookStoresContract: Contract<Storage> = {
  port: 'WebhookEndpointStore, DeliveryStore',
  clauses: [
    ...webhookEndpointClauses,
    ...endpointHealthClauses,
    ...deliveryClauses,
    ...largeDeliveryClauses,
    ...heldDeliveryClauses,
  ],
};
