import type { Caller } from '../../domain/caller.ts';
import type { Connection } from '../../domain/connection.ts';
import type { CachedRecord, LedgerRecord } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { WriteClaim } from '../idempotent.ts';
import { usableTenant, withLedger } from '../with-ledger.ts';
import { holdRecord } from './hold-record.ts';
import { isArchived } from './known-record.ts';
import { type ReadPorts, readLive } from './read-resource.ts';
import { sendChange } from './send-change.ts';
import { updateIntent } from './update-intent.ts';
import { needsExisting, type WriteRequest } from './write-intent.ts';

/** A write that a caller asks for, under the key of `claim`. */
export interface RecordWrite {
  readonly caller: Caller;
  readonly connection: Connection;
  readonly claim: WriteClaim;
  readonly type: ResourceType;
  readonly request: WriteRequest;
}

/** Changes what is sent and keeps all else. */
export function updateRecord(ports: ReadPorts) {
  return (write: RecordWrite, providerId: string): Promise<CachedRecord> => {
    const { caller, connection, claim, type, request } = write;
    const holdsLive = needsExisting(ports.gateway, type, request);
    const intentOf = async () => {
      const live = holdsLive ? await readLive(ports)(caller, connection, type, providerId) : null;
      return updateIntent(ports.gateway, { type, providerId, request, live });
    };
    const record = { tenantId: usableTenant(connection), type, providerId };
    return holdRecord(ports)(caller, record, claim, (held) =>
      sendChange(ports)(caller, connection, { claim, held }, { intentOf, holdsLive }),
    );
  };
}

/** A step of its own, under its own key; active records need none. */
export async function restoreRecord(
  ports: ReadPorts,
  { caller, connection, claim, type }: RecordWrite,
  known: LedgerRecord,
): Promise<void> {
  const { providerId } = known;
  if (!isArchived(known) || (type !== 'contacts' && type !== 'accounts')) return;
  const write = ports.gateway.prepare({ kind: 'restore', type, providerId });
  await holdRecord(ports)(caller, { tenantId: usableTenant(connection), type, providerId }, claim, (held) =>
    withLedger(ports)(
      connection,
      'interactive',
      async (access) => {
        await held.keepForCall();
        return ports.gateway.send(access, write, claim.providerKey(connection.id, 'restore'));
      },
      { requestId: caller.requestId },
    ),
  );
}
