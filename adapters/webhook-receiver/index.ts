// The receiver's side of webhooks (`ledgerport/webhooks`): is this delivery from the service, unchanged and recent?
export * from './verify-delivery.ts';
export type * from './webhook-event.ts';
