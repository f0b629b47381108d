// The gate of an agent's writes: references, companies, look-alikes, limits and approval. Nobody else's write comes here.
import { actorOf } from '../../domain/actor.ts';
import type { Money, RecordAct } from '../../domain/agent-act.ts';
import { amountOfAct, isHigh } from '../../domain/agent-limits.ts';
import type { AgentRights } from '../../domain/agent-rights.ts';
import { AwaitsApproval } from '../../domain/awaits-approval.ts';
import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { OperationId } from '../../domain/ids.ts';
import type { LedgerRecord, PreparedWrite } from '../../domain/ledger-record.ts';
import { familyOf } from '../../families/all-families.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { findOperation } from '../operations/read-operations.ts';
import { dryLedger } from '../preflight/dry-ledger.ts';
import { providerOf } from '../providers/provider-of.ts';
import type { KeyClaim, Write } from '../writes/claim-key.ts';
import { dryClaim, WouldSend } from '../writes/dry-write.ts';
import type { LedgerWrite } from '../writes/holder.ts';
import { type Create, markedCreates } from '../writes/likeness.ts';
import { requestOrigin } from '../writes/provider-key.ts';
import { currencyOf } from './currency-of.ts';
import { fatesOf, heldAnswer, heldIn, ownerOf } from './fates.ts';
import { approvalNotPossible, type Held, hold } from './hold.ts';
import { assertUnlike, type Looking, lockCreates, notePassed, subjectOf } from './look-alikes.ts';
import { type Asked, giveBack, passedNow, reserve } from './spending.ts';

export interface Passing {
  readonly ports: CorePorts;
  readonly caller: Caller;
  readonly agent: AgentRights;
  readonly connection: Connection;
  /** Under its key. */
  readonly write: Write;
  /** Of work with several writes: the operation that was drafted for it. */
  readonly operationId?: OperationId;
}

/** What a gate needs to know of a write before it lets it pass. */
export interface Weighed {
  readonly creates: readonly Create[];
  readonly asked: Asked;
  readonly isHigh: boolean;
  /** Null for what cannot wait. */
  readonly held: Held | null;
}

export interface Admission {
  /** Waits for a person; undefined if it may be sent. */
  readonly operation: Awaited<ReturnType<typeof hold>> | undefined;
  readonly owner: string;
}

/**
 * Lets a write pass or not, in the caller's transaction: throws CONFLICT `looks_the_same`, FORBIDDEN `over_limit` and
 * `approval_not_possible`. What passes is noted as a look-alike of later ones and reserved; what needs approval waits.
 */
export async function admit(stores: Stores, passing: Passing, weighed: Weighed): Promise<Admission> {
  const { ports, caller, agent, connection, write, operationId } = passing;
  const own = operationId ?? ownerOf(connection, write.key ?? '');
  const { traits } = providerOf(ports, connection);
  const looking: Looking = { ports, connection, traits, lookAlikeHours: agent.lookAlikeHours, owner: own };
  const creates = await markedCreates(stores, looking, weighed.creates);
  await lockCreates(stores, looking, creates);
  const lookAlikes = await assertUnlike(stores, looking, creates);
  const passed = await passedNow(stores, ports, agent, weighed.asked);
  const because = whyApproval(agent, weighed.isHigh, passed);
  if (because === undefined && passed.length > 0) throw overLimit(passed);
  const { amounts } = weighed.asked;
  const proposal = { connection, write, origin: requestOrigin(write), amounts, lookAlikes };
  const operation =
    because === undefined
      ? undefined
      : await hold(ports, stores, caller, { ...proposal, because, held: weighed.held ?? noWait() });
  const owner = operation?.id ?? own;
  const within = operation?.id ?? operationId ?? null;
  const noted = { operationId: within, idempotencyKey: within === null ? (write.key ?? '') : null };
  const said = { ...noted, ref: write.ref ?? null, actor: actorOf(caller) };
  await notePassed(stores, { looking: { ...looking, owner }, ...said }, creates);
  await reserve(stores, ports, agent, { owner, connection, asked: weighed.asked });
  return { operation, owner };
}

/** Why a person has to approve: undefined if nobody has to. */
export function whyApproval(
  { approval }: AgentRights,
  isHighAct: boolean,
  passed: readonly string[],
): 'all' | 'high' | 'over_limit' | undefined {
  if (approval === 'none') return undefined;
  if (approval === 'all') return 'all';
  if (isHighAct) return 'high';
  return passed.length > 0 ? 'over_limit' : undefined;
}

function overLimit(passed: readonly string[]): ServiceError {
  const message = `this key may not write that: ${passed.join('; ')}. Nothing was written; ask a person`;
  return new ServiceError('FORBIDDEN', message, { reason: 'over_limit', outcome: 'not_applied' });
}

function noWait(): never {
  throw approvalNotPossible();
}

/** A single write of a record, before it is sent. */
export interface RecordPassing extends Passing {
  readonly ledger: Ledger;
  readonly act: RecordAct;
  /** Of a create: the record that it would change in place of making one. */
  readonly findKnown?: ((ledger: Ledger) => Promise<LedgerRecord | undefined>) | undefined;
  /** Hears of the record over which the write was weighed. */
  readonly sees?: ((before: LedgerRecord) => void) | undefined;
}

/** What a dry run showed. */
interface Seen<Made> {
  /** Null if nothing would be sent, or if it cannot be shown. */
  readonly bytes: PreparedWrite | null;
  /** What the write came to without sending anything. */
  readonly made: Made | undefined;
  readonly before: LedgerRecord | null;
  readonly act: RecordAct;
  /** A create of what is there already. */
  readonly changesKnown: boolean;
}

/**
 * Lets a single write pass: returns undefined if it may be sent, or what it came to if there is nothing to send. Throws
 * AwaitsApproval once it waits, under the claim's answer, and as `admit`; then nothing is sent.
 */
export async function passRecord<Made>(
  passing: RecordPassing,
  claim: KeyClaim,
  make: ((write: LedgerWrite) => Promise<Made>) | null,
): Promise<Made | undefined> {
  // It passed before it was first sent.
  if (claim.openAttempt) return undefined;
  const { ports, connection } = passing;
  const seen = await look(passing, make);
  if (seen.before) passing.sees?.(seen.before);
  if (seen.made !== undefined && passing.agent.approval !== 'none') return seen.made;
  const weighed = await weighedRecord(passing, seen);
  const { operation } = await ports.storage.transaction(async (stores) => {
    const admitted = await admit(stores, passing, weighed);
    if (admitted.operation) await claim.answer(stores, heldAnswer(admitted.operation.id));
    return admitted;
  });
  if (!operation) return undefined;
  ports.log.info('a write waits for approval', { connection_id: connection.id, operation_id: operation.id });
  throw new AwaitsApproval(operation, false);
}

/** Makes the write up to where it would be sent, if what it would send has to be known. */
export async function look<Made>(
  { ports, agent, connection, ledger, act, findKnown }: RecordPassing,
  make: ((write: LedgerWrite) => Promise<Made>) | null,
): Promise<Seen<Made>> {
  const { kind, type, providerId } = act;
  const mayBeKnown = kind === 'create' && familyOf(type).identifier !== null;
  const isNeeded = agent.approval !== 'none' || mayBeKnown;
  const over = dryLedger(ledger);
  const shown =
    isNeeded && make ? await dryRun({ ports, ledger: over, claim: dryClaim(connection) }, make) : nothingShown;
  const isChange = kind === 'update' || kind === 'cancel';
  const isRead = isChange && providerId !== null && (agent.approval !== 'none' || agent.limits !== null);
  const isFound = mayBeKnown && shown.bytes?.creates === false;
  const found = isFound ? ((await findKnown?.(over)) ?? null) : null;
  const before = isRead ? await over.read(type, providerId) : found;
  // What is there already is changed; nothing looks like it but itself.
  return { ...shown, before, act, changesKnown: isFound } as Seen<Made>;
}

const nothingShown = { bytes: null, made: undefined };

async function dryRun<Made>(write: LedgerWrite, make: (write: LedgerWrite) => Promise<Made>) {
  try {
    return { bytes: null, made: await make(write) };
  } catch (error) {
    if (error instanceof WouldSend) return { bytes: error.bytes, made: undefined };
    throw error;
  }
}

async function weighedRecord<Made>(passing: RecordPassing, seen: Seen<Made>): Promise<Weighed> {
  const { write } = passing;
  const { bytes, before, changesKnown, act: asked } = seen;
  const act: RecordAct = changesKnown ? { ...asked, kind: 'update' } : asked;
  const { type, fields } = act;
  const amount = amountOfAct(act, before?.fields ?? null);
  const currency = amount.isZero() ? '' : await currencyOf(passing, fields, before);
  const amounts: readonly Money[] = amount.isZero() ? [] : [{ currency, amount: amount.toFixed() }];
  return {
    creates: act.kind === 'create' ? [{ type, fields, notSameAs: write.notSameAs }] : [],
    asked: { amounts, writes: 1 },
    isHigh: isHigh(act, before?.fields ?? null),
    held: { kind: 'record', act: asked, bytes, before },
  };
}

/** The answer of an earlier call that waits or waited: thrown as AwaitsApproval. Returns for any other answer. */
export async function tellHeld({ ports, caller }: Pick<Passing, 'ports' | 'caller'>, answered: unknown): Promise<void> {
  const id = heldIn(answered as never);
  if (id !== undefined) throw new AwaitsApproval(await findOperation(ports)(caller, id), true);
}

/** Gives back what a write that ended as a failure has reserved, if it certainly did nothing. */
export async function settleFailed({ ports, connection, write }: Passing): Promise<void> {
  const owner = ownerOf(connection, write.key ?? '');
  const now = ports.clock.now();
  const fates = await fatesOf(ports.storage, connection, [owner], now);
  if (fates.get(owner) !== 'nothing') return;
  await ports.storage.transaction(async (stores) => {
    await giveBack(stores, owner);
    await stores.lookAlikes.remove(connection.id, [subjectOf(ports, owner)]);
  });
}

/** In the transaction that stores the answer of a write that was made. */
export async function settleMade(stores: Stores, { ports, connection, write }: Passing): Promise<void> {
  const owner = ownerOf(connection, write.key ?? '');
  await stores.lookAlikes.remove(connection.id, [subjectOf(ports, owner)]);
  await stores.agentSpending.settle(owner, 'kept');
}
