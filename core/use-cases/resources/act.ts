import type { Caller } from '../../domain/caller.ts';
import { badRequest, nothingAt, ServiceError } from '../../domain/errors.ts';
import { meant } from '../../domain/near-word.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { allFamilies, familyOf } from '../../families/all-families.ts';
import { oneOf } from '../../families/request-fields.ts';
import { providerIdOf, resourceIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { parse } from '../../schemas/parse.ts';
import { ProviderActionRequest } from '../../schemas/requests/records.ts';
import { requireConnection } from '../connections/read-connections.ts';
import { type Ledger, requestLedger } from '../ledger/open-ledger.ts';
import type { Patience } from '../ledger/wait-for-budget.ts';
import { meteredDocument, meterLiveRead } from '../usage/metering.ts';
import { readLive } from './read-live.ts';

export interface RenderedDocument {
  readonly kind: 'pdf';
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly filename: string;
}

export interface ProviderLink {
  readonly kind: 'link';
  readonly url: string;
}

/** Actions such as `invoice.download_pdf`, by name. */
const rendered: ReadonlyMap<string, ResourceType> = new Map(
  Object.values(allFamilies)
    .filter(({ isRendered }) => isRendered)
    .map(({ singular, type }) => [`${singular.replaceAll(' ', '_')}.download_pdf`, type]),
);

const linked: ReadonlyMap<string, ResourceType> = new Map([
  ['invoice.get_online_url', 'invoices'],
  ['organization.get_deep_link', 'organizations'],
]);

/** Runs a provider action. The provider renders a document at each call; nothing is cached. */
export function act(ports: CorePorts) {
  return async (
    caller: Caller,
    path: Patience & { readonly connectionId: string; readonly action: string; readonly body: unknown },
  ): Promise<RenderedDocument | ProviderLink> => {
    const { action, body } = path;
    const connection = await requireConnection(ports, caller, path.connectionId);
    const ledger = requestLedger(ports, connection, caller, path);
    const type = rendered.get(action);
    if (type) {
      const providerId = target(ledger, type, body);
      const chunks = meteredDocument(ports, connection, await ledger.document(type, providerId));
      return { kind: 'pdf', chunks, filename: `${resourceIdOf(type, providerId)}.pdf` };
    }
    const linkedType = linked.get(action);
    if (!linkedType) throw nothingAt(meant(action, [...rendered.keys(), ...linked.keys()]));
    const providerId = target(ledger, linkedType, body);
    const url =
      linkedType === 'invoices'
        ? await ledger.onlineUrl(providerId)
        : ledger.provider.gateway.organizationLink(await readLive(ports, ledger, linkedType, providerId));
    if (url === undefined) {
      const why = `the provider has no page for this ${familyOf(linkedType).singular}`;
      throw new ServiceError('BAD_REQUEST', why, { reason: 'no_provider_link' });
    }
    await meterLiveRead(ports, connection);
    return { kind: 'link', url };
  };
}

function target({ provider }: Ledger, type: ResourceType, body: unknown): string {
  const { resource_id, provider_id } = parse(ProviderActionRequest, body ?? {});
  if (resource_id === undefined && provider_id === undefined) {
    throw badRequest('resource_id', 'give resource_id or provider_id');
  }
  if (resource_id !== undefined && provider_id !== undefined) {
    throw badRequest('provider_id', 'give either resource_id or provider_id, not both');
  }
  const name = resource_id === undefined ? 'provider_id' : 'resource_id';
  const providerId = providerIdOf(type, resource_id ?? provider_id ?? '', provider.traits);
  if (providerId !== undefined) return providerId;
  throw badRequest(name, `is not the id of ${oneOf(familyOf(type))}`);
}
