// What waits for members, and what a key has asked people for, with what a person tells one from another by.
import type { Money } from '../../domain/agent-act.ts';
import type { Plane } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import type { HeldContent, ShownProposal } from '../../domain/held-write.ts';
import type { ConnectionId } from '../../domain/ids.ts';
import type { JsonObject } from '../../domain/json.ts';
import { proposalFilters } from '../../domain/list-filter.ts';
import { type Operation, waitingState } from '../../domain/operation.ts';
import type { Listed } from '../../domain/page.ts';
import { providerIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { type Listing, type RawQuery, readList } from '../../schemas/query.ts';
import { providerOf } from '../providers/provider-of.ts';
import { contentOf } from './held-content.ts';

/** Texts in it stand in the books, or are an agent's. What is no longer stored, or was never known, is null or empty. */
export interface AboutProposal {
  /** `receivable` or `payable`, of a document that has it. */
  readonly side: string | null;
  /** The name of the contact, by its copy. */
  readonly contact: string | null;
  readonly amounts: readonly Money[];
  readonly lookAlikes: number;
  readonly ref: string | null;
}

export type ListedProposal = Listed<Operation> & { readonly about: AboutProposal };

/** Newest first. */
export function listHeld(ports: CorePorts) {
  return async (plane: Plane, query: RawQuery): Promise<Listing<ListedProposal>> => {
    const { request, filter } = readList(query, proposalFilters);
    const page = await ports.storage.operations.list(plane, { ...filter, state: waitingState }, request);
    return { ...page, items: await withAbout(ports, plane, page.items), request };
  };
}

/** Says of each of a page's operations what it is about, by one query for each connection among them. */
export async function withAbout(
  ports: CorePorts,
  plane: Plane,
  operations: readonly Listed<Operation>[],
): Promise<readonly ListedProposal[]> {
  const held = await ports.storage.heldWrites.findAll(
    plane,
    operations.map(({ id }) => id),
  );
  const contents = new Map<string, HeldContent | undefined>();
  for (const one of held) contents.set(one.id, await contentOf(ports, one));
  const shownOf = ({ id }: Operation) => contents.get(id)?.shown;
  const names = await contactNames(ports, plane, operations, shownOf);
  return operations.map((operation) => {
    const about = aboutOf(operation, shownOf(operation), names);
    return { ...operation, about };
  });
}

function aboutOf(
  { approval, connectionId }: Operation,
  shown: ShownProposal | undefined,
  names: ReadonlyMap<string, string>,
): AboutProposal {
  const { amount = null, currency = null } = approval?.proposal ?? {};
  const known = amount !== null && currency !== null ? [{ amount, currency }] : [];
  if (!shown) return { side: null, contact: null, amounts: known, lookAlikes: 0, ref: null };
  const id = contactIdOf(shown);
  const own = textOf(shown.before?.['name']) ?? textOf(shown.item?.['name']);
  return {
    side: textOf(shown.item?.['type']) ?? textOf(shown.before?.['type']),
    contact: (id === null ? undefined : names.get(`${connectionId} ${id}`)) ?? own,
    amounts: shown.amounts,
    lookAlikes: shown.lookAlikes.length,
    ref: shown.ref,
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function contactIdOf({ item, before }: Pick<ShownProposal, 'item' | 'before'>): string | null {
  return textOf(item?.['contact_id']) ?? textOf(before?.['contact_id']);
}

/** By connection and id, from the copies: a list makes no call to a provider. */
async function contactNames(
  ports: CorePorts,
  plane: Plane,
  operations: readonly Operation[],
  shownOf: (operation: Operation) => ShownProposal | undefined,
): Promise<ReadonlyMap<string, string>> {
  const asked = new Map<ConnectionId, Set<string>>();
  for (const operation of operations) {
    const shown = shownOf(operation);
    const id = shown && contactIdOf(shown);
    const { connectionId } = operation;
    if (!id || !connectionId) continue;
    asked.set(connectionId, (asked.get(connectionId) ?? new Set()).add(id));
  }
  const names = new Map<string, string>();
  for (const [connectionId, ids] of asked) {
    const connection = await ports.storage.connections.find(plane, connectionId);
    if (!connection) continue;
    for (const [id, fields] of await copiesOf(ports, connection, [...ids])) {
      const name = textOf(fields['name']);
      if (name !== null) names.set(`${connectionId} ${id}`, name);
    }
  }
  return names;
}

async function copiesOf(ports: CorePorts, connection: Connection, ids: readonly string[]) {
  const { traits } = providerOf(ports, connection);
  const known = ids.flatMap((id) => {
    const providerId = providerIdOf('contacts', id, traits);
    return providerId === undefined ? [] : [[id, providerId] as const];
  });
  const place = { connectionId: connection.id, type: 'contacts' } as const;
  const copies = await ports.storage.records.fieldsOf(
    place,
    known.map(([, providerId]) => providerId),
  );
  return known.flatMap(([id, providerId]) => {
    const fields = copies.get(providerId);
    return fields === undefined ? [] : [[id, fields satisfies JsonObject] as const];
  });
}
