import type { Caller } from '../domain/caller.ts';
import type { Connection } from '../domain/connection.ts';
import { ServiceError, WriteDefect } from '../domain/errors.ts';
import type { Json } from '../domain/json.ts';
import { type Answered, type ClaimPorts, claimKey, type Write } from './claim-key.ts';
import type { WriteAnswer } from './write-claim.ts';

export interface WorkDone<T> extends WriteAnswer {
  readonly value: T;
}

export interface WriteRules {
  /** Whether a write without a key is refused. */
  readonly required: boolean;
  readonly connection?: Connection;
}

/** Changes the service's own data at most once per Idempotency-Key. */
export function runIdempotent(ports: ClaimPorts) {
  return async <T>(
    caller: Omit<Caller, 'requestId'>,
    write: Write,
    { required, connection }: WriteRules,
    work: () => Promise<WorkDone<T>>,
    revive: (kept: Json) => Promise<T>,
  ): Promise<Answered<T>> => {
    if (!required && !write.key) return { value: await withoutKey(ports, work), replayed: false };
    const claim = await claimKey(ports, caller, write, connection ?? null);
    try {
      if (claim.kind === 'replay') return { value: await revive(claim.kept), replayed: true };
      const done = await work();
      await claim.answer(done);
      return { value: done.value, replayed: false };
    } catch (error) {
      throw await claim.fail(error);
    }
  };
}

/** Without a key nothing can be taken up again, so nothing is stored of it. */
async function withoutKey<T>({ storage }: ClaimPorts, work: () => Promise<WorkDone<T>>): Promise<T> {
  try {
    const done = await work();
    if (done.also) await storage.transaction(done.also);
    return done.value;
  } catch (error) {
    throw error instanceof ServiceError ? error : new WriteDefect('not_applied', error);
  }
}
