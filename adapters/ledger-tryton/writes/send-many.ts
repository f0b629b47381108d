// Creates several records in one transaction, or one by one if Tryton refuses one of them. A repeat finds each record that
// was made by its mark.
import {
  type LedgerAccess,
  type LedgerGateway,
  type LedgerRecord,
  type PreparedWrite,
  type ResourceType,
  type SentRecord,
  ServiceError,
} from '../../../core/ports.ts';
import { valuesOf } from './create.ts';
import { findMarked, markOf, withMark } from './marks.ts';
import { planOf } from './plan.ts';
import { afterWriting, type WriteContext } from './write-context.ts';

/** A bound for the calls of one write, which needs far fewer. */
const callsMost = 10;

/** Like the gateway's `send`; `beganMs` is when the send began. */
export type TimedSend = (
  ...given: [...asked: Parameters<LedgerGateway['send']>, beganMs: number]
) => ReturnType<LedgerGateway['send']>;

export function sendManyOf(
  contextFor: (access: LedgerAccess, type: ResourceType, beganMs: number) => WriteContext,
  send: TimedSend,
): LedgerGateway['sendMany'] {
  return async (access, writes, key) => {
    const [first] = writes;
    if (!first) return [];
    const beganMs = performance.now();
    const keyed = writes.map((write, i) => ({ write, key: `${key}:${i}` }));
    if (first.creates) await createTogether(contextFor(access, first.type, beganMs), keyed);
    const answers: (LedgerRecord | ServiceError)[] = [];
    for (const one of keyed) {
      const answer = sendWhole(one).catch((error: unknown) => {
        if (isRefusal(error)) return error;
        throw error;
      });
      // Records before this one may have been created, so a failure leaves the outcome of the call unknown.
      answers.push(await afterWriting(answer));
    }
    return answers;

    async function sendWhole({ write, key }: Keyed): Promise<LedgerRecord> {
      let sent: SentRecord = await send(access, write, key, beganMs);
      for (let calls = 1; sent.next && calls < callsMost; calls++) sent = await send(access, sent.next, key, beganMs);
      const { next: _, ...whole } = sent;
      return whole;
    }
  };
}

interface Keyed {
  readonly write: PreparedWrite;
  readonly key: string;
}

function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && ['PROVIDER_REJECTED', 'NOT_FOUND', 'CONFLICT'].includes(error.code);
}

/** Creates the missing records in one call. If Tryton refuses one of them, nothing is created. */
async function createTogether(context: WriteContext, keyed: readonly Keyed[]): Promise<void> {
  const { books, model } = context;
  const found = await findMarked(
    context,
    keyed.map(({ key }) => markOf(key)),
  );
  const missing = keyed.filter((_, i) => found[i] === undefined);
  if (missing.length < 2 || model.type === 'payments') return;
  try {
    const values = await Promise.all(
      missing.map(async ({ write, key }) => withMark(model, await valuesOf(context, planOf(write)), markOf(key))),
    );
    await books.create(`model.${model.name}.create`, [values]);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}
