import type { Caller } from '../../domain/caller.ts';
import { newHealth } from '../../domain/endpoint-health.ts';
import { badRequest, conflict } from '../../domain/errors.ts';
import { endpointsMax, type WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { parse } from '../../schemas/parse.ts';
import { WebhookEndpointRequest } from '../../schemas/requests/webhooks.ts';
import { recordAct } from '../access/record-act.ts';
import { changeOnce } from '../writes/change-once.ts';
import type { Answered, Write } from '../writes/claim-key.ts';
import { endpointAct } from './change-endpoint.ts';
import { endpointSecretPlace, newSigningSecret } from './endpoint-secret.ts';
import { findEndpoint } from './read-endpoints.ts';

export interface CreatedEndpoint {
  readonly endpoint: WebhookEndpoint;
  /** Shown at creation and never again: null on a replay. */
  readonly signingSecret: string | null;
}

/**
 * Registers a destination for events (`POST /v1/webhook-endpoints`); throws CONFLICT `endpoint_limit_reached` beyond 100 in
 * an environment, disabled ones included. The Idempotency-Key is optional here.
 */
export function createEndpoint(ports: CorePorts) {
  return async (
    caller: Caller,
    { write }: { readonly write: Write<WebhookEndpointRequest> },
  ): Promise<Answered<CreatedEndpoint>> => {
    const body = parse(WebhookEndpointRequest, write.body);
    const refusal = ports.sender.refuses(body.url);
    if (refusal !== undefined) throw badRequest('url', refusal);
    return changeOnce<CreatedEndpoint>(ports, caller, write, {
      act: ['webhook_endpoint.create'],
      keyRequired: false,
      async draft() {
        const created = await draftEndpoint(ports, caller, body);
        const { endpoint } = created;
        return {
          forReplay: endpoint.id,
          async apply(stores) {
            await requireCapacity(stores, caller);
            await stores.webhookEndpoints.insert(endpoint);
            await recordAct(stores, ports, caller, endpointAct('created', endpoint));
            return created;
          },
        };
      },
      // Throws NOT_FOUND if the endpoint was removed since.
      replay: async (stored) => ({ endpoint: await findEndpoint(ports)(caller, String(stored)), signingSecret: null }),
    });
  };
}

/** Locks the organization, so that simultaneous requests cannot pass the limit. */
async function requireCapacity({ organizations, webhookEndpoints }: Stores, caller: Caller): Promise<void> {
  await organizations.lock(caller.organizationId);
  if ((await webhookEndpoints.count(caller)) < endpointsMax) return;
  const message = `an environment has at most ${endpointsMax} webhook endpoints: remove one first`;
  throw conflict('endpoint_limit_reached', message);
}

async function draftEndpoint(ports: CorePorts, caller: Caller, body: WebhookEndpointRequest) {
  const { ids, vault, clock } = ports;
  const { organizationId, environment } = caller;
  const owner = { id: ids.next('we'), organizationId, environment };
  const signingSecret = newSigningSecret(ports);
  const now = clock.now();
  const endpoint: WebhookEndpoint = {
    ...owner,
    url: body.url,
    eventTypes: [...new Set(body.event_types)],
    description: body.description ?? null,
    sendTraceparent: body.send_traceparent ?? false,
    sealedSecret: await vault.seal(signingSecret, endpointSecretPlace(owner, 'secret')),
    sealedPreviousSecret: null,
    previousSecretUntil: null,
    createdAt: now,
    updatedAt: now,
    ...newHealth,
  };
  return { endpoint, signingSecret };
}
