// Where a write that a person must approve waits. The gate calls `hold` in the transaction that claims the write's reference.

import { actorOf } from '../../domain/actor.ts';
import type { Money, RecordAct } from '../../domain/agent-act.ts';
import { agentTools, paymentRecipe, type ToolName } from '../../domain/agent-tool.ts';
import { waitingMost } from '../../domain/approval.ts';
import { propose } from '../../domain/approval-moves.ts';
import { automationRecipe } from '../../domain/automation.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { HeldContent, HeldWrite, ProposedChange } from '../../domain/held-write.ts';
import type { ApiKeyId } from '../../domain/ids.ts';
import { canonicalJson, type Json, type JsonObject } from '../../domain/json.ts';
import type { LedgerRecord, PreparedWrite } from '../../domain/ledger-record.ts';
import type { Operation } from '../../domain/operation.ts';
import { isResourceType, type ResourceType, singularOf } from '../../domain/resource.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { recordAct } from '../access/record-act.ts';
import { usableTenant } from '../ledger/refused-access.ts';
import { shownItem } from '../preflight/shown-item.ts';
import { providerOf } from '../providers/provider-of.ts';
import { draftOperation } from '../queue/draft-operation.ts';
import { isArchived } from '../resources/find-record.ts';
import { parseWrite, type WriteRequest } from '../resources/parse-write.ts';
import { digestOfBytes, digestOfRemoval } from '../writes/approved.ts';
import type { Write } from '../writes/claim-key.ts';
import { stampOf } from '../writes/stamp.ts';
import { announceProposal } from './announce-proposal.ts';
import { sealedContent } from './held-content.ts';

/** What waits: one write of a record, or an operation that was drafted for work with several writes. */
export type Held =
  | {
      readonly kind: 'record';
      readonly act: RecordAct;
      /** The exact call as a dry run prepared it; null where nothing is sent but the record's name, as for a deletion. */
      readonly bytes: PreparedWrite | null;
      /** The live record that a change was made over, also of a create that found it; null for a new one. */
      readonly before: LedgerRecord | null;
    }
  /** Drafted as `queued`; it is stored as waiting. The caller stores what belongs to it, such as a bulk write's items. */
  | {
      readonly kind: 'operation';
      readonly operation: Operation;
      /** What a dry run of an automation said it would write, or the items of a bulk write: a person reads it. */
      readonly plan?: JsonObject | undefined;
    };

export interface Proposal {
  readonly connection: Connection;
  /** With its reference and its key, under which it is claimed. */
  readonly write: Write;
  /** What the provider's keys are made of. */
  readonly origin: string;
  readonly held: Held;
  /** What counts against the key's limits, by currency; empty if nothing does. */
  readonly amounts: readonly Money[];
  /** Why a person is asked. */
  readonly because: 'all' | 'high' | 'over_limit';
  /** What the write resembles, if its caller said that it is another one. */
  readonly lookAlikes: readonly string[];
}

/**
 * Stores the waiting operation and announces it. What is held is what will be sent: its digest is compared when it is. Throws
 * CONFLICT `connection_not_active`, ACTION_REQUIRED, and RATE_LIMITED `operations_backlog` if too many wait already.
 */
export async function hold(ports: CorePorts, stores: Stores, caller: Caller, proposal: Proposal): Promise<Operation> {
  // Checks the connection again: a disconnect ends only what waited before it.
  usableTenant((await stores.connections.find(caller, proposal.connection.id)) ?? proposal.connection);
  await requireRoom(stores, proposal.connection);
  const { tool, recordType } = namesOf(proposal.held);
  // Under zero retention an amount stands in the sealed content alone.
  const isTold = proposal.connection.retentionMode === 'cached' && proposal.amounts.length === 1;
  const [amount = null] = isTold ? proposal.amounts : [];
  const queued = operationOf(ports, caller, proposal);
  const shown = { tool, recordType, amount: amount?.amount ?? null, currency: amount?.currency ?? null };
  const operation = propose(queued, { proposal: shown, url: approvalUrl(ports, queued) }, ports.clock.now());
  await stores.operations.insert([operation]);
  await stores.heldWrites.insert(await heldOf(ports, caller, operation, proposal));
  await announceProposal(stores, ports, operation, 'operation.awaiting_approval');
  const details = { tool, amounts: proposal.amounts, because: proposal.because } as unknown as JsonObject;
  await recordAct(stores, ports, caller, { action: 'operation.proposed', subject: operation.id, details });
  return operation;
}

/** Simultaneous proposals may exceed the bound by their number. */
async function requireRoom({ heldWrites }: Stores, { id }: Connection): Promise<void> {
  if ((await heldWrites.countWaiting(id, waitingMost)) < waitingMost) return;
  const message = `a connection has at most ${waitingMost} writes that wait for approval: decide about some of them first`;
  throw new ServiceError('RATE_LIMITED', message, { reason: 'operations_backlog', retryAfterSeconds: 60 });
}

/** Where a member decides. The link alone approves nothing. */
function approvalUrl({ settings }: CorePorts, { id, organizationId, environment }: Operation): string {
  return `${settings.baseUrl}/console/${organizationId}/${environment}/operations/${id}`;
}

function operationOf(ports: CorePorts, caller: Caller, { connection, held, origin }: Proposal): Operation {
  if (held.kind === 'operation') return held.operation;
  const { kind, type } = held.act;
  return draftOperation(ports, caller, {
    type: 'record.write',
    connectionId: connection.id,
    subject: null,
    // Nothing of the record, which may be one that is not stored.
    input: { act: kind, type, retention_mode: connection.retentionMode },
    origin,
    requestId: caller.requestId,
    begunBy: actorOf(caller),
  });
}

/** The tool that does the same, also for what was asked over REST. */
function namesOf(held: Held): { readonly tool: ToolName | null; readonly recordType: ResourceType | null } {
  if (held.kind === 'record') {
    const { type } = held.act;
    const kind = kindOf(held.act);
    const usual = `${kind}_${singularOf(type)}`;
    const tool = type === 'payments' ? paymentTools[kind] : usual in agentTools ? (usual as ToolName) : undefined;
    return { tool: tool ?? null, recordType: type };
  }
  const { type, input } = held.operation;
  const recipe = automationRecipe(type);
  if (recipe) return { tool: recipe === paymentRecipe ? 'record_payment' : 'run_automation', recordType: null };
  const of = String(input['type']);
  return { tool: 'create_many', recordType: isResourceType(of) ? of : null };
}

const paymentTools: Readonly<Partial<Record<RecordAct['kind'], ToolName>>> = {
  create: 'record_payment',
  update: 'undo_payment',
};

async function heldOf(
  ports: CorePorts,
  caller: Caller,
  { id, organizationId, environment, approval, createdAt }: Operation,
  proposal: Proposal,
): Promise<HeldWrite> {
  const { connection, held } = proposal;
  const owner = { id, organizationId, environment };
  const content = contentOf(ports, caller, proposal);
  const before = held.kind === 'record' ? held.before : null;
  return {
    ...owner,
    connectionId: connection.id,
    keyId: caller.actor as ApiKeyId,
    digests:
      held.kind === 'record' ? digestsOf(ports, connection, held) : plannedDigests(ports, held.operation, held.plan),
    stamp: before && stampOf(ports, before),
    ...(await sealedContent(ports, owner, content, connection.retentionMode === 'zero')),
    expiresAt: approval?.expiresAt ?? createdAt,
    isOpen: true,
  };
}

/** All that may be sent, and nothing else. An archived record is made active before it is changed. */
function digestsOf(
  ports: CorePorts,
  connection: Connection,
  { act, bytes, before }: Extract<Held, { kind: 'record' }>,
): readonly string[] {
  if (!bytes) return [digestOfRemoval(ports, { type: act.type, providerId: act.providerId ?? '' })];
  const digest = digestOfBytes(ports, bytes);
  if (act.providerId !== null || !before || !isArchived(before)) return [digest];
  const { type, providerId } = before;
  const restore = providerOf(ports, connection).gateway.prepare({ kind: 'restore', type, providerId });
  return [digestOfBytes(ports, restore), digest];
}

/** A bulk write sends the items that are stored with it; an automation makes its plan again, if one was approved. */
function plannedDigests(ports: CorePorts, { type }: Operation, plan: JsonObject | undefined): readonly string[] {
  return plan && automationRecipe(type) ? [digestOfPlan(ports, plan)] : [];
}

/** Of what an automation's dry run said; the run makes the plan again and compares. */
export function digestOfPlan({ digester }: Pick<CorePorts, 'digester'>, plan: JsonObject): string {
  return digester.sha256(canonicalJson({ plan }));
}

function contentOf(ports: CorePorts, { program }: Caller, proposal: Proposal): HeldContent {
  const { held, write, amounts, lookAlikes, because } = proposal;
  const said = { amounts, lookAlikes, because, ref: write.ref ?? null, program: program ?? null };
  if (held.kind === 'operation') {
    const shown = { item: null, before: null, changes: [], plan: held.plan ?? null, ...said };
    return { request: null, bytes: null, targetId: null, shown };
  }
  const { act, bytes, before } = held;
  const { type, providerId } = act;
  const kind = kindOf(act);
  const item = bytes && itemOf(ports, proposal, held, bytes);
  const fields = before?.fields ?? null;
  const shown = { item, before: fields, changes: changesOf(fields, item), plan: null, ...said };
  const body = (write.body ?? null) as Json;
  return { request: { act: { kind, type, providerId }, body }, bytes, targetId: before?.providerId ?? null, shown };
}

/** As it was asked for: a create that finds its record is a change, but its request is that of a create. */
function kindOf({ kind, providerId }: RecordAct): RecordAct['kind'] {
  return providerId === null ? 'create' : kind;
}

function itemOf(
  ports: CorePorts,
  { connection, write }: Proposal,
  { act }: Extract<Held, { kind: 'record' }>,
  bytes: PreparedWrite,
): JsonObject {
  const provider = providerOf(ports, connection);
  const { type } = act;
  const kind = kindOf(act);
  const request: WriteRequest =
    kind === 'create' || kind === 'update'
      ? parseWrite(provider, type, kind, write.body)
      : { kind: 'normalized', fields: act.fields };
  const { gateway } = provider;
  const asked = request.kind === 'native' ? gateway.describe(type, request.document) : request.fields;
  return shownItem(provider, request, gateway.asked?.(bytes) ?? asked);
}

/** Top-level fields that would have another value; a list of lines counts as one. */
export function changesOf(before: JsonObject | null, item: JsonObject | null): readonly ProposedChange[] {
  if (!before || !item) return [];
  return Object.entries(item).flatMap(([path, after]) => {
    const was = before[path] ?? null;
    const is = after ?? null;
    return canonicalJson(was) === canonicalJson(is) ? [] : [{ path, before: was, after: is }];
  });
}

/** What needs a person's approval and cannot wait for it is refused, never sent. */
export function approvalNotPossible(what = 'this write'): ServiceError {
  const message = `${what} needs a person's approval, which cannot be asked for here: nothing was written; a person can do it`;
  return new ServiceError('FORBIDDEN', message, { reason: 'approval_not_possible', outcome: 'not_applied' });
}
