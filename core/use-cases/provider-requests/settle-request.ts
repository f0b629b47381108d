// A person has looked at the provider's books and says how a request ended whose answer was lost. Nothing is sent.
import type { Caller } from '../../domain/caller.ts';
import { conflict, ServiceError } from '../../domain/errors.ts';
import { type ProviderRequest, settledFrom } from '../../domain/provider-request.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { parse } from '../../schemas/parse.ts';
import { SettlementRequest } from '../../schemas/requests/provider-requests.ts';
import { assertKeyScope } from '../access/key-reach.ts';
import { recordAct } from '../access/record-act.ts';
import { requireConnection } from '../connections/read-connections.ts';
import { changeOnce } from '../writes/change-once.ts';
import type { Answered, Write } from '../writes/claim-key.ts';
import { detailOf, type ProviderRequestDetail } from './read-provider-requests.ts';
import { type RequestPath, requireRequest } from './request-target.ts';

export interface SettlePath extends RequestPath {
  readonly write: Write<SettlementRequest>;
}

/**
 * Settles a request of unknown outcome; a repeat of the caller's request is then answered so. Throws CONFLICT `already_settled`
 * for one that has ended, and `still_running`, with the seconds to wait, for one that may still be sent again.
 */
export function settleProviderRequest(ports: CorePorts) {
  return async (caller: Caller, path: SettlePath): Promise<Answered<ProviderRequestDetail>> => {
    assertKeyScope(caller, 'provider');
    const connection = await requireConnection(ports, caller, path.connectionId);
    const found = await requireRequest(ports, connection, path.providerRequestId);
    const { id } = found;
    const read = async () => detailOf(ports, await requireRequest(ports, connection, id));
    return changeOnce<ProviderRequestDetail>(ports, caller, path.write, {
      act: ['provider_request.settle', id],
      connection,
      keyRequired: false,
      replay: read,
      async draft() {
        const { outcome, reason } = parse(SettlementRequest, path.write.body);
        assertSettleable(ports, found);
        const settlement = { by: caller.actor, byName: caller.name ?? null, reason };
        const end = { outcome, status: null, bytes: null, correlationId: null, endedAt: ports.clock.now(), settlement };
        const forgets = connection.retentionMode === 'zero' || connection.status === 'disconnected';
        return {
          forReplay: null,
          async apply(stores) {
            if (!(await stores.providerRequests.end(caller, id, { ...end, forgets }))) throw alreadySettled();
            const { method, template } = found;
            const details = { connection_id: connection.id, method, template, outcome, reason };
            await recordAct(stores, ports, caller, { action: 'provider_request.settled', subject: id, details });
            return detailOf(ports, { ...found, ...end, sealedRequest: forgets ? null : found.sealedRequest });
          },
        };
      },
    });
  };
}

function assertSettleable({ clock }: Pick<CorePorts, 'clock'>, { outcome, createdAt }: ProviderRequest): void {
  if (outcome !== 'unknown') throw alreadySettled();
  const leftMs = settledFrom(createdAt).getTime() - clock.now().getTime();
  if (leftMs <= 0) return;
  const message = 'the request may still end by itself, or be repeated by its caller; settle it afterwards';
  const retryAfterSeconds = Math.ceil(leftMs / 1000);
  throw new ServiceError('CONFLICT', message, { reason: 'still_running', retryAfterSeconds });
}

function alreadySettled(): ServiceError {
  return conflict('already_settled', 'the outcome of this request is known');
}
