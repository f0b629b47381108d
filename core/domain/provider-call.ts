import type { RetentionMode } from './connection.ts';
import type { ConnectionId, OperationId, OrganizationId, RequestId } from './ids.ts';

/** One call to the provider as it is remembered: who caused it, where it went and how it ended; nothing of what it said. */
export interface ProviderCall {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
  /** The operation that made it, or null when a request did. */
  readonly operationId: OperationId | null;
  readonly requestId: RequestId;
  readonly method: string;
  /** As `storedPath` leaves it. */
  readonly path: string;
  /** Null when no answer came. */
  readonly status: number | null;
  readonly bytesIn: number;
  readonly durationMs: number;
  /** When it began. */
  readonly at: Date;
}

/** Under which a token that could not be renewed is remembered; one that could be is not. */
export const tokenPath = '/connect/token';

/** What the provider makes ids of: UUIDs, and the codes of tax types. Anything else might be text that somebody wrote. */
const idForm = /^[A-Za-z0-9-]{1,50}$/;

/**
 * A path as it may be remembered: without its query, and without ids where the connection stores nothing of the
 * provider's. Collections and ids alternate in a path, so `/Invoices/0a1b…/OnlineInvoice` is `/Invoices/:id/OnlineInvoice`.
 */
export function storedPath(path: string, retentionMode: RetentionMode): string {
  const [plain = ''] = path.split('?', 1);
  const shown = (id: string): boolean => retentionMode === 'cached' && idForm.test(id);
  return plain
    .split('/')
    .map((part, place) => (place === 0 || place % 2 === 1 || shown(part) ? part : ':id'))
    .join('/');
}
