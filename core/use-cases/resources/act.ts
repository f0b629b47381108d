import type { Caller } from '../../domain/caller.ts';
import type { Capability } from '../../domain/capability.ts';
import type { Connection } from '../../domain/connection.ts';
import { badRequest, nothingAt, ServiceError } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
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
import { assertCan } from '../providers/coverage.ts';
import { meteredDocument, meterLiveRead } from '../usage/metering.ts';
import { readLive } from './read-live.ts';

export interface RenderedDocument {
  readonly kind: 'pdf';
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Such as `INV-0409.pdf`; a number may hold what a file name must not. */
  readonly filename: string;
}

export interface ProviderLink {
  readonly kind: 'link';
  readonly url: string;
}

interface Action {
  readonly type: ResourceType;
  readonly can: readonly [Capability];
}

/** Actions such as `invoice.download_pdf`, by name, each with what it needs. */
export const actions: ReadonlyMap<string, Action> = new Map<string, Action>([
  ...Object.values(allFamilies)
    .filter(({ isRendered }) => isRendered)
    .map(({ singular, type }) => [`${singular.replaceAll(' ', '_')}.download_pdf`, { type, can: ['pdf'] }] as const),
  ['invoice.get_online_url', { type: 'invoices', can: ['link'] }],
  ['organization.get_deep_link', { type: 'organizations', can: ['link'] }],
]);

/** Runs a provider action. The provider renders a document at each call; nothing is cached. */
export function act(ports: CorePorts) {
  return async (
    caller: Caller,
    path: Patience & { readonly connectionId: string; readonly action: string; readonly body: unknown },
  ): Promise<RenderedDocument | ProviderLink> => {
    const connection = await requireConnection(ports, caller, path.connectionId);
    const ledger = requestLedger(ports, connection, caller, path);
    const action = actions.get(path.action);
    if (!action) throw nothingAt(meant(path.action, [...actions.keys()]));
    assertCan(ledger.provider, action);
    const { type, can } = action;
    const providerId = target(ledger, type, path.body);
    if (can[0] === 'pdf') {
      const chunks = meteredDocument(ports, connection, await ledger.document(type, providerId));
      return { kind: 'pdf', chunks, filename: `${await nameOf(ports, connection, type, providerId)}.pdf` };
    }
    const url =
      type === 'invoices'
        ? await ledger.onlineUrl(providerId)
        : ledger.provider.gateway.organizationLink(await readLive(ports, ledger, type, providerId));
    if (url === undefined) {
      const why = `the provider has no page for this ${familyOf(type).singular}`;
      throw new ServiceError('BAD_REQUEST', why, { reason: 'no_provider_link' });
    }
    await meterLiveRead(ports, connection);
    return { kind: 'link', url };
  };
}

/** The document's number as its copy has it, so that naming costs no call; its id where there is no copy. */
async function nameOf({ storage }: CorePorts, connection: Connection, type: ResourceType, providerId: string) {
  const place = { connectionId: connection.id, type };
  const one = { limit: 1, page: 1 };
  const found = await storage.records.list(place, { providerId, withoutNative: true }, one);
  const [copy] = JSON.parse(found.itemsJson) as readonly JsonObject[];
  return String(copy?.['number'] || resourceIdOf(type, providerId));
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
