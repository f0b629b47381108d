// A write that goes the way of every other write and ends where it would be sent, for `?validate_only=true`: the same code
// refuses it. Nothing is claimed, leased, stored, cached or sent.
import type { Plane } from '../../domain/caller.ts';
import type { PreparedWrite } from '../../domain/ledger-record.ts';
import type { WriteClaim } from './holder.ts';

/** Ends a dry write in place of its first call. */
export class WouldSend extends Error {
  readonly bytes: PreparedWrite;

  constructor(bytes: PreparedWrite) {
    super('this write is not sent');
    this.bytes = bytes;
  }
}

/** The bytes that a dry write would send. Throws the refusal of the write. */
export async function bytesOf(dryWrite: Promise<unknown>): Promise<PreparedWrite> {
  try {
    await dryWrite;
  } catch (error) {
    if (error instanceof WouldSend) return error.bytes;
    throw error;
  }
  throw new Error('a write that must not be sent came to an end');
}

/** Of a write that has no key and no step, because it is never sent. */
export function dryClaim({ organizationId, environment }: Plane): WriteClaim {
  return {
    writer: { organizationId, environment, key: '' },
    openAttempt: null,
    lastAttempt: () => null,
    storeAttempt: () => Promise.reject(new Error('a dry write stores no attempt')),
    leaseOwner: () => '',
    fail: async (error) => error,
  };
}
