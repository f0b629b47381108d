// Creates several records in one transaction, and one by one if one of them is refused. A repeat finds what was made by the
// mark of each.
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
import { afterWriting, type Desk } from './desk.ts';
import { findMarked, markOf, withMark } from './marks.ts';
import { planOf } from './plan.ts';

/** Far more calls than one write needs. */
const callsMost = 10;

/** As the gateway's `send`, of which `beganMs` tells when it began. */
export type SendSince = (
  ...given: [...asked: Parameters<LedgerGateway['send']>, beganMs: number]
) => ReturnType<LedgerGateway['send']>;

export function sendManyOf(
  deskFor: (access: LedgerAccess, type: ResourceType, beganMs: number) => Desk,
  send: SendSince,
): LedgerGateway['sendMany'] {
  return async (access, writes, key) => {
    const [first] = writes;
    if (!first) return [];
    const beganMs = performance.now();
    const keyed = writes.map((write, i) => ({ write, key: `${key}:${i}` }));
    if (first.creates) await createTogether(deskFor(access, first.type, beganMs), keyed);
    const answers: (LedgerRecord | ServiceError)[] = [];
    for (const one of keyed) {
      const answer = sendWhole(one).catch((error: unknown) => {
        if (isRefusal(error)) return error;
        throw error;
      });
      // Those before it may have been made.
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

/** Makes those that are not there, unless one of them is refused. */
async function createTogether(desk: Desk, keyed: readonly Keyed[]): Promise<void> {
  const { books, model } = desk;
  const found = await findMarked(
    desk,
    keyed.map(({ key }) => markOf(key)),
  );
  const missing = keyed.filter((_, i) => found[i] === undefined);
  if (missing.length < 2 || model.type === 'payments') return;
  try {
    const values = await Promise.all(
      missing.map(async ({ write, key }) => withMark(model, await valuesOf(desk, planOf(write)), markOf(key))),
    );
    await books.create(`model.${model.name}.create`, [values]);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}
