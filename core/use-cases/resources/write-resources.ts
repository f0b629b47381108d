// Creating and changing a record at the provider, as its family allows.
import type { Caller } from '../../domain/caller.ts';
import { badRequest, ServiceError } from '../../domain/errors.ts';
import type { CachedRecord, LedgerRecord } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { familyOf } from '../../families/all-families.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { WriteIntent } from '../../ports/ledger-gateway.ts';
import { assertWritable } from '../assert-writable.ts';
import type { Answered } from '../claim-key.ts';
import type { LedgerWrite } from '../write-claim.ts';
import { findKnown, identityOf } from './find-record.ts';
import { parseWrite, type WriteRequest } from './parse-write.ts';
import { type FamilyPath, type RecordPath, requireFamily, requireProviderId } from './resource-target.ts';
import { changeRecord, restoreRecord } from './send-change.ts';
import { sendCreate, sentCreate } from './send-create.ts';
import { type WritePath, writeRecord } from './stored-record.ts';

/**
 * Creates a record (parse, claim the key, prepare, store the bytes, send, store the answer). A native document that names
 * its own id updates that record instead, and so does a contact's number or an account's code that the provider already
 * knows; an archived record is made active first. Documents are recognized by nothing but the key.
 */
export function createResource(ports: CorePorts) {
  return async (caller: Caller, path: FamilyPath & WritePath): Promise<Answered<CachedRecord>> => {
    const { connection, type } = await requireFamily(ports, caller, path);
    assertWritable(ports.settings);
    const request = parseWrite(ports.gateway, type, 'create', path.write.body);
    const act = ['record.create', connection.id, type];
    return writeRecord(ports, caller, { connection, act, path }, (context) => createRecord(context, { type, request }));
  };
}

/** Changes what is sent and leaves all else as it is: parse, claim the key, lease the record, read, send, store the answer. */
export function updateResource(ports: CorePorts) {
  return async (caller: Caller, path: RecordPath & WritePath): Promise<Answered<CachedRecord>> => {
    const { connection, type } = await requireFamily(ports, caller, path);
    const providerId = requireProviderId(type, path.resourceId);
    assertWritable(ports.settings);
    const request = parseWrite(ports.gateway, type, 'update', path.write.body);
    if (request.kind === 'native' && (request.providerId ?? providerId) !== providerId) {
      throw badRequest('provider_data', `names another ${familyOf(type).singular} than the path`);
    }
    const act = ['record.update', connection.id, type, providerId];
    return writeRecord(ports, caller, { connection, act, path }, (context) =>
      changeRecord(context, { type, providerId, request }),
    );
  };
}

interface Creation {
  readonly type: ResourceType;
  readonly request: WriteRequest;
}

async function createRecord(context: LedgerWrite, creation: Creation): Promise<LedgerRecord> {
  const { ports, ledger, claim } = context;
  const { type, request } = creation;
  const named = request.kind === 'native' ? request.providerId : undefined;
  if (named !== undefined) return changeRecord(context, { ...creation, providerId: named });
  const identity = identityOf(ports.gateway, type, request);
  const sent = sentCreate(claim);
  // Whether bytes that were sent to create it did so is for the provider to say.
  const known = identity && !sent ? await findKnown(ledger, identity) : undefined;
  if (known) {
    await restoreRecord(context, known);
    return changeRecord(context, { ...creation, providerId: known.providerId });
  }
  const write = sent ?? ledger.prepare(createIntent(creation));
  try {
    return await sendCreate(context, { write });
  } catch (error) {
    const refused = isRefusal(error) ? claim.attempted() : null;
    const rival = identity && refused ? await findKnown(ledger, identity) : undefined;
    if (!rival || !refused) throw error;
    // Another request created the record after our search and before our write: it is updated after all.
    await restoreRecord(context, rival);
    return changeRecord(context, { ...alone(creation), providerId: rival.providerId, insteadOf: refused });
  }
}

/** With bytes that follow from the request alone, so that whoever takes over sends the same. */
function alone({ type, request }: Creation): Creation {
  return { type, request: request.kind === 'native' ? { ...request, preserveExisting: false } : request };
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'PROVIDER_REJECTED';
}

function createIntent({ type, request }: Creation): WriteIntent {
  return request.kind === 'native'
    ? { kind: 'create_native', type, document: request.document }
    : { kind: 'create', type, fields: request.fields };
}
