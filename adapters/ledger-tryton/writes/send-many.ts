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
import { newValues, onwards } from './create.ts';
import { afterWriting, type Desk } from './desk.ts';
import { findMarked, markOf, withMark } from './marks.ts';
import { planOf } from './plan.ts';

type Send = LedgerGateway['send'];
type DeskFor = (access: LedgerAccess, type: ResourceType) => Desk;

/** Far more calls than one write needs. */
const callsMost = 10;

export function sendManyOf(deskFor: DeskFor, send: Send): LedgerGateway['sendMany'] {
  return async (access, writes, key) => {
    const [first] = writes;
    if (!first) return [];
    const keys = writes.map((_, i) => `${key}:${i}`);
    const made = first.creates ? await createTogether(deskFor(access, first.type), writes, keys) : [];
    const sendWhole = async (write: PreparedWrite, i: number): Promise<LedgerRecord> => {
      const itsKey = keys[i] ?? key;
      const record = made[i];
      let sent: SentRecord = record ? onwards(record, planOf(write).status, true) : await send(access, write, itsKey);
      for (let calls = 1; sent.next && calls < callsMost; calls++) sent = await send(access, sent.next, itsKey);
      const { next: _, ...whole } = sent;
      return whole;
    };
    const answers: (LedgerRecord | ServiceError)[] = [];
    for (const [i, write] of writes.entries()) {
      const answer = sendWhole(write, i).catch((error: unknown) => {
        if (isRefusal(error)) return error;
        throw error;
      });
      // Those before it may have been made.
      answers.push(await (answers.length > 0 || made.length > 0 ? afterWriting(answer) : answer));
    }
    return answers;
  };
}

function isRefusal(error: unknown): error is ServiceError {
  return error instanceof ServiceError && ['PROVIDER_REJECTED', 'NOT_FOUND', 'CONFLICT'].includes(error.code);
}

/** The records that are there by now; those of a refused call are left out. */
async function createTogether(
  desk: Desk,
  writes: readonly PreparedWrite[],
  keys: readonly string[],
): Promise<readonly (LedgerRecord | undefined)[]> {
  const { books, model } = desk;
  const marks = keys.map(markOf);
  const found = await findMarked(desk, marks);
  const missing = [...writes.entries()].filter(([i]) => found[i] === undefined);
  if (missing.length < 2 || model.type === 'payments') return found;
  try {
    const values = await Promise.all(
      missing.map(async ([i, write]) => withMark(model, await newValues(desk, planOf(write)), marks[i] ?? '')),
    );
    const made = await books.call(`model.${model.name}.create`, [values]);
    const ids = Array.isArray(made) ? made.map(Number) : [];
    const records = await afterWriting(desk.records(ids));
    const places = new Map(missing.map(([i], at) => [i, String(ids[at])]));
    return writes.map((_, i) => found[i] ?? records.find(({ providerId }) => providerId === places.get(i)));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return found;
  }
}
