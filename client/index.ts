// The typed client of Ledgerport.

export type { AttachmentsApi, FiledType } from './attachments.ts';
export type {
  CallOptions,
  Download,
  FileContent,
  FileOptions,
  Hooks,
  List,
  RequestEvent,
  ResponseEvent,
  WriteOptions,
} from './call-types.ts';
export { LedgerportError, type LedgerportErrorCode } from './errors.ts';
export type * from './generated/api.ts';
export type * from './generated/types.ts';
export type { HistoryApi, NotedType } from './history.ts';
export { Ledgerport, type LedgerportOptions } from './ledgerport.ts';
export { type ResponseFacts, responseOf } from './response-of.ts';
export {
  DeliveryRefused,
  type ReceivedHeaders,
  type RefusalReason,
  type VerifyOptions,
} from './signed-delivery.ts';
export { OperationFailed, type WaitOptions } from './wait-for-operation.ts';
export { verifyWebhook, webhookTestHeaders } from './webhooks.ts';
export { verifyWebhookAsync } from './webhooks-web.ts';
export { WriteWaits } from './write-waits.ts';
