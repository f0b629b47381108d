// The receiver's side of webhooks (`ledgerport/webhooks`): is this delivery from the service, unchanged and recent?
export { DeliveryRefused, type RefusalReason } from './delivery-refused.ts';
export { type DeliveryToVerify, type ReceivedHeaders, verifyDelivery } from './verify-delivery.ts';
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
