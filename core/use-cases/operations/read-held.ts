// What a member reads of a write before deciding, in the console alone.
import type { Caller } from '../../domain/caller.ts';
import { notFound } from '../../domain/errors.ts';
import type { HeldContent, ShownProposal } from '../../domain/held-write.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { Operation } from '../../domain/operation.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { providerIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { contentOf } from '../approvals/held-content.ts';
import { requireConnection } from '../connections/read-connections.ts';
import { type Ledger, requestLedger } from '../ledger/open-ledger.ts';
import { findOperation } from './read-operations.ts';

export interface ReadProposal extends ShownProposal {
  readonly operation: Operation;
  /** The digests of what may be sent. */
  readonly digests: readonly string[];
  /** The names of the records that it names, by the ids that it has for them. */
  readonly names: Readonly<Record<string, string>>;
  /** True if the connection stores no records: what is shown here is deleted when the proposal ends. */
  readonly isForgotten: boolean;
}

/** Throws NOT_FOUND also for an operation that nobody had to approve. */
export function readHeld(ports: CorePorts) {
  return async (caller: Caller, operationId: string): Promise<ReadProposal> => {
    const operation = await findOperation(ports)(caller, operationId);
    const held = await ports.storage.heldWrites.find(caller, operation.id);
    if (!held) throw notFound('proposal');
    const content = await contentOf(ports, held);
    const connection = await requireConnection(ports, caller, held.connectionId);
    const ledger = requestLedger(ports, connection, caller, {});
    const { digests } = held;
    const names = content ? await namesIn(ports, ledger, content) : {};
    return { operation, digests, names, isForgotten: content === undefined, ...(content?.shown ?? nothing) };
  };
}

const nothing: ShownProposal = {
  ...{ item: null, before: null, changes: [], plan: null },
  ...{ amounts: [], lookAlikes: [], because: '', ref: null },
};

const named: Readonly<Record<string, ResourceType>> = {
  contact_id: 'contacts',
  invoice_id: 'invoices',
  credit_note_id: 'credit_notes',
  quote_id: 'quotes',
};
/** The most records that are looked up for one page. */
const namesMost = 20;

/** By the copies; where nothing is stored the books are read, as far as they answer. */
async function namesIn({ storage }: CorePorts, ledger: Ledger, { shown }: HeldContent) {
  const names: Record<string, string> = {};
  const parts = [shown.item, shown.before, ...partsOf(shown.plan)].filter((part) => part !== null);
  const asked = parts.flatMap((part) =>
    Object.entries(named).flatMap(([field, type]) =>
      typeof part[field] === 'string' ? [{ type, id: part[field] }] : [],
    ),
  );
  const { connection, provider } = ledger;
  for (const { type, id } of asked.slice(0, namesMost)) {
    const providerId = providerIdOf(type, id, provider.traits);
    if (providerId === undefined || id in names) continue;
    const copies = await storage.records.fieldsOf({ connectionId: connection.id, type }, [providerId]);
    const isKept = connection.retentionMode === 'cached';
    const read = () =>
      ledger.read(type, providerId).then(
        ({ fields }) => fields,
        () => undefined,
      );
    const fields = copies.get(providerId) ?? (isKept ? undefined : await read());
    const name = fields?.['name'] ?? fields?.['number'];
    if (typeof name === 'string') names[id] = name;
  }
  return names;
}

/** The planned writes of an automation, and the items of a bulk write. */
function partsOf(plan: JsonObject | null): readonly JsonObject[] {
  return Object.values(plan ?? {}).flatMap((value) => {
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    return list.flatMap((one) => {
      const isObject = typeof one === 'object' && one !== null && !Array.isArray(one);
      return isObject ? [one as JsonObject, ...partsOf(one as JsonObject)] : [];
    });
  });
}
