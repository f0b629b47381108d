import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { badRequest, notFound, ServiceError } from '../../domain/errors.ts';
import { type LedgerRecord, textField } from '../../domain/ledger-record.ts';
import { type ResourceType, resourceTraits } from '../../domain/resource.ts';
import { parseResourceId, resourceIdOf } from '../../domain/resource-id.ts';
import { parse } from '../../schemas/parse.ts';
import { ProviderActionRequest } from '../../schemas/requests/provider-action.ts';
import { requireConnection } from '../connections/require-connection.ts';
import { keepLiveRead, meteredDocument } from '../usage/take-down.ts';
import { withLedger } from '../with-ledger.ts';
import { type ReadPorts, readLive } from './read-resource.ts';

export interface RenderedDocument {
  readonly kind: 'pdf';
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly filename: string;
}

/** A page at the provider, for a browser. */
export interface ProviderLink {
  readonly kind: 'link';
  readonly url: string;
}

const rendered = {
  'invoice.download_pdf': 'invoices',
  'quote.download_pdf': 'quotes',
  'purchase_order.download_pdf': 'purchase_orders',
} as const satisfies Record<string, ResourceType>;

const linked = {
  'invoice.get_online_url': { type: 'invoices', link: onlineInvoice },
  'organization.get_deep_link': { type: 'organizations', link: organizationHome },
} as const;

interface Deed {
  readonly caller: Caller;
  readonly connection: Connection;
  readonly providerId: string;
}

/** Runs a provider action. Documents are rendered by the provider at each call and never cached. */
export function act(ports: ReadPorts) {
  return async (
    caller: Caller,
    { connectionId, action, body }: { connectionId: string; action: string; body: unknown },
  ): Promise<RenderedDocument | ProviderLink> => {
    const connection = await requireConnection(ports, caller, connectionId);
    if (Object.hasOwn(rendered, action)) {
      const type = rendered[action as keyof typeof rendered];
      return render(ports, type, { caller, connection, providerId: target(type, body) });
    }
    if (!Object.hasOwn(linked, action)) throw notFound('provider action');
    const { type, link } = linked[action as keyof typeof linked];
    const url = await link(ports, { caller, connection, providerId: target(type, body) });
    await keepLiveRead(ports, connection);
    return { kind: 'link', url };
  };
}

async function render(
  ports: ReadPorts,
  type: ResourceType,
  { caller, connection, providerId }: Deed,
): Promise<RenderedDocument> {
  const chunks = await withLedger(ports)(
    connection,
    'interactive',
    (access) => ports.gateway.renderPdf(access, type, providerId),
    { requestId: caller.requestId },
  );
  const whole = meteredDocument(ports, connection, chunks);
  return { kind: 'pdf', chunks: whole, filename: `${resourceIdOf(type, providerId)}.pdf` };
}

/** Read first: what the provider says to a bill or a draft tells a caller nothing. */
async function onlineInvoice(ports: ReadPorts, { caller, connection, providerId }: Deed): Promise<string> {
  const invoice = await readLive(ports)(caller, connection, 'invoices', providerId);
  const why = withoutOnlinePage(invoice);
  if (why !== undefined) return noLink(why);
  const url = await withLedger(ports)(
    connection,
    'interactive',
    (access) => ports.gateway.onlineInvoiceUrl(access, providerId),
    { requestId: caller.requestId },
  );
  return url ?? noLink('the provider has no online page for this invoice');
}

/** Provider: customers see sales, once they are no longer drafts. */
function withoutOnlinePage(invoice: LedgerRecord): string | undefined {
  if (textField(invoice, 'type') !== 'receivable') return 'a bill has no online page; only sales invoices have one';
  const status = textField(invoice, 'status');
  if (status === 'DRAFT') return 'a draft has no online page; authorise the invoice first';
  return status === 'DELETED' ? 'a deleted invoice has no online page' : undefined;
}

/** The tenant's own organization; any other id is as unknown as one that never was. */
async function organizationHome(ports: ReadPorts, { caller, connection, providerId }: Deed): Promise<string> {
  const organization = await readLive(ports)(caller, connection, 'organizations', providerId);
  return ports.gateway.organizationLink(organization) ?? noLink('the provider tells no link to this organization');
}

function noLink(why: string): never {
  throw new ServiceError('BAD_REQUEST', why, { reason: 'no_provider_link' });
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
  if (reference.kind !== 'this_type')
    throw badRequest(name, `${name} is not the id of ${article(resourceTraits[type].singular)}`);
  return reference.providerId;
}

function article(word: string): string {
  return `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}
