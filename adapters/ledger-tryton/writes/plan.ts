// The payload of a prepared write: plain JSON that is complete before the server is asked for anything.
import {
  type JsonObject,
  type LedgerRecord,
  type PreparedWrite,
  type ResourceType,
  ServiceError,
  type WritePayload,
} from '../../../core/ports.ts';

export interface Plan {
  /** `move` changes a document's status or undoes a payment · `convert` makes an invoice of a quote. */
  readonly act: 'create' | 'change' | 'move' | 'convert';
  /** The record that is changed, or the quote that is converted; null for a create. */
  readonly id: number | null;
  /** The version that the change is based on; null to take the version that is read just before the change. */
  readonly version: string | null;
  readonly fields: JsonObject | null;
  /** The values of a native write, in Tryton's encodings. */
  readonly document: JsonObject | null;
  /** The status to reach, by as many calls as it takes. For `convert`: DRAFT if the quote must first be set back. */
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

/** The next call towards the status. */
export function moveOf({ type, providerId, version }: LedgerRecord, status: string, isNew: boolean): PreparedWrite {
  return writeOf(type, { act: 'move', id: Number(providerId), version: version ?? null, status, isNew });
}

/** A refusal by the gateway itself, after a look into the books. Nothing was applied. */
export function refused(path: string | null, message: string): ServiceError {
  return new ServiceError('PROVIDER_REJECTED', path === null ? message : `${path}: ${message}`, {
    outcome: 'not_applied',
    providerError: { status: 400, messages: [message] },
    ...(path !== null && { errors: [{ path, message }] }),
  });
}
