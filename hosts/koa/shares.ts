// Each organization has a share of a process, and strangers, who have shown no right key or session, have one together.
// Each process counts for itself: a common count would cost every request a write.
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

export const strangers = 'strangers';

const owners = new WeakMap<IncomingMessage | Duplex, string>();

/** From here on the request and its connection count as this organization's. */
export function recognize(request: IncomingMessage, organizationId: string): void {
  owners.set(request, organizationId).set(request.socket, organizationId);
}

export const ownerOf = (one: IncomingMessage | Duplex): string => owners.get(one) ?? strangers;
