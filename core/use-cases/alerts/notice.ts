import type { Noticed } from '../../domain/operational-event.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Stores } from '../../ports/storage.ts';

/**
 * Sees what a person can be alerted of, in the transaction that decides it: what began, and what is well again. It may see
 * that a subject is well which never was otherwise, and the same of a connection more than once.
 */
export async function notice(_stores: Stores, _ports: CorePorts, _noticed: Noticed): Promise<void> {}
