import type { Connection } from '../domain/connection.ts';
import { keptPath, type ProviderCall } from '../domain/provider-call.ts';
import type { CorePorts } from '../ports/core-ports.ts';
import type { LedgerCall } from '../ports/ledger-gateway.ts';

type Ports = Pick<CorePorts, 'budget' | 'journal' | 'meter' | 'clock' | 'log'>;

/** What a call was made for. */
export interface CallCause extends Pick<ProviderCall, 'operationId' | 'requestId'> {
  /** When the call was allowed: it cannot have begun before. */
  readonly grantedAt: Date;
}

/** Tells of a finished call to the provider everyone who counts or remembers them: budget, journal, meter and log. */
export function noteCall(
  { budget, journal, meter, clock, log }: Ports,
  { id: connectionId, retentionMode, organizationId, environment }: Connection,
  { operationId, requestId, grantedAt }: CallCause,
  made: LedgerCall,
): void {
  budget.observe(connectionId, made);
  const { method, status, bytesIn, durationMs } = made;
  const path = keptPath(made.path, retentionMode);
  const at = new Date(Math.max(grantedAt.getTime(), clock.now().getTime() - durationMs));
  journal.record({ connectionId, operationId, requestId, method, path, status, bytesIn, durationMs, at });
  const used = { organizationId, environment, connectionId, at };
  meter.count({ ...used, meter: 'provider_calls', quantity: 1 });
  meter.count({ ...used, meter: 'provider_bytes_in', quantity: bytesIn });
  log.info('provider call', {
    connection_id: connectionId,
    operation_id: operationId,
    request_id: requestId,
    method,
    path,
    status,
    bytes_in: bytesIn,
    ms: durationMs,
  });
}
