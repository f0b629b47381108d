// The gate of an agent's writes: references, companies, look-alikes, limits and approval. Nobody else's write comes here.
import { actorOf } from '../../domain/actor.ts';
import type { Money, RecordAct } from '../../domain/agent-act.ts';
import { amountOfAct, isHigh } from '../../domain/agent-limits.ts';
import { AwaitsApproval } from '../../domain/awaits-approval.ts';
import type { LedgerRecord, PreparedWrite } from '../../domain/ledger-record.ts';
import { familyOf } from '../../families/all-families.ts';
import type { Stores } from '../../ports/storage.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { findOperation } from '../operations/read-operations.ts';
import { dryLedger } from '../preflight/dry-ledger.ts';
import type { KeyClaim } from '../writes/claim-key.ts';
import { dryClaim, WouldSend } from '../writes/dry-write.ts';
import type { LedgerWrite } from '../writes/holder.ts';
import { markedCreates } from '../writes/likeness.ts';
import { requestOrigin } from '../writes/provider-key.ts';
import { currencyOf } from './currency-of.ts';
import { fatesOf, heldAnswer, heldIn, ownerOf } from './fates.ts';
import { hold } from './hold.ts';
import { judge, lookingOf, type Passing, type Weighed } from './judge.ts';
import { lockCreates, notePassed, subjectOf } from './look-alikes.ts';
import { giveBack, reserve, spentUnderLock } from './spending.ts';

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
  const { asked, isHigh, held } = weighed;
  const own = operationId ?? ownerOf(connection, write.key ?? '');
  const looking = lookingOf(passing, own);
  const creates = await markedCreates(stores, looking, weighed.creates);
  await lockCreates(stores, looking, creates);
  const spentNow = () => spentUnderLock(stores, ports, agent, asked);
  const judging = { agent, looking, creates, asked, isHigh, canWait: held !== null, spentNow };
  const { found, because, refusal } = await judge(stores, judging);
  if (refusal) throw refusal;
  const lookAlikes = found.map(({ lookAlike }) => lookAlike.id);
  const proposal = { connection, write, origin: requestOrigin(write), amounts: asked.amounts, lookAlikes };
  const operation = because && held ? await hold(ports, stores, caller, { ...proposal, because, held }) : undefined;
  const owner = operation?.id ?? own;
  const within = operation?.id ?? operationId ?? null;
  const noted = { operationId: within, idempotencyKey: within === null ? (write.key ?? '') : null };
  const said = { ...noted, ref: write.ref ?? null, actor: actorOf(caller) };
  await notePassed(stores, { looking: { ...looking, owner }, ...said }, creates);
  await reserve(stores, ports, agent, { owner, connection, asked });
  return { operation, owner };
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
  const { seen, made, weighed } = await weighedWrite(passing, make);
  if (seen.before) passing.sees?.(seen.before);
  if (!weighed) return made;
  const { operation } = await ports.storage.transaction(async (stores) => {
    const admitted = await admit(stores, passing, weighed);
    if (admitted.operation) await claim.answer(stores, heldAnswer(admitted.operation.id));
    return admitted;
  });
  if (!operation) return undefined;
  ports.log.info('a write waits for approval', { connection_id: connection.id, operation_id: operation.id });
  throw new AwaitsApproval(operation, false);
}

/** What a gate needs to know of the write; without it there is nothing to send, and `made` is what the write came to. */
export async function weighedWrite<Made>(
  passing: RecordPassing,
  make: ((write: LedgerWrite) => Promise<Made>) | null,
): Promise<{ readonly seen: Seen<Made>; readonly made: Made | undefined; readonly weighed: Weighed | undefined }> {
  const seen = await look(passing, make);
  const { made } = seen;
  if (made !== undefined && passing.agent.approval !== 'none') return { seen, made, weighed: undefined };
  return { seen, made: undefined, weighed: await weighedRecord(passing, seen) };
}

/** Makes the write up to where it would be sent, if what it would send has to be known. */
async function look<Made>(
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

/** The bytes that the write would send, or what it comes to without sending any. */
export async function dryRun<Made>(write: LedgerWrite, make: (write: LedgerWrite) => Promise<Made>) {
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
