// The holders of write claims: a request's Idempotency-Key, a step of an operation, a call of a bulk write. Each stores what it is
// about to send in a place of its own; sending is the same for all (send.ts). A new sender needs one more holder here.
import { secondsAfter } from '../../domain/backoff.ts';
import type { Connection } from '../../domain/connection.ts';
import type { ServiceError } from '../../domain/errors.ts';
import type { IdempotencyScope, WriteAttempt, Writer } from '../../domain/idempotency.ts';
import { Interruption } from '../../engine/classify-failure.ts';
import type { Attempt } from '../../engine/operation-kind.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { lostAgain, lostAttempt } from './lost-attempt.ts';
import { type KeySource, operationKeys, providerKey, requestKeys } from './provider-key.ts';
import { inProgress, storedRefusal, type Verdict, verdict, withOutcome } from './verdict.ts';

/** The digests of all that an approved write may send (approved.ts). */
export interface Approved {
  readonly digests: readonly string[];
  /** Of the record as it was seen; undefined where there is none, or where it need not be compared. */
  readonly stamp?: string | undefined;
}

export interface LedgerWrite {
  readonly ports: CorePorts;
  readonly ledger: Ledger;
  readonly claim: WriteClaim;
  /** Of a write that a member had to approve: what may be sent, and nothing else. */
  readonly approved?: Approved | undefined;
  /** Of a change that passed without approval: the stamp of the record over which it did. */
  readonly seen?: string | undefined;
}

/** An attempt as the sender gives it; the claim adds the provider's keys. */
export type UnsentAttempt = Omit<WriteAttempt, 'keys'>;

/** A write claim: only its holder may send. It ends with the stored answer or with `fail`. */
export interface WriteClaim {
  readonly writer: Writer;
  /** The attempt of an earlier holder, who did not learn how it ended; null if there is none. */
  readonly openAttempt: WriteAttempt | null;
  /** The last attempt that this holder stored; null before `storeAttempt`. */
  lastAttempt(): WriteAttempt | null;
  /**
   * For send.ts alone. Stores what is about to be sent: from now on the write may have happened. Returns the provider's
   * idempotency key of this call (64 hex digits); `call` tells the calls of a write apart. `earlier` tells of the calls before
   * it: `void` if they certainly did nothing, `made` if the write has begun with them. Throws if another holder has the claim
   * by now.
   */
  storeAttempt(next: UnsentAttempt, call: string, earlier?: Earlier): Promise<string>;
  /** The owner of the leases of this write's records: the same for every holder of the claim. */
  leaseOwner(place: string): string;
  /** Stores the refusal, frees the claim if nothing happened, or leaves it to the next holder. Returns the error. */
  fail(error: unknown): Promise<unknown>;
}

export type Earlier = 'void' | 'made';

/** Where one kind of sender keeps its write. */
export interface Holder {
  readonly writer: Writer;
  /** What an earlier holder began and did not end. */
  readonly open: WriteAttempt | null;
  readonly keys: KeySource;
  /** Throws, and stores nothing, if another holder has the write by now. */
  save(attempt: WriteAttempt): Promise<void>;
  /** Ends a write that failed. `isBegun`: an attempt is stored. */
  end(verdict: Verdict, failure: { readonly error: unknown; readonly isBegun: boolean }): Promise<unknown>;
}

export function claimOf({ digester }: Pick<CorePorts, 'digester'>, holder: Holder): WriteClaim {
  const { writer, open, keys } = holder;
  let lastAttempt: WriteAttempt | null = null;
  let isEarlierOpen = open !== null;
  return {
    writer,
    openAttempt: open,
    lastAttempt: () => lastAttempt,
    async storeAttempt(next, call, earlier) {
      const { key, keys: known } = providerKey({ digester }, keys, { call, earlier: lastAttempt ?? open });
      const attempt = { ...next, keys: known };
      await holder.save(attempt);
      lastAttempt = attempt;
      if (earlier) isEarlierOpen = earlier === 'made';
      return key;
    },
    leaseOwner: (place) => digester.sha256(`${keys.organizationId}|${keys.writer}|lease ${place}`),
    async fail(error) {
      const failure = { error, isBegun: open !== null || lastAttempt !== null, isEarlierOpen };
      await holder.end(verdict(failure), failure);
      return withOutcome(failure);
    },
  };
}

/** What a request stores beside its key, in the same transactions. */
export interface BesideKey {
  /** Stores what is about to be sent, at each sending. */
  begin(stores: Stores, attempt: WriteAttempt): Promise<unknown>;
  /** Stores that it did nothing. */
  undo(stores: Stores): Promise<unknown>;
}

export interface RequestHolding {
  readonly connection?: Pick<Connection, 'id' | 'retentionMode'> | undefined;
  readonly beside?: BesideKey | undefined;
  /** The key was made of what is asked: soon after the end is known, an equal call is another write. */
  readonly isDerived?: boolean | undefined;
}

const derivedSeconds = 60;

/** When the answer of a derived key is over; undefined for other keys, which keep theirs for 30 days. */
export function endOfAnswer({ clock }: Pick<CorePorts, 'clock'>, { isDerived }: RequestHolding): Date | undefined {
  return isDerived ? secondsAfter(clock.now(), derivedSeconds) : undefined;
}

/** A request holds its Idempotency-Key. With zero retention, not even the words of a refusal are stored. */
export function requestHolder(
  { storage, clock }: Pick<CorePorts, 'storage' | 'clock'>,
  writer: IdempotencyScope,
  { leaseToken, attempt }: { readonly leaseToken: string; readonly attempt: WriteAttempt | null },
  { connection, beside, isDerived }: RequestHolding = {},
): Holder {
  const together = <T>(work: (stores: Stores) => Promise<T>) => (beside ? storage.transaction(work) : work(storage));
  return {
    writer,
    open: attempt,
    keys: requestKeys(writer, connection?.id ?? null),
    save: (next) =>
      together(async (stores) => {
        if (!(await stores.idempotency.recordAttempt(writer, leaseToken, next))) throw inProgress();
        await beside?.begin(stores, next);
      }),
    async end(how, { error, isBegun }) {
      const { idempotency } = storage;
      if (how === 'suspend') return idempotency.suspend(writer, leaseToken);
      if (how === 'release') {
        return together(async (stores) => {
          await stores.idempotency.release(writer, leaseToken);
          if (isBegun) await beside?.undo(stores);
        });
      }
      const refusal = storedRefusal(error as ServiceError, connection?.retentionMode ?? 'cached');
      const end = endOfAnswer({ clock }, { isDerived });
      if (end) await idempotency.endAt(writer, leaseToken, end);
      return idempotency.answer(writer, leaseToken, { ok: false, error: refusal }, null);
    },
  };
}

/** A holder within an operation; `conclude` stores the end of a write that did not fail. */
export interface OperationHolder extends Holder {
  /** Call it in the transaction that stores what follows from the write. */
  conclude(stores: Pick<Stores, 'operations'>, producedId: string | null): Promise<void>;
}

type Working = Pick<Attempt, 'operation' | 'lease'>;

/**
 * A step of an operation, for the holder of its lease: the next one gets the attempt that a lost one began, and the lost one
 * can store nothing more. A refused write was certainly not done, so the next run sends it under another key.
 */
export async function stepHolder(
  { storage, databaseWatch }: Pick<CorePorts, 'storage' | 'databaseWatch'>,
  { operation, lease }: Working,
  { step, createdType }: { readonly step: string; readonly createdType: WriteAttempt['createdType'] },
): Promise<OperationHolder> {
  const { stored, refusals, save } = await stepWrite({ storage }, { operation, lease }, step);
  const open = stored
    ? (stored.attempt ?? lostAgain({ databaseWatch }, operation, { createdType }))
    : lostAttempt({ databaseWatch }, operation, createdType);
  const part = `${step}:${refusals + 1}`;
  return {
    writer: { operationId: operation.id, step },
    open,
    keys: operationKeys(operation, { asked: part, writer: part }),
    save: (attempt) => save(storage, { attempt, refusals }),
    async end(how, { isBegun }) {
      if (how === 'suspend' || !isBegun) return;
      await save(storage, { attempt: null, refusals: refusals + (how === 'store' ? 1 : 0) });
    },
    conclude: (stores, producedId) => save(stores, { attempt: null, refusals, producedId }),
  };
}

/** A call of a bulk write: its items are stored with its attempt. */
export interface CallOfItems {
  readonly step: string;
  /** What the call is for: the same whenever it is asked for again. */
  readonly asked: string;
  /** Stores that the items are about to be sent. */
  begin(stores: Stores): Promise<unknown>;
  /** Stores that the call did nothing. */
  undo(stores: Stores): Promise<unknown>;
}

/** What is refused is not stored here, but with the items, which go again in other calls. */
export async function callHolder(
  { storage }: Pick<CorePorts, 'storage'>,
  working: Working,
  { step, asked, begin, undo }: CallOfItems,
): Promise<OperationHolder> {
  const { operation } = working;
  const { stored, save } = await stepWrite({ storage }, working, step);
  const open = stored?.attempt ?? null;
  return {
    writer: { operationId: operation.id, step },
    open,
    keys: operationKeys(operation, { asked, writer: step }),
    save: (attempt) =>
      storage.transaction(async (stores) => {
        await save(stores, { attempt });
        if (!open) await begin(stores);
      }),
    async end(how, { isBegun }) {
      if (how !== 'release' || !isBegun) return;
      await storage.transaction(async (stores) => {
        await save(stores, { attempt: null });
        await undo(stores);
      });
    },
    conclude: (stores, producedId) => save(stores, { attempt: null, producedId }),
  };
}

/** What is stored of a step's write, and how to store more; that throws if another worker has the operation's lease by now. */
async function stepWrite({ storage }: Pick<CorePorts, 'storage'>, { operation, lease }: Working, step: string) {
  const stored = await storage.operations.findWrite({ operationId: operation.id, step });
  return {
    stored,
    refusals: stored?.refusals ?? 0,
    async save(
      { operations }: Pick<Stores, 'operations'>,
      next: { attempt: WriteAttempt | null; refusals?: number; producedId?: string | null },
    ): Promise<void> {
      const isSaved = await operations.saveWrite(lease, step, { refusals: 0, producedId: null, ...next });
      if (!isSaved) throw new Interruption('lease_lost');
    },
  };
}
