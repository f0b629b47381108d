// What a prepared write of this provider holds: plain JSON, complete before anything is looked up at the server.
import {
  type JsonObject,
  type LedgerRecord,
  type PreparedWrite,
  type ResourceType,
  ServiceError,
  type WritePayload,
} from '../../../core/ports.ts';

export interface Plan {
  /** `move` brings a document to a status, a payment to its end · `convert` makes a quote an invoice. */
  readonly act: 'create' | 'change' | 'move' | 'convert';
  /** The record that is changed, or the quote that is converted; null for a create. */
  readonly id: number | null;
  /** The version that the change is based on; null for the one that is read before it. */
  readonly version: string | null;
  readonly fields: JsonObject | null;
  /** The values of a native write. */
  readonly document: JsonObject | null;
  /** Where a document is to come to, by as many calls as it takes; of a conversion that is made again: DRAFT, before it. */
  readonly status: string | null;
  /** A move that belongs to a create: if it is refused, the draft is deleted. */
  readonly isNew: boolean;
}

const blank = { id: null, version: null, fields: null, document: null, status: null, isNew: false };

export function writeOf(type: ResourceType, plan: Pick<Plan, 'act'> & Partial<Plan>): PreparedWrite {
  const payload = { ...blank, ...plan } as unknown as WritePayload;
  return { type, creates: plan.act === 'create' || plan.act === 'convert', payload };
}

export function planOf({ payload }: PreparedWrite): Plan {
  return payload as unknown as Plan;
}

/** The call that brings a record on to the status. */
export function moveOf({ type, providerId, version }: LedgerRecord, status: string, isNew: boolean): PreparedWrite {
  return writeOf(type, { act: 'move', id: Number(providerId), version: version ?? null, status, isNew });
}

/** A refusal by the gateway itself, of what only the books can tell. Nothing was applied. */
export function refused(path: string | null, message: string): ServiceError {
  return new ServiceError('PROVIDER_REJECTED', path === null ? message : `${path}: ${message}`, {
    outcome: 'not_applied',
    providerError: { status: 400, messages: [message] },
    ...(path !== null && { errors: [{ path, message }] }),
  });
}
