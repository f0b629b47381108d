import { ServiceError } from '../../domain/errors.ts';
import type { WriteAttempt } from '../../domain/idempotency.ts';
import type { CachedRecord, LedgerRecord } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { WriteClaim } from '../idempotent.ts';
import type { Exactly } from './find-exactly.ts';
import { findKnown, identityOf } from './known-record.ts';
import type { ReadPorts } from './read-resource.ts';
import { type CreateIntent, sendCreate } from './send-write.ts';
import { type RecordWrite, restoreRecord, updateRecord } from './update-record.ts';
import type { WriteRequest } from './write-intent.ts';

/**
 * Creates a record. A contact whose number, or an account whose code, the provider already knows is updated instead; an
 * archived one is made active first. Documents are recognized by nothing but the key.
 */
export function createRecord(ports: ReadPorts) {
  return async (creation: RecordWrite): Promise<CachedRecord> => {
    const { caller, connection, claim, type, request } = creation;
    const identity = identityOf(ports.gateway, type, request);
    if (identity) return createOrUpdate(ports, creation, identity);
    return sendCreate(ports)(caller, connection, claim, async () => newIntent(type, request));
  };
}

async function createOrUpdate(ports: ReadPorts, creation: RecordWrite, identity: Exactly): Promise<CachedRecord> {
  const { caller, connection, claim, type, request } = creation;
  const look = () => findKnown(ports)(caller, connection, identity);
  // Whether bytes that were sent to create it did so is for the provider to say.
  const known = claim.earlier?.creates && claim.earlier.prepared !== null ? undefined : await look();
  if (known) {
    await restoreRecord(ports, creation, known);
    return updateRecord(ports)(creation, known.providerId);
  }
  let attempt: WriteAttempt | undefined;
  const watched: WriteClaim = {
    ...claim,
    recordAttempt: async (made) => {
      attempt = made;
      await claim.recordAttempt(made);
    },
  };
  try {
    return await sendCreate(ports)(caller, connection, watched, async () => newIntent(type, request));
  } catch (error) {
    if (!attempt || !isRefusal(error)) throw error;
    const refused = attempt;
    const rival = await look();
    if (!rival) throw error;
    return updateInstead(
      ports,
      { ...creation, claim: { ...claim, recordAttempt: () => claim.recordAttempt(refused) } },
      rival,
    );
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'PROVIDER_REJECTED';
}

/**
 * Another request created the record between our look and our write, and the provider refused the second: it is updated
 * after all. What is kept of the attempt stays the refused create, so that whoever takes over comes here again; hence
 * bytes that follow from the request alone, and a key of their own.
 */
async function updateInstead(ports: ReadPorts, creation: RecordWrite, known: LedgerRecord): Promise<CachedRecord> {
  const { claim, request } = creation;
  const { providerId } = known;
  await restoreRecord(ports, creation, known);
  const own: WriteClaim = {
    ...claim,
    earlier: null,
    providerKey: (connectionId) => claim.providerKey(connectionId, `reconcile ${providerId}`),
  };
  const alone: WriteRequest = request.kind === 'native' ? { ...request, preserveExisting: false } : request;
  return updateRecord(ports)({ ...creation, claim: own, request: alone }, providerId);
}

function newIntent(type: ResourceType, request: WriteRequest): CreateIntent {
  return request.kind === 'native'
    ? { kind: 'create_native', type, document: request.document }
    : { kind: 'create', type, fields: request.fields };
}
