// Credit that settles invoices. The answers name no allocation, or are bare objects of which reports disagree, so only their
// status is believed; the credit note itself tells the rest.
import { familyOf, type JsonObject, type LedgerGateway, ServiceError } from '#core/ports';
import { readAnswer } from '../outgoing-http/transport.ts';
import type { Caller } from './caller.ts';
import { recordAddress } from './reads.ts';
import { families } from './wire/families.ts';

type Allocations = Required<Pick<LedgerGateway, 'allocate' | 'removeAllocation'>>;

export function allocationsOf(caller: Caller): Allocations {
  return {
    /** Provider: a bare array is refused, and one wrong allocation refuses all, so one is sent in its envelope. */
    async allocate(access, { type, providerId }, { invoice, amount, date }, providerKey) {
      const path = recordAddress(families[type], providerId, '/Allocations');
      const one: JsonObject = { Amount: amount, Invoice: { InvoiceID: invoice }, ...(date !== null && { Date: date }) };
      const body = JSON.stringify({ Allocations: [one] });
      const headers = { 'idempotency-key': providerKey };
      try {
        await caller.json(access, { method: 'PUT', path, headers, body, record: familyOf(type).singular });
      } catch (error) {
        throw unlessItsOwnFault(error);
      }
    },
    /** Provider: the answer is a bare object, and the call takes no key. */
    async removeAllocation(access, { type, providerId }, allocationId) {
      const path = recordAddress(families[type], providerId, `/Allocations/${encodeURIComponent(allocationId)}`);
      const { answer, finish } = await caller.open(access, { method: 'DELETE', path, record: 'allocation' });
      finish((await readAnswer(answer)).bytes.length);
    },
  };
}

/** Provider: a failure of its own may come as a validation message; then the allocation may have been made. */
function unlessItsOwnFault(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'PROVIDER_REJECTED') return error;
  const messages = error.details.providerError?.messages ?? [];
  if (!messages.some((message) => /^An error occurred in /i.test(String(message)))) return error;
  const { providerError: _told, ...details } = error.details;
  const why = 'the provider failed without saying what became of the allocation';
  return new ServiceError('PROVIDER_ERROR', why, { ...details, outcome: 'unknown' }, error);
}
