import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  badRequest,
  isJsonObject,
  type Json,
  type JsonObject,
  type LedgerNotification,
  type NotificationVerifier,
  type ResourceType,
} from '#core/ports';
import { parsedJson } from '../outgoing-http/transport.ts';
import type { LedgerProfile } from './profile.ts';

export const maxEvents = 1_000;
/** Provider: sequence numbers are 32-bit integers. */
const maxSequence = 2_147_483_647;
const signatureForm = /^[A-Za-z0-9+/]{43}=$/;

export function createNotificationVerifier({
  signatureHeader,
}: Pick<LedgerProfile, 'signatureHeader'>): NotificationVerifier {
  return {
    signatureHeader,
    isSignature: (text) => signatureForm.test(text),
    verify: (body, signature, key) => {
      // Provider: the key looks like base64, but its text is the key.
      const expected = Buffer.from(createHmac('sha256', key).update(body).digest('base64'));
      const given = Buffer.from(signature ?? '');
      return key !== '' && given.length === expected.length && timingSafeEqual(given, expected);
    },
    parse: (body) => {
      const batch = parsedJson(Buffer.from(body));
      const events = isJsonObject(batch) ? batch['events'] : undefined;
      if (!isJsonObject(batch) || !Array.isArray(events))
        throw badRequest('events', 'the body is not a batch of notifications');
      if (events.length > maxEvents) throw badRequest('events', `a batch has at most ${maxEvents} notifications`);
      return {
        notifications: events.map((event: Json) => notification(event)),
        firstSequence: sequence(batch['firstEventSequence']),
        lastSequence: sequence(batch['lastEventSequence']),
      };
    },
  };
}

/**
 * Provider: a prepayment or overpayment changes the invoices that it is allocated to, which the notification does not name.
 */
const changed: ReadonlyMap<string, { readonly type: ResourceType; readonly isNamed: boolean }> = new Map([
  ['INVOICE', { type: 'invoices', isNamed: true }],
  ['PAYMENT', { type: 'payments', isNamed: true }],
  ['CONTACT', { type: 'contacts', isNamed: true }],
  ['CREDITNOTE', { type: 'credit_notes', isNamed: true }],
  ['PREPAYMENT', { type: 'invoices', isNamed: false }],
  ['OVERPAYMENT', { type: 'invoices', isNamed: false }],
]);

export const notifiedTypes: ReadonlySet<ResourceType> = new Set([...changed.values()].map(({ type }) => type));

/** Provider: older batches write types in any case, new categories appear without notice, and times are UTC without zone. */
function notification(event: Json): LedgerNotification {
  const from = isJsonObject(event) ? event : {};
  const known = changed.get(text(from, 'eventCategory').toUpperCase());
  return {
    tenantId: text(from, 'tenantId').toLowerCase(),
    type: known?.type ?? null,
    eventType: text(from, 'eventType').toUpperCase(),
    resourceId: known?.isNamed === false ? null : text(from, 'resourceId').toLowerCase(),
    occurredAt: `${text(from, 'eventDateUtc')}Z`,
  };
}

function text(event: JsonObject, name: string): string {
  const value = event[name];
  return typeof value === 'string' ? value : '';
}

function sequence(value: Json | undefined): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= maxSequence ? value : 0;
}
