// The receiver's side of webhooks (`ledgerport/webhooks`): is this delivery from the service, unchanged and recent?
export {
  DeliveryRefused,
  type DeliveryToVerify,
  type ReceivedHeaders,
  type RefusalReason,
  verifyDelivery,
} from './verify-delivery.ts';
export type {
  AppliedWrite,
  AutomationFailedData,
  AutomationSucceededData,
  ConnectionEventData,
  EndpointTestData,
  InvoiceEventData,
  SyncCounts,
  SyncEventData,
  WebhookEvent,
} from './webhook-event.ts';
