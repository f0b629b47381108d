import * as v from 'valibot';
import { recipeNames } from '../../domain/automation.ts';
import { environments } from '../../domain/caller.ts';
import { connectionStatuses } from '../../domain/connection.ts';
import type { DeliveredType } from '../../domain/delivery.ts';
import { eventTypes, type RecordEventType, recordEventType, type SequencedEventType } from '../../domain/event.ts';
import { isOperational, type OperationalEventType } from '../../domain/operational-event.ts';
import { recordChanges } from '../../domain/record-change.ts';
import { resourceTypes, type ToldType, toldTypes } from '../../domain/resource.ts';
import { syncScopes } from '../../domain/sync.ts';
import { anyObject, count, described, field, fromOne, Timestamp } from '../../families/answer-fields.ts';
import { eventRecordSchema } from '../../families/record-of-event.ts';
import { BulkCountsAnswer } from './bulk.ts';
import { ConnectionFacts } from './connection.ts';
import { OperationErrorAnswer } from './operation.ts';
import { operationalData } from './operational-events.ts';

export const EventAnswer = v.object({
  id: v.string(),
  type: v.picklist(eventTypes),
  created_at: Timestamp,
  environment: v.picklist(environments),
  api_version: v.literal('v1'),
  connection_id: v.nullable(v.string()),
  sequence: v.nullable(fromOne),
  data: anyObject,
});

/** An event that its connection counts. */
const SequencedAnswer = v.object({ ...EventAnswer.entries, connection_id: v.string(), sequence: fromOne });

/** What a disconnect leaves of an event. */
export const PurgedEventAnswer = v.object({ ...SequencedAnswer.entries, data: v.object({ purged: v.literal(true) }) });

const connection = v.object({
  ...ConnectionFacts.entries,
  previous: v.nullable(v.object({ status: v.picklist(connectionStatuses) })),
});

const invoice = v.object({
  connection_id: v.string(),
  external_account_id: v.string(),
  invoice: v.object({
    id: v.string(),
    provider_id: v.string(),
    number: field.text,
    external_reference: field.text,
    status: v.string(),
    currency: field.text,
    total: v.number(),
    amount_paid: v.number(),
    amount_due: v.number(),
    amount_credited: v.number(),
    provider_revision: v.string(),
    provider_updated_at: field.time,
  }),
  previous: v.nullable(v.object({ status: v.string(), amount_paid: v.number(), amount_due: v.number() })),
  document: v.object({ refresh_required: v.literal(true), provider_action: v.literal('invoice.download_pdf') }),
});

const counts = v.object({ read: count, changed: count, announced: count, removed: count });
const sync = v.object({
  connection_id: v.string(),
  operation_id: v.string(),
  scope: v.picklist(syncScopes),
  counts: v.object(v.entriesFromList(resourceTypes, v.optional(counts))),
  started_at: field.time,
  finished_at: Timestamp,
});

const automation = { connection_id: v.string(), operation_id: v.string(), recipe: v.picklist(recipeNames) };
const applied = v.object({
  step: v.string(),
  type: v.nullable(v.picklist(resourceTypes)),
  id: field.text,
  provider_id: field.text,
  number: v.optional(v.string()),
  status: v.optional(v.string()),
});

const recordChange = <T extends ToldType>(type: T) =>
  v.object({
    connection_id: v.string(),
    external_account_id: v.string(),
    change: v.picklist(recordChanges),
    record: eventRecordSchema(type),
    changed: described(
      v.array(v.string()),
      'Top-level fields of the record that changed, computed ones too: of `created` all that have a value, of `deleted` none. Empty if only what is no field here has changed, such as `provider_data`.',
    ),
  });

const records = Object.fromEntries(toldTypes.map((type) => [recordEventType(type), recordChange(type)])) as Readonly<
  Record<RecordEventType, ReturnType<typeof recordChange<ToldType>>>
>;

const data = {
  ...records,
  'connection.created': connection,
  'connection.updated': connection,
  'connection.disconnected': connection,
  'sync.completed': sync,
  'invoice.updated': invoice,
  'invoice.payment_changed': invoice,
  'invoice.paid': invoice,
  'automation.succeeded': v.object({ ...automation, result: v.unknown() }),
  'automation.failed': v.object({ ...automation, error: v.nullable(OperationErrorAnswer), applied: v.array(applied) }),
  'bulk.completed': v.object({
    connection_id: v.string(),
    operation_id: v.string(),
    type: v.picklist(resourceTypes),
    counts: BulkCountsAnswer,
  }),
  'endpoint.test': v.object({ webhook_endpoint_id: v.string() }),
  ...operationalData,
} as const satisfies Readonly<Record<DeliveredType, v.GenericSchema>>;

const sent = <T extends SequencedEventType | 'endpoint.test'>(type: T) =>
  v.object({ ...SequencedAnswer.entries, type: v.literal(type), data: data[type] });

const operational = <T extends OperationalEventType>(type: T) =>
  v.object({ ...EventAnswer.entries, sequence: v.null(), type: v.literal(type), data: data[type] });

type SentEvent = { [T in SequencedEventType]: ReturnType<typeof sent<T>> }[SequencedEventType];
type OperationalEvent = { [T in OperationalEventType]: ReturnType<typeof operational<T>> }[OperationalEventType];

/** The body of a delivery, by event type. A test belongs to no connection, and an operational event has no sequence. */
export const WebhookEventAnswer = v.variant('type', [
  ...eventTypes.map((type) =>
    isOperational(type) ? (operational(type) as OperationalEvent) : (sent(type) as SentEvent),
  ),
  v.object({ ...sent('endpoint.test').entries, connection_id: v.null(), sequence: v.null() }),
]);
export type WebhookEvent = v.InferOutput<typeof WebhookEventAnswer>;
