import type { Caller } from '../../domain/caller.ts';
import { badRequest, notFound } from '../../domain/errors.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { parseResourceId, resourceIdOf } from '../../domain/resource-id.ts';
import { parse } from '../../schemas/parse.ts';
import { ProviderActionRequest } from '../../schemas/requests/provider-action.ts';
import { requireConnection } from '../connections/require-connection.ts';
import { withLedger } from '../with-ledger.ts';
import type { ReadPorts } from './read-resource.ts';

export interface RenderedDocument {
  readonly kind: 'pdf';
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly filename: string;
}

const rendered = {
  'invoice.download_pdf': 'invoices',
  'quote.download_pdf': 'quotes',
  'purchase_order.download_pdf': 'purchase_orders',
} as const satisfies Record<string, ResourceType>;

/** Runs a provider action. Documents are rendered by the provider at each call and never cached. */
export function act(ports: ReadPorts) {
  return async (
    caller: Caller,
    { connectionId, action, body }: { connectionId: string; action: string; body: unknown },
  ): Promise<RenderedDocument> => {
    const connection = await requireConnection(ports, caller, connectionId);
    if (!Object.hasOwn(rendered, action)) throw notFound('provider action');
    const type = rendered[action as keyof typeof rendered];
    const providerId = target(type, body);
    const chunks = await withLedger(ports)(
      connection,
      'interactive',
      (access) => ports.gateway.renderPdf(access, type, providerId),
      { requestId: caller.requestId },
    );
    return { kind: 'pdf', chunks, filename: `${resourceIdOf(type, providerId)}.pdf` };
  };
}

function target(type: ResourceType, body: unknown): string {
  const { resource_id, provider_id } = parse(ProviderActionRequest, body ?? {});
  if (resource_id === undefined && provider_id === undefined) {
    throw badRequest('resource_id', 'give resource_id or provider_id');
  }
  if (resource_id !== undefined && provider_id !== undefined) {
    throw badRequest('provider_id', 'give either resource_id or provider_id, not both');
  }
  const name = resource_id === undefined ? 'provider_id' : 'resource_id';
  const reference = parseResourceId(type, resource_id ?? provider_id ?? '');
  if (reference.kind !== 'this_type') throw badRequest(name, `${name} is not the id of such a document`);
  return reference.providerId;
}
