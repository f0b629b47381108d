// Fills the event-sender port over HTTP, to public addresses only.
export { createEventSender, type EventSenderOptions } from './event-sender.ts';
