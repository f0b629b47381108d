// `?preview=true` of an agent's write of one record: the write is made up to where it would be sent, and weighed as the gate does.
import type { Caller } from '../../domain/caller.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import type { Preview } from '../../domain/preview.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { parse } from '../../schemas/parse.ts';
import { ReasonRequest } from '../../schemas/requests/records.ts';
import { dryRun, type RecordPassing, weighedWrite } from '../agents/gate.ts';
import { onlyForAgents, previewOf } from '../agents/preview.ts';
import { type AskedAct, enteredAct } from '../agents/record-gate.ts';
import { changesOf } from '../approvals/hold.ts';
import { type Ledger, requestLedger } from '../ledger/open-ledger.ts';
import type { Patience } from '../ledger/wait-for-budget.ts';
import { looked } from '../preflight/check-write.ts';
import { dryLedger } from '../preflight/dry-ledger.ts';
import type { OrganizationRules } from '../preflight/organization-rules.ts';
import { shownItem } from '../preflight/shown-item.ts';
import { type CancelPath, cancelLive } from '../resources/cancel-document.ts';
import { findKnown, identityOf } from '../resources/find-record.ts';
import { parseWrite } from '../resources/parse-write.ts';
import {
  type FamilyPath,
  type RecordPath,
  requireFamily,
  requireOwnId,
  requireProviderId,
} from '../resources/resource-target.ts';
import {
  changedBy,
  createRecord,
  requireSameRecord,
  updateRecord,
  type WritePath,
  type Written,
} from '../resources/write-resources.ts';
import { dryClaim } from '../writes/dry-write.ts';
import type { LedgerWrite } from '../writes/holder.ts';

type Make = (write: LedgerWrite) => Promise<Written>;

/**
 * What a create of an agent's would meet. Throws what the create would throw before it is weighed, BAD_REQUEST for a caller that
 * is no agent's, PROVIDER_REJECTED `would_be_refused` for what the books are known to refuse, and what reads at the provider throw.
 * Nothing is written, claimed, reserved, noted or sent.
 */
export function previewCreate(ports: CorePorts, rules: OrganizationRules) {
  return async (caller: Caller, path: FamilyPath & WritePath): Promise<Preview> => {
    const { connection, type, provider } = await requireFamily(ports, caller, path);
    const request = parseWrite(provider, type, 'create', path.write.body);
    const ledger = dryLedger(requestLedger(ports, connection, caller, path));
    const identity = identityOf(provider.gateway, type, request);
    const known = async (over: Ledger) => identity && findKnown(over, identity);
    const agentAct = { kind: 'create', type, providerId: null, request } as const;
    const passing = await entered(ports, caller, { path, ledger, agentAct, findKnown: known });
    const make: Make = (write) => createRecord(write, { type, request });
    const { item, notChecked } = await looked(
      { ports, ledger, rules },
      { type, request, before: async () => null },
      make,
    );
    const { seen, weighed } = await weighedWrite(passing, make);
    const changes = seen.before && changesOf(seen.before.fields, item);
    return previewOf(passing, weighed, { item, changes, plan: null, notChecked });
  };
}

/** As `previewCreate`, of a change. Throws NOT_FOUND for a record that is not there. */
export function previewUpdate(ports: CorePorts, rules: OrganizationRules) {
  return async (caller: Caller, path: RecordPath & WritePath): Promise<Preview> => {
    const { connection, type, provider } = await requireFamily(ports, caller, path);
    const request = parseWrite(provider, type, 'update', path.write.body);
    const providerId = requireProviderId(type, path.resourceId, provider.traits);
    requireSameRecord(type, providerId, request);
    const ledger = dryLedger(requestLedger(ports, connection, caller, path));
    const agentAct = { kind: 'update', type, providerId, request } as const;
    const passing = await entered(ports, caller, { path, ledger, agentAct });
    const make: Make = (write) => updateRecord(write, { type, providerId, request });
    const { fields } = await ledger.read(type, providerId);
    const { item, notChecked } = await looked(
      { ports, ledger, rules },
      { type, request, before: async () => fields },
      make,
    );
    const { weighed } = await weighedWrite(passing, make);
    return previewOf(passing, weighed, { item, changes: changesOf(fields, item), plan: null, notChecked });
  };
}

/** As `previewCreate`, of a cancellation: whether it deletes or voids is what the status in `item` says. */
export function previewCancel(ports: CorePorts) {
  return async (caller: Caller, path: CancelPath): Promise<Preview> => {
    const { connection, provider } = await requireFamily(ports, caller, path, 'cancel');
    const { gateway, traits } = provider;
    const { type, resourceId, providerId: given = '' } = path;
    const providerId =
      resourceId === undefined ? requireOwnId(given, traits) : requireProviderId(type, resourceId, traits);
    parse(ReasonRequest, path.write.body);
    const ledger = dryLedger(requestLedger(ports, connection, caller, path));
    const passing = await entered(ports, caller, {
      path,
      ledger,
      agentAct: { kind: 'cancel', type, providerId, request: null },
    });
    const make: Make = async (write) => changedBy(write, await cancelLive(write, { type, providerId }, 'anyone'));
    const before: LedgerRecord = await ledger.read(type, providerId);
    const { bytes } = await dryRun({ ports, ledger, claim: dryClaim(connection) }, make);
    const { weighed } = await weighedWrite(passing, make);
    const sent: JsonObject = (bytes && gateway.asked?.(bytes)) ?? {};
    const item = bytes && shownItem(provider, { kind: 'normalized', fields: {} }, sent);
    return previewOf(passing, weighed, { item, changes: changesOf(before.fields, item), plan: null, notChecked: null });
  };
}

interface Entering extends Pick<RecordPassing, 'findKnown'> {
  readonly path: WritePath & Patience;
  readonly ledger: Ledger;
  readonly agentAct: AskedAct;
}

async function entered(ports: CorePorts, caller: Caller, { path, ledger, ...asked }: Entering): Promise<RecordPassing> {
  const { connection } = ledger;
  const passing = await enteredAct(ports, caller, { connection, ledger, write: path.write, ...asked });
  if (!passing) throw onlyForAgents();
  return passing;
}
