import type { Caller } from '../../domain/caller.ts';
import { badRequest } from '../../domain/errors.ts';
import type { CachedRecord } from '../../domain/ledger-record.ts';
import { resourceTraits } from '../../domain/resource.ts';
import { assertWritable } from '../assert-writable.ts';
import { type Answered, runIdempotent, type Write } from '../idempotent.ts';
import { keepWrite } from '../usage/take-down.ts';
import { createRecord } from './create-record.ts';
import { keepRecord, keptRecord, recordCopy } from './kept-record.ts';
import { type ReadPorts, readLive } from './read-resource.ts';
import { type Family, type FamilyPath, type RecordPath, requireFamily, requireProviderId } from './resource-target.ts';
import { updateRecord } from './update-record.ts';
import { parseWrite, type WriteRequest } from './write-intent.ts';

/**
 * Creates a record; a native document that names its own id updates that record instead, and so does a contact's number
 * or an account's code that is known already.
 */
export function createResource(ports: ReadPorts) {
  return async (caller: Caller, path: FamilyPath & { write: Write }): Promise<Answered<CachedRecord>> => {
    const family = await requireFamily(ports, caller, path);
    assertWritable(ports.settings);
    const request = parseWrite(ports.gateway, family.type, 'create', path.write.body);
    const providerId = request.kind === 'native' ? request.providerId : undefined;
    return writeRecord(ports, caller, family, path.write, request, providerId);
  };
}

/** Changes what is sent and keeps all else. */
export function updateResource(ports: ReadPorts) {
  return async (caller: Caller, path: RecordPath & { write: Write }): Promise<Answered<CachedRecord>> => {
    const family = await requireFamily(ports, caller, path);
    const providerId = requireProviderId(family.type, path.resourceId);
    assertWritable(ports.settings);
    const request = parseWrite(ports.gateway, family.type, 'update', path.write.body);
    if (request.kind === 'native' && (request.providerId ?? providerId) !== providerId) {
      throw badRequest(
        'provider_data',
        `provider_data names another ${resourceTraits[family.type].singular} than the path`,
      );
    }
    return writeRecord(ports, caller, family, path.write, request, providerId);
  };
}

function writeRecord(
  ports: ReadPorts,
  caller: Caller,
  { connection, type }: Family,
  write: Write,
  request: WriteRequest,
  providerId: string | undefined,
): Promise<Answered<CachedRecord>> {
  const read = readLive(ports);
  return runIdempotent(ports)(
    caller,
    write,
    { required: true, connection },
    async (claim) => {
      const record =
        providerId === undefined
          ? await createRecord(ports)({ caller, connection, claim, type, request })
          : await updateRecord(ports)({ caller, connection, claim, type, request }, providerId);
      return {
        value: record,
        keep: keepRecord(connection, record),
        also: (stores) => keepWrite(stores, ports, connection),
        copy: recordCopy(ports, caller, connection, record),
      };
    },
    async (kept) => {
      const known = keptRecord(kept);
      return 'record' in known ? known.record : read(caller, connection, known.type, known.providerId);
    },
  );
}
