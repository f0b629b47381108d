// What a write works with: the books, the model of its family, and what is looked up.
import type { JsonObject, LedgerAccess, LedgerRecord } from '../../../core/ports.ts';
import { familyOf, notFound, type ResourceType, ServiceError } from '../../../core/ports.ts';
import { type Books, openBooks } from '../books.ts';
import { recordReader } from '../reads.ts';
import { remembered } from '../remembered.ts';
import type { Rpc } from '../rpc.ts';
import type { Model } from '../wire/model.ts';
import { modelOf } from '../wire/models.ts';
import { type Defaults, readDefaults } from './lookups.ts';

export interface Desk {
  readonly books: Books;
  readonly model: Model;
  readonly defaults: () => Promise<Defaults>;
  /** Records of the family that exist. */
  readonly records: (ids: readonly number[]) => Promise<readonly LedgerRecord[]>;
  /** The same books, for another family. */
  readonly of: (type: ResourceType) => Desk;
}

export function desksOf(rpc: Rpc) {
  const [defaults, recordsOf] = [remembered(readDefaults), recordReader()];
  const deskOf = (books: Books, type: ResourceType): Desk => {
    const model = modelOf(type);
    return {
      books,
      model,
      defaults: () => defaults(books),
      records: async (ids) => (await recordsOf(books, model, { ids }))[0],
      of: (other) => deskOf(books, other),
    };
  };
  return (access: LedgerAccess, type: ResourceType, beganMs: number) => deskOf(openBooks(rpc, access, beganMs), type);
}

/** Throws NOT_FOUND, as the provider's answer. */
export async function liveRecord({ model, records }: Desk, id: number | null): Promise<LedgerRecord> {
  const [record] = id === null ? [] : await records([id]);
  if (record) return record;
  const { code, message } = notFound(familyOf(model.type).singular);
  throw new ServiceError(code, message, { outcome: 'not_applied', providerError: { status: 404, messages: [] } });
}

/** Reads after a call that has written: what fails now leaves the write's end unknown. */
export async function afterWriting<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
    throw new ServiceError(error.code, error.message, { ...error.details, outcome: 'unknown' }, error);
  });
}

/** Makes the server refuse the call as CONFLICT `record_changed` if the record is no longer of this version. */
export function basedOn({ name }: Model, { providerId, native }: LedgerRecord): JsonObject {
  return { _timestamp: { [`${name},${providerId}`]: native['_timestamp'] ?? null } };
}

const looksMost = 3;

/** What a create compares with is read again if it has changed since; Tryton has done nothing then. */
export async function overLive<T>(work: () => Promise<T>): Promise<T> {
  for (let looks = 1; ; looks++) {
    try {
      return await work();
    } catch (error) {
      const hasChanged = error instanceof ServiceError && error.details.reason === 'record_changed';
      if (!hasChanged || looks >= looksMost) throw error;
    }
  }
}
