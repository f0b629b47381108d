import * as v from 'valibot';
import { recipeNames } from '../../domain/automation.ts';
import { environments } from '../../domain/caller.ts';
import { eventTypes } from '../../domain/event.ts';
import { failedStates, operationTypes } from '../../domain/operation.ts';
import { type OperationalEventType, operationalSubjects } from '../../domain/operational-event.ts';
import { resourceTypes } from '../../domain/resource.ts';
import { count, field, fromOne, Timestamp } from '../../families/answer-fields.ts';

const proposal = {
  operation_id: v.string(),
  tool: field.text,
  recipe: v.nullable(v.picklist(recipeNames)),
  record_type: v.nullable(v.picklist(resourceTypes)),
  amount: v.optional(v.string()),
  currency: v.optional(v.string()),
  key: v.object({ id: v.string(), name: field.text }),
  decided_by: v.optional(v.string()),
  comment: v.optional(v.string()),
} as const;

/** What each operational event tells, beside the fields that all of them have. */
const details = {
  'endpoint.paused': { consecutive_failures: fromOne, disables_at: Timestamp },
  'endpoint.resumed': { previous: v.picklist(['paused', 'disabled']) },
  'endpoint.disabled': { by: v.picklist(['service', 'person']) },
  'delivery.given_up': {
    deliveries: fromOne,
    state: v.picklist(failedStates),
    delivery_id: field.text,
    event_id: field.text,
    event_type: v.nullable(v.picklist(eventTypes)),
  },
  'operation.dead_lettered': { operation_id: v.string(), operation_type: v.picklist(operationTypes), attempts: count },
  'operation.awaiting_approval': proposal,
  'operation.approved': proposal,
  'operation.declined': proposal,
  'sync.failed': {
    connection_id: v.string(),
    external_account_id: v.string(),
    operation_id: v.string(),
    operation_type: v.picklist(operationTypes),
    state: v.picklist(failedStates),
  },
  'budget.low': {
    connection_id: v.string(),
    external_account_id: v.string(),
    used: count,
    limit: count,
    resets_at: Timestamp,
  },
  'connections.near_limit': { connections: count, limit: count },
  'key.expiring': { expires_at: Timestamp, last_four: v.string() },
} as const satisfies Readonly<Record<OperationalEventType, v.ObjectEntries>>;

const subject = v.object({
  type: v.picklist(operationalSubjects),
  id: v.string(),
  name: v.optional(v.string()),
});

function told<T extends OperationalEventType>(type: T) {
  return v.object({
    environment: v.picklist(environments),
    subject,
    reason: field.text,
    since: Timestamp,
    ...details[type],
  });
}

/** `data` of each operational event. */
export const operationalData = {
  'endpoint.paused': told('endpoint.paused'),
  'endpoint.resumed': told('endpoint.resumed'),
  'endpoint.disabled': told('endpoint.disabled'),
  'delivery.given_up': told('delivery.given_up'),
  'operation.dead_lettered': told('operation.dead_lettered'),
  'operation.awaiting_approval': told('operation.awaiting_approval'),
  'operation.approved': told('operation.approved'),
  'operation.declined': told('operation.declined'),
  'sync.failed': told('sync.failed'),
  'budget.low': told('budget.low'),
  'connections.near_limit': told('connections.near_limit'),
  'key.expiring': told('key.expiring'),
} as const satisfies Readonly<Record<OperationalEventType, v.GenericSchema>>;
