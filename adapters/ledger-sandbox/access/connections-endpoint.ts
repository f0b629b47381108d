/** `/connections`: which tenants an app may use. */
import type { Books } from '../books/books.ts';
import type { Reply, SandboxRequest } from '../http/message.ts';
import { authProblem, jsonReply, notFound } from '../http/problems.ts';
import { connectionMoment } from '../http/wire-dates.ts';
import type { BearerGate } from './bearer-gate.ts';
import type { ConnectionRecord } from './connection-record.ts';

export interface ConnectionsPorts {
  readonly books: Books;
  readonly bearers: BearerGate;
}

function wireConnection(books: Books, connection: ConnectionRecord): object {
  const tenant = books.tenants.get(connection.tenantId);
  return {
    id: connection.id,
    authEventId: connection.consentId,
    tenantId: connection.tenantId,
    tenantType: tenant?.type ?? 'ORGANISATION',
    tenantName: tenant?.name ?? '',
    createdDateUtc: connectionMoment(connection.createdAt),
    updatedDateUtc: connectionMoment(connection.updated),
  };
}

/** `id` is empty for the list. Provider: the list is a bare array, and `authEventId` narrows it to one consent. */
export function answerConnections(
  { books, bearers }: ConnectionsPorts,
  request: SandboxRequest,
  id: string,
  query: URLSearchParams,
): Reply {
  const bearer = bearers.check(request.headers['authorization']);
  if (bearer.kind === 'refused') return authProblem(401, bearer.detail);
  const mine = books.connections.find('app', bearer.token.clientId);
  if (id === '' && request.method === 'GET') {
    const consentId = query.get('authEventId')?.toLowerCase();
    const shown = mine.filter((connection) => consentId === undefined || connection.consentId === consentId);
    return jsonReply(
      200,
      shown.map((connection) => wireConnection(books, connection)),
    );
  }
  const known = mine.find((connection) => connection.id === id);
  if (request.method !== 'DELETE' || !known) return notFound();
  books.connections.remove(known.id);
  return { status: 204, headers: {}, body: '' };
}
