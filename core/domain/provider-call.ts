import type { RetentionMode } from './connection.ts';
import type { ConnectionId, OperationId, OrganizationId, RequestId } from './ids.ts';

/** A remembered call to the provider, without its content. */
export interface ProviderCall {
  readonly organizationId: OrganizationId;
  readonly connectionId: ConnectionId;
  readonly operationId: OperationId | null;
  readonly requestId: RequestId;
  readonly method: string;
  /** As `storedPath` returns it. */
  readonly path: string;
  /** As `recordName` names the record that it read, changed or rendered; null for other calls, and where no records are stored. */
  readonly about: string | null;
  /** Null if no answer came. */
  readonly status: number | null;
  readonly bytesIn: number;
  readonly durationMs: number;
  readonly at: Date;
  /** It needs a scope of its own, so that a refusal tells nothing of the connection's health. */
  readonly isApart: boolean;
  /** The provider's own name of the call, for its support; null if it gave none. */
  readonly correlationId: string | null;
}

/** Stands for a failed token renewal; successful ones are not remembered. */
export const tokenPath = '/connect/token';

/** The provider's ids are UUIDs and codes of tax types; other text might be somebody's words. */
const idForm = /^[A-Za-z0-9-]{1,50}$/;

/**
 * Drops the query and, if the connection stores no provider data, the ids. Collections and ids alternate, so
 * `/Invoices/0a1b…/OnlineInvoice` becomes `/Invoices/:id/OnlineInvoice`.
 */
export function storedPath(path: string, retentionMode: RetentionMode): string {
  const [plain = ''] = path.split('?', 1);
  const shown = (id: string): boolean => retentionMode === 'cached' && idForm.test(id);
  return plain
    .split('/')
    .map((part, place) => (place === 0 || place % 2 === 1 || shown(part) ? part : ':id'))
    .join('/');
}
