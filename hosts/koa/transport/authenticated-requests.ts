// What the application learns of a request and its connection's limits go by.
import type { IncomingMessage } from 'node:http';

const authenticated = new WeakSet<IncomingMessage>();

/** From here on the request's place counts as its key's or session's own. */
export function markAuthenticated(request: IncomingMessage): void {
  authenticated.add(request);
}

export function isAuthenticated(request: IncomingMessage): boolean {
  return authenticated.has(request);
}
