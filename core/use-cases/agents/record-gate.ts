// The gate of single writes of records, as their use cases see it. Undefined for every caller but an agent's.
import type { RecordAct } from '../../domain/agent-act.ts';
import { AwaitsApproval } from '../../domain/awaits-approval.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { badRequest } from '../../domain/errors.ts';
import type { Json, JsonObject } from '../../domain/json.ts';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { agentOf, assertCompany, assertPriced, refuseNative } from '../access/for-agents.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { claimKey, type KeyClaim, type Write } from '../writes/claim-key.ts';
import type { LedgerWrite } from '../writes/holder.ts';
import { stampOf } from '../writes/stamp.ts';
import { passRecord, type RecordPassing, settleFailed, settleMade, tellHeld } from './gate.ts';
import { inRefs, underRef, withOwnIds } from './request.ts';

/** What a use case was asked for. */
export interface AskedAct extends Pick<RecordAct, 'kind' | 'type' | 'providerId'> {
  /** Null for a cancellation, whose body says why alone. */
  readonly request: { readonly kind: 'normalized'; readonly fields: JsonObject } | { readonly kind: 'native' } | null;
}

interface Entry extends Pick<RecordPassing, 'findKnown'> {
  readonly connection: Connection;
  readonly act: readonly string[];
  readonly ledger: Ledger;
  readonly write: Write;
  readonly agentAct: AskedAct;
}

export interface RecordGate {
  readonly ref: string | undefined;
  claim(): Promise<KeyClaim | { readonly answered: Json }>;
  /** Throws AwaitsApproval for the answer of a write that waits or waited. */
  tellHeld(answered: Json): Promise<void>;
  /** Undefined if the write may be sent; what it came to if there is nothing to send. Throws as `passRecord`. */
  pass<Made>(claim: KeyClaim, make: ((write: LedgerWrite) => Promise<Made>) | null): Promise<Made | undefined>;
  /**
   * The stamp of the record over which a change passed that would have needed approval over another state of it. Undefined
   * where that makes no difference.
   */
  seen(): string | undefined;
  made(stores: Stores): Promise<void>;
  /** Ends the claim of a write that failed, or that waits; returns what is thrown. */
  failed(claim: KeyClaim, error: unknown): Promise<unknown>;
}

/**
 * Throws FORBIDDEN `not_for_agents` for a native document, CONFLICT `company_mismatch`, and as `underRef` for a create; other
 * writes have an Idempotency-Key.
 */
export async function gateOf(ports: CorePorts, caller: Caller, entry: Entry): Promise<RecordGate | undefined> {
  const entered = await enteredAct(ports, caller, entry);
  if (!entered) return undefined;
  const { connection, act, agentAct } = entry;
  const write = await keyed(ports, caller, entry, entered.act.fields);
  let before: LedgerRecord | undefined;
  const sees = (record: LedgerRecord) => {
    before = record;
  };
  const passing: RecordPassing = { ...entered, write, sees };
  const isCompared = entered.agent.approval === 'high' && agentAct.kind === 'update';
  return {
    ref: write.ref,
    seen: () => (before && isCompared ? stampOf(ports, before) : undefined),
    async claim() {
      return claimKey(ports, caller, write, { act, connection }).catch((error: unknown) => {
        throw inRefs(error, write);
      });
    },
    tellHeld: (answered) => tellHeld(passing, answered),
    pass: (claim, make) => passRecord(passing, claim, make),
    made: (stores) => settleMade(stores, passing),
    async failed(claim, error) {
      if (error instanceof AwaitsApproval) return error;
      const failure = await claim.fail(error);
      await settleFailed(passing);
      return inRefs(failure, write);
    },
  };
}

type Entered = Omit<Entry, 'act'>;

/**
 * An agent's write of a record as it comes to the gate, without its key; undefined for every other caller. Throws FORBIDDEN
 * `not_for_agents` for a native document, CONFLICT `company_mismatch`, and BAD_REQUEST for a line without its price.
 */
export async function enteredAct(
  ports: CorePorts,
  caller: Caller,
  { connection, ledger, write, agentAct, findKnown }: Entered,
): Promise<RecordPassing | undefined> {
  const agent = agentOf(caller);
  if (!agent) return undefined;
  const { request, ...named } = agentAct;
  if (request?.kind === 'native') refuseNative(request.kind);
  await assertCompany(ports, caller, connection, write);
  const asked = request?.kind === 'normalized' ? request.fields : {};
  assertPriced(asked);
  const act = { ...named, fields: withOwnIds(asked, ledger.provider.traits) };
  return { ports, caller, agent, connection, write, ledger, act, findKnown };
}

async function keyed(ports: CorePorts, caller: Caller, entry: Entry, fields: RecordAct['fields']): Promise<Write> {
  const { connection, act, write, agentAct } = entry;
  if (agentAct.kind === 'create') return underRef(ports, caller, write, { connection, act, body: fields });
  if (write.ref === undefined) return write;
  throw badRequest('Request-Ref', 'is for writes that create; a change has an Idempotency-Key');
}
