import type { Beside, Parents, StorageOf } from './arrange.ts';
import { deliveryClauses } from './clauses/delivery-clauses.ts';
import { deliveryReadClauses } from './clauses/delivery-read-clauses.ts';
import { endpointHealthClauses } from './clauses/endpoint-health-clauses.ts';
import { heldDeliveryClauses } from './clauses/held-delivery-clauses.ts';
import { largeDeliveryClauses } from './clauses/large-list-clauses.ts';
import { webhookEndpointClauses } from './clauses/webhook-endpoint-clauses.ts';
import type { Contract } from './contract.ts';

export const webhookEndpointStoreContract: Contract<StorageOf<'webhookEndpoints'> & Parents<'organizations'>> = {
  port: 'WebhookEndpointStore',
  clauses: [...webhookEndpointClauses, ...endpointHealthClauses],
};

/** A delivery's state is its operation's; a list by customer asks the connections. */
export const deliveryStoreContract: Contract<
  StorageOf<'deliveries' | 'operations'> & Beside<'connections'> & Parents<'organizations'>
> = {
  port: 'DeliveryStore',
  clauses: [...deliveryClauses, ...largeDeliveryClauses, ...heldDeliveryClauses, ...deliveryReadClauses],
};
