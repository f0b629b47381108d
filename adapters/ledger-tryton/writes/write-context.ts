// What every step of a write needs: the books, the model of the record family, and lookups in the books.
import type { JsonObject, LedgerAccess, LedgerRecord } from '../../../core/ports.ts';
import { familyOf, notFound, type ResourceType, ServiceError } from '../../../core/ports.ts';
import { type Books, openBooks } from '../books.ts';
import { recordReader } from '../reads.ts';
import { remembered } from '../remembered.ts';
import type { Rpc } from '../rpc.ts';
import type { Model } from '../wire/model.ts';
import { modelOf } from '../wire/models.ts';
import { type Defaults, readDefaults } from './lookups.ts';

export interface WriteContext {
  readonly books: Books;
  readonly model: Model;
  /** The company's default currency, journals and accounts. */
  readonly defaults: () => Promise<Defaults>;
  /** Reads records of the family; ids that do not exist are left out. */
  readonly records: (ids: readonly number[]) => Promise<readonly LedgerRecord[]>;
  /** The context of another family in the same books. */
  readonly of: (type: ResourceType) => WriteContext;
}

export function writeContexts(rpc: Rpc) {
  const [defaults, recordsOf] = [remembered(readDefaults), recordReader()];
  const contextOf = (books: Books, type: ResourceType): WriteContext => {
    const model = modelOf(type);
    return {
      books,
      model,
      defaults: () => defaults(books),
      records: async (ids) => (await recordsOf(books, model, { ids }))[0],
      of: (other) => contextOf(books, other),
    };
  };
  return (access: LedgerAccess, type: ResourceType, beganMs: number) =>
    contextOf(openBooks(rpc, access, beganMs), type);
}

/** Reads the current record. Throws NOT_FOUND with the provider's status 404 if it does not exist. */
export async function liveRecord({ model, records }: WriteContext, id: number | null): Promise<LedgerRecord> {
  const [record] = id === null ? [] : await records([id]);
  if (record) return record;
  const { code, message } = notFound(familyOf(model.type).singular);
  throw new ServiceError(code, message, { outcome: 'not_applied', providerError: { status: 404, messages: [] } });
}

/** For reads that follow a writing call: if such a read fails, the error says that the write's outcome is unknown. */
export async function afterWriting<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
    throw new ServiceError(error.code, error.message, { ...error.details, outcome: 'unknown' }, error);
  });
}

/**
 * The part of Tryton's context that makes the server refuse the call with CONFLICT `record_changed` if the record has another
 * version by then.
 */
export function ifUnchanged({ name }: Model, { providerId, native }: LedgerRecord): JsonObject {
  return { _timestamp: { [`${name},${providerId}`]: native['_timestamp'] ?? null } };
}

const triesMost = 3;

/**
 * For creates that depend on another record, such as the invoice that is paid: if that record changed after it was read,
 * Tryton has written nothing, and the work is done again.
 */
export async function retryIfChanged<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      const hasChanged = error instanceof ServiceError && error.details.reason === 'record_changed';
      if (!hasChanged || tries >= triesMost) throw error;
    }
  }
}
