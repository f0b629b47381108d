import { actorOf } from '../../domain/actor.ts';
import type { Caller } from '../../domain/caller.ts';
import { conflict } from '../../domain/errors.ts';
import type { Operation } from '../../domain/operation.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { parse } from '../../schemas/parse.ts';
import { SyncRequest } from '../../schemas/requests/connections.ts';
import { requireConnection } from '../connections/read-connections.ts';
import { usableTenant } from '../ledger/refused-access.ts';
import { findOperation } from '../operations/read-operations.ts';
import { assertCan } from '../providers/coverage.ts';
import { providerOf } from '../providers/provider-of.ts';
import { draftSync } from '../queue/draft-sync.ts';
import { changeOnce } from '../writes/change-once.ts';
import type { Answered, Write } from '../writes/claim-key.ts';

/**
 * Queues a sync and answers with its operation. Throws CONFLICT `not_supported_by_provider`, `zero_retention` or
 * `connection_not_active`, ACTION_REQUIRED, and RATE_LIMITED `operations_backlog`; then nothing is queued.
 */
export function requestSync(ports: CorePorts) {
  return async (
    caller: Caller,
    { connectionId, write }: { readonly connectionId: string; readonly write: Write<Partial<SyncRequest> | undefined> },
  ): Promise<Answered<Operation>> => {
    const connection = await requireConnection(ports, caller, connectionId);
    const { scope, emit_invoice_snapshots } = parse(SyncRequest, write.body ?? {});
    if (scope === 'invoices') assertCan(providerOf(ports, connection), { type: 'invoices', can: ['list'] });
    return changeOnce(ports, caller, write, {
      act: ['connection.sync', connection.id],
      keyRequired: true,
      connection,
      queuesWork: true,
      async draft() {
        if (connection.retentionMode === 'zero') {
          const message = 'a connection with zero retention stores no records, so there is nothing to sync';
          throw conflict('zero_retention', message);
        }
        usableTenant(connection);
        const from = { trigger: 'request', requestId: caller.requestId, begunBy: actorOf(caller) } as const;
        const ask = { scope, emitsSnapshots: emit_invoice_snapshots, ...from };
        const operation = draftSync(ports, connection, { type: 'connection.sync', ...ask });
        return {
          forReplay: operation.id,
          async apply({ operations }) {
            await operations.insert([operation]);
            return operation;
          },
        };
      },
      replay: (stored) => findOperation(ports)(caller, String(stored)),
    });
  };
}
