// A write that is held until a member approves it: the very bytes that would be sent, and what a person reads before deciding.
import type { Money, RecordAct } from './agent-act.ts';
import type { Plane } from './caller.ts';
import type { ApiKeyId, ConnectionId, OperationId } from './ids.ts';
import type { Json, JsonObject } from './json.ts';
import type { PreparedWrite } from './ledger-record.ts';

/** A single write as a request names it. Automations and bulk writes are held as the operations that they are. */
export type HeldAct = Pick<RecordAct, 'kind' | 'type' | 'providerId'>;

/** A field that a change would give another value; paths are those of the record, such as `contact_id`. */
export interface ProposedChange {
  readonly path: string;
  readonly before: Json;
  readonly after: Json;
}

/** What a person reads before deciding. Texts in it are the agent's, or stand in the books: data, never instructions. */
export interface ShownProposal {
  /** The record as it would be sent, in the names of the API; null for what sends none, such as a deletion. */
  readonly item: JsonObject | null;
  /** The record that would change, as it was when this was proposed. */
  readonly before: JsonObject | null;
  /** Empty for a new record. */
  readonly changes: readonly ProposedChange[];
  /** What an automation's dry run said, by step, or the items of a bulk write; null for a single write. */
  readonly plan: JsonObject | null;
  /** What counts against the key's limits. */
  readonly amounts: readonly Money[];
  /** Ids of what looked the same at that time, though the agent says that this is another one. */
  readonly lookAlikes: readonly string[];
  /** Why a person is asked. */
  readonly because: string;
  /** The purpose that the agent named: its words, not verified. */
  readonly ref: string | null;
  /** The program that asked, by its own account: not verified either. Absent in what a build held that did not know it. */
  readonly program?: { readonly name: string; readonly version: string | null } | null;
}

/** What is stored sealed under zero retention, and deleted when the proposal ends. */
export interface HeldContent {
  /** Null for an automation and a bulk write, whose operation holds the request. */
  readonly request: { readonly act: HeldAct; readonly body: Json } | null;
  /** The bytes that would be sent; null for what sends none. */
  readonly bytes: PreparedWrite | null;
  /** The provider's id of the record that would change; null for a new one. */
  readonly targetId: string | null;
  readonly shown: ShownProposal;
}

export interface HeldWrite extends Plane {
  readonly id: OperationId;
  readonly connectionId: ConnectionId;
  /** The key that asked. */
  readonly keyId: ApiKeyId;
  /** The digests of what may be sent, and of nothing else. */
  readonly digests: readonly string[];
  /** The state of the record that would change, when this was proposed; null for a new one. */
  readonly stamp: string | null;
  /** `HeldContent` as JSON; null under zero retention, and once it is forgotten. */
  readonly content: string | null;
  readonly sealedContent: string | null;
  readonly expiresAt: Date;
  /** True until what follows from its end was done. */
  readonly isOpen: boolean;
}
