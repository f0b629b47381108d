import type { Caller } from '../../domain/caller.ts';
import { badRequest, notFound } from '../../domain/errors.ts';
import { isId, type WebhookEndpointId } from '../../domain/ids.ts';
import { isJsonObject, type Json } from '../../domain/json.ts';
import type { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { parse } from '../../schemas/parse.ts';
import { WebhookEndpointRequest } from '../../schemas/requests/webhook-endpoint-request.ts';
import { assertWritable } from '../assert-writable.ts';
import { type Answered, runIdempotent, type Write } from '../idempotent.ts';
import { endpointAudit } from './endpoint-audit.ts';
import { endpointSecretPlace } from './endpoint-secret.ts';
import { newSigningSecret } from './new-secret.ts';

type Ports = Pick<CorePorts, 'storage' | 'vault' | 'sender' | 'digester' | 'clock' | 'ids' | 'settings'>;

export interface CreatedEndpoint {
  readonly endpoint: WebhookEndpoint;
  /** Shown at creation and never again: null on a replay. */
  readonly signingSecret: string | null;
}

/** Registers a destination for events (`POST /v1/webhook-endpoints`). The Idempotency-Key is optional here. */
export function createEndpoint(ports: Ports) {
  return async (caller: Caller, { write }: { write: Write }): Promise<Answered<CreatedEndpoint>> => {
    assertWritable(ports.settings);
    const body = parse(WebhookEndpointRequest, write.body);
    const refusal = ports.sender.refuses(body.url);
    if (refusal !== undefined) throw badRequest('url', `url: ${refusal}`);
    return runIdempotent(ports)<CreatedEndpoint>(
      caller,
      write,
      { required: false },
      async () => {
        const { endpoint, signingSecret } = await draftEndpoint(ports, caller, body);
        return {
          value: { endpoint, signingSecret },
          keep: { webhook_endpoint_id: endpoint.id },
          also: async ({ webhookEndpoints, audit }) => {
            await webhookEndpoints.insert(endpoint);
            await audit.record(endpointAudit(ports, caller, 'webhook_endpoint.created', endpoint));
          },
        };
      },
      async (kept) => ({ endpoint: await findKept(ports, caller, kept), signingSecret: null }),
    );
  };
}

async function draftEndpoint(ports: Ports, caller: Caller, body: WebhookEndpointRequest) {
  const { ids, vault, clock } = ports;
  const owner = {
    id: ids.next('we'),
    organizationId: caller.organizationId,
    environment: caller.environment,
  };
  const signingSecret = newSigningSecret(ports);
  const now = clock.now();
  const endpoint: WebhookEndpoint = {
    ...owner,
    url: body.url,
    eventTypes: [...new Set(body.event_types)],
    description: body.description ?? null,
    status: 'enabled',
    statusReason: null,
    sealedSecret: await vault.seal(signingSecret, endpointSecretPlace(owner, 'secret')),
    sealedPreviousSecret: null,
    previousSecretUntil: null,
    createdAt: now,
    updatedAt: now,
  };
  return { endpoint, signingSecret };
}

/** An endpoint that was removed since is not there for a replay either. */
async function findKept({ storage }: Ports, caller: Caller, kept: Json): Promise<WebhookEndpoint> {
  const id = keptId(kept);
  const endpoint = id && (await storage.webhookEndpoints.find(caller, id));
  if (!endpoint) throw notFound('webhook endpoint');
  return endpoint;
}

function keptId(kept: Json): WebhookEndpointId | undefined {
  const id = isJsonObject(kept) ? kept['webhook_endpoint_id'] : undefined;
  return typeof id === 'string' && isId('we', id) ? id : undefined;
}
