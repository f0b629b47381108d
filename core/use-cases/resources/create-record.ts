import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { WriteAttempt } from '../../domain/idempotency.ts';
import type { CachedRecord, LedgerRecord } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { WriteIntent } from '../../ports/ledger-gateway.ts';
import type { WriteClaim } from '../idempotent.ts';
import { withLedger } from '../with-ledger.ts';
import type { Exactly } from './find-exactly.ts';
import { findKnown, identityOf, isArchived } from './known-record.ts';
import type { ReadPorts } from './read-resource.ts';
import { sendWrite } from './send-write.ts';
import { updateIntent } from './update-intent.ts';
import { needsExisting, type WriteRequest } from './write-intent.ts';

/** A create under the key of `claim`. */
export interface Creation {
  readonly caller: Caller;
  readonly connection: Connection;
  readonly claim: WriteClaim;
  readonly type: ResourceType;
  readonly request: WriteRequest;
}

/**
 * Creates a record. A contact whose number, or an account whose code, the provider already knows is updated instead; an
 * archived one is made active first. Documents are recognized by nothing but the key.
 */
export function createRecord(ports: ReadPorts) {
  return async (creation: Creation): Promise<CachedRecord> => {
    const { caller, connection, claim, type, request } = creation;
    const identity = identityOf(ports.gateway, type, request);
    if (identity) return createOrUpdate(ports, creation, identity);
    return sendWrite(ports)(caller, connection, claim, async () => newIntent(type, request));
  };
}

async function createOrUpdate(ports: ReadPorts, creation: Creation, identity: Exactly): Promise<CachedRecord> {
  const { caller, connection, claim, type, request } = creation;
  const attempts: WriteAttempt[] = [];
  const watched: WriteClaim = {
    ...claim,
    recordAttempt: async (attempt) => {
      attempts.push(attempt);
      await claim.recordAttempt(attempt);
    },
  };
  try {
    return await sendWrite(ports)(caller, connection, watched, async () => {
      const known = await findKnown(ports)(caller, connection, identity);
      if (!known) return newIntent(type, request);
      await restore(ports, creation, known);
      const live = needsExisting(type, request) ? known : null;
      return updateIntent(ports.gateway, { type, providerId: known.providerId, request, live });
    });
  } catch (error) {
    const attempt = attempts.at(-1);
    if (!attempt?.creates || !isRefusal(error)) throw error;
    const known = await findKnown(ports)(caller, connection, identity);
    if (!known) throw error;
    return updateInstead(
      ports,
      { ...creation, claim: { ...claim, recordAttempt: () => claim.recordAttempt(attempt) } },
      known,
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
async function updateInstead(ports: ReadPorts, creation: Creation, known: LedgerRecord): Promise<CachedRecord> {
  const { caller, connection, claim, type, request } = creation;
  const { providerId } = known;
  await restore(ports, creation, known);
  const own: WriteClaim = {
    ...claim,
    earlier: null,
    providerKey: (connectionId) => claim.providerKey(connectionId, `reconcile ${providerId}`),
  };
  return sendWrite(ports)(caller, connection, own, async () =>
    updateIntent(ports.gateway, { type, providerId, request, live: null }),
  );
}

/** A step of its own, under its own key; active records need none. */
async function restore(ports: ReadPorts, { caller, connection, claim }: Creation, known: LedgerRecord): Promise<void> {
  const { type, providerId } = known;
  if (!isArchived(known) || (type !== 'contacts' && type !== 'accounts')) return;
  const write = ports.gateway.prepare({ kind: 'restore', type, providerId });
  await withLedger(ports)(
    connection,
    'interactive',
    (access) => ports.gateway.send(access, write, claim.providerKey(connection.id, 'restore')),
    { requestId: caller.requestId },
  );
}

function newIntent(type: ResourceType, request: WriteRequest): WriteIntent {
  return request.kind === 'native'
    ? { kind: 'create_native', type, document: request.document }
    : { kind: 'create', type, fields: request.fields };
}
