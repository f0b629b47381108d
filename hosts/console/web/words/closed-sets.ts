// The API's closed sets as lists, for filters. Each table has every name of its type, or it does not compile; the types of
// events follow from the families of records.
import { eventTypes } from '../../../../core/domain/event.ts';
import type { BulkItemStatus, LoggedRequest, OperationType } from '../api/wire.ts';

const operations: Readonly<Record<OperationType, true>> = {
  'automation.invoice.create_and_deliver': true,
  'automation.invoice.create_with_contact': true,
  'automation.invoice.record_payment': true,
  'automation.invoice.void_and_reissue': true,
  'automation.credit_note.create_and_allocate': true,
  'automation.bank_transaction.record': true,
  'automation.quote.create_and_send': true,
  'automation.quote.convert_to_invoice': true,
  'automation.purchase_order.create_and_deliver': true,
  'automation.payout.summarise': true,
  'record.write': true,
  'records.bulk': true,
  'connection.sync': true,
  'connection.reconcile': true,
  'connection.follow': true,
  'notification.process': true,
  'webhook.deliver': true,
  'webhook.recover': true,
  'operation.replay_many': true,
  'webhook.redeliver_many': true,
  'list.export': true,
  'alert.send': true,
  'retention.purge': true,
  'secrets.reencrypt': true,
};

const bulkItems: Readonly<Record<BulkItemStatus, true>> = {
  succeeded: true,
  failed: true,
  unknown: true,
  pending: true,
};

const codes: Readonly<Record<NonNullable<LoggedRequest['code']>, true>> = {
  BAD_REQUEST: true,
  UNAUTHORIZED: true,
  CONNECTION_LIMIT_REACHED: true,
  READ_ONLY: true,
  FORBIDDEN: true,
  NOT_FOUND: true,
  METHOD_NOT_ALLOWED: true,
  PAYLOAD_TOO_LARGE: true,
  UNSUPPORTED_MEDIA_TYPE: true,
  CONFLICT: true,
  ACTION_REQUIRED: true,
  IDEMPOTENCY_IN_PROGRESS: true,
  IDEMPOTENCY_KEY_REUSED: true,
  PROVIDER_REJECTED: true,
  RATE_LIMITED: true,
  INTERNAL: true,
  PROVIDER_ERROR: true,
  PROVIDER_UNAVAILABLE: true,
  PROVIDER_TIMEOUT: true,
  DATABASE_UNAVAILABLE: true,
  DATABASE_WENT_BACK: true,
};

export function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(table) as Name[];
}

export { eventTypes };
/** Those that tell of a family's records, which forms show apart. */
export const recordEventTypes = eventTypes.filter((type) => type.endsWith('.changed'));
export const operationTypes = namesOf(operations);
export const errorCodes = namesOf(codes);
export const bulkItemStatuses = namesOf(bulkItems);
