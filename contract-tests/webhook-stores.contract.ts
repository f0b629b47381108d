import type { Storage } from '#core';
import { deliveryClauses } from './clauses/delivery-clauses.ts';
import { webhookEndpointClauses } from './clauses/webhook-endpoint-clauses.ts';
import type { Contract } from './contract.ts';

/** Endpoints and what is on its way to them. */
export const webhookStoresContract: Contract<Storage> = {
  port: 'WebhookEndpointStore, DeliveryStore',
  clauses: [...webhookEndpointClauses, ...deliveryClauses],
};
