import type { Noticed } from '../../domain/operational-event.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';
import { noteHappening, noteWell } from './note-alerts.ts';

/**
 * Sees what a person can be alerted of, in the transaction that decides it: what began, and what is well again. It may see
 * that a subject is well which never was otherwise, and the same of a connection more than once.
 */
export async function notice(stores: Stores, ports: CorePorts, noticed: Noticed): Promise<void> {
  const { organizationId, environment, kind, subject, since, at } = noticed;
  const { type, id, name = null } = subject;
  const happening = { organizationId, environment, event: kind, subject: { type, id, name }, since, at };
  if (!noticed.isWell) return noteHappening(stores, ports, happening);
  await noteWell(stores, ports, { organizationId, environment, events: [kind], subjectId: id, at });
  // For those who want to hear of nothing but the end.
  if (kind === 'endpoint.paused') await noteHappening(stores, ports, { ...happening, event: 'endpoint.resumed' });
}
